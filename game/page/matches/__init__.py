"""Matches: start, resume and leave them, at this tab or another one."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.list_answers import NextMatch

    class MatchesState(TypedDict, total=False):
        """The types of the values below."""

        another_waits: bool
        resumable: bool
        next_match: NextMatch | None
        match_waits: bool
        engine_broke_at: float | None


room = Room(__name__, "match_actions", "engine_restart")
room.state(
    another_waits=False,  # a second match waits, which the button "earlier" resumes
    resumable=False,  # a match can be resumed
    next_match=None,  # what is known of that match
    match_waits=False,  # a match waits while a lesson or puzzle is on the table
    engine_broke_at=None,  # when the engine last failed, in ms of the page's clock
)
