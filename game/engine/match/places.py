"""The places where a tile of the hand may go, each with its picture, for the page to light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.narration import messages
from game.rules.moves import Move, move_text
from game.rules.tiles import HIGH, LOW, NAME, Tile
from game.session.board_layout import MARKER_REACH, BoardLayout, reach_of
from game.session.viewers.viewer import Viewer
from game.table.drawing import lit_dot_markup, placed_markup, preview_markup
from game.table.geometry import Pose, is_closer, shape_of

if TYPE_CHECKING:
    from game.contract.play_answers import Place
    from game.rules.view import SeatView

APART = 0.05
"""Least distance of two places, in u."""


def places_of(viewer: Viewer, tile: Tile) -> list[Place]:
    """Every place for a tile of the hand, in this order. Raises IllegalMove with the reason if it fits nowhere.

    - For each number that the tile fits, the end where the layout lays it.
    - The other ends of the same numbers: all ends of a number are equal.
    - The other missing toes or arms of a double ("also"). They stand for the double's move above, because the rules do not
      tell toes apart. The tile comes to the toe that the person taps.

    A place shows the tile where it will lie. If it would lie on an earlier place, or if other tiles must move for it, it shows
    the dot of its end. So the table stays as it is while the person chooses.

    "warning": see `messages.foot_warning`; "foot": see `messages.foot_ahead`.
    """
    board = viewer.board
    best = viewer.plays_of(tile)
    moves = best + [move for move in viewer.exact_plays_of(tile) if move not in best]
    warning, foot = messages.foot_warning(tile, viewer.view), messages.foot_ahead(tile, viewer.view)
    places: list[Place] = []
    drawn: list[Pose] = []
    for move in moves:
        place, shown = place_at(viewer, move, move in best, drawn)
        places.append(place | {"warning": warning, "foot": foot})
        if shown is not None:
            drawn.append(shown)
    for move in moves:
        places += _other_toes(board, move, places)
    return places


def only_play(places: Sequence[Place], is_last: bool = False) -> str:
    """The code of the play at a tile's only place. An empty text if it has several, or if a warning is to be read first.

    The ends of one number are alike, and all places of the last tile of a hand are as good: it wins anywhere.
    """
    first = next((place for place in places if place["laid"]), places[0])
    is_only = (is_last or len({place["suit"] for place in places}) == 1) and not first["warning"]
    return first["move"] if is_only else ""


def joined_suit(view: SeatView, move: Move) -> int:
    """The number by which a play joins an end; that of the centre itself if it is played."""
    suits = (HIGH[move.tile], LOW[move.tile])
    return next((suit for suit in suits if move.on >= 0 and view.ends[suit] >> move.on & 1), suits[0])


def place_at(viewer: Viewer, move: Move, best: bool, drawn: Sequence[Pose] = ()) -> tuple[Place, Pose | None]:
    """One place: its move code, its drawings as a place and as a laid tile, and its middle in u.

    `best`: whether the place is the one that the layout chooses for its number. `drawn` has the poses of earlier places that
    show the tile where it will lie. If this place shows it so too, its pose is the second value, else None.
    """
    board, code = viewer.board, move_text(move)
    pose, mark = board.free_pose(move.tile, move.on), code if best else ""
    shown, reach = None, (MARKER_REACH, MARKER_REACH)
    if pose is None or (move.on >= 0 and _overlaps(pose, drawn)):
        x, y, _ = board.layout.marker(move.on)
        markup = lit_dot_markup(x, y, mark)
    else:
        shown = pose
        x, y, reach = pose.x, pose.y, reach_of(pose)
        markup = preview_markup(move.tile, pose, mark, _underneath(board, move))
    place: Place = {
        "move": code,
        "markup": markup,
        "tile": NAME[move.tile],
        "laid": placed_markup(move.tile, pose) if pose is not None else "",
        "x": x,
        "y": y,
        "reach": list(reach),
        "on": NAME[move.on] if move.on >= 0 else "",
        "also": False,
        "toe": -1,
        "suit": joined_suit(viewer.view, move),
    }
    if shown is None:
        place["dot"] = True
    return place, shown


def _overlaps(pose: Pose, others: Sequence[Pose]) -> bool:
    """Whether a tile with this pose would touch one of the others."""
    shape = shape_of(pose.x, pose.y, pose.angle // 45)
    return any(is_closer(shape, shape_of(x, y, angle // 45), APART) for x, y, angle in others)


def _underneath(board: BoardLayout, move: Move) -> tuple[Tile, Pose] | None:
    """The tile on which a move lays its tile, with its pose; None for the centre."""
    return (move.on, board.layout.poses[move.on]) if move.on >= 0 else None


def _other_toes(board: BoardLayout, move: Move, places: list[Place]) -> list[Place]:
    """The missing toes or arms of the double `move.on`, without the one that the layout chose for the move.

    "toe" is the index of the toe, for the verb `act`; at the layout's own place it is -1.
    """
    place = next(place for place in places if place["move"] == move_text(move))
    return [
        place
        | {
            "x": pose.x,
            "y": pose.y,
            "reach": list(reach_of(pose)),
            "markup": preview_markup(move.tile, pose, on=_underneath(board, move)),
            "laid": placed_markup(move.tile, pose),
            "also": True,
            "toe": toe,
        }
        for toe, pose in enumerate(board.toe_poses(move.tile, move.on))
        if (pose.x, pose.y) != (place["x"], place["y"])
    ]
