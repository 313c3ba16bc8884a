"""The person's settings and language, and the pace that follows from them."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.basics import StorageFailure

    class SettingsState(TypedDict, total=False):
        """The types of the values below."""

        hurried: bool
        own_turns: int
        storage_problem: StorageFailure


room = Room(__name__, "settings", "language_choice")
room.state(
    hurried=False,  # the address has ?pace=0: no waiting and no animation
    own_turns=0,  # how many turns of the match the person has begun, see `settings.count_turns`
    storage_problem="",  # why nothing can be saved on this device, as the end of a text key (ui.why.…), or ""
)
