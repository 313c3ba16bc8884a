"""Create the daily deal of a UTC date: one round by a rule-book, against fixed opponents.

Everybody who plays the same rule-book on a date gets the same deal. The deals of past dates never change
(`tests/golden/` contains some). Other opponents may only begin at a later date.
"""

from datetime import date
from typing import NamedTuple

from game.records.record import Seat
from game.rules.errors import Refusal
from game.rules.options.declared import EARLIER_VALUES, Options
from game.rules.options.presets import PRESETS, resolve

FIRST_PRESET = "hastings"
"""The rule-book of every daily deal before people could choose one. Links and results without a rule-book mean it."""
SEED_START = "day-"
"""The beginning of every daily deal's seed, before the date."""
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


def daily_deal(day: str, preset: str = FIRST_PRESET) -> DailyDeal:
    """The deal of a date such as `2026-11-22` by a rule-book. Raises Refusal for any other text."""
    try:
        is_date = date.fromisoformat(day).isoformat() == day
    except ValueError:
        is_date = False
    if not is_date:
        raise Refusal("error.daily.date", {"text": day[:20]})
    if preset not in PRESETS:
        raise Refusal("option.unknown-preset", {"preset": preset[:30], "presets": ", ".join(PRESETS)})
    # options that were added after the first release keep the earlier behaviour, so past deals stay the same
    earlier = EARLIER_VALUES if preset == FIRST_PRESET else {}
    options = resolve(preset, {**earlier, "rounds": 1}, len(SEATS))
    return DailyDeal(day, preset, options, SEATS, SEED_START + day)


def day_of_seed(seed: str) -> str:
    """The date of the daily deal that has this seed, "" for any other seed."""
    day = seed.removeprefix(SEED_START)
    try:
        return day if daily_deal(day).seed == seed else ""
    except Refusal:
        return ""
