"""Sharing: links to send, opened links, challenges, puzzles, and the proof of a deal."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.list_answers import OpenedHouse
    from game.contract.answers.sharing_answers import (
        AnswerContent,
        ChallengeContent,
        ProgressContent,
        PuzzleContent,
    )
    from game.contract.play_answers import CheckedDeal, PuzzleAnswer, Shared

    class LinkParts(TypedDict):
        """What the page adds to the content of each opened link."""

        code: str  # the link code

    class OpenedProgress(ProgressContent, LinkParts):
        """The link of a match."""

    class OpenedPuzzle(PuzzleContent, LinkParts):
        """The link of a puzzle."""

    class HouseCard(OpenedHouse, LinkParts):
        """The link of house rules."""

        new: bool  # the person has just saved them

    LinkToAccept = ChallengeContent | OpenedProgress | OpenedPuzzle | HouseCard
    OpenedLink = LinkToAccept | AnswerContent

    class ShareSheet(Shared):
        """The content of the share dialog."""

        name: str  # the name in the link
        qr: str  # the QR code as markup, "" until it is drawn
        can_send: bool  # the browser has a share sheet

    class SharingState(TypedDict, total=False):
        """The types of the values below."""

        opened_link: OpenedLink | None
        link_waits: bool
        share_sheet: ShareSheet | None
        share_what: str
        share_name: str
        puzzle_answer: PuzzleAnswer | None
        deal_proof: CheckedDeal | None


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
    link_waits=False,  # the opened link is offered again after the course
    share_sheet=None,  # the content of the share dialog, see sharing_actions.py
    share_what="",  # the chosen kind of link; "": the engine chooses
    share_name="",  # the name in the dialog's field; until the link carries it, `share_sheet` has another one
    puzzle_answer=None,  # the coach's answer to a puzzle: {"verdict", "said"}
    deal_proof=None,  # the result of checking the deal, as the engine's verb `check_deal` answers it
)
