"""Replays: step through every state of a match, with the hand of one seat or with all hands.

A stop is the state after a deal, or after a move and its automatic consequences. The stops of a match are numbered
from 0, through all rounds. In a round that is not over, the replay shows no hand but that of a person who plays
against bots only.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType

from game.records.record import Record, Seat
from game.rules.errors import RecordError
from game.rules.match import Match
from game.rules.round.round_state import Round
from game.rules.tiles import Tile
from game.rules.view import SeatView, onlooker, view
from game.session.board_layout import NO_TOES, BoardLayout, ToesOfRound
from game.session.session import Session
from game.session.undo_history import past_states
from game.table.layout import Layout, OpenSpot
from game.table.spots.occupancy import Box


class StopLayout:
    """The layout of the table at one stop."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def open_spots(self) -> list[OpenSpot]:
        """Open ends, missing toes and missing arms as (on, suit, x, y, angle), see `Layout.open_spots`."""
        return self._spots

    def box_with_places(self, view: SeatView) -> Box:
        """The bounding box of the table: nobody plays in a replay."""
        return self.layout.box()

    def ends_with_places(self, view: SeatView) -> Collection[Tile]:
        """None, for the same reason."""
        return ()

    @cached_property
    def _spots(self) -> list[OpenSpot]:
        return self.layout.open_spots()


