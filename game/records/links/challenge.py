"""Read and write challenges, `#c…`: links to play the same deals against the same opponents, and to send a result back.

A code holds, in this order: rule-book and options, the seats without names, the seed, and the results so far. A result
has a name, a score sheet, and two flags: whether the person used undo or hints, and whether it was a second try, with
deals that the person had played before. The sheet has no rounds if the person only passed the challenge on. A code
contains the seed, so a person who decodes it can see the deals.
"""

from typing import NamedTuple

from game.records.links.packing import Packer, Unpacker, damaged_code, read_code, write_code
from game.records.links.shared_parts import (
    put_opponents,
    put_points,
    put_rules,
    put_short_seed,
    put_text,
    take_opponents,
    take_points,
    take_rules,
    take_short_seed,
    take_text,
)
from game.records.record import Record, Seat
from game.records.text.names import clean
from game.rules.options.declared import Options

VERSION = "4"
MOST_RESULTS = 15
_MOST_ROUNDS = 31
_MARKED_WEIGHTS = (7, 1)  # weights of the choices False and True, see packing.py
_AGAIN_WEIGHTS = (7, 1)


class Result(NamedTuple):
    """One person's result in a challenge."""

    name: str
    sheet: tuple[tuple[int, ...], ...]  # sheet[round][seat]: points
    marked: bool = False  # the person used undo or hints
    again: bool = False  # a second try


class Challenge(NamedTuple):
    """A challenge. The seats have no names, and one of them is a person's."""

    preset: str | None
    options: Options
    seed: str
    seats: tuple[Seat, ...]
    results: tuple[Result, ...] = ()

    @property
    def person(self) -> int:
        """The seat of the person who plays the challenge."""
        return next(number for number, seat in enumerate(self.seats) if seat.kind == "human")

    def total(self, result: Result) -> int:
        """The person's total points in a result. The lowest total wins."""
        return sum(points[self.person] for points in result.sheet)

    def ranked(self, results: list[Result]) -> tuple[Result, ...]:
        """Sort results, best first: first tries before second tries, then more rounds, then fewer points.

        Equal ones keep their order.
        """
        return tuple(
            sorted(results, key=lambda result: (result.again, -len(result.sheet), self.total(result)))
        )

    def with_result(self, result: Result) -> "Challenge":
        """The challenge with one more result, unless it has this result already.

        Only the MOST_RESULTS best ones stay.
        """
        result = result._replace(name=clean(result.name))
        results = [*self.results, *([] if result in self.results else [result])]
        return self._replace(results=self.ranked(results)[:MOST_RESULTS])


def challenge_of(record: Record, name: str | None = None) -> Challenge:
    """The challenge to play the deals of a record. With a `name`, it contains the record's result under that name.

    The receiver gets the seat of the record's first person, or seat 0 if there was none.
    """
    match = record.match
    person = next((number for number, seat in enumerate(record.seats) if seat.kind == "human"), 0)
    seats = [seat._replace(name="") for seat in record.seats]
    seats[person] = Seat("", "human")
    challenge = Challenge(record.preset, match.options, match.seed, tuple(seats))
    if name is None:
        return challenge
    return challenge.with_result(Result(name, match.round_scores))


def write_challenge(challenge: Challenge) -> str:
    """Write a challenge's code, with its `#`. Raises LinkError for a challenge that a link cannot hold."""
    packer = Packer()
    put_rules(packer, challenge.options, challenge.preset)
    put_opponents(packer, challenge.seats)
    put_short_seed(packer, challenge.seed)
    packer.put(len(challenge.results), MOST_RESULTS + 1)
    for result in challenge.results:
        put_text(packer, result.name)
        packer.put_weighted(result.marked, _MARKED_WEIGHTS)
        packer.put_weighted(result.again, _AGAIN_WEIGHTS)
        packer.put(len(result.sheet), _MOST_ROUNDS + 1)
        for points in result.sheet:
            for seat in range(challenge.options.players):
                put_points(packer, points[seat])
    return write_code("c", VERSION, packer)


def read_challenge(code: str) -> Challenge:
    """Read a challenge's code. Raises LinkError."""
    unpacker = read_code(code, "c", VERSION)
    preset, options = take_rules(unpacker)
    seats, seed = take_opponents(unpacker, options.players), take_short_seed(unpacker)
    results = [_take_result(unpacker, options) for _ in range(unpacker.take(MOST_RESULTS + 1))]
    unpacker.finish()
    challenge = Challenge(preset, options, seed, seats, tuple(results))
    if all(seat.kind != "human" for seat in seats) or challenge.ranked(results) != challenge.results:
        raise damaged_code()
    return challenge


def _take_result(unpacker: Unpacker, options: Options) -> Result:
    """Unpack a result. Raises LinkError."""
    name, marked = take_text(unpacker), bool(unpacker.take_weighted(_MARKED_WEIGHTS))
    again = bool(unpacker.take_weighted(_AGAIN_WEIGHTS))
    rounds = unpacker.take(_MOST_ROUNDS + 1)
    if rounds > options.round_count:
        raise damaged_code()
    sheet = [tuple([take_points(unpacker) for _ in range(options.players)]) for _ in range(rounds)]
    return Result(name, tuple(sheet), marked, again)
