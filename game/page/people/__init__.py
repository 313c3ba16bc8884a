"""The people at the table: their portraits, and what every page knows of those with other devices."""

from game.page.kernel.room import Room

room = Room(__name__, "portraits", "at_the_table", "phone_seats", "party_notices")
room.state(
    # who is at the table with other devices: {"phase", "paused", "seats": […], "lookers"}, from the host's engine or from
    # the host (game/devices/)
    party=None,
    party_role="",  # host, guest, screen (a guest that only shows the table), or "" without other devices
    connection="",  # at a guest: open, quiet, cut, closed, taken-out, replaced, full, version or unfair
)