class Replay:
    """The match of a record, with a current stop. The first one is stop 0.

    `aspect` is the width of the board view divided by its height. `toes` has the toes that people chose, and `aspects` the
    aspect in the match, each by round number (from 1); a record has neither. Raises RecordError for a match without a round.
    """

    def __init__(
        self,
        record: Record,
        aspect: float,
        toes: Mapping[int, ToesOfRound] = MappingProxyType({}),
        aspects: Mapping[int, float] = MappingProxyType({}),
    ) -> None:
        self.record = record
        self.aspect = aspect
        self._toes, self._aspects = toes, aspects
        match = record.match
        self.rounds = match.rounds if match.current is None else (*match.rounds, match.current)
        if not self.rounds:
            raise RecordError("error.session.no-round")
        self.starts = [0, *accumulate(_stops(played) for played in self.rounds)]
        """The first stop of each round; the last item is the number of stops."""
        self.index = 0
        self.viewpoint: int | None = None
        """The seat whose hand is shown; None: all hands."""
        self._view: tuple[tuple[int, int | None], SeatView] | None = None
        """The last view, with its stop and viewpoint."""
        self._matches: dict[int, list[Match]] = {}
        """The match at each stop of a round, by the round's number from 0."""
        self._growing_layouts: dict[int, BoardLayout] = {}
        """The layout that grows stop by stop, by the round's number."""
        self._stop_layouts: dict[int, list[StopLayout]] = {}
        """The layouts of all stops so far, from the first one on, by the round's number."""

    # --- the current stop

    @property
    def last(self) -> int:
        """The index of the last stop."""
        return self.starts[-1] - 1

    @property
    def number(self) -> int:
        """The round of the current stop, numbered from 0."""
        return bisect_right(self.starts, self.index) - 1

    def go(self, index: int) -> None:
        """Go to a stop. A negative index means the first stop, and one that is too large the last stop."""
        self.index = max(0, min(index, self.last))

    def go_to_event(self, number: int, events: int) -> None:
        """Go to the last stop of round `number` (from 0) before which at most `events` events happened."""
        matches = self._stop_matches(number)
        fitting = [n for n, match in enumerate(matches) if len(match.round.events) <= events]
        self.go(self.starts[number] + (fitting[-1] if fitting else 0))

    # --- what the viewer sees

    def set_viewpoint(self, seat: int | None) -> None:
        """Show the hand of this seat from now on; None: all hands. A seat that does not exist has no hand."""
        self.viewpoint = seat

    @property
    def match(self) -> Match:
        """The match at the current stop."""
        return self._stop_matches(self.number)[self.index - self.starts[self.number]]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Names and kinds of the players, by seat."""
        return self.record.seats

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats whose hands the viewer sees."""
        all_seats = tuple(range(len(self.seats)))
        if self.rounds[self.number].end is None:
            people = tuple(seat for seat in all_seats if self.seats[seat].kind == "human")
            return people if len(people) == 1 else ()
        if self.viewpoint is None:
            return all_seats
        return (self.viewpoint,) if self.viewpoint in all_seats else ()

    @property
    def view(self) -> SeatView:
        """The view of the seat whose hand is shown. If no hand or several hands are shown, the view of an onlooker."""
        key = self.index, self.viewpoint
        if self._view is None or self._view[0] != key:
            seats = self.open_seats
            seen = view(self.match, seats[0]) if len(seats) == 1 else onlooker(self.match)
            self._view = key, seen._replace(book=self.record.preset)
        return self._view[1]

    @property
    def hands(self) -> list[tuple[int, int]]:
        """The hands that the viewer sees, as (seat, mask)."""
        return [(seat, self.match.round.hands[seat]) for seat in self.open_seats]

    @property
    def board(self) -> StopLayout:
        """The layout at the current stop. Lays out the stops of the round up to here if necessary."""
        number = self.number
        for _ in self._lay_out(number, self.index - self.starts[number] + 1):
            pass
        return self._stop_layouts[number][self.index - self.starts[number]]

    def lay_out_nearby(self) -> Iterator[None]:
        """Lay out the current, the next and the previous round. Yields after each stop.

        Deletes the layouts of other rounds.
        """
        current = self.number
        nearby = [n for n in (current, current + 1, current - 1) if 0 <= n < len(self.rounds)]
        for far in [number for number in self._stop_layouts if number not in nearby]:
            del self._stop_layouts[far], self._growing_layouts[far]
        for number in nearby:
            yield from self._lay_out(number, self.starts[number + 1] - self.starts[number])

    def _lay_out(self, number: int, stops: int) -> Iterator[None]:
        """Lay out the first `stops` stops of a round. Yields after each new stop."""
        layouts = self._stop_layouts.setdefault(number, [])
        growing = self._growing_layouts.setdefault(
            number, BoardLayout(self.record.match.options, self._aspect_of(number))
        )
        while len(layouts) < stops:
            laid = self._stop_matches(number)[len(layouts)].round.laid
            growing.follow(laid, self._toes.get(number + 1, NO_TOES))
            layouts.append(StopLayout(growing.layout))
            yield

    def _aspect_of(self, number: int) -> float:
        """The aspect of the board view for which a round is laid: that in the match, if it is known."""
        return self._aspects.get(number + 1, self.aspect)

    def _stop_matches(self, number: int) -> list[Match]:
        """The match at every stop of a round."""
        if number not in self._matches:
            final = self.record.match
            if number < len(final.rounds):
                final = final._replace(rounds=final.rounds[: number + 1], current=None)
            self._matches[number] = [*(past.match for past in past_states(final)), final]
        return self._matches[number]

    # --- playing on

    def session(self) -> Session:
        """A new session that continues from the current stop, with the tiles as they lie there.

        It starts with one undo counted, because the person has seen the moves after this stop.
        Raises MatchError when no seat is a person's.
        """
        seats = tuple(
            seat._replace(style=seat.style or "balanced") if seat.kind == "bot" else seat
            for seat in self.seats
        )
        session = Session(self.match, self.record.preset, seats, self._aspect_of(self.number))
        session.toes = {self.number + 1: dict(self._toes.get(self.number + 1, NO_TOES))}
        session.viewer.follow()  # lay the tiles out again, on the chosen toes
        session.help.undone = max(1, session.help.undone)
        session.help.before = session.help.used
        return session


def _stops(played: Round) -> int:
    """The number of stops of a round: its deal, and every move that a player made."""
    moves = [event for event in played.events if event.do != "skip" and event.why not in ("start", "penalty")]
    return 1 + len(moves)
