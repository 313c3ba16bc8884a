"""Who sits where in a match that came in as a link or as the deal of a day."""

from collections.abc import Sequence

from game.players.levels import LEVELS
from game.records import fields
from game.records.record import Seat


def called(seats: Sequence[Seat], names: Sequence[str]) -> tuple[Seat, ...]:
    """The seats under these names, one for each. Raises RecordError for names that no save could hold."""
    if len(names) != len(seats):
        raise fields.refused("seats")
    tidy = [fields.text({"name": name}, "name", 100) for name in names]
    return tuple(seat._replace(name=name) for seat, name in zip(seats, tidy, strict=True))


def to_play(seat: Seat) -> Seat:
    """A seat of a link to be played in: a yardstick, which a link may name, sits there as a hen."""
    if seat.kind == "human":
        return Seat(seat.name, "human")
    return Seat(seat.name, "bot", seat.level if seat.level in LEVELS else "hen", seat.style or "balanced")
