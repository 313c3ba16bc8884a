"""What happens, told where it happens: a few words at a seat for each event, a banner for what happens to the person,
the card at the start of a round, and why a round is blocked. Messages as in `messages`, made from a `View`.
"""

from typing import Any

from game.narration.messages import Message, event_message, message, seat_message, why_blocked
from game.rules.moves import Event
from game.rules.round.board import Board, empty_board, lay
from game.rules.round.deal import high_draw
from game.rules.tiles import HIGH, NAME, is_double
from game.rules.view import NOBODY, View

Happening = dict[str, Any]


def happened(view: View, first: int, names: list[str]) -> list[Happening]:
    """The events from number `first` on, as [{"event", "seat", "text", "banner"}].

    `event` is a kind of docs/contracts.md (start-draw, play, double, draw, pass, call, catch, penalty, skip, take-back,
    foot-filled, foot-closed, out, blocked), `seat` whose it is (-1 nobody's), `text` a message without the seat's name,
    and `banner` a message when it happens to the person at the screen through somebody else, else None.
    """
    happenings: list[Happening] = []
    boards = [_board_before(view)]
    for number, event in enumerate(view.events):
        before = boards[-1]
        if event.do == "play":
            boards.append(lay(before, event.tile, event.on, view.options))
        elif event.do == "take-back":
            boards.pop()
        if number >= first:
            happenings += _told(event, before, boards[-1], view, names)
    if view.end is not None and first < len(view.events):
        happenings.append(_end(view))
    return happenings


def _board_before(view: View) -> Board:
    """The table before the round's first event: empty, with its centre, or that of a position."""
    plays = sum(event.do == "play" for event in view.events)
    taken = sum(event.do == "take-back" for event in view.events)
    board = empty_board(view.centre)
    for tile, on in view.laid[: len(view.laid) - plays + taken]:
        board = lay(board, tile, on, view.options)
    return board


def _told(event: Event, before: Board, after: Board, view: View, names: list[str]) -> list[Happening]:
    if event.do == "play":
        return _played(event, before, after)
    kind = {"start": "start-draw", "penalty": "penalty"}.get(event.why, event.do)
    values: dict[str, Any] = {"tile": NAME[event.tile]} if event.tile >= 0 else {}
    if event.do == "take-back":
        values = {"tile": NAME[before.laid[-1][0]]}
    if event.do == "catch":
        values = {"target": names[event.target]}
    if kind == "start-draw":
        values["centre"] = NAME[view.centre]
    key = f"bubble.{kind}"
    if event.do == "catch" and event.target == view.seat:
        key, values = "bubble.catch-you", {}
    if kind == "penalty" and view.options.last_tile_call == "automatic":
        key = "bubble.no-call"
    shows = event.do == "draw" and event.tile >= 0
    text = message(key + "-seen" if shows else key, **values)
    happenings = [_happening(kind, event.seat, text)]
    if view.seat != NOBODY and _befalls(event, view.seat):
        happenings[0]["banner"] = event_message(event, view, names)
    return happenings


def _befalls(event: Event, seat: int) -> bool:
    """Whether the event is something that others, or the rules, do to the seat."""
    if event.do == "catch":
        return event.target == seat
    return event.seat == seat and (event.do == "skip" or event.why == "penalty")


def _happening(kind: str, seat: int, text: Message) -> Happening:
    return {"event": kind, "seat": seat, "text": text, "banner": None}


def _played(event: Event, before: Board, after: Board) -> list[Happening]:
    tile = NAME[event.tile]
    if event.on < 0:
        return [_happening("play", event.seat, message("bubble.centre", tile=tile))]
    if is_double(event.tile):
        suits = message(f"suits.{HIGH[event.tile]}")
        happenings = [_happening("double", event.seat, message("bubble.double", suits=suits))]
        if after.foot < 0:  # closed as soon as it was played (FOOT-4)
            happenings.append(
                _happening("foot-closed", event.seat, message("bubble.foot-closed", suits=suits))
            )
        return happenings
    happenings = [_happening("play", event.seat, message("bubble.play", tile=tile))]
    if before.foot >= 0 and after.foot != before.foot:
        suits = message(f"suits.{HIGH[before.foot]}")
        what = "arms" if before.opening else "foot"
        kind = "filled" if before.missing == 1 else "closed"
        happenings.append(
            _happening(f"foot-{kind}", event.seat, message(f"bubble.{what}-{kind}", suits=suits))
        )
    return happenings


def _end(view: View) -> Happening:
    assert view.end is not None
    if view.end.kind == "out":
        return _happening("out", view.end.seat, message("bubble.out"))
    return _happening("blocked", NOBODY, why_blocked(view))


def card(view: View, names: list[str]) -> dict[str, Any]:
    """The card at the start of a round: {"number", "of", "centre", "lines": [message, …]}, who opens and why."""
    return {
        "number": view.number,
        "of": view.options.round_count,
        "centre": NAME[view.centre],
        "lines": _opens(view, names),
    }


def _opens(view: View, names: list[str]) -> list[Message]:
    first, centre, own = view.first_seat, NAME[view.centre], NAME[view.own_centre]
    if view.options.centre_from == "table":
        if view.options.first_seat == "finder":
            return [seat_message("card.finder", view, first, names, centre=centre)]
        if view.start_tiles:
            return [seat_message("card.high-draw", view, high_draw(view.start_tiles), names)]
        return [seat_message("card.next", view, first, names)]
    draws = [event for event in view.events if event.why == "start"]
    lines = []
    if view.centre != view.own_centre:
        lines.append(message("card.lower", own=own, centre=centre))
    if not draws:
        return [*lines, seat_message("card.holder", view, first, names, centre=centre)]
    lines.append(message("card.searched", n=len(draws), own=own))
    return [*lines, seat_message("card.found", view, first, names, centre=centre)]
