"""The places where a tile of the hand may go, each with its picture, for the page to light."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.narration import messages
from game.rules.moves import Move, move_text
from game.rules.tiles import NAME, Tile
from game.session.board_layout import BoardLayout, reach_of
from game.session.viewers.viewer import Viewer
from game.table.drawing import placed_markup, preview_markup
from game.table.geometry import Pose

if TYPE_CHECKING:
    from game.contract.play_answers import Place


def places_of(viewer: Viewer, tile: Tile) -> list[Place]:
    """Every place for a tile of the hand, in this order. Raises IllegalMove with the reason if it fits nowhere.

    - For each number that the tile fits, the end where the layout lays it.
    - The other ends of the same numbers, as long as no tile must move for them, and the page shows the place already: all
      ends of a number are equal.
    - The other missing toes or arms of a double ("also"). They stand for the double's move above, because the rules do not
      tell toes apart. The tile comes to the toe that the person taps.

    "warning" is a message if the tile is a double whose foot could never be filled, else None.
    """
    board = viewer.board
    best = viewer.plays_of(tile)
    others = [
        move
        for move in viewer.exact_plays_of(tile)
        if move not in best
        and (pose := board.free_pose(move.tile, move.on)) is not None
        and board.is_shown(pose, viewer.view)
    ]
    warning = messages.dead_foot_warning(tile, viewer.view)
    places = [preview_of(board, move, move in best) | {"warning": warning} for move in best + others]
    for move in best + others:
        places += _other_toes(board, move, places)
    return places


def preview_of(board: BoardLayout, move: Move, best: bool = True) -> Place:
    """One place: its move code, its drawings as a preview and as a laid tile, and its middle in u.

    `best`: whether the place is the one that the layout chooses for its number.
    """
    pose, on = board.preview_pose(move.tile, move.on), _underneath(board, move)
    code = move_text(move)
    return {
        "move": code,
        "markup": preview_markup(move.tile, pose, code if best else "", on),
        "tile": NAME[move.tile],
        "laid": placed_markup(move.tile, pose),
        "x": pose.x,
        "y": pose.y,
        "reach": list(reach_of(pose)),
        "on": NAME[move.on] if move.on >= 0 else "",
        "also": False,
        "toe": -1,
    }


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
