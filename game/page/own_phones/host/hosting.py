"""Actions of the host: invite guests, and take their answers. Each is action(app, button)."""

import asyncio

from pyscript import document, ffi, window

from game.devices.pairing.pairing_code import INVITATION_NUMBERS
from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.events.advancing import advance
from game.page.kernel.dom import data, field_value, listen, one
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.matches import match_actions
from game.page.new_game import new_game_form, phone_seats
from game.page.new_game.setup_check import open_form
from game.page.own_phones import pairing_link, reactions, room
from game.page.own_phones.guest import joining
from game.page.own_phones.host.camera_use import Scan, stop_scanning
from game.page.people import party_notices
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.screens.navigation import back, show_menu
from game.page.settings.settings import known_name, save_preference

if TYPE_CHECKING:
    from typing import Unpack

    from game.contract.answers.sharing_answers import Invitation, PartyData, PartyLobby
    from game.contract.device_lines import LobbySeats
    from game.page.kernel.app import App
    from game.page.own_phones import ShownInvitation
    from game.page.page_types import Element

CONNECTED = ("here", "late", "next-round")  # the states of the seats whose devices are connected
DOUBLE_TAP = 1_000  # ms after the start of the camera in which another tap does not stop it


class Offers:
    """The open invitations."""

    def __init__(self, app: "App") -> "None":
        self.names: dict[int, str] = {}  # their names, by the number that their codes carry
        self.is_making = False  # whether one is being made


async def open_party(app: "App", button: "Element") -> "None":
    """Open the table for guests, and show the first invitation. After a match, its guests stay for the next one."""
    setup = app.state["setup"]
    if phone_seats.wants_name(setup, new_game_form.start_arguments(setup)):
        one("#host-name-field").value = known_name(app.state["settings"])
        open_dialog("host-asked")
        one("#host-name-field").focus()
        return
    save_preference(app, "table", new_game_form.KEY, new_game_form.to_storage(setup))
    arguments = phone_seats.party_arguments(
        setup, new_game_form.start_arguments(setup), say("phones.host"), app.state["settings"]
    )
    before = app.state["party"]
    verb = "change_party" if before and before["phase"] in ("lobby", "over") else "open_party"
    party: PartyData | None = await app.ask(verb, aspect=frame_aspect(app), **arguments)
    if not party:
        return
    if verb == "change_party":
        app.update(party=party, invitation=None, screen="invite", back_to=None)
        one("#invite-title").focus()
        if wants_guests(party):
            await _invite(app)
        return
    app.object(Offers).is_making = True
    app.update(party=party, party_role="host", invitation=None, screen="invite", back_to=None)
    one("#invite-title").focus()
    answers = await pairing_link.load(app, "answers")
    if answers:
        answers.take(ffi.create_proxy(lambda code: _answer_handed(app, str(code))))
    await _invite(app)


async def _invite(app: "App", seat: "int | None" = None, new_device: "bool" = False) -> "None":
    """Make an invitation, and show it. For `seat` and `new_device` see `Host.invite` (game/devices/hosting/host.py)."""
    offers = app.object(Offers)
    offers.is_making = True
    try:
        await _make_invitation(app, seat, new_device)
    finally:
        offers.is_making = False


async def _make_invitation(app: "App", seat: "int | None", new_device: "bool") -> "None":
    peers = await pairing_link.load(app, "peers")
    if not peers:
        return
    texts = pairing_link.texts_version(app)
    answer: Invitation | None = await app.ask("invite", seat=seat, new_device=new_device, texts=texts)
    if not answer:
        return
    name = answer["invitation"]
    number = int(name.split("-")[-1]) % INVITATION_NUMBERS
    app.object(Offers).names[number] = name
    try:
        sdp = str(await peers.hostOffer(name, name))
        link = pairing_link.write("offer", sdp, number, -1 if seat is None else seat)
    except Exception as problem:  # browsers throw different errors, for example without WebRTC
        window.console.info("no invitation: " + str(problem))
        toast(app, say("phones.no-connection"))
        return
    one("#invitation-link").hidden = True  # it may show the link of the invitation before
    shown: ShownInvitation = {"name": name, "seat": seat, "link": link, "qr": ""}
    app.update(invitation=updated(shown, answered=False, late=False))
    if link:
        qr = await pairing_link.draw(app, link)
        _change_invitation(app, name, qr=qr)


