"""The deal of the day: its dialog with a calendar."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import Any, TypedDict

    class CalendarState(TypedDict, total=False):
        """The types of the room's values."""

        daily_deal: Any


room = Room(__name__, "calendar_view")
room.state(
    daily_deal=None,  # the shown day and its month, as the engine's verb `days` answers them
)
