"""Draw a foot on the table: a ring round the double and its toes, the missing toes, and a tick beside each laid one.

The classes "fresh" (the double has just been laid) and "full" (its last toe has) let the styles animate the drawing once:
a layer is painted again only when its markup changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, radians, sin
from typing import TYPE_CHECKING

from game.rules.moves import Event
from game.rules.tiles import HIGH, Tile, is_double
from game.rules.view import SeatView
from game.table.drawing import PoseLike, distance, is_in_frame, pose_attributes, slot_markup, web_markup

if TYPE_CHECKING:
    from game.contract.basics import Markup
    from game.table.geometry import Pose
    from game.table.layout import OpenSpot
    from game.table.spots.occupancy import Box

MARGIN = 13  # hundredths of u from the tiles of a foot to its ring: at the edge of the table it must not be cut off
TICK_RADIUS = 0.23  # u, with its rim
# u from the middle of a toe to its tick, along the toe and aside: beside its outer half. Beyond its end lies the marker of the open end.
TICK_ALONG, TICK_ASIDE = 0.7, 0.76


def last_play(view: SeatView) -> Event | None:
    """The newest play; None before the first play, and if the newest play was taken back."""
    last = next((event for event in reversed(view.events) if event.do in ("play", "take-back")), None)
    return last if last is not None and last.do == "play" else None


def foot_markup(view: SeatView, poses: dict[Tile, Pose], open_spots: Sequence[OpenSpot], box: Box) -> Markup:
    """Markup of the layer "glow": the pending foot, or the foot that the last play has filled.

    Empty without such a foot, and in the opening. `box` is the bounding box of the table.
    """
    foot = view.foot if view.foot >= 0 else _filled_foot(view)
    if foot < 0 or view.opening:
        return ""
    toes = [poses[tile] for tile, on in view.laid if on == foot]
    missing = [(x, y, angle) for on, _, x, y, angle in open_spots if on == foot == view.foot]
    shapes: list[PoseLike] = [poses[foot], *toes, *missing]
    state = " full" if view.foot < 0 else _fresh(view)
    rings = "".join(web_markup([shape], MARGIN).replace('class="web"', 'pathLength="1"') for shape in shapes)
    ticks = "".join(
        _tick_markup(
            poses[foot], toe, [*poses.values(), *missing], [(x, y) for _, _, x, y, _ in open_spots], box
        )
        for toe in toes
    )
    return f'<g class="foot-ring{state}">{rings}</g>{web_markup(shapes, MARGIN)}<g class="ticks{state}">{ticks}</g>'


def missing_markup(view: SeatView, open_spots: Sequence[OpenSpot]) -> Markup:
    """Markup of the layer "slots": the missing toes of the pending foot, each with its number, or the missing arms."""
    missing = [(x, y, angle) for on, _, x, y, angle in open_spots if on == view.foot]
    if view.opening:
        return "".join(map(slot_markup, missing))
    return "".join(
        f'<g {pose_attributes(pose)}><g class="toe{_fresh(view)}"><use href="#outline"/><text y="20">{HIGH[view.foot]}</text></g></g>'
        for pose in missing
    )


def _fresh(view: SeatView) -> str:
    """The class of a foot whose double has just been laid, with a space before it; else an empty text."""
    last = last_play(view)
    return " fresh" if last is not None and last.tile == view.foot else ""


def _filled_foot(view: SeatView) -> Tile:
    """The double whose last toe is the newest play, or -1."""
    last = last_play(view)
    if last is None or last.on < 0 or last.on == view.centre or not is_double(last.on):
        return -1
    toes = sum(on == last.on for _, on in view.laid)
    return last.on if toes == view.options.toes else -1


def _tick_markup(
    double: Pose, toe: Pose, tiles: Sequence[PoseLike], markers: Sequence[tuple[float, float]], box: Box
) -> Markup:
    """A tick beside the outer half of a laid toe: where the frame shows it, off the markers of open ends, with more felt."""
    c, s = cos(radians(toe.angle)), sin(radians(toe.angle))
    along = TICK_ALONG if (toe.x - double.x) * c + (toe.y - double.y) * s >= 0 else -TICK_ALONG
    sides = [
        (round(toe.x + along * c - aside * s, 3), round(toe.y + along * s + aside * c, 3))
        for aside in (TICK_ASIDE, -TICK_ASIDE)
    ]

    def worth(side: tuple[float, float]) -> tuple[bool, bool, float]:
        nearest = min(distance(side, tile) for tile in tiles if tile != toe)
        is_free = all(dist(side, marker) > 2 * TICK_RADIUS for marker in markers)
        return is_in_frame(side, TICK_RADIUS, box), is_free, round(min(nearest, 2 * TICK_RADIUS), 3)

    x, y = max(sides, key=worth)
    return (
        f'<g class="at" style="--x:{x + 0:g};--y:{y + 0:g}"><circle r="21"/><path d="M-9 1L-3 8L10-7"/></g>'
    )
