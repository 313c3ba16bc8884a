"""A match by post, as every device knows it: the table, the parts of the seed, the devices of the seats, all moves.

Nobody chooses the deal. The person who starts the match (the *starter*) draws a part of the seed and seals it: the first
link has only its hash. The link goes around once, and each other person's device adds its own part, openly. At last the
starter's device discloses its part, and the seed is a hash of all parts. The starter sealed its part before it saw any
other one, and nobody else knew it while they drew theirs.

A device makes its part from the secret with which it keeps its seat. The link has the digest of each seat's secret.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from game.records.record import Seat
from game.rules.match import Match, next_round, start_match
from game.rules.moves import Event
from game.rules.options.declared import Options

PART_DIGITS, SEAL_DIGITS, SEED_DIGITS, HOLDER_DIGITS, ID_DIGITS = 24, 32, 24, 12, 16
"""Lengths in hexadecimal digits."""
FEWEST_PEOPLE, MOST_PEOPLE = 2, 4
NOBODY = -1


class Holder(NamedTuple):
    """The device that plays for a seat: how often the seat was taken over, and the digest of the device's secret."""

    taken_over: int
    digest: str


class PostedMatch(NamedTuple):
    """A match by post. Two values are equal if their links are."""

    preset: str | None
    options: Options
    seats: tuple[Seat, ...]  # people with their names, bots with their levels
    starter: int  # the seat of the person who started the match
    seal: str  # the hash of the starter's part
    parts: tuple[str, ...]  # the parts that are known, in the order of `order`
    holders: tuple[Holder, ...]  # of the seats that have a device, in the order of `people_in_turn`
    played: Match | None  # None until all parts are known

    @property
    def people_in_turn(self) -> tuple[int, ...]:
        """The seats of the people, clockwise from the starter."""
        seats = range(self.starter, self.starter + len(self.seats))
        return tuple(n % len(self.seats) for n in seats if self.seats[n % len(self.seats)].kind == "human")

    @property
    def order(self) -> tuple[int, ...]:
        """The seats of the people in the order in which their parts become known: the starter's is the last."""
        first, *others = self.people_in_turn
        return (*others, first)

    @property
    def id(self) -> str:
        """The match's id, the same on every device: it follows from the table and the seal."""
        options = sorted(self.options.declared().items())
        seats = [(seat.name, seat.kind, seat.level, seat.style) for seat in self.seats]
        return _digest(f"post:{self.preset}:{options}:{seats}:{self.starter}:{self.seal}", ID_DIGITS)

    @property
    def is_dealt(self) -> bool:
        """Whether all parts of the seed are known."""
        return self.played is not None

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played."""
        return self.played is not None and self.played.over

    def holder(self, seat: int) -> Holder | None:
        """The device that plays for a person's seat; None if nobody has opened the match there yet."""
        place = self.people_in_turn.index(seat)
        return self.holders[place] if place < len(self.holders) else None

    def with_holder(self, seat: int, holder: Holder) -> "PostedMatch":
        """The match with another device at a seat that has one, or with the first device at the next seat."""
        place = self.people_in_turn.index(seat)
        return self._replace(holders=(*self.holders[:place], holder, *self.holders[place + 1 :]))

    @property
    def turn(self) -> int:
        """The seat that must act next: who adds a part of the seed, or who is on turn. NOBODY after the match."""
        if self.played is None:
            return self.order[len(self.parts)]
        return NOBODY if self.played.over else in_play(self.played).round.turn


def in_play(match: Match) -> Match:
    """The match with a round in play, unless it is over: between two rounds the next one is dealt."""
    while match.current is None and not match.over:
        match = next_round(match)
    return match


def as_sent(match: Match) -> Match:
    """The match as a link has it: a later round that nobody has played in is not dealt yet."""
    state = match.current
    is_fresh = state is not None and all(event.why == "start" for event in state.events)
    return match._replace(current=None) if is_fresh and match.rounds else match


def events_of(posted: PostedMatch) -> list[Event]:
    """All events of all rounds. The events of a match that went on begin with these."""
    if posted.played is None:
        return []
    match = as_sent(posted.played)
    rounds = match.rounds if match.current is None else (*match.rounds, match.current)
    return [event for state in rounds for event in state.events]


def part_of(secret: str) -> str:
    """The part of the seed that a device makes from its secret."""
    return _digest(f"part:{secret}", PART_DIGITS)


def holder_digest(secret: str) -> str:
    """The digest by which a device knows its seat."""
    return _digest(f"seat:{secret}", HOLDER_DIGITS)


def seal_of(starter: int, part: str) -> str:
    """The hash of the starter's part, which the first links have in its place."""
    return _digest(f"seal:{starter}:{part}", SEAL_DIGITS)


def seed_of(order: tuple[int, ...], parts: tuple[str, ...]) -> str:
    """The seed of a match, from the parts of all people."""
    lines = "\n".join(f"{seat}:{part}" for seat, part in zip(order, parts, strict=True))
    return _digest(f"chickenfoot-post-seed/1:{lines}", SEED_DIGITS)


def dealt(posted: PostedMatch, starters_part: str) -> PostedMatch:
    """Disclose the starter's part, when all others are known, and deal the first round."""
    parts = (*posted.parts, starters_part)
    return posted._replace(parts=parts, played=start_match(posted.options, seed_of(posted.order, parts)))


def last_moves(posted: PostedMatch) -> Iterator[Event]:
    """The newest moves of the match, the newest first, without start draws."""
    return (event for event in reversed(events_of(posted)) if event.why != "start")


def _digest(text: str, digits: int) -> str:
    """The first hexadecimal digits of SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()[:digits]
