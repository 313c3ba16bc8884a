"""The seats, the labels on the table and the bar of open ends, and what a tap on them explains."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    class SeatsState(TypedDict, total=False):
        """The types of the values below."""

        moods: list[str]


room = Room(__name__, "seats", "explanations")
room.state(
    moods=[],  # the moods of the players' portraits, by seat, see seats.mood
)
