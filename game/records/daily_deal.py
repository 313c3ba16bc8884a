"""Create the daily deal of a UTC date, the same for everybody: one round by fixed rules against fixed opponents.

The deals of past dates never change (`tests/golden/` contains some). Other rules or opponents may only begin at a later
date.
"""

from datetime import date
from typing import NamedTuple

from game.records.record import Seat
from game.rules.errors import Refusal
from game.rules.options.declared import EARLIER_VALUES, Options
from game.rules.options.presets import resolve

PRESET = "hastings"
SEATS = (
    Seat("", "human"),
    Seat("", "bot", "hen", "balanced"),
    Seat("", "bot", "rooster", "balanced"),
    Seat("", "bot", "fox", "balanced"),
)


class DailyDeal(NamedTuple):
    """The deal of one day. The person has seat 0, and no seat has a name."""

    date: str  # for example "2026-11-22"
    preset: str
    options: Options
    seats: tuple[Seat, ...]
    seed: str


def daily_deal(day: str) -> DailyDeal:
    """The deal of a date such as `2026-11-22`. Raises Refusal for any other text."""
    try:
        is_date = date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_date = False
    if not is_date:
        raise Refusal("error.daily.date", {"text": day[:20]})
    # options that were added after the first release keep the earlier behaviour, so past deals stay the same
    options = resolve(PRESET, {**EARLIER_VALUES, "rounds": 1}, len(SEATS))
    return DailyDeal(day, PRESET, options, SEATS, f"day-{day}")
