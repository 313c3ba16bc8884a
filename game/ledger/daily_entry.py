"""How the deal of a day went, `chickenfoot-day/1`, and what many days come to: days in a row, a month.

    {"format": "chickenfoot-day/1", "date": "2026-11-22", "when": ms since 1970, "points": [by seat, the person's first],
     "marked": Undo or hints were used, "late": true where it was begun when that day was over}

"late" came later; without it the deal was begun on its day. Unknown keys are ignored.
"""

import json
from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

from game.ledger.summary import LATEST, whole
from game.records import fields
from game.records.daily_deal import daily
from game.rules.errors import Refusal

FORMAT = "chickenfoot-day/1"
LONGEST = 2_000  # characters
MOST_SEATS = 10


class Day(NamedTuple):
    """A day's deal that was played; the person's points come first."""

    date: str
    when: int
    points: tuple[int, ...]
    marked: bool
    late: bool = False

    @property
    def place(self) -> int:
        """The person's place, 1 the best; equal points share it."""
        return 1 + sum(points < self.points[0] for points in self.points)


def write_day(day: Day) -> str:
    """The day as one line of JSON."""
    told = {
        "format": FORMAT,
        "date": day.date,
        "when": day.when,
        "points": [*day.points],
        "marked": day.marked,
        **({"late": True} if day.late else {}),
    }
    return json.dumps(told, separators=(",", ":"))


def read_day(text: str) -> Day:
    """The day in a text. Raises RecordError."""
    data = fields.document(text, FORMAT, LONGEST)
    points = tuple(whole(value, "points") for value in fields.items(data, "points", MOST_SEATS))
    marked = data.get("marked")
    if len(points) < 2 or not isinstance(marked, bool):
        raise fields.refused("points")
    try:
        known = daily(fields.text(data, "date", 10)).date
    except Refusal:
        raise fields.refused("date") from None
    return Day(known, fields.number(data, "when", LATEST), points, marked, data.get("late") is True)


def in_a_row(dates: Collection[str], today: str) -> tuple[int, int]:
    """How many days in a row were played up to today (or yesterday, while today's is still to come), and the most there ever were.

    >>> in_a_row({"2026-11-19", "2026-11-20", "2026-11-21", "2026-11-02"}, "2026-11-22")
    (3, 3)
    """
    now = date.fromisoformat(today)
    last = now if today in dates else now - timedelta(1)
    return _run_to(last, dates), max((_run_to(date.fromisoformat(day), dates) for day in dates), default=0)


def _run_to(last: date, dates: Collection[str]) -> int:
    run = 0
    while (last - timedelta(run)).isoformat() in dates:
        run += 1
    return run


def month_before(day: str) -> str:
    """The last day of the month before a date's."""
    return (date.fromisoformat(day).replace(day=1) - timedelta(1)).isoformat()


def month_after(day: str) -> str:
    """The first day of the month after a date's."""
    return (date.fromisoformat(day).replace(day=28) + timedelta(4)).replace(day=1).isoformat()


def month_of(today: str) -> list[list[str]]:
    """The weeks of a date's month, Monday first, each day as its date, empty where it is of another month."""
    first = date.fromisoformat(today).replace(day=1)
    begin = first - timedelta(first.weekday())
    weeks = [[begin + timedelta(7 * week + day) for day in range(7)] for week in range(6)]
    inside = [[day.isoformat() if day.month == first.month else "" for day in week] for week in weeks]
    return [week for week in inside if any(week)]
