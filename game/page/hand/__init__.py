"""The person's hand: a row of tiles."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.basics import Tile

    class HandState(TypedDict, total=False):
        """The types of the values below."""

        hand_order: list[Tile]
        own_order: list[Tile]
        own_orders: dict[str, list[Tile]]
        hand_tab_stop: Tile | None
        chosen_tile: Tile | None
        dragged_tile: Tile | None


room = Room(__name__, "hand")
room.state(
    hand_order=[],  # the tiles of the hand, in the order shown
    own_order=[],  # the tiles in the order that the person made in this deal by dragging
    own_orders={},  # such orders, also of the other persons at this screen, by deal and seat
    hand_tab_stop=None,  # the tile that the tab key reaches
    chosen_tile=None,  # the tile of the hand that is chosen
    dragged_tile=None,  # the tile that is being dragged
)
