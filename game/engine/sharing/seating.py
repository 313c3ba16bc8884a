"""Seat people and bots in a match from a link or a daily deal."""

from collections.abc import Sequence

from game.players.levels import LEVELS
from game.records import fields
from game.records.record import Seat
from game.records.text.names import visible_name


def name_seats(seats: Sequence[Seat], names: Sequence[str]) -> tuple[Seat, ...]:
    """Give each seat its name, and clean the name.

    Raises Refusal for a wrong number of names, and for a name without a visible character.
    """
    if len(names) != len(seats):
        raise fields.invalid("seats")
    return tuple(seat._replace(name=visible_name(name)) for seat, name in zip(seats, names, strict=True))


def playable_seat(seat: Seat) -> Seat:
    """Replace a bot that the game does not offer. The seat comes from a link.

    A yardstick (a bot for measurements) becomes a bot of level hen. A bot without a style gets the balanced style.
    """
    if seat.kind == "human":
        return Seat(seat.name, "human")
    return Seat(seat.name, "bot", seat.level if seat.level in LEVELS else "hen", seat.style or "balanced")
