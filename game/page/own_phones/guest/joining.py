"""Actions of a guest: open an invitation, choose a name and a face, show the answer, leave. Each is action(app, button)."""

import asyncio

from pyscript import window

from game.devices.pairing import table_link
from game.devices.pairing.pairing_code import BadCode
from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import frame_aspect
from game.page.kernel.dom import field_value, one, recall, remember
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.links import pass_on
from game.page.links.address_links import clear_link
from game.page.new_game.setup_check import rename_person
from game.page.own_phones import pairing_link, relay, room
from game.page.own_phones.guest import guest_link, keepsake
from game.page.people import portraits
from game.page.screens.dialogs import close_dialogs, open_dialog, refuse, toast
from game.page.screens.navigation import back, show_menu
from game.page.settings.settings import known_name

if TYPE_CHECKING:
    from game.contract.devices.guest_device import PersonData
    from game.page.kernel.app import App
    from game.page.own_phones import Joining
    from game.page.page_types import Element

LATE_SECONDS = 20  # after this time without a connection, the page says what may help
FACE_KEY = "chickenfoot-face"  # in localStorage: the face that the person chose last


@room.link("#j", "#a", "#t")
async def open_link(app: "App", code: "str") -> "None":
    """Open the link of an invitation, an answer or a table."""
    clear_link(app)
    await open_code(app, code)


@room.on("left")
def say_goodbye(app: "App") -> "None":
    """Before the browser leaves the page, say goodbye to the host."""
    if app.guest:
        app.guest.go_away()


async def open_code(app: "App", code: "str") -> "None":
    """Open the code of an invitation or a table, or of an answer that belongs to a table in another tab.

    Say so if it is none of them.
    """
    if _is_table(code):
        await _open_table(app, code)
        return
    found, problem = pairing_link.read(code)
    if not found:
        toast(app, problem)
    elif found["kind"] == "answer":
        await _hand_over(app, code)
    else:
        _show_form(app, code, found["seat"])


async def _open_table(app: "App", code: "str") -> "None":
    """Open the code of a table at the site's relay. Who has a seat there comes back to it, and needs no form."""
    try:
        table_link.read_table_link(code)
    except BadCode as problem:
        toast(app, say(problem.key))
        return
    if not relay.address():
        toast(app, say("phones.relay.none"))
        return
    _show_form(app, code, -1)
    if not app.guest and keepsake.is_seat_of(code):
        await show_answer(app)


def _show_form(app: "App", code: "str", seat: "int") -> "None":
    """Show the screen on which the person chooses a name and a face."""
    close_dialogs()
    face = recall(FACE_KEY)
    joining: Joining = {
        "code": code,
        "seat": seat,
        "name": known_name(app.state["settings"]),
        "face": face if face in portraits.FACES else _any_face(),
        "looks_on": False,
        "link": "",
        "qr": "",
        "late": False,
        "way": "",
    }
    returns = app.guest and app.guest.is_seated
    app.update(joining=joining, screen="join", connection="", anywhere=_is_table(code))
    if returns:  # the person comes back after a cut, and needs no form
        app.run(show_answer(app))
    else:
        one("#join-title").focus()


def _is_table(code: "str") -> "bool":
    """Whether a code is that of a table at a relay."""
    return code[:2] == "#" + table_link.LETTER


def _any_face() -> "str":
    """A face of a person by chance, so that two guests seldom begin with the same one."""
    return portraits.FACES[int(window.Math.random() * portraits.PEOPLE)]


async def _hand_over(app: "App", code: "str") -> "None":
    """Hand an answer to the tab with its table. Without such a tab, let the person copy the answer."""
    answers = await pairing_link.load(app, "answers")
    app.update(invitation=None)
    taken = bool(await answers.post(code)) if answers else False
    one("#handed-words").textContent = say("phones.handed" if taken else "phones.not-handed")
    one("#handed-code").value = pairing_link.link_of(code)
    one("#handed-copy").hidden = taken
    open_dialog("handed")


@room.action("copy-handed")
def copy_handed(app: "App", button: "Element") -> "None":
    """Copy the answer that no tab has taken."""
    pass_on.copy(app, one("#handed-code"))


@room.field("#join")
def field_changed(app: "App", field: "Element") -> "None":
    """Handle a changed field of the screen."""
    joining = required(app.state["joining"]).copy()
    if field.id == "join-name":
        rename_person(app, field_value(field))
        joining["name"] = app.state["settings"]["name"]
    elif field.id == "join-screen":
        joining["looks_on"] = field_value(field)
    elif field.name == "face":
        joining["face"] = field.value
        remember(FACE_KEY, field.value)
    app.update(joining=joining)
    if app.guest and app.guest.guest.is_joined:
        app.guest.rename(joining["name"], joining["face"])


