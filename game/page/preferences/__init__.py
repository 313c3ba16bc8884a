"""The dialog of the settings."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.kept import Settings

    class PreferencesState(TypedDict, total=False):
        """The types of the values below."""

        settings_before: Settings | None


room = Room(__name__, "settings_actions")
room.state(
    settings_before=None,  # the settings from before a reset
)
