"""The stored result of a daily deal, `chickenfoot-day/1`, and the calendar of daily deals: streaks, months and weeks.

The keys "late" and "preset" are newer than the format. If "late" is absent, the deal was started on its day; if "preset"
is absent, the deal was by FIRST_PRESET. Unknown keys are ignored.
Dates are texts such as "2026-11-22".
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from game.ledger.summary import read_points
from game.records import fields
from game.records.daily_deal import FIRST_PRESET, daily_deal
from game.rules.errors import Refusal

if TYPE_CHECKING:
    from game.contract.kept import DayEntry

FORMAT: Final = "chickenfoot-day/1"
LONGEST = 2_000  # characters
MOST_SEATS = 10
LONGEST_PRESET = 30  # characters of the code of a rule-book, which may be a later one


class DailyResult(NamedTuple):
    """The result of a daily deal."""

    date: str
    when: int
    """The time of the result, in ms since 1970."""
    points: tuple[int, ...]
    """By seat. The person has the first seat."""
    marked: bool
    """Whether undo or hints were used."""
    late: bool = False
    """Whether the deal was started after its day."""
    preset: str = FIRST_PRESET
    """The code of the rule-book."""

    @property
    def place(self) -> int:
        """The person's place. 1 is the best, and seats with equal points have the same place."""
        return 1 + sum(points < self.points[0] for points in self.points)


def write_daily_result(result: DailyResult) -> str:
    """Write a result as one line of JSON."""
    data: DayEntry = {
        "format": FORMAT,
        "date": result.date,
        "when": result.when,
        "points": [*result.points],
        "marked": result.marked,
    }
    if result.late:
        data["late"] = True
    if result.preset != FIRST_PRESET:
        data["preset"] = result.preset
    return json.dumps(data, separators=(",", ":"))


def read_daily_result(text: str) -> DailyResult:
    """Read a result. Raises RecordError if it is unreadable."""
    data = fields.read_document(text, FORMAT, LONGEST)
    points = tuple(read_points(value, "points") for value in fields.items(data, "points", MOST_SEATS))
    marked = data.get("marked")
    if len(points) < 2 or not isinstance(marked, bool):
        raise fields.invalid("points")
    preset = fields.text(data, "preset", LONGEST_PRESET) if "preset" in data else FIRST_PRESET
    try:
        checked_date = daily_deal(fields.text(data, "date", 10)).date
    except Refusal:
        raise fields.invalid("date") from None
    when = fields.number(data, "when", fields.LATEST)
    return DailyResult(checked_date, when, points, marked, data.get("late") is True, preset)


def streaks(dates: Collection[str], today: str) -> tuple[int, int]:
    """Length in days of the current streak and of the longest streak. `dates` are the dates with a played deal.

    The current streak ends today. If today's deal is not played yet, it ends yesterday.

    >>> streaks({"2026-11-19", "2026-11-20", "2026-11-21", "2026-11-02"}, "2026-11-22")
    (3, 3)
    """
    now = date.fromisoformat(today)
    last = now if today in dates else now - timedelta(1)
    return _streak_until(last, dates), max(
        (_streak_until(date.fromisoformat(day), dates) for day in dates), default=0
    )


def _streak_until(last: date, dates: Collection[str]) -> int:
    """Length in days of the streak that ends on the date `last`. It is 0 if `last` has no played deal."""
    length = 0
    while (last - timedelta(length)).isoformat() in dates:
        length += 1
    return length


def latest_days(today: str, count: int = 7) -> list[str]:
    """The last `count` dates up to today.

    >>> latest_days("2026-12-02", 3)
    ['2026-11-30', '2026-12-01', '2026-12-02']
    """
    last = date.fromisoformat(today)
    return [(last - timedelta(days)).isoformat() for days in reversed(range(count))]


def month_before(day: str) -> str:
    """The last day of the month before the date."""
    return (date.fromisoformat(day).replace(day=1) - timedelta(1)).isoformat()


def month_after(day: str) -> str:
    """The first day of the month after the date."""
    return (date.fromisoformat(day).replace(day=28) + timedelta(4)).replace(day=1).isoformat()


def weeks_of_month(today: str) -> list[list[str]]:
    """The weeks of today's month, as lists of seven dates from Monday. A day of another month is an empty text."""
    first = date.fromisoformat(today).replace(day=1)
    monday = first - timedelta(first.weekday())
    weeks = [[monday + timedelta(7 * week + day) for day in range(7)] for week in range(6)]
    texts = [[day.isoformat() if day.month == first.month else "" for day in week] for week in weeks]
    return [week for week in texts if any(week)]
