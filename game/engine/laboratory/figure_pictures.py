"""Small pictures of a figure for two sets of rules, A and B, and of their difference, as HTML. The page's styles colour them."""

from game.laboratory.comparison import Comparison, Figure

SQUARES, SQUARES_PER_ROW = 100, 25  # the picture of a share
MOST_CIRCLES = 15
MOST_BENDS = 12
AXIS = 1.15  # half the length of the axis of a difference, as a multiple of the interval's end that is farther from zero


def pictures(figure: Figure, comparison: Comparison) -> list[str]:
    """Return the pictures of A and of B, on one scale."""
    if figure.a is None or figure.b is None:
        return ["", ""]
    values = (figure.a, figure.b)
    if figure.code == "length":
        tenths = [length.slowest_tenth for length in comparison.lengths]
        return [_bar(value, max(tenths) * 1.1, tenth) for value, tenth in zip(values, tenths, strict=True)]
    if figure.code == "blocked":
        return [_squares(value) for value in values]
    if figure.code == "lead":
        return [_zigzag(value) for value in values]
    if figure.code == "comeback":
        return [_circles(value) for value in values]
    if figure.code in ("choice", "waiting", "lead-changes"):
        return [_bar(value, 1.0) for value in values]
    farthest = max(map(abs, values)) * 1.25 or 1.0
    if figure.code in ("advantage", "start", "skill-edge"):
        return [_signed_bar(value, farthest) for value in values]
    return [_bar(value, farthest) for value in values]


def band(figure: Figure) -> str:
    """Return the picture of a difference: a dot, its interval as a band, and a dashed line at no difference."""
    if figure.difference is None:
        return ""
    low = figure.difference if figure.low is None else figure.low
    high = figure.difference if figure.high is None else figure.high
    end = max(abs(low), abs(high)) * AXIS or 1.0

    def at(value: float) -> str:
        return f"{100 + 96 * value / end:.1f}"

    width = f"{max(0.0, 96 * (high - low) / end):.1f}"
    return (
        '<svg viewBox="0 0 200 16" aria-hidden="true"><path class="axis" d="M2 8h196"/>'
        f'<path class="zero" d="M100 1v14"/><rect x="{at(low)}" y="4.5" width="{width}" height="7" rx="3.5"/>'
        f'<circle cx="{at(figure.difference)}" cy="8" r="4.5"/></svg>'
    )


def _percent(value: float, whole: float) -> str:
    return f"{max(0.0, min(100.0, 100 * value / whole)):.1f}%"


def _bar(value: float, whole: float, whisker: float | None = None) -> str:
    """A bar from zero. The whisker goes on to a larger value."""
    line = ""
    if whisker is not None and whisker > value:
        line = f'<u style="left:{_percent(value, whole)};width:{_percent(whisker - value, whole)}"></u>'
    return f'<i class="lab-bar"><b style="width:{_percent(max(0.0, value), whole)}"></b>{line}</i>'


def _signed_bar(value: float, farthest: float) -> str:
    """A bar to the left or to the right of zero, which is in the middle."""
    half = 50 * min(1.0, abs(value) / farthest)
    left = 50 - half if value < 0 else 50
    return f'<i class="lab-bar lab-signed"><b style="left:{left:.1f}%;width:{half:.1f}%"></b></i>'


def _squares(share: float) -> str:
    """A hundred squares in four rows, for a share of 1. The share is filled. Each row is one dashed line."""
    filled = round(share * SQUARES)
    rows = "".join(f"M0 {4 * row + 1.5}h{4 * SQUARES_PER_ROW}" for row in range(SQUARES // SQUARES_PER_ROW))
    full = "".join(
        f"M0 {4 * row + 1.5}h{4 * min(SQUARES_PER_ROW, filled - row * SQUARES_PER_ROW)}"
        for row in range(SQUARES // SQUARES_PER_ROW)
        if filled > row * SQUARES_PER_ROW
    )
    return f'<svg class="lab-squares" viewBox="0 0 100 16" aria-hidden="true"><path d="{rows}"/><path class="on" d="{full}"/></svg>'


def _zigzag(changes: float) -> str:
    """A line with a bend for each change, to the nearest whole number."""
    bends = min(MOST_BENDS, round(changes))
    step = 100 / (bends + 1)
    points = " ".join(
        f"{2 + place * step * 0.96:.1f},{15 if place % 2 == 0 else 3}" for place in range(bends + 2)
    )
    return (
        '<svg class="lab-zigzag" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true"><path d="M0 9h100"/>'
        f'<polyline points="{points}"/></svg>'
    )


def _circles(share: float) -> str:
    """A share as "1 in n": n circles, of which the first one is filled. None is filled for a share of 0."""
    count = min(MOST_CIRCLES, round(1 / share)) if share else MOST_CIRCLES
    circles = ""
    for number in range(max(1, count)):
        filled = 'class="on" ' if share and number == 0 else ""
        circles += f'<circle {filled}cx="{4 + 100 / MOST_CIRCLES * number:.1f}" cy="6" r="2.6"/>'
    return f'<svg class="lab-circles" viewBox="0 0 104 12" aria-hidden="true">{circles}</svg>'
