"""A viewer: one device that shows a match, the people who sit at it, and the hand that it shows.

- A device with one person always shows that person's hand.
- A device that several people share shows one hand at a time. A curtain hides the hand whenever another of them is on
  turn. Until that person lifts the curtain, `seat` is NOBODY (-1) and the view is an onlooker's.
- A device without people shows an onlooker's view.

A viewer reads the session and never changes it. The session executes moves.
"""

from typing import Protocol

from game.records.record import Seat
from game.rules.errors import IllegalMove, Reason
from game.rules.match import Match
from game.rules.moves import Move
from game.rules.round.judge import why_not
from game.rules.tiles import HIGH, LOW, NAME, Tile, tiles_in
from game.rules.view import NOBODY, SeatView, moves_of
from game.session.board_layout import NO_TOES, BoardLayout
from game.session.viewers.sent_state import SentState


class ViewedMatch(Protocol):
    """A match that viewers look at: a session."""

    match: Match
    seats: tuple[Seat, ...]
    toes: dict[int, dict[Tile, int]]

    def view_of(self, seat: int) -> SeatView:
        """The view of a seat; an onlooker's view for NOBODY."""


class Viewer:
    """One device that shows a match. `people` are the seats of the people at the device.

    `begin_round` must be called before anything else.
    """

    view: SeatView
    """The view of the seat whose hand the device shows, or an onlooker's view."""
    board: BoardLayout
    """The tiles on the table, laid out for the device's board view."""

    def __init__(self, session: ViewedMatch, people: tuple[int, ...]) -> None:
        self._session = session
        self.people = people
        self.seat = people[0] if len(people) == 1 else NOBODY  # the seat whose hand the device shows
        self.armed = False  # whether the person's next play calls the last tile
        # people who share the device cannot undo moves before this index of `Session.past`
        self.undo_floor = 0
        self.sent = SentState()

    # --- following the match

    def begin_round(self, aspect: float, past_moves: int) -> None:
        """Start with an empty table. `aspect` is the width of the board view divided by its height.

        `past_moves` is the number of the round's moves until now. They cannot be undone at a shared device.
        """
        self.board = BoardLayout(self._session.match.options, aspect)
        self.undo_floor = past_moves
        self.armed = False

    def follow(self) -> None:
        """Show the present state of the match. At a shared device, lower the curtain if another person is on turn."""
        if self.is_shared and (self.curtain != NOBODY or self._session.match.current is None):
            self.seat, self.armed = NOBODY, False
        self.view = self._session.view_of(self.seat)
        self.board.follow(self.view.laid, self._session.toes.get(self.view.number, NO_TOES))

    def lift(self, past_moves: int) -> None:
        """Lift the curtain, and show the hand of the person on turn. Raises IllegalMove when there is no curtain.

        `past_moves`: see `begin_round`.
        """
        if self.curtain == NOBODY:
            raise IllegalMove("reason.no-curtain", {})
        self.seat = self.curtain
        self.undo_floor = past_moves

    def hide(self) -> bool:
        """Show no hand, because a shared device may change hands now. Return whether a hand was shown in a round."""
        if not self.is_shared or self.seat == NOBODY or self._session.match.current is None:
            return False
        self.seat, self.armed = NOBODY, False
        self.follow()
        return True

    # --- queries

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players by seat."""
        return self._session.seats

    @property
    def is_shared(self) -> bool:
        """Whether several people sit at the device, so that it needs a curtain."""
        return len(self.people) > 1

    @property
    def curtain(self) -> int:
        """The seat of the person who must lift the curtain before play continues, or NOBODY."""
        match = self._session.match
        turn = match.round.turn if match.current is not None else NOBODY
        return turn if turn in self.people and turn != self.seat else NOBODY

    @property
    def my_turn(self) -> bool:
        """Whether the person at the device has to choose a move."""
        return self.view.end is None and self.seat != NOBODY and self.view.turn == self.seat

    def may_arm(self) -> bool:
        """Whether the person can arm the call for the last tile, to make it with the play that leaves one tile."""
        call_required = self.view.options.last_tile_call != "none"
        can_play = self.my_turn and any(choice.do == "play" for choice in self.view.choices)
        return call_required and can_play and self.view.hand.bit_count() == 2

    def off_turn_moves(self) -> list[Move]:
        """The calls, catches and take-backs that the people other than `seat` at this device may make now."""
        moves = []
        for seat in self.people if self.view.end is None else ():
            if seat != self.seat:
                view = self._session.view_of(seat)
                moves += [Move(seat, "call")] * view.may_call
                moves += [Move(seat, "catch", target=target) for target in view.may_catch]
                moves += [Move(seat, "take-back")] * view.may_take_back
        return moves

    # --- the places of a tile

    def plays_of(self, tile: Tile) -> list[Move]:
        """The person's plays of `tile`: one for each number that it fits, at the end that the layout chooses.

        Raises IllegalMove with the reason when the tile fits nowhere.
        """
        choices = [choice for choice in self.view.choices if choice.tile == tile]
        if not choices:
            raise IllegalMove(*self._why_no_place(tile))
        return [self.board.exact_move(self.view, choice) for choice in choices]

    def exact_plays_of(self, tile: Tile) -> list[Move]:
        """The person's plays of `tile` at every end, for dragging.

        Raises IllegalMove with the reason when the tile fits nowhere.
        """
        choices = [choice for choice in self.view.choices if choice.tile == tile]
        if not choices:
            raise IllegalMove(*self._why_no_place(tile))
        return [move for choice in choices for move in moves_of(self.view, choice)]

    def _why_no_place(self, tile: Tile) -> Reason:
        """Why the rules forbid `tile` at the end that the person most likely meant. For a tile that fits nowhere."""
        view = self.view
        if view.seat == NOBODY:
            return Reason("reason.curtain", {})
        ends = [on for suit in {HIGH[tile], LOW[tile]} for on in tiles_in(view.ends[suit])]
        on = ends[0] if ends else view.foot
        if on < 0 and view.laid:
            on = view.laid[-1][0]
        reason = why_not(self._session.match.round, Move(self.seat, "play", tile, on))
        assert reason is not None
        if view.foot < 0 and reason.key in ("reason.no-match", "reason.no-open-end"):
            return Reason("reason.fits-nowhere", {"tile": NAME[tile]})
        return reason
