"""The first screen."""

from game.page.kernel.room import Room

room = Room(__name__, "first_screen")
room.state(
    # whether the first screen shows portraits: only after the start, because they take 10 ms or more
    faces_shown=False,
    learnt=False,  # the person finished the course, or played on an earlier visit
)
