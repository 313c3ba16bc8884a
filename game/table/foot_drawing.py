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
from game.table.drawing import (
    BADGE_RADIUS,
    PoseLike,
    distance,
    is_in_frame,
    pose_attributes,
    slot_markup,
    web_markup,
)
from game.table.faces import U

if TYPE_CHECKING:
    from game.contract.basics import Markup
    from game.table.geometry import Pose
    from game.table.layout import OpenSpot
    from game.table.spots.occupancy import Box

MARGIN = 13  # hundredths of u from the tiles of a foot to its ring: at the edge of the table it must not be cut off
TICK_RADIUS, MARKER_RADIUS = 0.23, 0.16  # u, with their rims; of a marker of an open end
# Where a tick may lie, from the middle of its toe: along it towards its outer end, and aside (u). Beside its outer half is best,
# because the marker of the open end mostly lies beyond it.
TICK_OFFSETS = ((0.7, 0.76), (0.7, -0.76), (0.2, 0.76), (0.2, -0.76), (1.3, 0.0))
APART = 0.7  # u; from a tick that is nearer to a missing toe, that toe would look filled


def last_play(view: SeatView) -> Event | None:
    """The newest play; None before the first play, and if the newest play was taken back."""
    last = next((event for event in reversed(view.events) if event.do in ("play", "take-back")), None)
    return last if last is not None and last.do == "play" else None


def foot_markup(
    view: SeatView,
    poses: dict[Tile, Pose],
    open_spots: Sequence[OpenSpot],
    box: Box,
    badge: tuple[float, float] | None = None,
) -> Markup:
    """Markup of the layer "glow": the pending foot, or the foot that the last play has filled.

    Empty without such a foot, and in the opening. `box` is the bounding box of the table, `badge` the middle of the badge
    at the last tile.
    """
    foot = view.foot if view.foot >= 0 else _filled_foot(view)
    if foot < 0 or view.opening:
        return ""
    toes = [poses[tile] for tile, on in view.laid if on == foot]
    missing = [(x, y, angle) for on, _, x, y, angle in open_spots if on == foot == view.foot]
    shapes: list[PoseLike] = [poses[foot], *toes, *missing]
    state = " full" if view.foot < 0 else _fresh(view)
    rings = "".join(web_markup([shape], MARGIN).replace('class="web"', 'pathLength="1"') for shape in shapes)
    markers = open_spots if view.foot < 0 else ()  # while a foot is pending, none is drawn
    taken = [(x, y, MARKER_RADIUS) for _, _, x, y, _ in markers]
    if badge is not None:
        taken.append((*badge, BADGE_RADIUS / U))
    tiles = list(poses.values())
    ticks = "".join(_tick_markup(poses[foot], toe, tiles, missing, taken, box) for toe in toes)
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
    double: Pose,
    toe: Pose,
    tiles: Sequence[Pose],
    missing: Sequence[PoseLike],
    taken: Sequence[tuple[float, float, float]],
    box: Box,
) -> Markup:
    """A tick beside the outer half of a laid toe: where the frame shows it, off the discs (x, y, radius), apart from missing
    toes, with more felt.
    """
    c, s = cos(radians(toe.angle)), sin(radians(toe.angle))
    sign = 1 if (toe.x - double.x) * c + (toe.y - double.y) * s >= 0 else -1
    spots = [
        (round(toe.x + sign * along * c - aside * s, 3), round(toe.y + sign * along * s + aside * c, 3))
        for along, aside in TICK_OFFSETS
    ]

    def worth(spot: tuple[float, float]) -> tuple[bool, float, float, float]:
        covered = max([0.0, *(TICK_RADIUS + radius - dist(spot, (x, y)) for x, y, radius in taken)])
        apart = min([APART, *(distance(spot, tile) for tile in missing)])
        felt = min([apart, *(distance(spot, tile) for tile in tiles if tile != toe)])
        return (
            is_in_frame(spot, TICK_RADIUS, box),
            -round(covered, 3),
            round(apart, 3),
            round(min(felt, TICK_RADIUS), 3),
        )

    x, y = max(spots, key=worth)
    return (
        f'<g class="at" style="--x:{x + 0:g};--y:{y + 0:g}"><circle r="21"/><path d="M-9 1L-3 8L10-7"/></g>'
    )
