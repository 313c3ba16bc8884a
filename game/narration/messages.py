"""What happened and what to do, as message keys with values; the page fills them from the locale (game/narration/localization/texts.py).

A value may be a message itself, or a list of values. Knows only a `View` and the names of the seats; the view's seat is
the one that is spoken to.
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
    """One sentence: its key and what goes in its places."""
    return [key, values]


def who(key: str, view: View, seat: int, names: list[str], **values: Any) -> Message:
    """A sentence about a seat: `key.you` for that of a person who gave no name, else `key` with the seat's name."""
    if seat == view.seat and is_nameless(names[seat]):
        return [key + ".you", values]
    return [key, {"name": names[seat], **values}]


def suit_joined(tile: Tile, on: Tile) -> int:
    """The number by which `tile` lies on `on`."""
    return HIGH[tile] if HIGH[tile] in (HIGH[on], LOW[on]) else LOW[tile]


def said(event: Any, view: View, names: list[str]) -> Message:
    """One event in words."""
    if event.do == "play":
        return _played(event, view, names)
    if event.do == "draw":
        key = {"start": "say.start-draw", "penalty": "say.penalty"}.get(event.why, "say.draw")
        if event.tile < 0:
            return who(key, view, event.seat, names)
        return who(key + "-seen", view, event.seat, names, tile=NAME[event.tile])
    if event.do == "catch":
        if event.target == view.seat:
            cost = "" if _costs_a_tile(event, view) else "-turn"
            return message("say.caught-you" + cost, name=names[event.seat])
        return who("say.catch", view, event.seat, names, target=names[event.target])
    if event.do == "take-back":
        return who("say.take-back", view, event.seat, names, tile=NAME[_taken_back(event, view)])
    return who("say." + event.do, view, event.seat, names)


def _costs_a_tile(catch: Any, view: View) -> bool:
    """Whether the one who was caught drew a tile for it, and does not miss a turn (LAST-3)."""
    number = next(n for n, event in enumerate(view.events) if event is catch)
    following = view.events[number + 1 : number + 2]
    return any((event.seat, event.why) == (catch.target, "penalty") for event in following)


def _taken_back(event: Any, view: View) -> Tile:
    """The tile that the seat took back: the last that it had played."""
    before = next(number for number, other in enumerate(view.events) if other is event)
    return next(e.tile for e in reversed(view.events[:before]) if e.do == "play" and e.seat == event.seat)


def _played(event: Any, view: View, names: list[str]) -> Message:
    tile = NAME[event.tile]
    if event.on < 0:
        return who("say.centre", view, event.seat, names, tile=tile)
    if is_double(event.tile):
        return who(
            "say.double", view, event.seat, names, tile=tile, suits=message(f"suits.{HIGH[event.tile]}")
        )
    if is_double(event.on):
        return who("say.play-double", view, event.seat, names, tile=tile, on=NAME[event.on])
    suit = suit_joined(event.tile, event.on)
    return who("say.play", view, event.seat, names, tile=tile, suits=message(f"suits.{suit}"))


def ended(view: View, names: list[str]) -> list[Message]:
    """How the round ended, as sentences; none while it is in play."""
    if view.end is None:
        return []
    first = who("say.out", view, view.end.seat, names) if view.end.kind == "out" else message("say.blocked")
    lines = [first] if view.end.kind == "out" else [first, why_blocked(view)]
    if view.seat == NOBODY:
        return lines
    mine = view.end.scores[view.seat]
    return [*lines, message("say.round-points", n=mine, total=view.totals[view.seat])]


def why_blocked(view: View) -> Message:
    """In one sentence, why a round that ended blocked could not go on."""
    one = "-one" if view.options.one_stuck else ""
    if view.foot < 0:
        return message(f"blocked.ends{one}")
    suit = message(f"suit.{HIGH[view.foot]}")
    key = "blocked.arms" if view.opening else "blocked.foot"
    return message(key + one, tile=NAME[view.foot], n=view.missing, suit=suit)


