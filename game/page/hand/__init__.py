"""The person's hand: a row of tiles."""

from game.page.kernel.room import Room

room = Room(__name__, "hand")
room.state(
    hand_order=[],  # the tiles of the hand, in the order shown
    own_order=[],  # the tiles in the order that the person made in this deal by dragging
    hand_tab_stop=None,  # the tile that the tab key reaches
    chosen_tile=None,  # the tile of the hand that is chosen
    dragged_tile=None,  # the tile that is being dragged
)
