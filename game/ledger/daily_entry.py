"""The stored result of a daily deal, `chickenfoot-day/1`, and the calendar: streaks and months.

    {"format": "chickenfoot-day/1", "date": "2026-11-22", "when": ms since 1970, "points": [by seat, the person's first],
     "marked": whether undo or hints were used, "late": true if the deal was started after its day}

The key "late" is newer than the format; without it the deal was started on its day. Unknown keys are ignored.
"""

import json
from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from game.ledger.summary import LATEST, read_points
from game.records import fields
from game.records.daily_deal import daily_deal
from game.rules.errors import Refusal

FORMAT = "chickenfoot-day/1"
LONGEST = 2_000  # characters
MOST_SEATS = 10


class DailyResult(NamedTuple):
    """The result of a daily deal. The person's points come first."""

    date: str
    when: int
    points: tuple[int, ...]
    marked: bool
    late: bool = False

    @property
    def place(self) -> int:
        """The person's place; 1 is the best, and equal points share a place."""
        return 1 + sum(points < self.points[0] for points in self.points)


def write_daily_result(day: DailyResult) -> str:
    """Write a result as one line of JSON."""
    told = {
        "format": FORMAT,
        "date": day.date,
        "when": day.when,
        "points": [*day.points],
        "marked": day.marked,
        **({"late": True} if day.late else {}),
    }
    return json.dumps(told, separators=(",", ":"))


def read_daily_result(text: str) -> DailyResult:
    """Read a result. Raises RecordError."""
    data = fields.read_document(text, FORMAT, LONGEST)
    points = tuple(read_points(value, "points") for value in fields.items(data, "points", MOST_SEATS))
    marked = data.get("marked")
    if len(points) < 2 or not isinstance(marked, bool):
        raise fields.invalid("points")
    try:
        known = daily_deal(fields.text(data, "date", 10)).date
    except Refusal:
        raise fields.invalid("date") from None
    return DailyResult(known, fields.number(data, "when", LATEST), points, marked, data.get("late") is True)


def streaks(dates: Collection[str], today: str) -> tuple[int, int]:
    """The current streak and the longest one. The current streak ends today, or yesterday if today's deal is not played yet.

    >>> streaks({"2026-11-19", "2026-11-20", "2026-11-21", "2026-11-02"}, "2026-11-22")
    (3, 3)
    """
    now = date.fromisoformat(today)
    last = now if today in dates else now - timedelta(1)
    return _streak_until(last, dates), max(
        (_streak_until(date.fromisoformat(day), dates) for day in dates), default=0
    )


def _streak_until(last: date, dates: Collection[str]) -> int:
    run = 0
    while (last - timedelta(run)).isoformat() in dates:
        run += 1
    return run


def month_before(day: str) -> str:
    """The last day of the month before the date."""
    return (date.fromisoformat(day).replace(day=1) - timedelta(1)).isoformat()


def month_after(day: str) -> str:
    """The first day of the month after the date."""
    return (date.fromisoformat(day).replace(day=28) + timedelta(4)).replace(day=1).isoformat()


def weeks_of_month(today: str) -> list[list[str]]:
    """The weeks of the date's month, Monday first: a date for each day, an empty text for days of other months."""
    first = date.fromisoformat(today).replace(day=1)
    begin = first - timedelta(first.weekday())
    weeks = [[begin + timedelta(7 * week + day) for day in range(7)] for week in range(6)]
    inside = [[day.isoformat() if day.month == first.month else "" for day in week] for week in weeks]
    return [week for week in inside if any(week)]
