"""Notices: a sentence beside the hand, and standing notices about problems."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    from game.contract.answers.list_answers import QuarantinedData

    NoticeKind = Literal["refused", "hint", "about", "undone", "order", "tap"]

    class NoticesState(TypedDict, total=False):
        """The types of the values below."""

        notice: str
        notice_kind: NoticeKind
        notice_clause: str | None
        notice_lift: int
        dismissed_lines: tuple[str, ...]
        quarantined: list[QuarantinedData]
        match_elsewhere: str
        engine_silent: bool


room = Room(__name__, "notice", "standing_notices")
room.state(
    notice="",  # a refusal, a hint or an explanation beside the hand
    notice_kind="refused",  # refused, hint, about (an explanation); undone, order or tap: "Redo", "Sort again" or single taps are offered
    notice_clause=None,  # the clause of the rules behind a refusal
    notice_lift=0,  # px by which the notice stands higher than beside the hand, to show what is under it
    dismissed_lines=(),  # the kinds of the standing notices that the person dismissed
    quarantined=[],  # the quarantined entries of the store: [{"id", "when"}, …]
    match_elsewhere="",  # the id of the match that is open in another tab, or "taken"
    engine_silent=False,  # the engine has not answered for a long time
)
