"""Step through a match: every state of its rounds, seen from one seat or with all hands open.

A stop is the state after a deal, or after a move and its automatic consequences. Stops are numbered through the whole match.
Hands in play stay hidden: in a round that is not over, a replay shows at most the only person's own hand.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from game.records.record import Record, Seat
from game.rules.errors import RecordError
from game.rules.match import Match
from game.rules.round.round_state import Round
from game.rules.view import View, onlooker, view
from game.session.board_layout import BoardLayout
from game.session.session import Session
from game.session.undo_history import past_states
from game.table.layout import Layout


class StopLayout:
    """The layout of the table at one stop."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def open_spots(self) -> list[tuple[int, int, float, float, int]]:
        """Open ends, missing toes and missing arms as (on, suit, x, y, angle)."""
        return self._spots

    @cached_property
    def _spots(self) -> list[tuple[int, int, float, float, int]]:
        return self.layout.open_spots()


class Replay:
    """A record with a current stop, at first stop 0. `aspect`: see `BoardLayout`.

    Raises RecordError for a match without a round, which has no stop.
    """

    def __init__(self, record: Record, aspect: float) -> None:
        self.record = record
        self.aspect = aspect
        match = record.match
        self.rounds = match.rounds if match.current is None else (*match.rounds, match.current)
        if not self.rounds:
            raise RecordError("error.session.no-round")
        self.starts = [0, *accumulate(_stops(played) for played in self.rounds)]
        """The first stop of each round; the last item is the number of stops."""
        self.index = 0
        self.viewpoint: int | None = None
        self._view: tuple[tuple[int, int | None], View] | None = (
            None  # the last view, by its stop and viewpoint
        )
        self._matches: dict[
            int, list[Match]
        ] = {}  # the match at each stop of a round, by the round's number from 0
        self._growing_layouts: dict[int, BoardLayout] = {}  # by round: the layout at the last stop laid out
        self._stop_layouts: dict[int, list[StopLayout]] = {}

    # --- the current stop

    @property
    def last(self) -> int:
        """The index of the last stop."""
        return self.starts[-1] - 1

    @property
    def number(self) -> int:
        """The number of the round at the current stop, from 0."""
        return bisect_right(self.starts, self.index) - 1

    def go(self, index: int) -> None:
        """Go to a stop; an index out of range means the first or the last one."""
        self.index = max(0, min(index, self.last))

    def go_to_event(self, number: int, events: int) -> None:
        """Go to the last stop of round `number` (from 0) that has at most `events` events."""
        stops = self._stop_matches(number)
        within = [n for n, match in enumerate(stops) if len(match.round.events) <= events]
        self.go(self.starts[number] + (within[-1] if within else 0))

    # --- what the viewer sees

    def set_viewpoint(self, seat: int | None) -> None:
        """Show the hand of this seat from now on; None: all hands. A seat that does not exist shows no hand."""
        self.viewpoint = seat

    @property
    def match(self) -> Match:
        """The match at the current stop."""
        return self._stop_matches(self.number)[self.index - self.starts[self.number]]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players by seat."""
        return self.record.seats

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats whose hands the viewer sees."""
        everybody = tuple(range(len(self.seats)))
        if self.rounds[self.number].end is None:
            people = tuple(seat for seat in everybody if self.seats[seat].kind == "human")
            return people if len(people) == 1 else ()
        if self.viewpoint is None:
            return everybody
        return (self.viewpoint,) if self.viewpoint in everybody else ()

    @property
    def view(self) -> View:
        """The view of the only open seat; an onlooker's view if several hands are open, or none."""
        where = self.index, self.viewpoint
        if self._view is None or self._view[0] != where:
            seats = self.open_seats
            self._view = where, view(self.match, seats[0]) if len(seats) == 1 else onlooker(self.match)
        return self._view[1]

    @property
    def hands(self) -> list[tuple[int, int]]:
        """The hands that the viewer sees, as (seat, mask)."""
        return [(seat, self.match.round.hands[seat]) for seat in self.open_seats]

    @property
    def board(self) -> StopLayout:
        """The layout at the current stop, computed up to here if necessary."""
        number = self.number
        for _ in self._lay_out(number, self.index - self.starts[number] + 1):
            pass
        return self._stop_layouts[number][self.index - self.starts[number]]

    def lay_out_nearby(self) -> Iterator[None]:
        """Lay out the current round, the next and the previous one; yield after each stop. Forget the layouts of other rounds."""
        here = self.number
        nearby = [number for number in (here, here + 1, here - 1) if 0 <= number < len(self.rounds)]
        for far in [number for number in self._stop_layouts if number not in nearby]:
            del self._stop_layouts[far], self._growing_layouts[far]
        for number in nearby:
            yield from self._lay_out(number, self.starts[number + 1] - self.starts[number])

    def _lay_out(self, number: int, stops: int) -> Iterator[None]:
        """Lay out the first `stops` stops of a round; yield after each new one."""
        stills = self._stop_layouts.setdefault(number, [])
        front = self._growing_layouts.setdefault(number, BoardLayout(self.record.match.options, self.aspect))
        while len(stills) < stops:
            front.follow(self._stop_matches(number)[len(stills)].round.laid)
            stills.append(StopLayout(front.layout))
            yield

    def _stop_matches(self, number: int) -> list[Match]:
        """The match at every stop of a round."""
        if number not in self._matches:
            whole = self.record.match
            then = whole
            if number < len(whole.rounds):
                then = whole._replace(rounds=whole.rounds[: number + 1], current=None)
            self._matches[number] = [*(past.match for past in past_states(then)), then]
        return self._matches[number]

    # --- playing on

    def session(self, aspect: float) -> Session:
        """A new session that continues from the current stop. It counts one undo, because the person knows what followed.

        Raises MatchError when no seat is a person's.
        """
        seats = tuple(
            seat._replace(style=seat.style or "balanced") if seat.kind == "bot" else seat
            for seat in self.seats
        )
        session = Session(self.match, self.record.preset, seats, aspect)
        session.undone = max(1, session.undone)
        return session


def _stops(played: Round) -> int:
    """The number of stops of a round: its deal, and every move that a player made."""
    moves = [event for event in played.events if event.do != "skip" and event.why not in ("start", "penalty")]
    return 1 + len(moves)
