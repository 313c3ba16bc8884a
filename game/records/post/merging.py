"""A match by post on one device, and how a link that arrives is merged into it.

Links may come late, twice, in another order, or never. So a link says nothing but the whole match, and a merge compares
two whole matches:

- *same*: nothing new.
- *older*: this device has gone on from there.
- *newer*: somebody has gone on from what this device knows.
- *fork*: there are two different moves for one turn, because somebody played it on two devices. People choose which holds.

A link cannot change what others have gone on from, nor a move that was made at this device: such a past is refused.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from game.records.post.posted_match import (
    Holder,
    PostedMatch,
    dealt,
    events_of,
    holder_digest,
    part_of,
    seal_of,
)
from game.records.record import Seat
from game.rules.errors import LinkError
from game.rules.moves import Event
from game.rules.options.declared import Options

Arrived = Literal["same", "older", "newer", "fork"]


class Fork(NamedTuple):
    """Two different moves for one turn."""

    mine: Event
    theirs: Event


class HeldMatch(NamedTuple):
    """A match by post on a device. Every method returns a new value."""

    posted: PostedMatch
    secrets: tuple[tuple[int, str], ...] = ()  # of the seats that were opened at this device
    # how much of the match left this device by a link, or came with one: the number of parts and of events
    shared: tuple[int, int] = (0, 0)

    # --- queries

    def plays_for(self, seat: int) -> bool:
        """Whether the seat's turns are played at this device: it has the newest secret of the seat."""
        secret, holder = dict(self.secrets).get(seat, ""), self.posted.holder(seat)
        return bool(secret) and holder is not None and holder.digest == holder_digest(secret)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that are played at this device."""
        return tuple(sorted(seat for seat in self.posted.people_in_turn if self.plays_for(seat)))

    @property
    def is_unsent(self) -> bool:
        """Whether something happened at this device that no link has told yet."""
        return self._length() != self.shared

    @property
    def may_act(self) -> bool:
        """Whether people at this device may act: it is the turn of one of them, or the last turn was not sent yet."""
        return self.is_unsent or self.posted.turn in self.people

    @property
    def has_checked_deal(self) -> bool:
        """Whether this device knows that nobody chose the deal: a part of the seed is its own, and the others fit the seal."""
        parts = dict(zip(self.posted.order, self.posted.parts, strict=False))
        return self.posted.is_dealt and any(parts[seat] == part_of(secret) for seat, secret in self.secrets)

    def _length(self) -> tuple[int, int]:
        return len(self.posted.parts), len(events_of(self.posted))

    # --- changes at this device

    def sent(self) -> "HeldMatch":
        """The state after its link was sent."""
        return self._replace(shared=self._length())

    def went_on(self, posted: PostedMatch) -> "HeldMatch":
        """The state after moves at this device."""
        return self._replace(posted=posted)

    def joined(self, seat: int, secret: str) -> "HeldMatch":
        """Open the seat that adds the next part of the seed at this device. Raises LinkError for another seat."""
        posted = self.posted
        if posted.is_dealt or posted.turn != seat or seat == posted.starter:
            raise LinkError("error.post.not-your-seat")
        posted = posted.with_holder(seat, Holder(0, holder_digest(secret)))
        posted = posted._replace(parts=(*posted.parts, part_of(secret)))
        return self._with_secret(seat, secret)._replace(posted=posted)

    def took_over(self, seat: int, secret: str) -> "HeldMatch":
        """Play a seat at this device from now on that was opened at another one. Raises LinkError if that cannot be.

        The starter's seat stays where it is until its part of the seed is known.
        """
        holder = self.posted.holder(seat) if seat in self.posted.people_in_turn else None
        if holder is None or self.plays_for(seat):
            raise LinkError("error.post.not-your-seat")
        if seat == self.posted.starter and not self.posted.is_dealt:
            raise LinkError("error.post.starter-first")
        taken = self.posted.with_holder(seat, Holder(holder.taken_over + 1, holder_digest(secret)))
        return self._with_secret(seat, secret)._replace(posted=taken)

    def _with_secret(self, seat: int, secret: str) -> "HeldMatch":
        return self._replace(secrets=tuple(sorted({**dict(self.secrets), seat: secret}.items())))

    # --- merging

    def merged(self, link: PostedMatch, takes_theirs: bool | None = None) -> tuple[Arrived, "HeldMatch"]:
        """Merge a link into the match. `takes_theirs` decides a fork; None leaves the match unchanged.

        Raises LinkError for a link to another match, and for one that changes what cannot be changed.
        """
        mine = self.posted
        if link.id != mine.id:
            raise LinkError("error.post.other-match")
        self._check_parts(link)
        if not _begins_alike(mine.parts, link.parts):
            # Two devices have opened the same seat at the same time. The parts from which others went on hold.
            is_ahead = len(link.parts) > len(mine.parts)
            return ("newer", self._took(link, link.holders)) if is_ahead else ("older", self)
        holders = tuple(_newer_holders(mine.holders, link.holders))
        if len(link.parts) > len(mine.parts):
            return "newer", self._took(link, holders)
        known = self._replace(posted=mine._replace(holders=holders))
        own, theirs = events_of(mine), events_of(link)
        place = _first_difference(own, theirs)
        if place < min(len(own), len(theirs)):
            self._check_past(link, place)
            if takes_theirs is None:
                return "fork", self
            return "fork", self._took(link, holders) if takes_theirs else known
        if len(link.parts) < len(mine.parts) or len(theirs) < len(own):
            return "older", known
        if len(theirs) > len(own):
            return "newer", self._took(link, holders)
        return "same", known.sent()

    def fork(self, link: PostedMatch) -> Fork | None:
        """The two different moves for one turn; None if there are none. Call it only after `merged`."""
        own, theirs = events_of(self.posted), events_of(link)
        place = _first_difference(own, theirs)
        if link.parts != self.posted.parts or place >= min(len(own), len(theirs)):
            return None
        return Fork(own[place], theirs[place])

    def _took(self, link: PostedMatch, holders: tuple[Holder, ...]) -> "HeldMatch":
        """Take over what a link tells. The starter's device then adds its part, if it is the last one."""
        taken = self._replace(posted=link._replace(holders=holders)).sent()
        posted, secret = taken.posted, dict(self.secrets).get(link.starter, "")
        if posted.is_dealt or posted.turn != link.starter or not taken.plays_for(link.starter):
            return taken
        return taken._replace(posted=dealt(posted, part_of(secret)))

    def _check_parts(self, link: PostedMatch) -> None:
        """Raise LinkError if a link changes a part of the seed that was drawn at this device, or one of a deal that it knows.

        The starter's part needs no look: a link with another one has another seal, so it is another match.
        """
        mine = self.posted
        for number, (seat, known, told) in enumerate(
            zip(mine.order, mine.parts, link.parts, strict=False), start=1
        ):
            if known != told and (mine.is_dealt or self._made_here(seat, link) or number == len(mine.order)):
                raise LinkError("error.post.changed-past")

    def _check_past(self, link: PostedMatch, place: int) -> None:
        """Raise LinkError if a link changes a move that was made here, or one from which another person has gone on."""
        own = events_of(self.posted)
        changed = own[place].seat
        if (
            changed in self.posted.people_in_turn
            and self._made_here(changed, link)
            and self._was_shared(place)
        ):
            raise LinkError("error.post.changed-past")
        others = set(self.posted.people_in_turn) - {changed, *self.people}
        if any(event.seat in others for event in own[place:]):
            raise LinkError("error.post.changed-past")

    def _was_shared(self, place: int) -> bool:
        return place < self.shared[1]

    def _made_here(self, seat: int, link: PostedMatch) -> bool:
        """Whether this device plays for the seat, and the link does not say that another one has taken it over."""
        return self.plays_for(seat) and link.holder(seat) == self.posted.holder(seat)


def begin(
    preset: str | None, options: Options, seats: tuple[Seat, ...], starter: int, secret: str
) -> HeldMatch:
    """Start a match by post at this device, for the person at the seat `starter`. `secret` is random text."""
    seal = seal_of(starter, part_of(secret))
    holder = Holder(0, holder_digest(secret))
    posted = PostedMatch(preset, options, seats, starter, seal, (), (holder,), None)
    return HeldMatch(posted, ((starter, secret),), (-1, 0))


def opened(link: PostedMatch) -> HeldMatch:
    """A match that comes to this device by a link. No seat is played here yet."""
    return HeldMatch(link).sent()


def _newer_holders(one: tuple[Holder, ...], other: tuple[Holder, ...]) -> Iterator[Holder]:
    """The newest device of each seat. Every device finds the same one, whatever the order of the links."""
    for place in range(max(len(one), len(other))):
        yield max([*one[place : place + 1], *other[place : place + 1]])


def _begins_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the shorter one is the beginning of the longer one."""
    return one[: len(other)] == other[: len(one)]


def _first_difference(one: list[Event], other: list[Event]) -> int:
    """The number of events with which both lists begin."""
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return place
    return min(len(one), len(other))
