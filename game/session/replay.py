"""A match looked at again, stop by stop: every state that its rounds went through, from one seat or with all hands open.

A stop is the state after a deal or after a move with all that followed by itself; stops are counted through the whole match.
What hands are still in play stay hidden: in a round that is not over only the one person's own hand can be looked at.
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
from game.session.board_layout import Tabletop
from game.session.session import Session
from game.session.undo_history import past_of
from game.table.layout import Layout


class Still:
    """The table at one stop."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def spots(self) -> list[tuple[int, int, float, float, int]]:
        """Open ends, missing toes and missing arms as (on, suit, x, y, angle)."""
        return self._spots

    @cached_property
    def _spots(self) -> list[tuple[int, int, float, float, int]]:
        return self.layout.open_spots()


class Replay:
    """A record on the way through its stops; it stands at the first one. `aspect` as in `Tabletop`.

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
        """The first stop of each round, and at the end the number of all stops."""
        self.index = 0
        self.wanted: int | None = None
        self._view: tuple[tuple[int, int | None], View] | None = None  # of a stop, from a seat
        self._matches: dict[int, list[Match]] = {}  # the stops of a round, by its number from 0
        self._fronts: dict[int, Tabletop] = {}  # how far each round's table is laid out
        self._stills: dict[int, list[Still]] = {}

    # --- where

    @property
    def last(self) -> int:
        """The index of the last stop."""
        return self.starts[-1] - 1

    @property
    def number(self) -> int:
        """The round's number, from 0."""
        return bisect_right(self.starts, self.index) - 1

    def go(self, index: int) -> None:
        """Goes to a stop; to the first or the last one where the index is beyond it."""
        self.index = max(0, min(index, self.last))

    def go_to_event(self, number: int, events: int) -> None:
        """Goes to the last stop of round `number` (from 0) at which no more than so many events had happened."""
        stops = self._of(number)
        within = [n for n, match in enumerate(stops) if len(match.round.events) <= events]
        self.go(self.starts[number] + (within[-1] if within else 0))

    # --- what is seen

    def look_from(self, seat: int | None) -> None:
        """From now on hands are seen as from that seat; None: all are open. A seat that is not there opens nothing."""
        self.wanted = seat

    @property
    def match(self) -> Match:
        """The match as it stood."""
        return self._of(self.number)[self.index - self.starts[self.number]]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sat there."""
        return self.record.seats

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats whose hands are seen."""
        everybody = tuple(range(len(self.seats)))
        if self.rounds[self.number].end is None:
            people = tuple(seat for seat in everybody if self.seats[seat].kind == "human")
            return people if len(people) == 1 else ()
        if self.wanted is None:
            return everybody
        return (self.wanted,) if self.wanted in everybody else ()

    @property
    def view(self) -> View:
        """What may be known from where the match is looked at; an onlooker's when several hands are open, or none."""
        where = self.index, self.wanted
        if self._view is None or self._view[0] != where:
            seats = self.open_seats
            self._view = where, view(self.match, seats[0]) if len(seats) == 1 else onlooker(self.match)
        return self._view[1]

    @property
    def hands(self) -> list[tuple[int, int]]:
        """The hands that are seen, as (seat, mask)."""
        return [(seat, self.match.round.hands[seat]) for seat in self.open_seats]

    @property
    def board(self) -> Still:
        """The table as it lay; laid out up to here if it is not yet."""
        number = self.number
        for _ in self._lay(number, self.index - self.starts[number] + 1):
            pass
        return self._stills[number][self.index - self.starts[number]]

    def prepare(self) -> Iterator[None]:
        """Lays out the round looked at, the one before and the one after, stop by stop, yielding between; lets go of the others."""
        here = self.number
        nearby = [number for number in (here, here + 1, here - 1) if 0 <= number < len(self.rounds)]
        for far in [number for number in self._stills if number not in nearby]:
            del self._stills[far], self._fronts[far]
        for number in nearby:
            yield from self._lay(number, self.starts[number + 1] - self.starts[number])

    def _lay(self, number: int, stops: int) -> Iterator[None]:
        """Lays out so many stops of a round, as far as they are not, yielding after each."""
        stills = self._stills.setdefault(number, [])
        front = self._fronts.setdefault(number, Tabletop(self.record.match.options, self.aspect))
        while len(stills) < stops:
            front.follow(self._of(number)[len(stills)].round.laid)
            stills.append(Still(front.layout))
            yield

    def _of(self, number: int) -> list[Match]:
        """The match at every stop of a round."""
        if number not in self._matches:
            whole = self.record.match
            then = whole
            if number < len(whole.rounds):
                then = whole._replace(rounds=whole.rounds[: number + 1], current=None)
            self._matches[number] = [*(past.match for past in past_of(then)), then]
        return self._matches[number]

    # --- playing on

    def session(self, aspect: float) -> Session:
        """A match of its own that goes on from here. It is marked as one in which somebody went back.

        Raises MatchError when nobody in it is a person.
        """
        seats = tuple(
            seat._replace(style=seat.style or "balanced") if seat.kind == "bot" else seat
            for seat in self.seats
        )
        session = Session(self.match, self.record.preset, seats, aspect)
        session.undone = max(1, session.undone)
        return session


def _stops(played: Round) -> int:
    """How many stops a round has: its deal, and every move that somebody made."""
    moves = [event for event in played.events if event.do != "skip" and event.why not in ("start", "penalty")]
    return 1 + len(moves)
