"""The deal of a day, the same for everybody: one round at fixed rules against fixed opponents. A day is one of UTC.

Nothing here changes for a date that has been: `tests/golden/` holds some. New rules or opponents begin at a date of their own.
"""

from datetime import date
from typing import NamedTuple

from game.records.record import Seat
from game.rules.errors import Refusal
from game.rules.options.declared import BEFORE, Options
from game.rules.options.presets import resolve

PRESET = "hastings"
SEATS = (
    Seat("", "human"),
    Seat("", "bot", "hen", "balanced"),
    Seat("", "bot", "rooster", "balanced"),
    Seat("", "bot", "fox", "balanced"),
)


class Daily(NamedTuple):
    """A day's deal; the person sits in seat 0, and names are for whoever shows it."""

    date: str
    preset: str
    options: Options
    seats: tuple[Seat, ...]
    seed: str


def daily(day: str) -> Daily:
    """The deal of a day written `2026-11-22`; raises Refusal for any other text."""
    try:
        known = date.fromisoformat(day).isoformat() == day
    except ValueError:
        known = False
    if not known:
        raise Refusal("error.daily.date", {"text": day[:20]})
    options = resolve(PRESET, {**BEFORE, "rounds": 1}, len(SEATS))
    return Daily(day, PRESET, options, SEATS, f"day-{day}")
