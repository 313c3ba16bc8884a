"""The log of the round, the announcements, and the recap of the last moves."""

from game.page.kernel.room import Room

room = Room(__name__, "log", "recap")
room.state(
    recap_moves=[],  # the moves since the person's own last one, as (seat, tile or None, message)
    recap_at=None,  # the index in recap_moves of the move that the recap shows; None: the present
)
