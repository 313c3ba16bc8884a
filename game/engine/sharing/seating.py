"""Who sits where in a match that came in as a link or as the deal of a day."""

from collections.abc import Sequence

from game.players.levels import LEVELS
from game.records import fields
from game.records.record import Seat
from game.records.text.names import seen


def called(seats: Sequence[Seat], names: Sequence[str]) -> tuple[Seat, ...]:
    """The seats under these names, cleaned, one for each. Raises Refusal for too few names, or one of which nothing can be seen."""
    if len(names) != len(seats):
        raise fields.refused("seats")
    return tuple(seat._replace(name=seen(name)) for seat, name in zip(seats, names, strict=True))


def to_play(seat: Seat) -> Seat:
    """A seat of a link to be played in: a yardstick, which a link may name, sits there as a hen."""
    if seat.kind == "human":
        return Seat(seat.name, "human")
    return Seat(seat.name, "bot", seat.level if seat.level in LEVELS else "hen", seat.style or "balanced")
