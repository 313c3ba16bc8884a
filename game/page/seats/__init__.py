"""The seats, the labels on the table and the bar of open ends, and what a tap on them explains."""

from game.page.kernel.room import Room

room = Room(__name__, "seats", "explanations")
room.state(
    moods=[],  # the moods of the players' portraits, by seat, see seats.mood
)
