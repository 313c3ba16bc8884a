"""Describe events, prompts and the ends of rounds as messages: a text key with values.

The page puts them into words (texts.py).

A value may be a message, or a list of values. The functions get only a `SeatView` and the names of the seats. Messages
address the person at the view's seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.narration.localization.texts import is_nameless
from game.rules.moves import Do, Event
from game.rules.options.presets import foot_call
from game.rules.round.scoring import lowest_seats
from game.rules.tiles import HIGH, LOW, NAME, SUIT, Tile, is_double
from game.rules.view import NOBODY, SeatView

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.scenes import PendingKind


def message(key: str, **values: object) -> Message:
    """A message: a text key, and the values of the placeholders in the text."""
    return key, values


def seat_message(key: str, view: SeatView, seat: int, names: list[str], **values: object) -> Message:
    """A message about a seat.

    The key is `key.you` if the seat is the view's and has no name, else `key` with the seat's name.
    """
    if seat == view.seat and is_nameless(names[seat]):
        return key + ".you", values
    return key, {"name": names[seat], **values}


def joining_suit(tile: Tile, on: Tile) -> int:
    """The number that the touching halves of two neighbours have."""
    return HIGH[tile] if HIGH[tile] in (HIGH[on], LOW[on]) else LOW[tile]


def foot_words(book: str | None, double: Tile) -> Message:
    """The words with which a rule-book announces a played double (FOOT-2)."""
    suit = HIGH[double]
    return message(
        f"foot-words.{foot_call(book)}", suit=message(f"suit.{suit}"), suits=message(f"suits.{suit}")
    )


def event_message(event: Event, view: SeatView, names: list[str]) -> Message:
    """Describe one event of the view's round."""
    if event.do == "play":
        return _play_message(event, view, names)
    if event.do == "draw":
        key = {"start": "say.start-draw", "penalty": "say.penalty"}.get(event.why, "say.draw")
        if event.why == "penalty" and follows_catch(event, view):
            key = "say.caught"
        values = {"own": NAME[view.own_centre]} if event.why == "start" else {}
        if event.tile < 0:
            return seat_message(key, view, event.seat, names, **values)
        return seat_message(key + "-seen", view, event.seat, names, tile=NAME[event.tile], **values)
    if event.do == "catch":
        if event.target == view.seat:
            cost = "" if _costs_a_tile(event, view) else "-turn"
            return message("say.caught-you" + cost, name=names[event.seat])
        key = "say.catch" if _costs_a_tile(event, view) else "say.catch-turn"
        return seat_message(key, view, event.seat, names, target=names[event.target])
    if event.do == "take-back":
        return seat_message(
            "say.take-back", view, event.seat, names, tile=NAME[_tile_taken_back(event, view)]
        )
    # LAST-7: who missed a turn must call again
    key = "say.skip-again" if event.do == "skip" and view.options.call_again else "say." + event.do
    return seat_message(key, view, event.seat, names)


def follows_catch(penalty: Event, view: SeatView) -> bool:
    """Whether a catch caused this penalty; else the rule "automatic" did (LAST-3, LAST-4)."""
    number = next(index for index, event in enumerate(view.events) if event is penalty)
    return number > 0 and view.events[number - 1].do == "catch"


def _costs_a_tile(catch: Event, view: SeatView) -> bool:
    """Whether the caught seat drew a penalty tile. Otherwise it misses a turn (clause LAST-3)."""
    number = next(index for index, event in enumerate(view.events) if event is catch)
    following = view.events[number + 1 : number + 2]
    return any((event.seat, event.why) == (catch.target, "penalty") for event in following)


def _tile_taken_back(event: Event, view: SeatView) -> Tile:
    """The tile of a take-back: the last tile that the seat had played."""
    number = next(index for index, other in enumerate(view.events) if other is event)
    plays = (other for other in view.events[:number] if other.do == "play" and other.seat == event.seat)
    return [play.tile for play in plays][-1]


