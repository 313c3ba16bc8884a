"""Describe events, prompts, hints and scores as messages: a text key with values. The page puts them into words (texts.py).

A value may be a message, or a list of values. The functions get only a `View` and the seats' names. Messages address the person in
the view's seat.
"""

from typing import Any

from game.narration.localization.texts import is_nameless
from game.players.coach.hints import Hint
from game.players.coach.review import Review
from game.rules.errors import Reason
from game.rules.moves import Move, move_text
from game.rules.round.scoring import hand_points
from game.rules.tiles import HIGH, LOW, NAME, SET, SUIT, Tile, is_double, tiles_in
from game.rules.view import NOBODY, View

Message = list[Any]  # [key, values]


def message(key: str, **values: Any) -> Message:
    """A message: a text key, and the values of the placeholders in the text."""
    return [key, values]


def seat_message(key: str, view: View, seat: int, names: list[str], **values: Any) -> Message:
    """A message about a seat: `key.you` for the addressed person if they gave no name, else `key` with the seat's name."""
    if seat == view.seat and is_nameless(names[seat]):
        return [key + ".you", values]
    return [key, {"name": names[seat], **values}]


def joining_suit(tile: Tile, on: Tile) -> int:
    """The number at which `tile` joins `on`."""
    return HIGH[tile] if HIGH[tile] in (HIGH[on], LOW[on]) else LOW[tile]


def event_message(event: Any, view: View, names: list[str]) -> Message:
    """Describe one event."""
    if event.do == "play":
        return _play_message(event, view, names)
    if event.do == "draw":
        key = {"start": "say.start-draw", "penalty": "say.penalty"}.get(event.why, "say.draw")
        if event.tile < 0:
            return seat_message(key, view, event.seat, names)
        return seat_message(key + "-seen", view, event.seat, names, tile=NAME[event.tile])
    if event.do == "catch":
        if event.target == view.seat:
            cost = "" if _costs_a_tile(event, view) else "-turn"
            return message("say.caught-you" + cost, name=names[event.seat])
        return seat_message("say.catch", view, event.seat, names, target=names[event.target])
    if event.do == "take-back":
        return seat_message(
            "say.take-back", view, event.seat, names, tile=NAME[_tile_taken_back(event, view)]
        )
    return seat_message("say." + event.do, view, event.seat, names)


def _costs_a_tile(catch: Any, view: View) -> bool:
    """Whether the caught player drew a penalty tile; otherwise they miss a turn (clause LAST-3)."""
    number = next(n for n, event in enumerate(view.events) if event is catch)
    following = view.events[number + 1 : number + 2]
    return any((event.seat, event.why) == (catch.target, "penalty") for event in following)


def _tile_taken_back(event: Any, view: View) -> Tile:
    """The tile that the seat took back: the last one that it had played."""
    before = next(number for number, other in enumerate(view.events) if other is event)
    return next(e.tile for e in reversed(view.events[:before]) if e.do == "play" and e.seat == event.seat)


def _play_message(event: Any, view: View, names: list[str]) -> Message:
    tile = NAME[event.tile]
    if event.on < 0:
        return seat_message("say.centre", view, event.seat, names, tile=tile)
    if is_double(event.tile):
        return seat_message(
            "say.double", view, event.seat, names, tile=tile, suits=message(f"suits.{HIGH[event.tile]}")
        )
    if is_double(event.on):
        return seat_message("say.play-double", view, event.seat, names, tile=tile, on=NAME[event.on])
    suit = joining_suit(event.tile, event.on)
    return seat_message("say.play", view, event.seat, names, tile=tile, suits=message(f"suits.{suit}"))


def end_messages(view: View, names: list[str]) -> list[Message]:
    """Describe the end of the round; empty while it is in play."""
    if view.end is None:
        return []
    first = (
        seat_message("say.out", view, view.end.seat, names)
        if view.end.kind == "out"
        else message("say.blocked")
    )
    lines = [first] if view.end.kind == "out" else [first, why_blocked(view)]
    if view.seat == NOBODY:
        return lines
    mine = view.end.scores[view.seat]
    return [*lines, message("say.round-points", n=mine, total=view.totals[view.seat])]


def why_blocked(view: View) -> Message:
    """Explain why the round ended blocked."""
    one = "-one" if view.options.one_stuck else ""
    if view.foot < 0:
        return message(f"blocked.ends{one}")
    suit = message(f"suit.{HIGH[view.foot]}")
    key = "blocked.arms" if view.opening else "blocked.foot"
    return message(key + one, tile=NAME[view.foot], n=view.missing, suit=suit)


def prompt(view: View, names: list[str]) -> list[Message]:
    """The line above the hand: the task, and sometimes a less prominent second message."""
    if view.end is not None:
        if view.end.kind == "out":
            return [seat_message("prompt.out", view, view.end.seat, names)]
        return [message("prompt.blocked")]
    if view.turn != view.seat:
        return [seat_message("prompt.wait", view, view.turn, names)]
    does = {choice.do for choice in view.choices}
    fitting = len({choice.tile for choice in view.choices if choice.do == "play"})
    lines = [_task_message(view, does, fitting)]
    if fitting:
        lines.append(message("prompt.fits", n=fitting))
    return lines


def curtain_prompt(name: str) -> Message:
    """The line above the hand while the curtain is down: who takes the screen next."""
    return message("prompt.curtain", name=name)


