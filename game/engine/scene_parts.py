"""Build the parts of a scene that a match in play and a replay share: seats, table and events (see scene.py)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Protocol

from game.narration.localization.texts import NAMELESS
from game.narration.messages import foot_words
from game.records.record import Seat
from game.rules.moves import Event
from game.rules.round.scoring import tile_points
from game.rules.tiles import HIGH, NAME, Tile, is_double
from game.rules.view import NOBODY, SeatView
from game.session.viewers.viewer import Viewer
from game.table.drawing import (
    badge_point,
    last_tile_markup,
    open_end_markup,
    placed_markup,
    pose_style,
    underlay_markup,
)
from game.table.faces import tile_markup
from game.table.foot_drawing import foot_markup, last_play, missing_markup
from game.table.geometry import Pose
from game.table.layout import Layout, OpenSpot
from game.table.spots.occupancy import Box

if TYPE_CHECKING:
    from game.contract.scenes import End, HandTile, LastAction, Patch, RoundFacts, SeatData, Step

EMPTY_TABLE_BOX = (-3, -3, 3, 3)  # x0, y0, x1, y1 in u, for a table without tiles


class Board(Protocol):
    """The tiles on the table: a `BoardLayout` of a match in play, or a `StopLayout` of a replay."""

    @property
    def layout(self) -> Layout:
        """The layout, which has the tiles' poses."""

    def open_spots(self) -> list[OpenSpot]:
        """Open ends, missing toes and missing arms as (tile on the table, suit, x, y, angle)."""

    def box_with_places(self, view: SeatView) -> Box:
        """The bounding box of the table, and of the places of the tiles that the view's seat could play now."""

    def ends_with_places(self, view: SeatView) -> Collection[Tile]:
        """The tiles on the table whose open ends are places for a tile of the view's seat."""


class TableSource(Protocol):
    """A source of scenes: a viewer of a match, or a replay at its current stop."""

    @property
    def view(self) -> SeatView:
        """The view of the seat whose hand the viewer sees, or an onlooker's view."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players by seat."""

    @property
    def board(self) -> Board:
        """The tiles on the table."""


def told_names(viewer: Viewer) -> list[str]:
    """The names by seat, as messages to a viewer need them: the only person at a device counts as nameless.

    So the messages say "you" to this person (`seat_message`). At a shared screen everybody keeps their name.
    """
    own = NOBODY if viewer.is_shared else viewer.seat
    return [NAMELESS if number == own else seat.name for number, seat in enumerate(viewer.seats)]


def round_facts(view: SeatView) -> RoundFacts:
    """The round on the table."""
    return {
        "number": view.number,
        "of": view.options.round_count,
        "centre": NAME[view.centre],
        "own": NAME[view.own_centre],
    }


def seats_data(source: TableSource) -> list[SeatData]:
    """The seats."""
    view = source.view
    called = {event.seat for event in view.events if event.do == "call"}.difference(view.again)
    catches = view.options.last_tile_call == "catch"
    return [
        {
            "seat": number,
            "name": seat.name,
            "level": seat.level,
            "count": view.counts[number],
            "total": view.totals[number],
            "one": view.counts[number] == 1,
            "called": view.counts[number] == 1 and number in called,
            "silent": catches and number in view.not_called and number not in (*view.may_catch, *view.again),
            "did": _last_action(view, number),
        }
        for number, seat in enumerate(source.seats)
    ]


def _last_action(view: SeatView, seat: int) -> LastAction | None:
    """The last thing that a seat did in this round, until its next turn; None before its first action.

    While the seat is on turn, the result is ["draw"] if it has drawn in this turn, else None. A tile
    that was taken back counts as not played, because the seat is then on turn again.
    """
    own = [event for event in view.events if event.seat == seat]
    for number in reversed(range(len(own))):
        event = own[number]
        if event.why == "penalty" and view.turn != seat:
            return ["caught"]
        if event.do in ("play", "pass", "skip") or event.why == "turn":
            if view.turn == seat and not (event.do == "draw" and view.has_drawn):
                return None
            drew = ["drew"] if event.do != "draw" and number and own[number - 1].why == "turn" else []
            return [event.do, *([NAME[event.tile]] if event.do == "play" else []), *drew]
    return None


