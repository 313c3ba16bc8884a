"""The totals of an evening: what everybody at a table has won in all its matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.records import fields
from game.records.fields import Json

if TYPE_CHECKING:
    from game.contract.device_lines import EveningRow

MOST_ROWS = 40
MOST = 1 << 31


def with_match(evening: list[EveningRow], results: Iterable[tuple[str, int, int]]) -> list[EveningRow]:
    """The totals with one more match, those with most wins first. `results` has (name, points, place) of each seat."""
    rows: dict[str, EveningRow] = {row["name"]: {**row} for row in evening}
    for name, points, place in results:
        row = rows.setdefault(name, {"name": name, "matches": 0, "wins": 0, "points": 0})
        row["matches"] += 1
        row["wins"] += place == 1
        row["points"] += points
    return sorted(rows.values(), key=lambda row: (-row["wins"], row["points"], row["name"]))[:MOST_ROWS]


def read_evening(value: Json) -> list[EveningRow]:
    """Read stored totals. Raises RecordError."""
    rows: list[EveningRow] = []
    for item in fields.items({"evening": value}, "evening", MOST_ROWS):
        data = fields.entry(item, "evening")
        rows.append(
            {
                "name": fields.text(data, "name", 110),
                "matches": fields.number(data, "matches", MOST),
                "wins": fields.number(data, "wins", MOST),
                "points": fields.number(data, "points", MOST),
            }
        )
    return rows
