"""Which screen and which dialog is shown, and what screen readers speak."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    class ScreensState(TypedDict, total=False):
        """The types of the values below."""

        back_to: tuple[str, str] | None
        sheet_open: bool
        announcement: str


OVER = ("round-over", "match-over")  # the phases after the end of a round

room = Room(__name__, "dialogs", "missing_file", "navigation", "announcer", "double_tap")
room.state(
    back_to=None,  # where a side screen was opened from: (side screen, selector of the button), or None
    sheet_open=False,  # the score sheet covers the table
    announcement="",  # the text of the live region
)
