"""How somebody has played over all their matches: numbers, rows for tables, and small charts of the same numbers.

Everything comes from summaries (game/ledger/summary.py), for one person by name; names are told apart as they are written.
"""

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from math import fsum
from typing import Any, NamedTuple

from game.ledger.summary import Part, Summary
from game.narration.localization.texts import NAMELESS, is_nameless
from game.players.levels import LEVELS

WIDTH, HEIGHT = 340, 120
LATEST = 30  # matches in the chart of points


class Took(NamedTuple):
    """A person's part in one match."""

    summary: Summary
    seat: int

    @property
    def part(self) -> Part:
        """The part."""
        return self.summary.parts[self.seat]

    @property
    def won(self) -> bool:
        """Whether the match was won, a shared first place too."""
        return self.part.place == 1

    @property
    def company(self) -> str:
        """See `company`."""
        return company(self.summary)


def company(summary: Summary) -> str:
    """The strongest level among the bots of a match, or people where there was none."""
    levels = {part.level for part in summary.parts if part.kind == "bot"}
    return next((level for level in reversed(LEVELS) if level in levels), "people")


def people(summaries: Sequence[Summary]) -> list[dict[str, Any]]:
    """Everybody who ever played as a person: [{"name", "matches"}, …], whoever played most first, then by name."""
    counts: dict[str, int] = {}
    for summary in summaries:
        for name in {_known_as(part.name) for part in summary.parts if part.kind == "human"}:
            counts[name] = counts.get(name, 0) + 1
    return [
        {"name": name, "matches": counts[name]}
        for name in sorted(counts, key=lambda name: (-counts[name], name))
    ]


def statistics(summaries: Sequence[Summary], name: str) -> dict[str, Any]:
    """One person's figures. Means are None where there is nothing to take a mean of.

    {"name", "matches", "wins", "rounds", "points": mean a round, "out": rounds gone out, "blocked": rounds that were blocked,
     "doubles": mean caught with a round, "loss": mean a round against the coach, "streak": wins in a row up to now, "longest",
     "by_company": [{"key", "matches", "wins"}, …] in the order of strength, "by_rules": the same by preset ("house" for none),
     "recent": [{"when", "points": mean a round, "place", "of"}, …] the last LATEST matches, oldest first,
     "charts": {"company": markup, "rules": markup, "recent": markup}}
    """
    took = took_by(summaries, name)
    rounds = [points for each in took for points in each.part.points]
    known = [each for each in took if each.part.doubles is not None]
    losses = [each.part.loss for each in took if each.part.loss is not None]
    streaks = [*accumulate((each.won for each in took), lambda run, won: run + 1 if won else 0, initial=0)]
    by_company = _grouped([(each.company, each.won) for each in took], [*LEVELS, "people"])
    by_rules = _grouped([(each.summary.preset or "house", each.won) for each in took], [])
    recent = [_recent(each) for each in took[-LATEST:]]
    return {
        "name": name,
        "matches": len(took),
        "wins": sum(each.won for each in took),
        "rounds": len(rounds),
        "points": _mean(rounds),
        "out": sum(end == ("out", each.seat) for each in took for end in each.summary.ends),
        "blocked": sum(end.kind == "blocked" for each in took for end in each.summary.ends),
        "doubles": _share(
            sum(each.part.doubles or 0 for each in known), sum(len(each.part.points) for each in known)
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
            "recent": line_markup([row["points"] for row in recent]),
        },
    }


def took_by(summaries: Sequence[Summary], name: str) -> list[Took]:
    """The person's parts, in the order in which the matches ended; one for each of their seats."""
    return [
        Took(summary, seat)
        for summary in sorted(summaries, key=lambda summary: (summary.when, summary.id))
        for seat, part in enumerate(summary.parts)
        if part.kind == "human" and _known_as(part.name) == _known_as(name)
    ]


def _known_as(name: str) -> str:
    """A name, or one word for all who gave none: Spanish pages stored another one once."""
    return NAMELESS if is_nameless(name) else name


def _recent(each: Took) -> dict[str, Any]:
    part = each.part
    return {
        "when": each.summary.when,
        "points": _mean(part.points),
        "place": part.place,
        "of": len(each.summary.parts),
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(fsum(values) / len(values), 1) if values else None


def _share(total: int, of: int) -> float | None:
    return round(total / of, 2) if of else None


def _grouped(results: Sequence[tuple[str, bool]], order: Sequence[str]) -> list[dict[str, Any]]:
    """Matches and wins by key, in the order given, then by the number of matches."""
    keys = {key for key, _ in results}
    rows = [
        {
            "key": key,
            "matches": sum(k == key for k, _ in results),
            "wins": sum(k == key and won for k, won in results),
        }
        for key in sorted(keys)
    ]
    return sorted(rows, key=lambda row: order.index(row["key"]) if row["key"] in order else -row["matches"])


def bars_markup(rows: Sequence[tuple[int, int]]) -> str:
    """An `<svg>` of wins out of matches, a bar a row 24 high; empty without rows. What it says stands in the table beside it."""
    if not rows:
        return ""
    most = max(of for _, of in rows)
    parts = []
    for number, (wins, of) in enumerate(rows):
        y, whole = 24 * number + 4, WIDTH * of / most
        parts.append(
            f'<rect class="of" y="{y}" width="{whole:.1f}" height="16" rx="3"/>'
            f'<rect class="won" y="{y}" width="{whole * wins / of:.1f}" height="16" rx="3"/>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {24 * len(rows)}" aria-hidden="true">{"".join(parts)}</svg>'


def line_markup(values: Sequence[float]) -> str:
    """An `<svg>` of one line with dots and a scale from 0; empty without two values."""
    if len(values) < 2:
        return ""
    low, high = min(0.0, *values), max(1.0, *values)
    left, right, top, bottom = 34, WIDTH - 8, 10, HEIGHT - 12

    def at(number: int, value: float) -> tuple[float, float]:
        x = left + (right - left) * number / (len(values) - 1)
        return round(x, 1), round(bottom - (bottom - top) * (value - low) / (high - low), 1)

    points = [at(number, value) for number, value in enumerate(values)]
    scale = "".join(
        f'<path class="grid" d="M{left} {at(0, value)[1]:g}H{right}"/>'
        f'<text x="{left - 6}" y="{at(0, value)[1] + 4:g}" text-anchor="end">{escape(f"{value:.0f}")}</text>'
        for value in (low, high)
    )
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    dots = "".join(f'<circle class="dots" cx="{x:g}" cy="{y:g}" r="3.4"/>' for x, y in points)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{scale}'
        f'<g class="s0"><polyline class="line own" points="{line}"/>{dots}</g></svg>'
    )