@room.action("join")
async def join(app: "App", button: "Element") -> "None":
    """Answer the invitation, and show the answer. A player needs a name, because the others see it."""
    field = one("#join-name")
    rename_person(app, field_value(field))
    name = app.state["settings"]["name"]
    if not name and not required(app.state["joining"])["looks_on"]:
        refuse(app, say("phones.name-first"))
        field.focus()
        return
    joining = updated(required(app.state["joining"]), name=name)
    remember(FACE_KEY, joining["face"])  # the form of a return begins with it
    app.update(joining=joining)
    await show_answer(app)


async def show_answer(app: "App") -> "None":
    """Answer the invitation with a new connection, and show the answer as a QR code and as a link."""
    joining = app.state["joining"]
    if not joining:
        return
    is_table = _is_table(joining["code"])
    peers = await pairing_link.load(app, "relay/guest" if is_table else "peers")
    if not peers:
        return
    if app.guest and app.guest.is_relayed != is_table:
        app.guest.end()
        app.update(joining=joining)
    if not app.guest:
        aspect = frame_aspect(app)
        person: PersonData = {
            "name": joining["name"] or say("phones.screen"),
            "face": joining["face"],
            "aspect": aspect,
            "looks_on": joining["looks_on"],
            "texts": pairing_link.texts_version(app),
        }
        app.guest = guest_link.GuestLink(app, person, peers, show_answer)
        app.guest.is_relayed = is_table
    if is_table:
        try:
            await app.guest.enter(table_link.read_table_link(joining["code"]), joining["code"])
        except (
            Exception
        ) as problem:  # browsers throw different errors, for example without WebCrypto over plain http
            window.console.info("no way to the table: " + str(problem))
            app.update(joining=joining)
            toast(app, say("phones.no-connection"))
        return
    invitation = required(pairing_link.read(joining["code"])[0])
    try:
        sdp = await app.guest.answer(invitation)
        link = pairing_link.write("answer", sdp, invitation["invitation"])
    except Exception as problem:  # browsers throw different errors, for example without WebRTC
        window.console.info("no answer to the invitation: " + str(problem))
        toast(app, say("phones.no-connection"))
        return
    if not link:
        toast(app, say("phones.no-network-guest"))
        return
    one("#answer-link").hidden = True  # it may show an earlier answer
    qr = await pairing_link.draw(app, link)
    if app.state["joining"] and app.state["joining"]["code"] == joining["code"]:
        app.update(joining=updated(app.state["joining"], link=link, qr=qr, late=False))
        one("#answer-title").focus()
        app.run_in_background(_say_if_late(app, link))


async def _say_if_late(app: "App", link: "str") -> "None":
    """After some time without a connection, say what may help."""
    await asyncio.sleep(LATE_SECONDS)
    joining = app.state["joining"]
    if joining and joining["link"] == link and not app.state["party"]:
        app.update(joining=updated(joining, late=True))


@room.action("send-answer")
def send_answer(app: "App", button: "Element") -> "None":
    """Pass the answer's link to the system's share sheet, or copy it."""
    link = required(app.state["joining"])["link"]
    pairing_link.send(app, one("#answer-link"), link, say("phones.answer-text"))


@room.action("open-invitation")
async def open_pasted(app: "App", button: "Element") -> "None":
    """Open the invitation that the person pasted."""
    code = pairing_link.code_in(field_value(one("#paste-invitation")), pairing_link.PAIRING_LETTERS)
    one("#paste-invitation").value = ""
    await open_code(app, code)


@room.action("return")
async def return_to_table(app: "App", button: "Element") -> "None":
    """Come back to the table at a relay where this device has a seat."""
    await open_code(app, keepsake.link())


@room.action("join-leave")
def leave(app: "App", button: "Element") -> "None":
    """Give up joining, and return to the first screen, or to the table after a cut."""
    app.update(joining=None)
    if app.guest and not app.state["party_role"]:
        app.guest.end()
    if app.scene:
        back(app, button)
    else:
        show_menu(app)


@room.action("party-leave")
def leave_table(app: "App", button: "Element") -> "None":
    """Leave the table for good. A bot plays on."""
    close_dialogs()
    if app.guest:
        app.guest.leave()
    show_menu(app)


@room.action("come-back")
def come_back(app: "App", button: "Element") -> "None":
    """Play again, instead of the bot."""
    if app.guest:
        app.guest.come_back()
