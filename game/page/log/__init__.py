"""The log of the round, the announcements, and the recap of the last moves."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.basics import Message, Tile

    RecapMove = tuple[int, Tile | None, Message]
    """(seat, tile, what it did)."""

    class LogState(TypedDict, total=False):
        """The types of the values below."""

        recap_moves: list[RecapMove]
        recap_at: int | None


room = Room(__name__, "log", "recap")
room.state(
    recap_moves=[],  # the moves since the person's own last one, as (seat, tile or None, message)
    recap_at=None,  # the index in recap_moves of the move that the recap shows; None: the present
)
