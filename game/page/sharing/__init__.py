"""Sharing: links to send, opened links, challenges, puzzles, and the proof of a deal."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import Any, TypedDict

    class SharingState(TypedDict, total=False):
        """The types of the room's values."""

        first_link: Any
        opened_link: Any
        share_sheet: Any
        puzzle_answer: Any
        deal_proof: Any


room = Room(
    __name__,
    "house_card",
    "link_card",
    "compare_results",
    "challenge_list",
    "share_sheet",
    "puzzle_card",
    "opened_links",
    "sharing_actions",
)
room.state(
    opened_link=None,  # the content of an opened link, from the engine, with its "code"
    share_sheet=None,  # the content of the share dialog, see sharing_actions.py
    puzzle_answer=None,  # the coach's answer to a puzzle: {"verdict", "said"}
    deal_proof=None,  # the result of checking the deal, as the engine's verb `check_deal` answers it
)
