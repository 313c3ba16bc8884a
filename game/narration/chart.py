"""Draw the totals of a match as a line chart: one line and one marker shape per seat, with names at the line ends.

The lowest total is the best one, so 0 is at the top, and the lines fall.

Lengths and positions are in units of the SVG's view box.
"""

from collections.abc import Sequence
from html import escape

from game.narration.localization.texts import NAMELESS_PLACEHOLDER, is_nameless

WIDTH, HEIGHT = 340, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 236, 14, 160  # the edges of the grid
_SCALE_STEPS = (10, 25, 50, 100, 200, 250, 500, 1000, 2500)  # points between two lines of the grid

# The outline of a marker by seat, around 0,0, about 10 wide and high. Seats differ by shape, not only by colour.
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
    """An `<svg>` of the totals by seat. The line of the seat `own` is bold; -1 for none.

    A seat's `totals` are 0, then the total after each round. All seats have the same number of totals, two or more. The
    classes `s0` … `s9` give the colours by seat.
    """
    rounds = len(totals[0]) - 1
    low, high = min(map(min, totals)), max(map(max, totals))
    # The smallest step with which at most four steps cover all totals.
    step = next(step for step in _SCALE_STEPS if (high - min(low, 0)) / step <= 4 or step == _SCALE_STEPS[-1])
    top_value, bottom_value = min(low // step * step, 0), max(-(-high // step) * step, step)

    def x(number: int) -> float:
        return round(_LEFT + (_RIGHT - _LEFT) * number / rounds, 1)

    def y(value: float) -> float:
        return round(_TOP + (_BOTTOM - _TOP) * (value - top_value) / (bottom_value - top_value), 1)

    parts = [
        f'<path class="grid" d="M{_LEFT} {y(value):g}H{_RIGHT}"/>'
        f'<text x="{_LEFT - 6}" y="{y(value) + 4:g}" text-anchor="end">{value}</text>'
        for value in range(top_value, bottom_value + 1, step)
    ]
    label_step = -(-rounds // 10)  # at most ten numbers of rounds
    parts += [
        f'<text x="{x(number):g}" y="{_BOTTOM + 18}" text-anchor="middle">{number}</text>'
        for number in range(label_step, rounds + 1, label_step)
    ]
    label_ys = _spread([y(row[-1]) for row in totals])
    drawing_order = sorted(range(len(names)), key=lambda seat: seat == own)
    for seat in drawing_order:
        row = totals[seat]
        points = " ".join(f"{x(number):g},{y(value):g}" for number, value in enumerate(row))
        markers = "".join(
            f'<path class="dots" transform="translate({x(number):g} {y(value):g})" d="{_SHAPES[seat]}"/>'
            for number, value in enumerate(row)
            if number
        )
        line_class = "line own" if seat == own else "line"
        nameless = seat == own and is_nameless(names[seat])
        name = NAMELESS_PLACEHOLDER if nameless else escape(_short(names[seat]))
        label = f"{name} {row[-1]}"
        parts.append(
            f'<g class="s{seat}"><polyline class="{line_class}" points="{points}"/>{markers}'
            f'<text class="name" x="{_RIGHT + 10}" y="{label_ys[seat] + 4:g}">{label}</text></g>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'


def _short(name: str) -> str:
    return name if len(name) <= 9 else name[:8] + "…"


def _spread(wanted: Sequence[float], distance: float = 13.5) -> list[float]:
    """The y positions of labels: near the wanted positions, in the same order, and at least `distance` apart."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    positions = [0.0] * len(wanted)
    previous = _TOP - distance
    for index in order:  # push the labels down from the top
        previous = positions[index] = max(wanted[index], previous + distance)
    previous = _BOTTOM + 10 + distance
    for index in reversed(order):  # push them up from the bottom
        previous = positions[index] = min(positions[index], previous - distance)
    return [round(position, 1) for position in positions]
