"""Standing notices about the other devices at the table, see notices/standing_notices.py."""

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import recall, remember
from game.page.kernel.words import display_name, say
from game.page.people import room
from game.page.people.at_the_table import SEAT_LINK
from game.page.screens.dialogs import open_action

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import PartyData, Visitor
    from game.contract.device_lines import LobbySeat, LobbySeats
    from game.page.kernel.app import App
    from game.page.page_types import PartyFacts, Standing, State

SEAT_KEY = "chickenfoot-kept-seat"  # in localStorage: when (ms since 1970), and the name of the host
SEAT_KEPT = 12 * 3_600_000  # ms; longer than any evening

# By the state of the connection: the action of the notice's button. For the texts see `lost`.
ACTIONS = {
    "quiet": "party-help",
    "cut": "rejoin",
    "away": "party-help",
    "declined": "leave",
    "closed": "rejoin",
    "version": "rejoin",
    "replaced": "leave",
    "taken-out": "leave",
    "flooded": "rejoin",
    "unfair": "leave",
}


def notices(state: "State") -> "list[Standing]":
    """The notices about the other devices, the most urgent first: (kind, text, action, label)."""
    party, connection = state["party"], state["connection"]
    is_guest = state["party_role"] in ("guest", "screen")
    if is_guest and connection in ACTIONS and not _match_is_over(state):
        action = ACTIONS[connection]
        return [("lost", lost(connection, party), action, say("phones.do." + action))]
    if not party:
        kept = state["kept_seat"] if state["screen"] == "welcome" else ""
        return [_seat_kept(kept, state["kept_link"])] if kept else []
    found = []
    # the screens of the lobby show it beside the seats; between two matches the last one's result is on screen
    is_between = party["phase"] in ("lobby", "lots") and state["screen"] == "over"
    if is_between or (party["phase"] == "playing" and state["screen"] != "invite"):
        found += _absent(party)
    if party["phase"] == "playing" and is_guest and _own_state(state, party) == "minded":
        found.append(("minded", say("error.devices.minded"), "come-back", say("phones.do.come-back")))
    if party["phase"] == "playing" and state["party_role"] == "guest" and _looks_on(state):
        found.append(("next-round", say("error.devices.next-round"), "party", say("phones.at-table")))
    waiting = visitors(state)
    if waiting and state["screen"] != "invite":
        found.append(("visitor", asks(waiting[0]), "party", say("phones.do.visitor")))
    if party["paused"]:
        action = "party-help" if is_guest else "pause"
        found.append(("paused", say("error.devices.paused"), action, say("phones.do." + action)))
    return found


def _seat_kept(name: "str", has_link: "bool") -> "Standing":
    """The notice that this device has a seat at the table of the host with this name, and how to come back."""
    text = say("phones.seat-kept", {"name": name})
    if has_link:
        return ("seat-kept", text, "return", say("phones.do.return"))
    return ("seat-kept", text + " " + say("phones.seat-kept-how"), "invited", say("phones.invited"))


def visitors(state: "State") -> "list[Visitor]":
    """At the host, the guests who wait to be let in."""
    party: PartyData | None = state["party"]  # type: ignore[assignment]  # the host's own
    return party["visitors"] if party and state["party_role"] == "host" else []


def asks(visitor: "Visitor") -> "str":
    """The sentence that says who waits to be let in."""
    key = "phones.asks-to-show" if visitor["looks_on"] else "phones.asks"
    return say(key, {"name": display_name(visitor["name"], False)})


def lost(connection: "str", party: "PartyFacts | None") -> "str":
    """The sentence about a lost connection to the host of a party."""
    key = "error.devices.version" if connection == "version" else "phones.lost." + connection
    return say(key, {"name": host_name(party)})


def _match_is_over(state: "State") -> "bool":
    return bool(state["scene"] and state["scene"]["phase"] == "match-over")


def _absent(party: "PartyFacts") -> "list[Standing]":
    """The notice about guests who are quiet or away."""
    text = absent(party)
    return [("absent", text, "party", say("phones.do.party"))] if text else []


def host_name(party: "PartyFacts | None") -> "str":
    """The name of the person at the host's device, or "The host" if nobody sits there or nothing is known."""
    names = [_name(seat) for seat in party["seats"] if seat["kind"] == "host"] if party else []
    return names[0] if names else say("phones.host")


def waited_for(party: "LobbySeats") -> "list[LobbySeat]":
    """The guests for whom the others wait. A guest with a bot keeps nobody waiting."""
    return [seat for seat in party["seats"] if seat["state"] in ("quiet", "away", "late")]


def absent(party: "PartyFacts") -> "str":
    """The sentence that says for whom the others wait, or ""."""
    seats = waited_for(party)
    if not seats:
        return ""
    key = "phones.holds-up" if all(seat["state"] == "late" for seat in seats) else "phones.absent"
    return say(key, {"names": [_name(seat) for seat in seats], "n": len(seats)})


def _looks_on(state: "State") -> "bool":
    """Whether a guest who has a seat looks on: a latecomer, until the round ends."""
    return bool(state["scene"] and state["scene"]["you"] < 0)


def _own_state(state: "State", party: "PartyFacts") -> "str":
    """The state of this guest's seat."""
    own = state["scene"]["you"] if state["scene"] else -1
    return party["seats"][own]["state"] if 0 <= own < len(party["seats"]) else ""


def _name(seat: "LobbySeat") -> "str":
    return display_name(seat["name"], False)


def keep_seat(app: "App", name: "str") -> "None":
    """Remember for the next visit at whose table this device has a seat. "" for none."""
    app.update(kept_seat=name)
    remember(SEAT_KEY, "{} {}".format(int(window.Date.now()), name) if name else "")


@room.on("attach")
def recall_seat(app: "App") -> "None":
    """Know again, after a reload, at whose table this device has a seat."""
    when, _, name = (recall(SEAT_KEY) or "").partition(" ")
    if name and when.isdigit() and window.Date.now() - int(when) < SEAT_KEPT:
        app.update(kept_seat=name, kept_link=bool(recall(SEAT_LINK)))


for _action, _id in (("invited", "invited"), ("rejoin", "invited"), ("party-help", "party-help")):
    room.action(_action)(open_action(_id))
