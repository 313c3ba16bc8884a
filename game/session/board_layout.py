"""Lay out the tiles of the round in play, and return to an earlier layout after an undo.

The same tiles in the same order on the same toes always get the same places. A restored round therefore looks as it
did before.
"""

from collections.abc import Collection, Iterable, Mapping

from game.rules.moves import Choice, Move
from game.rules.options.declared import Options
from game.rules.tiles import SET, Tile
from game.rules.view import SeatView, moves_of
from game.table.geometry import Pose, shape_of
from game.table.layout import Layout, OpenSpot
from game.table.spots.occupancy import Box

Laid = tuple[tuple[Tile, Tile, int], ...]
"""Plays in order, as (tile, the tile underneath, toe). For the centre, the second item is -1.

The toe is an index of the missing toes or arms, see `BoardLayout.missing_toes`, or -1 if the layout chooses it.
"""
ToesOfRound = Mapping[Tile, int]
"""The toes that people chose in one round, by tile, each as in `Laid`."""
NO_TOES: ToesOfRound = {}
MARKER_REACH = 0.2
"""How much of a lit open end the table's box contains round the marker, in u. The frame shows as much again around the box."""
OUTLINE_REACH = 0.12
"""How far the outline of a lit place reaches beyond its tile at most, in u: that of a hint, see #ghosts in assets/styles/table.css."""
RING_REACH = 0.22
"""How far the ring of a foot reaches beyond its tiles, in u: MARGIN of game/table/foot_drawing.py, and half of the ring's width."""
MAX_EARLIER = 24
"""Number of earlier layouts to keep in RAM, for undo and take-back."""


