"""Seat people and bots in a match: from the form, from a link, or of a daily deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.players.levels import LEVELS, STYLES
from game.records import fields
from game.records.record import Seat
from game.records.text.names import visible_name

if TYPE_CHECKING:
    from game.contract.basics import ChosenSeat


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


def read_seat(choices: ChosenSeat) -> Seat:
    """Read one seat of the page's form, and clean the name.

    Raises Refusal for a bad value.
    """
    kind, level, style = choices.get("kind"), choices.get("level"), choices.get("style")
    name = visible_name(fields.text({"name": choices.get("name")}, "name", 100))
    if kind == "human":
        return Seat(name, "human")
    if kind != "bot" or level not in LEVELS or style not in STYLES:
        raise fields.invalid("seats")
    return Seat(name, "bot", level, style)
