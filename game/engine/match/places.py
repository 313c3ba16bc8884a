"""The places where a tile of the hand may go, each with its picture, for the page to light."""

from typing import Any

from game.rules.moves import Move, move_text
from game.rules.tiles import NAME, Tile
from game.session.board_layout import BoardLayout
from game.session.viewers.viewer import Viewer
from game.table.drawing import other_place_markup, placed_markup, preview_markup


def places_of(viewer: Viewer, tile: Tile) -> list[dict[str, Any]]:
    """Every place for a tile of the hand, in this order. Raises IllegalMove with the reason if it fits nowhere.

    - For each number that the tile fits, the end where the layout lays it, with a picture of the tile.
    - The other ends of the same numbers.
    - The other missing toes or arms of a double ("also"). They stand for the double's move above, so the tile comes to the toe
      or arm that the layout chose: the rules do not tell toes apart. They have no picture, because the move's has their glow.
    """
    board = viewer.board
    best = viewer.plays_of(tile)
    others = [move for move in viewer.exact_plays_of(tile) if move not in best]
    places = [preview_of(board, move, move in best) for move in best + others]
    for move in best + others:
        places += _other_toes(board, move, places)
    return places


def preview_of(board: BoardLayout, move: Move, best: bool = True) -> dict[str, Any]:
    """One place: its move code, its drawings as a preview and as a laid tile, and its middle in u.

    The preview is faint unless the place is the `best` one for its number. On a foot all missing toes glow together
    with it.
    """
    pose = board.preview_pose(move.tile, move.on)
    code = move_text(move)
    return {
        "move": code,
        "markup": preview_markup(move.tile, code, pose, board.missing_toes(move.on))
        if best
        else other_place_markup(move.tile, pose),
        "tile": NAME[move.tile],
        "laid": placed_markup(move.tile, pose),
        "x": pose.x,
        "y": pose.y,
        "on": NAME[move.on] if move.on >= 0 else "",
        "also": False,
    }


def _other_toes(board: BoardLayout, move: Move, places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The missing toes or arms of the double `move.on`, without the one that the layout chose for the move."""
    place = next(place for place in places if place["move"] == move_text(move))
    return [
        place | {"x": x, "y": y, "markup": "", "also": True}
        for x, y, _ in board.missing_toes(move.on)
        if (x, y) != (place["x"], place["y"])
    ]
