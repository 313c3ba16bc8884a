"""Files to download and to open, and the dialog for a full store."""

from game.page.kernel.room import Room

room = Room(__name__, "save_files", "storage_full")
room.state(
    room_matches=[],  # the oldest finished matches, in the dialog for a full store
    room_can_undo=False,  # one of these matches was deleted and can be restored
)