def _task_message(view: View, does: set[str], fitting: int) -> Message:
    if view.has_drawn and view.drawn >= 0:
        return _after_draw_message(view, does, fitting)
    if not fitting:
        return message("prompt.draw" if "draw" in does else "prompt.pass")
    if not view.laid:
        return message("prompt.centre", tile=NAME[view.centre])
    if view.opening:
        return message("prompt.opening", n=view.missing, suits=message(f"suits.{HIGH[view.centre]}"))
    if view.foot >= 0:
        count = message(f"count.{view.options.toes}")
        return message("prompt.foot", n=view.missing, count=count, suits=message(f"suits.{HIGH[view.foot]}"))
    return message("prompt.turn")


def _after_draw_message(view: View, does: set[str], fitting: int) -> Message:
    tile = NAME[view.drawn]
    if fitting:
        return message("prompt.drawn-or-pass" if "pass" in does else "prompt.drawn-play", tile=tile)
    return message("prompt.drawn-again" if "draw" in does else "prompt.drawn-pass", tile=tile)


def foot_messages(view: View) -> list[Message]:
    """Describe the pending foot or opening: the missing tiles, and the unseen ones that fit. Empty if nothing is pending.

    A dead foot, which nobody can close, has only the first message.
    """
    if view.foot < 0:
        return []
    suit = HIGH[view.foot]
    seen = view.hand
    for tile, _ in view.laid:
        seen |= 1 << tile
    unseen = (SET[view.options.set] & SUIT[suit] & ~seen).bit_count()
    one, many = message(f"suit.{suit}"), message(f"suits.{suit}")
    if view.stalemate:
        return [message("foot.arms-dead" if view.opening else "foot.toes-dead", n=view.missing, suits=many)]
    key = "foot.arms" if view.opening else "foot.toes"
    return [message(key, n=view.missing), message("foot.unseen", n=unseen, suit=one, suits=many)]


def hint_data(move: Move, hint: Hint, view: View, names: list[str]) -> dict[str, Any]:
    """A hint for the page: the move's code, its action and tile, and the reasons as messages."""
    do = message("hint." + move.do)
    if move.tile >= 0:
        key = "hint.centre" if move.on < 0 else "hint.play"
        do = message(key, tile=NAME[move.tile], on=NAME[move.on] if move.on >= 0 else "")
    why = [coach_sentence(reason, names) for reason in (*hint.reasons, hint.verdict)]
    tile = NAME[move.tile] if move.tile >= 0 else None
    return {"move": move_text(move), "do": move.do, "tile": tile, "said": [do, *why]}


def review_data(review: Review, names: list[str]) -> dict[str, Any]:
    """A round's review for the page: the sentence about luck and skill, and the costliest choices.

    A choice's "at" is the number of events before it in the round.
    """
    worst = [
        {"cost": round(verdict.cost, 1), "said": coach_sentence(verdict.line, names), "at": verdict.events}
        for verdict in review.worst
    ]
    return {"line": coach_sentence(review.line, names), "choices": worst}


def coach_sentence(reason: Reason, names: list[str]) -> Message:
    """A coach's reason as a message: with the suit's name for its number, and the player's name for the seat."""
    values: dict[str, Any] = {
        name: coach_sentence(value, names) if isinstance(value, Reason) else value
        for name, value in reason.values.items()
    }
    if isinstance(values.get("suit"), int):
        values["suit"] = message(f"suits.{values['suit']}")
    if "points" in values:
        values["points"] = message("count.points", n=values["points"])
    if "seat" in values:
        values["player"] = names[values["seat"]]
    return [reason.key, values]


# --- answers to keyboard questions, for people who listen to the game


def last_move(view: View, names: list[str]) -> Message:
    """The last event that a player caused."""
    for event in reversed(view.events):
        if event.do != "skip":
            return event_message(event, view, names)
    return message("tell.nothing-yet")


def my_hand(view: View, names: list[str]) -> Message:
    """The tiles in the hand: those that fit, the rest, and the points."""
    tiles = tiles_in(view.hand)
    playable = {choice.tile for choice in view.choices if choice.do == "play"}
    fits = [NAME[tile] for tile in tiles if tile in playable]
    rest = [NAME[tile] for tile in tiles if tile not in playable]
    points = hand_points(view.hand, view.options)
    return message(
        "tell.hand",
        n=len(tiles),
        fits=fits or message("tell.none"),
        rest=rest or message("tell.none"),
        points=message("count.points", n=points),
    )


def open_ends(view: View, names: list[str]) -> Message:
    """The pending foot, or else the open ends by number."""
    pending = foot_messages(view)
    if len(pending) == 2:
        return message("tell.foot", missing=pending[0], unseen=pending[1])
    if pending:
        return message("tell.sentence", text=pending[0])
    ends = [
        message("tell.end", suits=message(f"suits.{suit}"), n=mask.bit_count())
        for suit, mask in enumerate(view.ends)
        if mask
    ]
    return message("tell.ends", ends=ends) if ends else message("tell.no-ends")


def scores(view: View, names: list[str]) -> Message:
    """All totals."""
    totals = zip(names, view.totals, strict=True)
    return message(
        "tell.scores", scores=[message("tell.score", name=name, total=total) for name, total in totals]
    )


def whose_turn(view: View, names: list[str]) -> Message:
    """The seat on turn."""
    if view.end is not None:
        return message("tell.round-over")
    return seat_message("tell.turn", view, view.turn, names)
