"""Own phones: a table at which each person plays on a device of their own (docs/own-phones.md).

One device is the host. Its engine runs the table, and its page invites the guests. A guest's page gets its scenes from the
host, and its requests for the table go there.

The modules of this folder are not in the page's image, but in phones.rom.wasm (tools/making/micropython.py). The room comes
late, see game/page/late/.
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.answers.sharing_answers import KeptOpened

    class ShownInvitation(TypedDict, total=False):
        """The host's invitation on screen. A change of it has some of these values."""

        name: str
        seat: int | None
        link: str
        qr: str
        answered: bool
        late: bool

    class TableLink(TypedDict, total=False):
        """The link of a table for people anywhere. A change of it has some of these values."""

        link: str
        qr: str
        is_up: bool

    class Joining(TypedDict, total=False):
        """A guest's choices and its answer. A change of it has some of these values."""

        code: str
        seat: int
        name: str
        face: str
        looks_on: bool
        link: str
        qr: str
        late: bool
        way: str

    class ShownReaction(TypedDict):
        """A reaction on screen."""

        number: int
        seat: int
        what: str
        name: str

    class OwnPhonesState(TypedDict, total=False):
        """The types of the values below."""

        invitation: ShownInvitation | None
        scanning: bool
        scan_problem: str
        joining: Joining | None
        fairness: KeptOpened | None
        reactions_on: bool
        reactions: list[ShownReaction]
        anywhere: bool
        table_link: TableLink | None


room = Room(
    __name__,
    "pairing_link",
    "party_faces",
    "host.invite_view",
    "guest.join_view",
    "party_view",
    "reactions",
    "guest.guest_link",
    "guest.joining",
    "host.camera_use",
    "host.hosting",
    "host.table_actions",
    "anywhere.table_view",
    "anywhere.open_table",
)
room.state(
    # At the host, the invitation on screen: {"name", "seat": for whom, or None, "link", "qr", "answered": whether its
    # answer was taken, "late": whether no connection came for a long time}.
    invitation=None,
    scanning=False,  # whether the camera looks for a code
    scan_problem="",  # why the camera cannot be used: denied, none, insecure or busy
    # At a guest, its choices and its answer until it sits at the table:
    # {"code", "seat", "name", "face", "looks_on", "link", "qr", "late", "way": on the way to a table at a relay "connecting",
    # "no-relay", "no-host" or "asking", else ""}.
    joining=None,
    fairness=None,  # at a guest after the match: what its engine found
    reactions_on=True,  # whether the person wants reactions
    reactions=[],  # the reactions on screen, the newest last
    # At the host, whether the invitation's screen is for people anywhere, not for the same room; at a guest, whether its way
    # leads over a relay.
    anywhere=False,
    # At the host, the link for people anywhere: {"link", "qr", "is_up": whether the relay can be reached}.
    table_link=None,
)
