"""The board: the drawing of the table, its viewport, animations and call-outs."""

from game.page.kernel.room import Room

room = Room(__name__, "motion", "framing", "camera", "callouts", "table_drawing", "told_table")
room.state(
    laid_early=None,  # (tile, markup) of a tile that is shown on the table before the engine has accepted the move
    tiles_moving=0,  # how many tiles are being animated
)
