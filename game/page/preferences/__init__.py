"""The dialog of the settings."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.kept import Settings

    class OfflinePart(TypedDict):
        """A part of the offline copy, and how much of it is missing on this device, in bytes."""

        part: str
        bytes: int
        missing: int

    class PreferencesState(TypedDict, total=False):
        """The types of the values below."""

        offline_parts: list[OfflinePart]
        settings_before: Settings | None


room = Room(__name__, "settings_actions", "offline_copy")
room.state(
    offline_parts=[],  # the offline copy; empty if there is none, or nobody has looked yet
    settings_before=None,  # the settings from before a reset
)