def _play_message(event: Event, view: SeatView, names: list[str]) -> Message:
    tile = NAME[event.tile]
    if event.on < 0:
        return seat_message("say.centre", view, event.seat, names, tile=tile)
    if is_double(event.tile):
        call = foot_words(view.book, event.tile)
        return seat_message("say.double", view, event.seat, names, tile=tile, call=call)
    if is_double(event.on):
        return seat_message("say.play-double", view, event.seat, names, tile=tile, on=NAME[event.on])
    suit = joining_suit(event.tile, event.on)
    return seat_message("say.play", view, event.seat, names, tile=tile, suits=message(f"suits.{suit}"))


def end_messages(view: SeatView, names: list[str]) -> list[Message]:
    """Describe the end of the round. Empty while the round is in play."""
    if view.end is None:
        return []
    if view.end.kind == "out":
        lines = [seat_message("say.out", view, view.end.seat, names)]
    else:
        lines = [message("tell.sentence", text=blocked_message(view, names)), why_blocked(view)]
    if view.seat == NOBODY:
        return lines
    mine = view.end.scores[view.seat]
    return [*lines, message("say.round-points", n=mine, total=view.totals[view.seat])]


def blocked_message(view: SeatView, names: list[str]) -> Message:
    """Say that the round ended blocked, and who won it: the seats with the fewest points."""
    winners = lowest_seats(view.end.scores) if view.end else ()
    if len(winners) == 1:
        return seat_message("prompt.blocked", view, winners[0], names)
    if view.seat in winners and is_nameless(names[view.seat]):
        return message("prompt.blocked-several.you", names=[names[s] for s in winners if s != view.seat])
    return message("prompt.blocked-several", names=[names[seat] for seat in winners])


def why_blocked(view: SeatView) -> Message:
    """Explain why the round ended blocked."""
    one = "-one" if view.options.one_stuck else ""  # END-2: one stuck seat ends the round
    if view.foot < 0:
        return message(f"blocked.ends{one}")
    suit, suits = (message(f"{form}.{HIGH[view.foot]}") for form in ("suit", "suits"))
    return message(f"blocked.foot{one}", tile=NAME[view.foot], n=view.missing, suit=suit, suits=suits)


def prompt(view: SeatView, names: list[str]) -> list[Message]:
    """The lines above the hand: the task, and the number of fitting tiles.

    If no tile fits the open foot, the lines say whether to draw or to pass: on a phone on its side the buttons have no
    words. After the end of a round: how it ended, and why.
    """
    if view.end is not None:
        if view.end.kind == "out":
            return [seat_message(key, view, view.end.seat, names) for key in ("prompt.out", "prompt.out.why")]
        return [blocked_message(view, names), why_blocked(view)]
    if view.turn != view.seat:
        waiting = seat_message("prompt.wait", view, view.turn, names)
        return [waiting, message("prompt.call-again")] if view.seat in view.again else [waiting]
    does = {choice.do for choice in view.choices}
    fitting = len({choice.tile for choice in view.choices if choice.do == "play"})
    lines = [_task_message(view, does, fitting)]
    if fitting:
        lines.append(message("prompt.fits", n=fitting))
    elif view.foot >= 0 and not view.has_drawn:
        lines.append(_have_none_message(view, does))
    return lines


def search_message(view: SeatView) -> Message | None:
    """Say how many tiles the seats have drawn to find the round's double (START-2, START-3); None if they drew none."""
    draws = [event for event in view.events if event.why == "start"]
    return message("card.searched", n=len(draws), own=NAME[view.own_centre]) if draws else None


def _have_none_message(view: SeatView, does: set[Do]) -> Message:
    """What to do for the pending foot without a tile that fits it, or what follows if nobody can fill it."""
    if is_none_left(view):
        return message("prompt.only-blocked.draw" if "draw" in does else "prompt.only-blocked.pass")
    if "draw" in does:
        return message("prompt.have-none.dead" if view.stalemate else "prompt.have-none.draw")
    if view.stalemate:
        return message("prompt.all-pass")
    return message("prompt.have-none.pass")


