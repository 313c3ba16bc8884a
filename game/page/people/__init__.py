"""The people at the table: their portraits, and what every page knows of those with other devices."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    from game.contract.answers.sharing_answers import PartyData
    from game.contract.device_lines import LobbyFacts

    class PeopleState(TypedDict, total=False):
        """The types of the values below."""

        party: PartyData | LobbyFacts | None
        party_role: Literal["", "host", "guest", "screen"]
        connection: str
        kept_seat: str
        kept_link: bool


room = Room(__name__, "portraits", "own_faces", "at_the_table", "party_notices")
room.state(
    # who is at the table with other devices: {"phase", "paused", "seats": […], "lookers"}, from the host's engine or from
    # the host (game/devices/)
    party=None,
    party_role="",  # host, guest, screen (a guest that only shows the table), or "" without other devices
    kept_seat="",  # the name of the host at whose table this device has a seat, "" for none
    kept_link=False,  # whether the link of that table is kept
    connection="",  # at a guest: open, quiet, cut, closed, taken-out, replaced, version, flooded, declined or unfair
)
