"""Matches: start, resume and leave them, at this tab or another one."""

from game.page.kernel.room import Room

room = Room(__name__, "match_actions", "engine_restart")
room.state(
    another_waits=False,  # a second match waits, which the button "earlier" resumes
    resumable=False,  # a match can be resumed
    match_waits=False,  # a match waits while a lesson or puzzle is on the table
    engine_broke_at=None,  # when the engine last failed, in ms of the page's clock
)
