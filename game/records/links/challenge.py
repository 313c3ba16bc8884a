"""Challenges, `#c…`: whoever opens one plays the same deals against the same opponents, and may send back how it went.

Version 2 holds, in this order: rule-book and options, who sits where (no names), the seed, and the results of those who
played it already. Version 1 held rule-book, options, seats and seed; see `deal`, which reads it.
Who takes a code apart can see the deal: the seed is in it.
"""

from typing import NamedTuple

from game.records.links.deal import read_link
from game.records.links.packing import Packer, damaged, read_code, write_code
from game.records.links.parts import (
    put_points,
    put_rules,
    put_seats,
    put_seed,
    put_text,
    take_points,
    take_rules,
    take_seats,
    take_seed,
    take_text,
    tidy,
)
from game.records.record import Record, Seat
from game.rules.options.declared import Options

VERSION = "2"
MOST_RESULTS = 15
_MOST_ROUNDS = 32


class Result(NamedTuple):
    """How it went for somebody: the name, and the points of the person's seat in each round played, in order."""

    name: str
    points: tuple[int, ...]

    @property
    def total(self) -> int:
        """The points together; lowest wins."""
        return sum(self.points)


class Challenge(NamedTuple):
    """What a challenge holds. `seats` have no names; they are empty in one of version 1, which named no opponents."""

    preset: str | None
    options: Options
    seed: str
    seats: tuple[Seat, ...]
    results: tuple[Result, ...] = ()

    @property
    def person(self) -> int:
        """The seat of whoever takes the challenge."""
        return next(place for place, seat in enumerate(self.seats) if seat.kind == "human")

    def with_result(self, result: Result) -> "Challenge":
        """The challenge with one more result, best first: most rounds, then fewest points, then who came first.

        The same result of the same name counts once; beyond fifteen the last ones fall away.
        """
        result = Result(tidy(result.name), result.points)
        results = [*self.results, *([] if result in self.results else [result])]
        return self._replace(results=tuple(sorted(results, key=_rank)[:MOST_RESULTS]))


def _rank(result: Result) -> tuple[int, int]:
    return -len(result.points), result.total


def challenge_of(record: Record, name: str | None = None) -> Challenge:
    """The challenge to play a record's deals; with a name, that of its first person (seat 0 if there is none), its result too.

    Where nobody was a person, whoever opens it takes seat 0.
    """
    match = record.match
    person = next((place for place, seat in enumerate(record.seats) if seat.kind == "human"), 0)
    seats = [seat._replace(name="") for seat in record.seats]
    seats[person] = Seat("", "human")
    challenge = Challenge(record.preset, match.options, match.seed, tuple(seats))
    if name is None:
        return challenge
    return challenge.with_result(Result(name, tuple(scores[person] for scores in match.round_scores)))


def write_challenge(challenge: Challenge) -> str:
    """The code, from its `#` on; raises LinkError for what no link can hold."""
    packer = Packer()
    put_rules(packer, challenge.options, challenge.preset)
    put_seats(packer, challenge.seats, named=False)
    put_seed(packer, challenge.seed)
    packer.put(len(challenge.results), MOST_RESULTS + 1)
    for result in challenge.results:
        put_text(packer, result.name)
        packer.put(len(result.points), _MOST_ROUNDS)
        for points in result.points:
            put_points(packer, points)
    return write_code("c", VERSION, packer)


def read_challenge(code: str) -> Challenge:
    """What a challenge of any version holds; raises LinkError."""
    if code[2:3] == "1":
        link = read_link(code)
        return Challenge(link.preset, link.options, link.seed, ())
    unpacker = read_code(code, "c", VERSION)
    preset, options = take_rules(unpacker)
    seats = take_seats(unpacker, options.players, named=False)
    seed = take_seed(unpacker)
    results = []
    for _ in range(unpacker.take(MOST_RESULTS + 1)):
        name, rounds = take_text(unpacker), unpacker.take(_MOST_ROUNDS)
        results.append(Result(name, tuple([take_points(unpacker) for _ in range(rounds)])))
    unpacker.finish()
    told = Challenge(preset, options, seed, seats, tuple(results))
    persons = any(seat.kind == "human" for seat in seats)
    longest = max((len(result.points) for result in results), default=0)
    if not persons or longest > options.round_count or sorted(results, key=_rank) != results:
        raise damaged()
    return told