def _change_invitation(app: "App", shown: "str", **changes: "Unpack[ShownInvitation]") -> "None":
    """Change the invitation on screen, if it is still the one with the name `shown`."""
    if app.state["invitation"] and app.state["invitation"]["name"] == shown:
        app.update(invitation=updated(app.state["invitation"], **changes))


@room.action("invite")
async def invite(app: "App", button: "Element") -> "None":
    """Open the table for guests (in the form), or show an invitation for the seat that the button names."""
    if app.state["screen"] == "setup":
        await open_party(app, button)
        return
    close_dialogs()
    seat = data(button, "seat")
    app.update(invitation=None, screen="invite")
    one("#invite-title").focus()
    await _invite(app, int(seat) if seat else None, data(button, "device") == "new")


@room.action("take-answer")
async def take_answer(app: "App", button: "Element") -> "None":
    """Take the answer that the person pasted."""
    field = one("#paste-answer")
    if await _take_code(app, pairing_link.code_in(field_value(field), "a")):
        field.value = ""


def _answer_handed(app: "App", code: "str") -> "bool":
    """Take an answer that was opened in another tab. Returns whether it belongs to an invitation of this table."""
    found, _ = pairing_link.read(code)
    if not found or found["kind"] != "answer" or found["invitation"] not in app.object(Offers).names:
        return False
    app.run(_take_code(app, code))
    return True


async def _take_code(app: "App", code: "str") -> "bool":
    """Take an answer's code: connect to the guest. If that is impossible, show why, and return False."""
    problem = _why_unusable(app, code, True)
    if problem:
        toast(app, problem)
        return False
    found = required(pairing_link.read(code)[0])
    peers, name = await pairing_link.load(app, "peers"), app.object(Offers).names[found["invitation"]]
    # Do this before the connection can open: `changed` shows the next invitation only if this one is answered.
    _change_invitation(app, name, answered=True)
    if not await peers.accept(name, pairing_link.description(found, "answer")):
        _change_invitation(app, name, answered=False)
        toast(app, say("phones.used"))
        return False
    del app.object(Offers).names[found["invitation"]]
    app.run_in_background(_say_if_late(app, name))
    return True


async def _say_if_late(app: "App", name: "str") -> "None":
    """If the invitation's guest is not at the table after some time, say what may help."""
    await asyncio.sleep(joining.LATE_SECONDS)
    _change_invitation(app, name, late=True)


# --- what the engine tells


@room.on("party")
async def changed(app: "App") -> "None":
    """The lobby or the table changed: show it. After a guest has come, show the next invitation."""
    before: PartyLobby | None = app.state["party"]  # type: ignore[assignment]  # the host's own
    take(app, await app.ask("party"))
    party: PartyLobby | None = app.state["party"]  # type: ignore[assignment]  # the host's own
    invitation = app.state["invitation"]
    is_other_version = bool(party and before and party["other_versions"] > before["other_versions"])
    if is_other_version:
        toast(app, say("error.devices.version"))
    if party and before and len(party["flooded"]) > len(before["flooded"]):
        toast(app, say("phones.flooded", {"name": party["flooded"][-1]}))
    reactions.show_new(app, before, party)
    if not party or app.state["screen"] != "invite":
        return
    if not invitation:
        if wants_guests(party) and not app.object(Offers).is_making:
            await _invite(app)
    elif invitation["answered"] and is_other_version:
        await _invite(app, invitation["seat"])
    elif invitation["answered"] and present(party) > present(before):
        app.update(invitation=None)
        if party["phase"] == "playing":
            back(app, None)
        elif wants_guests(party):
            await _invite(app)


def take(app: "App", party: "PartyData | None") -> "None":
    """Take over the engine's answer about the table with guests. It may hold a scene."""
    if not party:
        return
    scene = party.pop("scene", None)  # type: ignore[misc]  # the rest is what the state keeps
    is_open = party["phase"] != "none"
    app.update(party=party if is_open else None, party_role="host" if is_open else "")
    if scene and (not app.scene or app.scene["phase"] == "match-over" or app.state["screen"] == "invite"):
        match_actions.replace_match(app, scene)
    elif scene:
        app.show(scene)
    if scene:
        app.run(advance(app))


def present(party: "LobbySeats | None") -> "int":
    """How many devices of guests are connected, of seats and of onlookers."""
    if not party:
        return 0
    return sum([seat["state"] in CONNECTED for seat in party["seats"]]) + party["lookers"]