def prompt(view: View, names: list[str]) -> list[Message]:
    """The line above the hand: what to do now, and a quieter second part; one or two messages."""
    if view.end is not None:
        if view.end.kind == "out":
            return [who("prompt.out", view, view.end.seat, names)]
        return [message("prompt.blocked")]
    if view.turn != view.seat:
        return [who("prompt.wait", view, view.turn, names)]
    does = {choice.do for choice in view.choices}
    fitting = len({choice.tile for choice in view.choices if choice.do == "play"})
    lines = [_task(view, does, fitting)]
    if fitting:
        lines.append(message("prompt.fits", n=fitting))
    return lines


def curtain(name: str) -> Message:
    """The line above the hand while the screen is to be handed to somebody."""
    return message("prompt.curtain", name=name)


def _task(view: View, does: set[str], fitting: int) -> Message:
    if view.has_drawn and view.drawn >= 0:
        return _after_draw(view, does, fitting)
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


def _after_draw(view: View, does: set[str], fitting: int) -> Message:
    tile = NAME[view.drawn]
    if fitting:
        return message("prompt.drawn-or-pass" if "pass" in does else "prompt.drawn-play", tile=tile)
    return message("prompt.drawn-again" if "draw" in does else "prompt.drawn-pass", tile=tile)


def foot_lines(view: View) -> list[Message]:
    """The pending foot (or the opening): what is missing, and what is unseen unless it is dead; empty when nothing is pending."""
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


def advice(move: Move, hint: Hint, view: View, names: list[str]) -> dict[str, Any]:
    """A hint for the page: the move's code, its tile, and why, with numbers and seats as people say them."""
    do = message("hint." + move.do)
    if move.tile >= 0:
        key = "hint.centre" if move.on < 0 else "hint.play"
        do = message(key, tile=NAME[move.tile], on=NAME[move.on] if move.on >= 0 else "")
    why = [spoken(reason, names) for reason in (*hint.reasons, hint.verdict)]
    tile = NAME[move.tile] if move.tile >= 0 else None
    return {"move": move_text(move), "do": move.do, "tile": tile, "said": [do, *why]}


def looked_at(review: Review, names: list[str]) -> dict[str, Any]:
    """A round's review for the page: the line of luck and skill, and the choices that mattered with their cost.

    A choice's "at" is how many events of the round there were before it.
    """
    worst = [
        {"cost": round(verdict.cost, 1), "said": spoken(verdict.line, names), "at": verdict.events}
        for verdict in review.worst
    ]
    return {"line": spoken(review.line, names), "choices": worst}


def spoken(reason: Reason, names: list[str]) -> Message:
    """A coach's sentence; the number of a suit becomes its name, the number of a seat its player."""
    values: dict[str, Any] = {
        name: spoken(value, names) if isinstance(value, Reason) else value
        for name, value in reason.values.items()
    }
    if isinstance(values.get("suit"), int):
        values["suit"] = message(f"suits.{values['suit']}")
    if "points" in values:
        values["points"] = message("count.points", n=values["points"])
    if "seat" in values:
        values["player"] = names[values["seat"]]
    return [reason.key, values]


# --- the answers to single keys, and to people who listen


def last_move(view: View, names: list[str]) -> Message:
    """What the seat before did last."""
    for event in reversed(view.events):
        if event.do != "skip":
            return said(event, view, names)
    return message("tell.nothing-yet")


def my_hand(view: View, names: list[str]) -> Message:
    """The tiles in the hand, and their points."""
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
    """The open ends by number."""
    pending = foot_lines(view)
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
    """Everybody's total."""
    totals = zip(names, view.totals, strict=True)
    return message(
        "tell.scores", scores=[message("tell.score", name=name, total=total) for name, total in totals]
    )


def whose_turn(view: View, names: list[str]) -> Message:
    """Who is to move."""
    if view.end is not None:
        return message("tell.round-over")
    return who("tell.turn", view, view.turn, names)
