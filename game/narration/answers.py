"""Answers to questions asked by key or by a typed word, for people who do not see the table.

Each function gets a view and the names of the seats, and returns the sentences of the answer as messages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from game.narration.localization.texts import is_nameless
from game.narration.messages import (
    end_messages,
    event_message,
    foot_messages,
    foot_words,
    is_none_left,
    joining_suit,
    message,
    pending_kind,
    seat_message,
)
from game.rules.errors import Refusal
from game.rules.moves import Event
from game.rules.round.scoring import hand_points
from game.rules.tiles import NAME, Tile, is_double, tiles_in
from game.rules.view import NOBODY, SeatView

if TYPE_CHECKING:
    from game.contract.basics import Message


def last_move(view: SeatView, names: list[str]) -> list[Message]:
    """The last event, other than a missed turn."""
    for event in reversed(view.events):
        if event.do != "skip":
            return [event_message(event, view, names)]
    return [message("tell.nothing-yet")]


def events_since_own_turn(view: SeatView) -> tuple[Event, ...]:
    """The events since the viewer's last turn in this round."""
    own = [n for n, event in enumerate(view.events) if event.seat == view.seat and _takes_turn(event)]
    return view.events[own[-1] + 1 if own else 0 :]


def _takes_turn(event: Event) -> bool:
    """Whether an event is part of a turn. Start draws, penalties, calls, catches and take-backs are not."""
    return event.do in ("play", "pass", "skip") or (event.do, event.why) == ("draw", "turn")


def _before_present_turn(view: SeatView) -> tuple[Event, ...]:
    """The events before the viewer's present turn: without the draws that are part of it."""
    events = view.events
    while view.has_drawn and events and events[-1].seat == view.seat and _takes_turn(events[-1]):
        events = events[:-1]
    return events


def since_own_turn(view: SeatView, names: list[str]) -> list[Message]:
    """Everything since the viewer's last turn, in order: a short sentence for each run of events of another seat.

    Each event of the viewer's own, such as a call or a penalty, has a sentence of its own.
    """
    if view.seat == NOBODY:
        return last_move(view, names)
    told: list[Message] = []
    if view.turn == view.seat:
        view = view._replace(events=_before_present_turn(view))
    for seat, run in groupby(events_since_own_turn(view), key=lambda event: event.seat):
        if seat == view.seat:
            told += [event_message(event, view, names) for event in run]
        else:
            told.append(
                message("tell.did", name=names[seat], what=[_deed(event, view, names) for event in run])
            )
    if view.end is not None:
        told += end_messages(view, names)
    return told or [message("tell.no-news")]


def _deed(event: Event, view: SeatView, names: list[str]) -> Message:
    """What another seat did, in words that follow its name."""
    if event.do == "draw":
        return message("tell.deed.penalty" if event.why == "penalty" else "tell.deed.draw")
    if event.do == "catch":
        return message("tell.deed.catch", target=names[event.target])
    if event.do != "play":
        return message("tell.deed." + event.do)
    tile = NAME[event.tile]
    if event.on < 0:
        return message("tell.deed.centre", tile=tile)
    if is_double(event.tile):
        return message("tell.deed.double", tile=tile, call=foot_words(view.book, event.tile))
    suit = joining_suit(event.tile, event.on)
    return message("tell.deed.play", tile=tile, suits=message(f"suits.{suit}"))


def seats(view: SeatView, names: list[str]) -> list[Message]:
    """For each seat, from the viewer's left: its tiles, and how often it passed in this round. Then the yard."""
    viewer = 0 if view.seat == NOBODY else view.seat
    order = [(viewer + step) % len(names) for step in range(1, len(names) + 1)]
    return [*(_seat(view, seat, names) for seat in order), message("tell.yard", n=view.yard)]


def _named(view: SeatView, seat: int, names: list[str]) -> Message | str:
    """A seat's name as a value of a message: "you" if the seat is the view's and has no name."""
    return message("tell.you") if seat == view.seat and is_nameless(names[seat]) else names[seat]


def _seat(view: SeatView, seat: int, names: list[str]) -> Message:
    passes = sum((event.seat, event.do) == (seat, "pass") for event in view.events)
    tiles = message("count.tiles", n=view.counts[seat])
    name = _named(view, seat, names)
    if not passes:
        return message("tell.seat", name=name, tiles=tiles)
    return message("tell.seat-passes", name=name, tiles=tiles, passes=message("tell.passes", n=passes))


