"""The dialog of the settings."""

from game.page.kernel.room import Room

room = Room(__name__, "settings_actions")
room.state(
    settings_before=None,  # the settings from before a reset
)