def wants_guests(party: "PartyLobby") -> "bool":
    """Whether the lobby has a seat that is free, or whose guest is away and may come back by the next invitation."""
    is_wanted = bool(open_seats(party) or party_notices.waited_for(party))
    return is_wanted and party["phase"] == "lobby"


def open_seats(party: "LobbySeats") -> "list[int]":
    """The numbers of the seats that wait for a guest."""
    return [seat["seat"] for seat in party["seats"] if seat["state"] == "open"]


@room.on("attach")
def attach_listeners(app: "App") -> "None":
    """Listen to failures of the engine, which end all connections, and to the end of the dialog with the camera."""
    listen(one("#invited"), "close", lambda event: stop_scanning(app))
    listen(document, "engine:broke", lambda event: _engine_broke(app))


def _engine_broke(app: "App") -> "None":
    """Forget the own table: its host is in the engine. A guest keeps the table of another device."""
    if not app.guest:
        app.update(party=None, party_role="", invitation=None)


# --- the end


@room.action("party-back")
def leave_invitation(app: "App", button: "Element") -> "None":
    """Leave the invitation: return to the match, or close the table."""
    stop_scanning(app)
    party = app.state["party"]
    if party and party["phase"] in ("playing", "over") and app.scene:
        app.update(invitation=None)
        back(app, button)
        return
    if party and party.get("match", 1) > 1:  # between two matches, nobody is sent away
        app.run(open_form(app, phones=True))
        return
    app.run(close_party(app))


async def close_party(app: "App") -> "None":
    """Close the table before the match."""
    for end_connections in app.hooks.get("leaving", ()):
        await end_connections(app)
    await app.ask("close_party")
    show_menu(app)


@room.on("leaving")
async def end(app: "App") -> "None":
    """End all connections of this page."""
    if not app.state["party_role"]:
        return
    app.object(Offers).names.clear()
    if app.state["party_role"] == "host":
        app.update(party=None, party_role="", invitation=None)
        peers = await pairing_link.load(app, "peers")
        if peers:
            peers.endHosting()


@room.action("send-invitation")
def send_invitation(app: "App", button: "Element") -> "None":
    """Pass the invitation's link to the system's share sheet, or copy it."""
    link = required(app.state["invitation"])["link"]
    pairing_link.send(app, one("#invitation-link"), link, say("phones.invitation-text"))


# --- the camera


@room.action("scan")
async def scan(app: "App", button: "Element") -> "None":
    """Look for a code with the camera: an answer at the host's table, else an invitation. A later tap stops the camera."""
    now, last = window.performance.now(), app.object(Scan)
    if app.state["scanning"]:
        if now - last.begun >= DOUBLE_TAP:
            stop_scanning(app)
        return
    last.begun = now
    app.update(scanning=True, scan_problem="")
    scanner = await pairing_link.load(app, "scanner")
    if not scanner or not app.state["scanning"]:
        app.update(scanning=False)
        return
    video = one("#scan-video" if app.state["screen"] == "invite" else "#invited-video")
    found = ffi.create_proxy(lambda text: _scanned(app, str(text)))
    failed = ffi.create_proxy(lambda why: app.update(scanning=False, scan_problem=str(why)))
    hint = ffi.create_proxy(lambda what: app.update(scan_problem=str(what)))
    scanner.start(video, found, failed, hint)


def _scanned(app: "App", text: "str") -> "bool":
    """Use a scanned code. Return False for a foreign one, which ends no scan: say so, and look on."""
    at_host = app.state["screen"] == "invite"
    code = pairing_link.code_in(text, "a" if at_host else pairing_link.PAIRING_LETTERS)
    problem = _why_unusable(app, code, at_host)
    if problem:
        toast(app, problem)
        return False
    app.update(scanning=False, scan_problem="")
    app.run(_take_code(app, code) if at_host else joining.open_code(app, code))
    return True


def _why_unusable(app: "App", code: "str", at_host: "bool") -> "str":
    """The sentence that says why a code cannot be used at the host's table, or by a guest. "" if it can."""
    if at_host and code and code[1] != "a":
        return say("phones.not-an-answer")
    found, problem = pairing_link.read(code)
    if found and at_host and found["invitation"] not in app.object(Offers).names:
        return say("phones.used")
    return problem
