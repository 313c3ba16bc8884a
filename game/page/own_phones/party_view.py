"""The dialog about the phones at the table during the match, and the result of the check after it."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import display_name, say, words
from game.page.own_phones import room
from game.page.own_phones.party_faces import face_cells
from game.page.people.party_notices import host_name

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import PartyData
    from game.contract.basics import Message
    from game.contract.device_lines import EveningRow, LobbyFacts, LobbySeat
    from game.page.page_types import Cell, State


@room.view("party", "party_role")
def view(state: "State") -> "list[Cell]":
    """For the host: each guest with what can be done for it, and the pause. For a guest: who is there."""
    party = state["party"]
    if not party:
        return [("#menu-party", "hidden", True)]
    is_host = state["party_role"] == "host"
    rows = [
        (seat["seat"], "t-party-seat", _seat(party, seat, is_host))
        for seat in party["seats"]
        if seat["kind"] == "guest"
    ]
    return [
        ("#menu-party", "hidden", False),
        ("#party-seats", "rows", rows),
        ("#party-pause", "hidden", not is_host or party["phase"] != "playing"),
        ("#party-pause", "text", say("phones.go-on" if party["paused"] else "phones.pause")),
        ("#party-screen", "hidden", not is_host),
        (
            "#party-lookers",
            "text",
            say("phones.lookers", {"n": party["lookers"]}) if party["lookers"] else "",
        ),
    ]


def _seat(party: "PartyData | LobbyFacts", seat: "LobbySeat", is_host: "bool") -> "list[Cell]":
    number, state = seat["seat"], seat["state"]
    is_minded, is_absent = state == "minded", state in ("away", "quiet", "late", "open", "minded")
    is_over, is_taken = party["phase"] == "over", bool(seat["name"])
    cells = face_cells(party, seat, name_of_class="party-seat")
    cells.append((".party-state", "text", say("phones.state." + state)))
    shown = {
        "invite": is_host and is_absent,
        "new-device": is_host and is_absent and state != "open",
        "mind": is_host and not is_minded and not is_over and state != "open",
        "let-play": is_host and is_minded and is_taken,
        "take-out": is_host and is_taken,
    }
    cells.append(
        ('[data-do="invite"]', "text", say("phones.invite" if state == "open" else "phones.invite-again"))
    )
    for name in shown:
        button = '[data-do="{}"]'.format(name)
        cells += [(button, "hidden", not shown[name]), (button, "data-seat", number)]
    return cells


@room.view("party", "party_role", "phase")
def between_rounds(state: "State") -> "list[Cell]":
    """On a guest's score sheet after a round: who goes on."""
    party = state["party"]
    shown = bool(party) and state["party_role"] in ("guest", "screen") and state["phase"] == "round-over"
    name = host_name(party) if party else ""
    return [
        ("#sheet-waits", "hidden", not shown),
        ("#sheet-waits", "text", say("phones.goes-on", {"name": name}) if shown else ""),
    ]


@room.view("party", "party_role", "connection")
def over(state: "State") -> "list[Cell]":
    """After a match: what comes next, what is different then, and the totals of the evening."""
    party, is_host = state["party"], state["party_role"] == "host"
    rows: list[EveningRow] = party.get("evening", []) if party else []
    news: list[Message] = party.get("news", []) if party else []
    line = _next_line(party, state["connection"]) if party and not is_host else ""
    if party and is_host and party["phase"] != "over":
        line = say("phones.drawing")
    elif news and line:
        line += " " + say("phones.different")
    return [
        ("#party-again", "hidden", not is_host),
        ("#party-again", "disabled", not (party and party["phase"] == "over")),
        ("#party-change", "hidden", not is_host),
        ("#over-party", "hidden", not line),
        ("#over-party-line", "text", line),
        (
            "#over-news",
            "rows",
            [(number, "t-news", [("", "text", words(each))]) for number, each in enumerate(news)],
        ),
        ("#over-evening", "hidden", not rows or rows[0]["matches"] < 2),
        ("#evening-rows", "rows", [(row["name"], "t-evening", _totals(row)) for row in rows]),
    ]


def _next_line(party: "PartyData | LobbyFacts", connection: "str") -> "str":
    """What a guest waits for after a match."""
    if connection in ("closed", "cut"):
        key = "host-closed"
    elif party["phase"] == "over":
        key = "host-again"
    else:
        key = "drawing" if party["phase"] in ("lots", "ready") else "host-changes"
    return say("phones." + key, {"name": host_name(party)})


def _totals(row: "EveningRow") -> "list[Cell]":
    return [
        ("b", "text", display_name(row["name"], False)),
        (".evening-wins", "text", say("phones.wins", {"n": row["wins"]})),
        (".evening-points", "text", say("count.points", {"n": row["points"]})),
    ]


@room.view("fairness", "phase")
def fairness(state: "State") -> "list[Cell]":
    """After the match: whether this device found the deal and the moves fair, or could not check them."""
    kept = state["fairness"]
    lines = [words(problem) for problem in kept["problems"]] if kept else []
    is_fair = bool(kept and kept["checked"])
    return [
        ("#over-fair", "hidden", kept is None or state["phase"] != "match-over"),
        ("#over-fair", "data-fair", "false" if lines else "true" if is_fair else "unknown"),
        (
            "#over-fair",
            "text",
            " ".join(lines) if lines else say("phones.fair" if is_fair else "phones.not-checked"),
        ),
    ]
