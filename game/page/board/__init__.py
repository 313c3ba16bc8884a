"""The board: the drawing of the table, its viewport, animations and call-outs."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.basics import Markup, Tile

    class BoardState(TypedDict, total=False):
        """The types of the values below."""

        laid_early: tuple[Tile, Markup] | None
        tiles_moving: int
        making_room: int


room = Room(__name__, "motion", "framing", "camera", "callouts", "table_drawing", "told_table")
room.state(
    laid_early=None,  # (tile, markup) of a tile that is shown on the table before the engine has accepted the move
    tiles_moving=0,  # how many tiles are being animated
    making_room=0,  # how many scenes move laid tiles at the moment
)