def fitting_tiles(view: SeatView) -> list[Tile]:
    """The tiles of the hand that may be played now. Before the viewer's turn, those that fit the table as it is."""
    if view.choices:
        fits = {choice.tile for choice in view.choices if choice.do == "play"}
        return [tile for tile in tiles_in(view.hand) if tile in fits]
    return tiles_in(view.hand & view.playable)


def fits(view: SeatView, names: list[str]) -> list[Message]:
    """The tiles of the hand that fit."""
    tiles = fitting_tiles(view)
    if not tiles:
        return [message("tell.fits-none")]
    return [message("tell.fits", n=len(tiles), tiles=[NAME[tile] for tile in tiles])]


def foot(view: SeatView, names: list[str]) -> list[Message]:
    """The pending foot with the tiles of the hand that fit it, or the pending opening, or that no foot is open.

    A foot that can never be completed takes tiles too, as far as they last (FOOT-3). An onlooker has no hand.
    """
    if view.end is not None:
        return [message("tell.round-over")]
    pending = _pending(view)
    if not pending:
        return [message("tell.no-foot")]
    double = message("tell.foot-of", tile=NAME[view.foot])
    has_answer = view.seat != NOBODY and not is_none_left(view)
    return [double, *pending, *(fits(view, names) if has_answer else [])]


def _pending(view: SeatView) -> list[Message]:
    """The missing tiles of the pending foot or opening, and the unseen tiles that fit it, as one sentence or none."""
    kind = pending_kind(view)
    if kind is None:
        return []
    if kind == "dead":
        [missing] = foot_messages(view)
        return [message("tell.sentence", text=missing)]
    missing, unseen = foot_messages(view)
    return [message("tell.foot", missing=missing, unseen=unseen)]


def my_hand(view: SeatView, names: list[str]) -> list[Message]:
    """The hand: the tiles that fit, the other tiles, and the points."""
    tiles, playable = tiles_in(view.hand), fitting_tiles(view)
    rest = [NAME[tile] for tile in tiles if tile not in playable]
    points = hand_points(view.hand, view.options)
    return [
        message(
            "tell.hand",
            n=len(tiles),
            fits=[NAME[tile] for tile in playable] or message("tell.none"),
            rest=rest or message("tell.none"),
            points=message("count.points", n=points),
        )
    ]


def open_ends(view: SeatView, names: list[str]) -> list[Message]:
    """The pending foot or opening. If there is none, the open ends by number."""
    if pending := _pending(view):
        return pending
    ends = [
        message("tell.end", n=mask.bit_count(), suit=message(f"suit.{suit}"), suits=message(f"suits.{suit}"))
        for suit, mask in enumerate(view.ends)
        if mask
    ]
    return [message("tell.ends", ends=ends) if ends else message("tell.no-ends")]


def scores(view: SeatView, names: list[str]) -> list[Message]:
    """The totals of all seats."""
    told = [
        message("tell.score", name=_named(view, seat, names), total=total)
        for seat, total in enumerate(view.totals)
    ]
    return [message("tell.scores", scores=told)]


def whose_turn(view: SeatView, names: list[str]) -> list[Message]:
    """The seat on turn, or that the round is over."""
    if view.end is not None:
        return [message("tell.round-over")]
    return [seat_message("tell.turn", view, view.turn, names)]


# The functions that answer the verb `tell`, by the fact that it asks for.
ANSWERS: dict[str, Callable[[SeatView, list[str]], list[Message]]] = {
    "last": last_move,
    "since": since_own_turn,
    "seats": seats,
    "foot": foot,
    "fits": fits,
    "hand": my_hand,
    "ends": open_ends,
    "scores": scores,
    "turn": whose_turn,
}

OF_A_HAND = ("hand", "fits")
"""The facts about the viewer's own hand."""


def answer(what: str, view: SeatView, names: list[str], open_views: Sequence[SeatView] = ()) -> list[Message]:
    """The messages that answer a question. `what` is a key of ANSWERS. Raises Refusal for another text.

    An onlooker, for example of a replay, sees only the hands of `open_views`. A question about a hand is then answered for
    each of them.
    """
    if what not in ANSWERS:
        raise Refusal("error.devices.message")
    if what in OF_A_HAND and view.seat == NOBODY:
        return [
            message("tell.of", name=names[seen.seat], text=sentence)
            for seen in open_views
            for sentence in ANSWERS[what](seen, names)
        ] or [message("tell.hidden")]
    return ANSWERS[what](view, names)