def ends_data(view: SeatView, open_spots: list[OpenSpot]) -> list[End]:
    """The open ends by number. `open_spots` are those of the board."""
    counts = {suit: mask.bit_count() for suit, mask in enumerate(view.ends) if mask}
    if view.foot >= 0:
        counts[HIGH[view.foot]] = view.missing
    return [
        {
            "suit": suit,
            "count": count,
            "open": view.foot < 0 or suit == HIGH[view.foot],
            "at": [
                (round(x, 3), round(y, 3), NAME[on])
                for on, spot_suit, x, y, _ in open_spots
                if spot_suit == suit and _counts_as_open(on, suit, view)
            ],
        }
        for suit, count in sorted(counts.items())
    ]


def _counts_as_open(on: Tile, suit: int, view: SeatView) -> bool:
    """Whether "ends" has an open end of this suit. `on` is the tile on the table to which the end belongs.

    While a foot is pending, its suit has only the missing toes of the foot.
    """
    return view.foot < 0 or suit != HIGH[view.foot] or on == view.foot


def hand_tile_data(tile: Tile, view: SeatView, fits: bool = False) -> HandTile:
    """A tile of a visible hand."""
    return {
        "tile": NAME[tile],
        "points": tile_points(view.options)[tile],
        "fits": fits,
        "drawn": _is_just_drawn(tile, view),
        "face": tile_markup(tile),
    }


def _is_just_drawn(tile: Tile, view: SeatView) -> bool:
    """Whether the seat drew the tile in this turn, or before the round's first play, to find the centre."""
    if any(event.do == "play" for event in view.events):
        return tile == view.drawn
    return tile == view.drawn or any(event.tile == tile and event.seat == view.seat for event in view.events)


def step_data(event: Event, book: str | None) -> Step:
    """An event for motion and sound."""
    step: Step = {"seat": event.seat, "do": event.do, "why": event.why, "target": event.target}
    if event.tile >= 0:
        step["tile"] = NAME[event.tile]
        step["double"] = is_double(event.tile) and event.on >= 0
        if step["double"]:
            step["call"] = foot_words(book, event.tile)
    return step


def table_patch(source: TableSource, open_spots: list[OpenSpot], shown: Mapping[Tile, Pose]) -> Patch:
    """The changes of the table since the page showed the tiles `shown`."""
    view, poses = source.view, source.board.layout.poses
    removed = [tile for tile in shown if tile not in poses]
    new = [(tile, pose) for tile, pose in poses.items() if tile not in shown]
    moved = [(tile, pose) for tile, pose in poses.items() if shown.get(tile, pose) != pose]
    last, marks = last_play(view), _open_end_markers(source, open_spots)
    box, badge = source.board.layout.box(), None
    if last is not None:
        others = [pose for tile, pose in poses.items() if tile != last.tile]
        others += [Pose(x, y, angle) for on, _, x, y, angle in open_spots if on == view.foot]
        badge = badge_point(poses[last.tile], others, box)
        marks += last_tile_markup(poses[last.tile], last.seat, badge)
    glow, slots = foot_markup(view, poses, open_spots, box, badge), missing_markup(view, open_spots)
    return {
        "clear": not shown,
        "remove": [NAME[tile] for tile in removed],
        "move": [[NAME[tile], pose_style(pose)] for tile, pose in moved],
        "add": [[NAME[tile], placed_markup(tile, pose)] for tile, pose in new],
        "ground": _pairs(underlay_markup(poses.values())) if new or removed or moved else [],
        "set": _pairs({"glow": glow, "slots": slots, "marks": marks}),
        "last": next((list(pose[:2]) for tile, pose in new if last and tile == last.tile), None),
        "box": list(source.board.box_with_places(view) if poses else EMPTY_TABLE_BOX),
        "corners": source.board.layout.upper_corners(),
    }


def _pairs(layers: dict[str, str]) -> list[list[str]]:
    """Markup by layer as [[layer, markup], …]: a dict has no order in MicroPython."""
    return [[layer, markup] for layer, markup in layers.items()]


def _open_end_markers(source: TableSource, open_spots: list[OpenSpot]) -> str:
    """Markup of the markers at open ends that are places for a tile of the hand; "" while a foot is pending."""
    ends = source.board.ends_with_places(source.view) if source.view.foot < 0 else ()
    return "".join(open_end_markup(x, y) for on, _, x, y, _ in open_spots if on in ends and not is_double(on))
