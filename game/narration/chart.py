"""Draw the totals of a match as a line chart: one line and one marker shape per seat, with names at the line ends."""

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 340, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 236, 14, 160

# marker outlines in a box of 10 by 10 around 0,0; seats differ by shape, not only by colour
_SHAPES = (
    "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z",
    "M-4-4h8v8h-8z",
    "M0-5.2 5 4h-10z",
    "M0-5.4 5.4 0 0 5.4-5.4 0z",
    "M0 5.2 5-4h-10z",
    "M-1.7-5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z",
    "M0-5.4 1.6-1.7 5.4-1.5 2.5 1.1 3.4 4.9 0 2.8-3.4 4.9-2.5 1.1-5.4-1.5-1.6-1.7z",
    "M-2.5-4.5h5l2.5 4.5-2.5 4.5h-5l-2.5-4.5z",
    "M-5-2.5h10v5h-10z",
    "M-2.5-5h5v10h-5z",
)


def chart_markup(names: Sequence[str], totals: Sequence[Sequence[int]], own: int) -> str:
    """An `<svg>` of each seat's totals. The line of the seat `own` is bold; -1 for none.

    A row of `totals` starts with 0 and has one value per round. All rows have the same length, two or more. The classes
    `s0` … `s9` give the colours.
    """
    rounds = len(totals[0]) - 1
    low, high = min(map(min, totals)), max(map(max, totals))
    step = next(
        s for s in (10, 25, 50, 100, 200, 250, 500, 1000, 2500) if (high - min(low, 0)) / s <= 4 or s == 2500
    )
    bottom, top = min(low // step * step, 0), max(-(-high // step) * step, step)

    def x(k: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * k / rounds, 1)

    def y(value: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (value - bottom) / (top - bottom), 1)

    parts = [
        f'<path class="grid" d="M{_LEFT} {y(v):g}H{_RIGHT}"/><text x="{_LEFT - 6}" y="{y(v) + 4:g}" text-anchor="end">{v}</text>'
        for v in range(bottom, top + 1, step)
    ]
    every = -(-rounds // 10)
    parts += [
        f'<text x="{x(k):g}" y="{_BOTTOM + 18}" text-anchor="middle">{k}</text>'
        for k in range(every, rounds + 1, every)
    ]
    labels = _spread([y(row[-1]) for row in totals])
    order = sorted(range(len(names)), key=lambda seat: seat == own)
    for seat in order:
        row = totals[seat]
        points = " ".join(f"{x(k):g},{y(value):g}" for k, value in enumerate(row))
        dots = "".join(
            f'<path class="dots" transform="translate({x(k):g} {y(value):g})" d="{_SHAPES[seat]}"/>'
            for k, value in enumerate(row)
            if k
        )
        strong = "line own" if seat == own else "line"
        parts.append(
            f'<g class="s{seat}"><polyline class="{strong}" points="{points}"/>{dots}'
            f'<text class="name" x="{_RIGHT + 10}" y="{labels[seat] + 4:g}">{escape(_short(names[seat]))} {row[-1]}</text></g>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


def _short(name: str) -> str:
    return name if len(name) <= 9 else name[:8] + "…"


def _spread(places: Sequence[float], apart: float = 13.5) -> list[float]:
    """Move the labels' y positions so that neighbours are `apart` px from each other, in the same order and inside the chart."""
    order = sorted(range(len(places)), key=places.__getitem__)
    made = [0.0] * len(places)
    least = _TOP - apart
    for index in order:
        least = made[index] = max(places[index], least + apart)
    most = _BOTTOM + 10 + apart
    for index in reversed(order):
        most = made[index] = min(made[index], most - apart)
    return [round(place, 1) for place in made]