class BoardLayout:
    """The layout of one round. `aspect` is the width of the board view divided by its height."""

    def __init__(self, options: Options, aspect: float) -> None:
        self.options = options
        self.aspect = aspect
        self.laid: Laid = ()
        self.layout = self._empty_layout()
        self._reached: tuple[Laid, tuple[Choice, ...], Box, set[Tile]] | None = None
        """The last results of `box_with_places` and `ends_with_places`, after what they depend on."""
        self._earlier: list[tuple[Laid, Layout]] = [((), self.layout)]
        """The newest layouts, by the plays that they show. Each item has the plays of the item before it, and more."""

    def _empty_layout(self) -> Layout:
        options = self.options
        return Layout(options.set, options.arm_count, options.toes, self.aspect)

    def follow(self, plays: Iterable[tuple[Tile, Tile]], toes: ToesOfRound = NO_TOES) -> None:
        """Lay out these plays, as (tile, the tile underneath). Starts from the newest earlier layout that can be kept."""
        laid = tuple([(tile, on, toes.get(tile, -1)) for tile, on in plays])
        if laid == self.laid:
            return
        while self._earlier and self._earlier[-1][0] != laid[: len(self._earlier[-1][0])]:
            self._earlier.pop()
        base, layout = self._earlier[-1] if self._earlier else ((), self._empty_layout())
        for count in range(len(base), len(laid)):
            layout = layout.copy()
            tile, on, toe = laid[count]
            if on < 0:
                layout.lay_centre(tile)
            else:
                layout.place(tile, on, self._unseen(laid[: count + 1]), toe)
            self._earlier.append((laid[: count + 1], layout))
        self.layout = layout
        del self._earlier[:-MAX_EARLIER]
        self.laid = laid

    def _unseen(self, laid: Laid) -> int:
        """The mask of the tiles that are not on the table after these plays."""
        unseen = SET[self.options.set]
        for tile, _, _ in laid:
            unseen &= ~(1 << tile)
        return unseen

    def exact_move(self, view: SeatView, choice: Choice) -> Move:
        """The move for a choice. If a tile can go to several open ends of one number, the layout chooses the end."""
        moves = moves_of(view, choice)
        if len(moves) == 1 or choice.do != "play":
            return moves[0]
        ends = [move.on for move in moves]
        on = self.layout.choose_end(choice.tile, ends, self._unseen(self.laid) & ~(1 << choice.tile))
        return next(move for move in moves if move.on == on)

    def preview_pose(self, tile: Tile, on: Tile) -> Pose:
        """The pose that `tile` would get at the open end of the tile `on`. If `on` is -1, `tile` is the centre."""
        if on < 0:
            layout = self._empty_layout()
            layout.lay_centre(tile)
            return layout.poses[tile]
        return self.layout.previews(tile, [on], self._unseen(self.laid) & ~(1 << tile))[on]

    def box_with_places(self, view: SeatView) -> Box:
        """The bounding box of the table, of the ring of the open foot, and of the places of each play of the view's seat.

        At every end that is the tile, or only the marker of the end if other tiles must move for it. The page shows all of
        it before the person's turn begins, so that the table does not move when they pick up a tile.
        """
        return self._reach(view)[0]

    def ends_with_places(self, view: SeatView) -> Collection[Tile]:
        """The tiles whose open ends are places for a tile of the view's seat (game/engine/match/places.py)."""
        return self._reach(view)[1]

    def _reach(self, view: SeatView) -> tuple[Box, set[Tile]]:
        """The results of `box_with_places` and `ends_with_places`."""
        if self._reached is None or self._reached[:2] != (self.laid, view.choices):
            box, ends = self.layout.box(), set[Tile]()
            for around in self._foot_poses(view) if self.laid else ():
                box = _with_pose(box, around, OUTLINE_REACH if view.opening else RING_REACH)
            for choice in view.choices if self.laid else ():
                for move in moves_of(view, choice) if choice.do == "play" else ():
                    ends.add(move.on)
                    pose = self.free_pose(move.tile, move.on)
                    box = _with_pose(box, pose) if pose else box
                    if move.on in self.layout.occupancy.ends:
                        box = _with_marker(box, self.layout.marker(move.on))
            self._reached = self.laid, view.choices, box, ends
        return self._reached[2:]

    def _foot_poses(self, view: SeatView) -> list[Pose]:
        """The poses of the open foot: its double, its toes, and those that it lacks. In the opening: the missing arms."""
        if view.foot < 0:
            return []
        toes = [self.layout.poses[tile] for tile, on in view.laid if on == view.foot]
        missing = [Pose(*toe) for toe in self.missing_toes(view.foot)]
        return missing if view.opening else [self.layout.poses[view.foot], *toes, *missing]

    def free_pose(self, tile: Tile, on: Tile) -> Pose | None:
        """The pose of `preview_pose` if the table need not make room for it, else None: see `Layout.free_pose`."""
        if on < 0:
            return self.preview_pose(tile, on)
        return self.layout.free_pose(tile, on, self._unseen(self.laid) & ~(1 << tile))

    def missing_toes(self, double: Tile) -> list[tuple[float, float, int]]:
        """The missing toes of a foot, or the missing arms of the centre, as (x, y, angle); none for any other tile."""
        slots = self.layout.occupancy.reserved.get(double, ())
        return [(slot.x, slot.y, slot.heading * 45) for slot in slots]

    def toe_poses(self, tile: Tile, double: Tile) -> list[Pose]:
        """The pose that `tile` would get on each missing toe or arm, in the order of `missing_toes`."""
        return self.layout.toe_poses(tile, double)

    def open_spots(self) -> list[OpenSpot]:
        """Open ends, missing toes and missing arms as (on, suit, x, y, angle), see `Layout.open_spots`."""
        return self.layout.open_spots()


def reach_of(pose: Pose, around: float = OUTLINE_REACH) -> tuple[float, float]:
    """How far a tile with its round corners, and what is drawn around it, reaches from its middle, across and down, in u."""
    _, across, _, down, *_ = shape_of(0.0, 0.0, pose.angle // 45)
    return round(across + around, 2), round(down + around, 2)


def _with_marker(box: Box, marker: Pose) -> Box:
    """The box extended to contain the marker of a lit open end."""
    (x0, y0, x1, y1), (x, y, _), r = box, marker, MARKER_REACH
    return min(x0, x - r), min(y0, y - r), max(x1, x + r), max(y1, y + r)


def _with_pose(box: Box, pose: Pose, around: float = OUTLINE_REACH) -> Box:
    """The box extended to contain a tile with this pose, and what is drawn around it."""
    (x0, y0, x1, y1), (across, down) = box, reach_of(pose, around)
    return min(x0, pose.x - across), min(y0, pose.y - down), max(x1, pose.x + across), max(y1, pose.y + down)
