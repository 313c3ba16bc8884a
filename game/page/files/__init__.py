"""Files to download and to open, and the dialog for a full store."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.list_answers import HistoryRow

    class FilesState(TypedDict, total=False):
        """The types of the values below."""

        room_matches: list[HistoryRow]
        room_can_undo: bool


room = Room(__name__, "save_files", "storage_full")
room.state(
    room_matches=[],  # the oldest finished matches, in the dialog for a full store
    room_can_undo=False,  # one of these matches was deleted and can be restored
)
