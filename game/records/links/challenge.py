"""Challenges, `#c…`: whoever opens one plays the same deals against the same opponents, and may send back how it went.

Version 4 holds, in this order: rule-book and options, who sits where (no names), the seed, and the score sheets of those
who played it already; a sheet without rounds is that of somebody who only sends it. Versions 2 and 3 do not say whether a
result is of a second try: to them every try is a first. Version 2 held the same as 3 in more room.
Version 1 held rule-book, options, seats and seed; see `deal`, which reads it.
Who takes a code apart can see the deal: the seed is in it.
"""

from typing import NamedTuple

from game.records.links.packing import Packer, Unpacker, damaged, read_code, write_code
from game.records.links.shared_parts import (
    put_opponents,
    put_points,
    put_rules,
    put_seats,
    put_seed,
    put_short_seed,
    put_text,
    take_opponents,
    take_points,
    take_rules,
    take_seats,
    take_seed,
    take_short_seed,
    take_text,
)
from game.records.links.version1 import read_link
from game.records.record import Record, Seat
from game.records.text.names import clean
from game.rules.options.declared import Options

VERSION = "4"
FIRST_TRIES = "23"  # the versions that know of no second try
SPACIOUS = "2"  # the version that takes more room for opponents and seed
MOST_RESULTS = 15
_MOST_ROUNDS = 32
_MARKED = (7, 1)
_AGAIN = (7, 1)


class Result(NamedTuple):
    """How it went for somebody: the name, every seat's points by rounds played, whether Undo or hints were used, and whether
    the deal was known to them: a second try."""

    name: str
    sheet: tuple[tuple[int, ...], ...]
    marked: bool = False
    again: bool = False


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

    def total(self, result: Result) -> int:
        """The points of a result's person; lowest wins."""
        return sum(points[self.person] for points in result.sheet)

    def ranked(self, results: list[Result]) -> tuple[Result, ...]:
        """Results, best first: first tries, then most rounds, then fewest points, then who came first."""
        return tuple(
            sorted(results, key=lambda result: (result.again, -len(result.sheet), self.total(result)))
        )

    def with_result(self, result: Result) -> "Challenge":
        """The challenge with one more result; the same one counts once, and beyond fifteen the last ones fall away."""
        result = result._replace(name=clean(result.name))
        results = [*self.results, *([] if result in self.results else [result])]
        return self._replace(results=self.ranked(results)[:MOST_RESULTS])


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
    return challenge.with_result(Result(name, match.round_scores))


def write_challenge(challenge: Challenge, version: str = VERSION) -> str:
    """The code, from its `#` on; raises LinkError for what no link can hold. Nothing but tests asks for an older version."""
    packer = Packer()
    put_rules(packer, challenge.options, challenge.preset)
    if version == SPACIOUS:
        put_seats(packer, challenge.seats, named=False)
        put_seed(packer, challenge.seed)
    else:
        put_opponents(packer, challenge.seats)
        put_short_seed(packer, challenge.seed)
    packer.put(len(challenge.results), MOST_RESULTS + 1)
    for result in challenge.results:
        put_text(packer, result.name)
        packer.pick(result.marked, _MARKED)
        if version not in FIRST_TRIES:
            packer.pick(result.again, _AGAIN)
        packer.put(len(result.sheet), _MOST_ROUNDS)
        for points in result.sheet:
            for seat in range(challenge.options.players):
                put_points(packer, points[seat])
    return write_code("c", version, packer)


def read_challenge(code: str) -> Challenge:
    """What a challenge of any version holds; raises LinkError."""
    if code[2:3] == "1":
        link = read_link(code)
        return Challenge(link.preset, link.options, link.seed, ())
    version = code[2:3]
    spacious = version == SPACIOUS
    unpacker = read_code(code, "c", FIRST_TRIES + VERSION)
    preset, options = take_rules(unpacker)
    seats = (
        take_seats(unpacker, options.players, named=False)
        if spacious
        else take_opponents(unpacker, options.players)
    )
    seed = take_seed(unpacker) if spacious else take_short_seed(unpacker)
    tries = version not in FIRST_TRIES
    results = [_take_result(unpacker, options, tries) for _ in range(unpacker.take(MOST_RESULTS + 1))]
    unpacker.finish()
    challenge = Challenge(preset, options, seed, seats, tuple(results))
    if all(seat.kind != "human" for seat in seats) or challenge.ranked(results) != challenge.results:
        raise damaged()
    return challenge


def _take_result(unpacker: Unpacker, options: Options, tries: bool) -> Result:
    name, marked = take_text(unpacker), bool(unpacker.pick(_MARKED))
    again = tries and bool(unpacker.pick(_AGAIN))
    rounds = unpacker.take(_MOST_ROUNDS)
    if rounds > options.round_count:
        raise damaged()
    sheet = [tuple([take_points(unpacker) for _ in range(options.players)]) for _ in range(rounds)]
    return Result(name, tuple(sheet), marked, again)
