"""The seats at a table with other devices: portraits, names, and whether each device is there."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import display_name, say
from game.page.people import at_the_table
from game.page.people.portraits import portrait

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import PartyData
    from game.contract.device_lines import LobbyFacts, LobbySeat
    from game.page.page_types import Cell


def face_cells(
    party: "PartyData | LobbyFacts",
    seat: "LobbySeat",
    is_next: "bool" = False,
    name_of_class: "str" = "party-face",
) -> "list[Cell]":
    """A seat's portrait, its name, and whether its device is there. `name_of_class` is the class of the row."""
    number, state = seat["seat"], seat["state"]
    is_open = state == "open"
    level = seat["level"] or at_the_table.face(party, number)
    name = (
        say("phones.seat-next" if is_next else "phones.seat-open")
        if is_open
        else display_name(seat["name"], False)
    )
    words = say("phones.state." + state)
    return [
        ("", "class", "{} s{}".format(name_of_class, number)),
        ("", "data-seat", number),
        ("", "data-joined", at_the_table.joined(party, number)),
        ("", "data-next", "true" if is_next else None),
        (
            ".avatar",
            "html",
            "" if is_open else portrait(level, number, "pleased" if state == "here" else "waiting"),
        ),
        ("b", "text", name),
        (".unseen", "text", words),
    ]
