"""Describe the events of a round as the page shows them: bubbles, banners, and the card at the start.

A bubble has a sentence about an event. A banner tells the person at the screen that an event affects them. All texts are
messages (messages.py), made from a `SeatView`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.narration.messages import (
    event_message,
    follows_catch,
    message,
    search_message,
    seat_message,
    why_blocked,
)
from game.rules.moves import Event
from game.rules.round.board import Board, empty_board, lay, stalemate_pending, unseen
from game.rules.round.deal import high_draw
from game.rules.round.scoring import tile_points
from game.rules.tiles import DOUBLE, HIGH, NAME, is_double
from game.rules.view import NOBODY, SeatView

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.scenes import Card, EventKind, VisibleEvent

DOUBLE_BLANK = DOUBLE[0]


def visible_events(view: SeatView, first: int, names: list[str]) -> list[VisibleEvent]:
    """Describe the round's events from number `first` (from 0) on.

    Only a catch, a penalty or a missed turn of the person has a banner, and a catch by the person. One move may
    give two visible events, for example play and foot-filled.
    """
    visible: list[VisibleEvent] = []
    boards = [_board_before(view)]
    for number, event in enumerate(view.events):
        before = boards[-1]
        if event.do == "play":
            boards.append(lay(before, event.tile, event.on, view.options))
        elif event.do == "take-back":
            boards.pop()
        if number >= first:
            visible += _describe(event, before, boards[-1], view, names)
    if view.end is not None and first < len(view.events):
        visible.append(_describe_end(view, names))
    return visible


def _board_before(view: SeatView) -> Board:
    """The table before the round's first event: empty, with the centre only, or with the tiles of a given position."""
    plays = sum(event.do == "play" for event in view.events)
    take_backs = sum(event.do == "take-back" for event in view.events)
    board = empty_board(view.centre)
    for tile, on in view.laid[: len(view.laid) - plays + take_backs]:
        board = lay(board, tile, on, view.options)
    return board


def _describe(
    event: Event, before: Board, after: Board, view: SeatView, names: list[str]
) -> list[VisibleEvent]:
    """Describe one event of the round. `before` and `after` are the tables before and after the event."""
    sentence = event_message(event, view, names)
    if event.do == "play":
        double = event.on >= 0 and is_double(event.tile)
        end = view.end if event is view.events[-1] else None
        if double and end and end.kind == "out":
            sentence = seat_message("say.double-out", view, event.seat, names, tile=NAME[event.tile])
        elif double and after.foot == event.tile and not end:
            sentence = _opened_foot(event, after, view, names)
        visible = [_visible_event("double" if double else "play", event.seat, sentence)]
        return visible + _foot_events(event, before, after)
    kind: EventKind = event.do
    if event.why in ("start", "penalty"):
        kind = "start-draw" if event.why == "start" else "penalty"
    if kind == "penalty" and event.tile < 0 and follows_catch(event, view):
        return []  # the catch says that the seat draws
    visible = [_visible_event(kind, event.seat, sentence)]
    if _has_banner(event, view.seat):
        visible[0]["banner"] = sentence
    return visible


def _opened_foot(event: Event, after: Board, view: SeatView, names: list[str]) -> Message:
    """The sentence about a double that opens a foot, with the toes that must follow.

    They explain the next moves, for example a draw by a seat whose tiles fit other ends.
    """
    key = "say.opened-foot"
    if stalemate_pending(after, view.options):
        key = "say.opened-dead" if unseen(after, HIGH[event.tile], view.options) else "say.opened-none"
    suits, count = message(f"suits.{HIGH[event.tile]}"), message(f"count.{after.missing}")
    return seat_message(key, view, event.seat, names, tile=NAME[event.tile], count=count, suits=suits)


def _has_banner(event: Event, seat: int) -> bool:
    """Whether another seat or a rule does this to the seat, a catch, a penalty or a missed turn; or the seat catches another."""
    if event.do == "catch":
        return seat in (event.target, event.seat)
    return event.seat == seat and (event.do == "skip" or event.why == "penalty")


def _visible_event(kind: EventKind, seat: int, text: Message) -> VisibleEvent:
    """A visible event without a banner."""
    return {"event": kind, "seat": seat, "text": text, "banner": None}


def _foot_events(event: Event, before: Board, after: Board) -> list[VisibleEvent]:
    """The visible event of a play that fills a foot or the opening, or of a double whose foot closes at once (FOOT-4).

    A foot that is open never closes before it is full: each toe lowers by one what is missing and what is left.
    """
    suits = message(f"suits.{HIGH[event.tile]}")
    if event.on >= 0 and is_double(event.tile):
        closed = _visible_event("foot-closed", event.seat, message("bubble.foot-closed", suits=suits))
        return [closed] if after.foot < 0 else []
    if before.foot < 0 or after.foot == before.foot:
        return []
    part, suits = "arms" if before.opening else "foot", message(f"suits.{HIGH[before.foot]}")
    return [_visible_event("foot-filled", event.seat, message(f"bubble.{part}-filled", suits=suits))]


def _describe_end(view: SeatView, names: list[str]) -> VisibleEvent:
    """Describe the end of the round."""
    assert view.end is not None
    if view.end.kind == "out":
        return _visible_event("out", view.end.seat, seat_message("say.out", view, view.end.seat, names))
    return _visible_event("blocked", NOBODY, why_blocked(view))


def card(view: SeatView, names: list[str]) -> Card:
    """The card at the start of a round. Its lines say who begins, and why."""
    return {
        "number": view.number,
        "of": view.options.round_count,
        "centre": NAME[view.centre],
        "seat": view.first_seat,
        "lines": _opening_lines(view, names),
        "blank": tile_points(view.options)[DOUBLE_BLANK],
    }


def _opening_lines(view: SeatView, names: list[str]) -> list[Message]:
    """Messages that say which seat begins, and why."""
    first, centre, own = view.first_seat, NAME[view.centre], NAME[view.own_centre]
    if view.options.centre_from == "table":
        if view.options.first_seat == "finder":
            return [seat_message("card.finder", view, first, names, centre=centre)]
        if view.start_tiles:
            return [seat_message("card.high-draw", view, high_draw(view.start_tiles), names)]
        return [seat_message("card.next", view, first, names)]
    searched, lines = search_message(view), []
    if view.number > 1 and searched is None:
        before = NAME[DOUBLE[view.options.centres[view.number - 2]]]
        lines.append(message("card.after", before=before, own=own))
    if view.centre != view.own_centre:
        lines.append(message("card.lower", own=own, centre=centre))
    if searched is None:
        return [*lines, seat_message("card.holder", view, first, names, centre=centre)]
    return [*lines, searched, seat_message("card.found", view, first, names, centre=centre)]
