"""The first screen."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    class WelcomeState(TypedDict, total=False):
        """The types of the values below."""

        faces_shown: bool
        learnt: bool
        lesson_reached: int
        more_shown: bool
        posts_wait: bool


room = Room(__name__, "first_screen")
room.state(
    # whether the first screen shows portraits: only after the start, because they take 10 ms or more
    faces_shown=False,
    more_shown=False,  # on a phone: all entries of the menu are shown, and not only the first four
    posts_wait=False,  # this device has matches by post, whose list comes when the page has started
    learnt=False,  # the person has finished the course, or some matches
    lesson_reached=1,  # the step with which the course continues, from 1
)
