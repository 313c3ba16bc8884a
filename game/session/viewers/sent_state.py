"""Remember what a page was shown, so that the next scene contains only the changes."""

from collections.abc import Mapping

from game.rules.moves import Event
from game.rules.tiles import Tile
from game.rules.view import SeatView
from game.table.geometry import Pose


class SentState:
    """The state that a page already has. A scene contains only the changes since then.

    `poses` are the tiles on the page's table, `seat` is the viewer's seat, `round` the round's number (0: none),
    `events` the round's events as this viewer saw them, `rows` the number of finished rounds in the score sheet (-1: no sheet),
    and `version` the session's version in the last scene (-1: no scene).
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget everything that was sent: the next scene is complete."""
        self.poses: dict[Tile, Pose] = {}
        self.seat: int | None = None
        self.round = 0
        self.events: tuple[Event, ...] = ()
        self.rows = -1
        self.version = -1

    def note(self, view: SeatView, poses: Mapping[Tile, Pose], version: int) -> None:
        """Note that a scene of this view and table is sent."""
        self.poses, self.seat, self.round = dict(poses), view.seat, view.number
        self.events, self.rows, self.version = view.events, len(view.round_scores), version
