"""The deal of the day: its dialog with a calendar."""

from game.page.kernel.room import Room

room = Room(__name__, "calendar_view")
room.state(
    daily_deal=None,  # the shown day and its month, as the engine's verb `days` answers them
)
