"""Notices: a sentence beside the hand, and standing notices about problems."""

from game.page.kernel.room import Room

room = Room(__name__, "notice", "standing_notices")
room.state(
    notice="",  # a refusal, a hint or an explanation beside the hand
    notice_kind="refused",  # refused, hint, or about (an explanation)
    notice_clause=None,  # the clause of the rules behind a refusal
    dismissed_lines=(),  # the kinds of the standing notices that the person dismissed
    quarantined=[],  # the quarantined entries of the store: [{"id", "when"}, …]
    match_elsewhere="",  # the id of the match that is open in another tab, or "taken"
    engine_silent=False,  # the engine has not answered for a long time
)
