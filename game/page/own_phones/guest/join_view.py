"""A guest's screen: a name and a face, the answer for the host, and then who else is at the table."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.own_phones import relay, room
from game.page.own_phones.party_faces import face_cells
from game.page.people.party_notices import absent, host_name, lost
from game.page.people.portraits import FACES, face_choice

if TYPE_CHECKING:
    from game.page.page_types import Cell, PartyFacts, State


PROBLEMS = (
    "cut",
    "closed",
    "replaced",
    "taken-out",
    "version",
    "declined",
)  # states of the connection to tell


@room.view("joining", "party", "connection")
def view(state: "State") -> "list[Cell]":
    """The fields, the answer with its QR code, and what to do next."""
    joining, party = state["joining"], state["party"]
    if not joining:
        return []
    has_answer, is_in = bool(joining["link"]), bool(party) and state["connection"] == "open"
    way, is_table = joining["way"], joining["code"][:2] == "#t"
    step = "in" if is_in else "answer" if has_answer else "way" if way else "name"
    problem = state["connection"] if state["connection"] in PROBLEMS else ""
    faces = [(face, "t-face", face_choice("face", face, number)) for number, face in enumerate(FACES)]
    return [
        ("#join-faces", "rows", faces),
        ("#join", "data-step", step),
        ("#join-name", "typed", joining["name"]),
        ("#join-form", "fields", {"face": joining["face"], "looks-on": joining["looks_on"]}),
        ("#join-form", "hidden", step != "name"),
        ("#join-answer", "hidden", step != "answer"),
        ("#join-answer", "data-answer", joining["link"] or None),
        ("#join-qr", "html", joining["qr"]),
        ("#join-late", "hidden", not joining["late"]),
        ("#join-way", "hidden", step != "way"),
        ("#join-way-title", "text", say("phones.way." + way) if way else ""),
        (
            "#join-way-more",
            "text",
            say("phones.way." + way + ".more", {"relay": relay.name()}) if way else "",
        ),
        ("#join-relay", "text", say("phones.relay.sees", {"relay": relay.name()}) if is_table else ""),
        (
            '#join-form [data-action="join"]',
            "text",
            say("phones.join-table" if is_table else "phones.join-go"),
        ),
        ("#join-in", "hidden", not is_in),
        ("#join-wait", "text", _waits(party) if party else ""),
        ("#join-problem", "hidden", not problem),
        ("#join-problem", "text", lost(problem, party) if problem else ""),
    ]


def _waits(party: "PartyFacts") -> "str":
    """What a guest waits for before the deal: for somebody whose phone is away, else for the host."""
    return absent(party) or say("phones.wait-deal", {"name": host_name(party)})


@room.view("party", "screen")
def seats(state: "State") -> "list[Cell]":
    """Who is at the table. Empty while the screen is hidden."""
    party = state["party"]
    if not party or state["screen"] != "join":
        return [("#join-seats", "rows", [])]
    rows = [(seat["seat"], "t-party-face", face_cells(party, seat)) for seat in party["seats"]]
    return [("#join-seats", "rows", rows)]
