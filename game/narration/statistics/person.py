"""Compute a person's statistics over all matches: numbers, rows for tables, and small charts.

The data are summaries (game/ledger/summary.py). A person is known by their name, and game/narration/statistics/identity.py
says which names are one person's.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from game.ledger.summary import SeatSummary, Summary
from game.narration.statistics.identity import Names, people_here
from game.players.levels import LEVELS

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Person, RecentMatch, Statistics, Wins

WIDTH, HEIGHT = 340, 120  # the size of a chart, in units of the SVG's view box
ROW = 42  # the height of a bar with its label
LABEL = "{{label {}}}"  # the name of a bar with this number, which the page puts in
RECENT = 30  # the number of matches in the chart of points


class Participation(NamedTuple):
    """A person's seat in one match."""

    summary: Summary
    seat: int

    @property
    def own(self) -> SeatSummary:
        """The person's results."""
        return self.summary.seats[self.seat]

    @property
    def won(self) -> bool:
        """Whether the seat won the match. A shared first place counts."""
        return self.own.place == 1

    @property
    def company(self) -> str:
        """The company of the match, see the function `company`."""
        return company(self.summary)


def company(summary: Summary) -> str:
    """The company of a match: the strongest level among its bots, or "people" for a match without bots."""
    levels = {seat.level for seat in summary.seats if seat.kind == "bot"}
    return next((level for level in reversed(LEVELS) if level in levels), "people")


def people(summaries: Sequence[Summary], names: Names | None = None) -> list[Person]:
    """All persons who have played at this device, most matches first, then by name."""
    names = names or Names()
    counts: dict[str, int] = {}
    for summary in summaries:
        for name in {names.person(summary.seats[number].name) for number in people_here(summary)}:
            counts[name] = counts.get(name, 0) + 1
    return [
        {"name": name, "matches": counts[name]}
        for name in sorted(counts, key=lambda name: (-counts[name], name))
    ]


def statistics(summaries: Sequence[Summary], name: str, names: Names | None = None) -> Statistics:
    """One person's statistics. "recent" has the last RECENT matches."""
    names = names or Names()
    name = names.person(name)
    played = participations(summaries, name, names)
    points_by_round = [points for each in played for points in each.own.points]
    with_doubles = [each for each in played if each.own.doubles is not None]
    reviewed = [each.own for each in played if each.own.loss is not None]
    losses = [own.loss or 0.0 for own in reviewed for _ in own.points]  # the mean of its match for each round
    streaks = [*accumulate((each.won for each in played), lambda run, won: run + 1 if won else 0, initial=0)]
    by_company = _grouped([(each.company, each.won) for each in played], [*LEVELS, "people"])
    by_rules = _grouped([(each.summary.preset or "house", each.won) for each in played], [])
    recent = [_recent(each) for each in played[-RECENT:]]
    return {
        "name": name,
        "matches": len(played),
        "wins": sum(each.won for each in played),
        "rounds": len(points_by_round),
        "points": _mean(points_by_round),
        "out": sum(end == ("out", each.seat) for each in played for end in each.summary.ends),
        "blocked": sum(end.kind == "blocked" for each in played for end in each.summary.ends),
        "doubles": _ratio(
            sum(each.own.doubles or 0 for each in with_doubles),
            sum(len(each.own.points) for each in with_doubles),
        ),
        "loss": _mean(losses),
        "streak": streaks[-1],
        "longest": max(streaks),
        "by_company": by_company,
        "by_rules": by_rules,
        "recent": recent,
        "charts": {
            "company": bars_markup([(row["wins"], row["matches"]) for row in by_company]),
            "rules": bars_markup([(row["wins"], row["matches"]) for row in by_rules]),
            "recent": line_markup([row["points"] or 0.0 for row in recent]),
        },
    }


def participations(
    summaries: Sequence[Summary], name: str, names: Names | None = None
) -> list[Participation]:
    """The person's seats in all matches, in the order in which the matches ended."""
    names = names or Names()
    return [
        Participation(summary, number)
        for summary in sorted(summaries, key=lambda summary: (summary.when, summary.id))
        for number in people_here(summary)
        if names.person(summary.seats[number].name) == names.person(name)
    ]


def _recent(participation: Participation) -> RecentMatch:
    """One item of "recent"."""
    own, summary = participation.own, participation.summary
    return {
        "when": summary.when,
        "points": _mean(own.points),
        "place": own.place,
        "of": len(summary.seats),
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(fsum(values) / len(values), 1) if values else None


def _ratio(total: int, count: int) -> float | None:
    return round(total / count, 2) if count else None


def _grouped(results: Sequence[tuple[str, bool]], order: Sequence[str]) -> list[Wins]:
    """Count matches and wins by key.

    `results` are (key, won). The rows are in the order of `order`, which has all keys. If `order` is empty, the keys with
    most matches come first.
    """
    keys = {key for key, _ in results}
    rows: list[Wins] = [
        {
            "key": key,
            "matches": sum(other == key for other, _ in results),
            "wins": sum(other == key and won for other, won in results),
        }
        for key in sorted(keys)
    ]
    return sorted(rows, key=lambda row: order.index(row["key"]) if row["key"] in order else -row["matches"])


def bars_markup(rows: Sequence[tuple[int, int]]) -> str:
    """An `<svg>` with a labelled bar for each (wins, matches), in rows of height ROW. Empty without rows.

    The page replaces the placeholder LABEL of each bar with its name. The picture is hidden from screen readers, because
    the table beside it has the same numbers.
    """
    if not rows:
        return ""
    most = max(matches for _, matches in rows)
    parts = []
    for number, (wins, matches) in enumerate(rows):
        y, width = ROW * number + 20, WIDTH * matches / most
        parts.append(
            f'<text class="bar-name" x="0" y="{y - 5}">{LABEL.format(number)}</text>'
            f'<text class="bar-name" x="{WIDTH}" y="{y - 5}" text-anchor="end">{wins} / {matches}</text>'
            f'<rect class="of" y="{y}" width="{width:.1f}" height="16" rx="3"/>'
            f'<rect class="won" y="{y}" width="{width * wins / matches:.1f}" height="16" rx="3"/>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {ROW * len(rows)}" aria-hidden="true">{"".join(parts)}</svg>'


def line_markup(values: Sequence[float]) -> str:
    """An `<svg>` of the values as a line with dots. Empty with fewer than two values.

    Few points are good, so the least value, at most 0, is at the top, as in a match's chart, and the largest, at least 1, at the bottom.
    """
    if len(values) < 2:
        return ""
    low, high = min(0.0, *values), max(1.0, *values)
    left, right, top, bottom = 34, WIDTH - 8, 10, HEIGHT - 12

    def point(number: int, value: float) -> tuple[float, float]:
        x = left + (right - left) * number / (len(values) - 1)
        return round(x, 1), round(top + (bottom - top) * (value - low) / (high - low), 1)

    points = [point(number, value) for number, value in enumerate(values)]
    scale = "".join(
        f'<path class="grid" d="M{left} {point(0, value)[1]:g}H{right}"/>'
        f'<text x="{left - 6}" y="{point(0, value)[1] + 4:g}" text-anchor="end">{escape(f"{value:.0f}")}</text>'
        for value in (low, high)
    )
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    dots = "".join(f'<circle class="dots" cx="{x:g}" cy="{y:g}" r="3.4"/>' for x, y in points)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{scale}'
        f'<g class="s0"><polyline class="line own" points="{line}"/>{dots}</g></svg>'
    )
