"""The host's screen for inviting guests, before and during the match: the seats, the invitation, and the guest's answer."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import display_name, say
from game.page.own_phones import room
from game.page.own_phones.party_faces import face_cells
from game.page.people.party_notices import absent, waited_for

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import PartyData
    from game.contract.device_lines import LobbyFacts, LobbySeat
    from game.page.own_phones import ShownInvitation
    from game.page.page_types import Cell, State


@room.view("party", "party_role", "invitation", "scanning", "scan_problem")
def view(state: "State") -> "list[Cell]":
    """The invitation with its QR code, what to do next, and the buttons."""
    party, invitation = state["party"], state["invitation"]
    if not party or state["party_role"] not in ("", "host"):
        return []
    in_lobby = party["phase"] in ("lobby", "lots", "ready")
    open_seats = [seat for seat in party["seats"] if seat["state"] == "open"]
    waiting = waited_for(party) if in_lobby else []
    players = [seat for seat in party["seats"] if seat["state"] in ("here", "minded")]
    can_deal = bool(players) and not waiting
    shown, link = bool(invitation), invitation["link"] if invitation else ""
    has_link = bool(link)
    people = len([seat for seat in party["seats"] if seat["state"] not in ("open", "bot", "minded")])
    bots = len(party["seats"]) - people
    counts = {"n": people, "bots": ["count.bots", {"n": bots}]}
    if party["phase"] in ("lots", "ready"):
        deal = say("phones.drawing")
    elif not can_deal:
        deal = say("phones.deal-later", {"n": len(party["seats"])})
    else:
        deal = say("phones.deal-with-bots" if bots else "phones.deal", counts)
    return [
        ("#invite-card", "data-invitation", link or None),
        ("#invite-card", "data-answered", "true" if invitation and invitation["answered"] else None),
        ("#invite-card-title", "text", _title(party, invitation, open_seats)),
        ("#invite-absent", "hidden", not waiting),
        ("#invite-absent-text", "text", absent(party) if waiting else ""),
        ("#invitation", "hidden", not shown),
        ("#invite-screen", "hidden", shown or bool(open_seats) or bool(waiting)),
        ("#invite-scan-this", "hidden", shown and not has_link),
        ("#invite-no-network", "hidden", not shown or has_link),
        ('#invitation [data-action="send-invitation"]', "hidden", shown and not has_link),
        ("#invite-qr", "hidden", shown and not has_link),
        ("#invite-qr", "html", invitation["qr"] if invitation else ""),
        ("#invite-wait", "hidden", not (invitation and invitation["answered"])),
        ("#invite-late", "hidden", not (invitation and invitation["late"])),
        ("#invite-scan", "hidden", not has_link),
        ("#scan-video", "hidden", not state["scanning"]),
        (
            '#invite [data-action="scan"] span',
            "text",
            say("phones.stop-scan" if state["scanning"] else "phones.scan"),
        ),
        ("#deal", "hidden", not in_lobby),
        ("#deal", "disabled", not can_deal or party["phase"] != "lobby"),
        ("#deal span", "text", deal),
    ] + _camera_problem("#scan-problem", state)


def _title(
    party: "PartyData | LobbyFacts", invitation: "ShownInvitation | None", open_seats: "list[LobbySeat]"
) -> "str":
    """What the card shows: for whom the invitation is, or that one is being made."""
    wants_guests = bool(open_seats or waited_for(party)) and party["phase"] == "lobby"
    if not invitation:
        return say("phones.making" if wants_guests else "phones.all-here")
    seat = invitation["seat"]
    if seat is not None:
        return say("phones.next-named", {"name": display_name(party["seats"][seat]["name"], False)})
    if not wants_guests:
        return say("phones.another-screen")
    return say("phones.next" if open_seats else "phones.come-back")


@room.view("scanning", "scan_problem", "screen")
def camera(state: "State") -> "list[Cell]":
    """The guest's camera, in the dialog of somebody who was invited."""
    hidden = not state["scanning"] or state["screen"] == "invite"
    label = say("phones.scan-invitation" if hidden else "phones.stop-scan")
    return [
        ("#invited-video", "hidden", hidden),
        ('#invited [data-action="scan"] span', "text", label),
    ] + _camera_problem("#invited-problem", state)


def _camera_problem(part: "str", state: "State") -> "list[Cell]":
    """The cells of the sentence that says why the camera cannot be used."""
    problem = state["scan_problem"]
    return [
        (part, "hidden", not problem),
        (part, "text", say("phones.camera." + problem) if problem else ""),
    ]


@room.view("party", "invitation", "screen")
def seats(state: "State") -> "list[Cell]":
    """The row of seats: who is there, and who is still to come. Empty while the screen is hidden."""
    party, invitation = state["party"], state["invitation"]
    if not party or state["screen"] != "invite":
        return [("#invite-seats", "rows", [])]
    first_open = next((seat["seat"] for seat in party["seats"] if seat["state"] == "open"), None)
    wanted = invitation["seat"] if invitation and invitation["seat"] is not None else first_open
    rows = [
        (seat["seat"], "t-party-face", face_cells(party, seat, seat["seat"] == wanted))
        for seat in party["seats"]
    ]
    return [("#invite-seats", "rows", rows)]