def foot_warning(tile: Tile, view: SeatView) -> Message | None:
    """The warning for a double whose foot could never be completed (FOOT-3), or would need all tiles of its number.

    A foot that cannot be completed ends the round, but first everybody draws what the yard gives. None for the last tile, which wins
    the round at once (END-1).
    """
    options = view.options
    left = view.left_for_foot(tile)
    if options.short_foot == "closes" or not 0 <= left <= options.toes:
        return None
    ends = "prompt.may-block.draw" if view.yard > options.reserve else "prompt.may-block.now"
    return message(ends if left < options.toes else "prompt.needs-all", n=left, **_suit_words(tile))


def foot_ahead(tile: Tile, view: SeatView) -> Message | None:
    """What must follow a double that is about to be played (FOOT-1): its foot. None for other tiles, the centre and the last tile."""
    if view.left_for_foot(tile) < 0:
        return None
    return message("prompt.foot-ahead", n=view.options.toes, **_suit_words(tile))


def is_none_left(view: SeatView) -> bool:
    """Whether a foot is pending and all tiles of its number lie on the table: nobody can play any more (FOOT-3)."""
    return view.stalemate and not view.off_table & SUIT[HIGH[view.foot]]


def curtain_prompt(name: str) -> Message:
    """The line above the hand while the curtain is down: the person who takes the screen next."""
    return message("prompt.curtain", name=name)


def _task_message(view: SeatView, does: set[Do], fitting: int) -> Message:
    """The task of the seat on turn. `does` has the kinds of its choices, `fitting` is the number of tiles that fit."""
    if view.has_drawn and view.drawn >= 0:
        return _after_draw_message(view, does, fitting)
    if fitting and not view.laid:
        return message("prompt.centre", tile=NAME[view.centre])
    if fitting and view.opening:
        return message("prompt.opening", n=view.missing, **_suit_words(view.centre))
    if view.foot >= 0:
        return _foot_message(view, does, fitting)
    if fitting:
        return message("prompt.turn")
    return message("prompt.draw" if "draw" in does else "prompt.pass")


def _foot_message(view: SeatView, does: set[Do], fitting: int) -> Message:
    """The task for the pending foot. The arguments are those of `_task_message`."""
    tile, suit = NAME[view.foot], _suit_words(view.foot)
    if fitting and view.stalemate:
        return message("prompt.foot-short", tile=tile, **suit)
    if fitting and view.missing == view.options.toes:
        return message("prompt.foot", count=message(f"count.{view.missing}"), **suit)
    if is_none_left(view):
        return message("prompt.none-left", **suit)
    if view.stalemate:
        return message("prompt.few-left" if "draw" in does else "prompt.foot-dead", tile=tile, **suit)
    return message("prompt.foot-first", tile=tile, n=view.missing, **suit)


def _after_draw_message(view: SeatView, does: set[Do], fitting: int) -> Message:
    """The task after a draw in this turn. The arguments are those of `_task_message`."""
    tile = NAME[view.drawn]
    if fitting:
        return message("prompt.drawn-or-pass" if "pass" in does else "prompt.drawn-play", tile=tile)
    return message("prompt.drawn-again" if "draw" in does else "prompt.drawn-pass", tile=tile)


def pending_kind(view: SeatView) -> PendingKind | None:
    """What must be filled first; None if no foot and no opening is pending, or the round is over."""
    if view.foot < 0 or view.end is not None:
        return None
    return "dead" if view.stalemate else "arms" if view.opening else "toes"


def foot_messages(view: SeatView) -> list[Message]:
    """Describe the pending foot or opening: [the missing tiles, the number of unseen tiles that fit].

    Empty if nothing is pending. Only the first message if it can never be completed.
    """
    kind = pending_kind(view)
    if kind is None:
        return []
    unseen = (view.off_table & SUIT[HIGH[view.foot]] & ~view.hand).bit_count()
    key = "prompt.none-left" if is_none_left(view) else f"foot.{kind}"
    missing = message(key, n=view.missing, **_suit_words(view.foot))
    return [missing] if kind == "dead" else [missing, message("foot.unseen", n=unseen)]


def _suit_words(double: Tile) -> dict[str, Message]:
    """The number of a double in words, as values of a message: {"suit": singular, "suits": plural}."""
    return {"suit": message(f"suit.{HIGH[double]}"), "suits": message(f"suits.{HIGH[double]}")}
