"""Actions for links, puzzles and the proof of a deal. Each is action(app, button)."""

import json

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import ask_for_scene
from game.page.history import history_actions
from game.page.kernel.dom import one
from game.page.kernel.room import updated
from game.page.kernel.words import say
from game.page.learning import learning_actions
from game.page.links import pass_on
from game.page.links.address_links import link_of
from game.page.new_game.setup_check import sign
from game.page.people.portraits import face_of, portrait
from game.page.screens import missing_file
from game.page.screens.dialogs import open_dialog, toast
from game.page.settings.settings import signature
from game.page.sharing import challenge_list, room, share_sheet
from game.page.sheet import match_over
from game.page.sheet.score_sheet_view import names_of

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from game.contract.play_answers import Shared
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task
    from game.page.sharing import ShareSheet


async def _load_drawing(app: "App") -> "Any":
    """Load assets/sharing.js, which draws QR codes and pictures. If that fails, show a message and return None."""
    try:
        return await window.startup.bring("assets/sharing.js")
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("assets/sharing.js cannot be loaded: " + str(problem))
        await missing_file.tell(app, say("share.not-come"))
        return None


# --- links to send


@room.action("challenges")
async def all_challenges(app: "App", button: "Element") -> "None":
    """Open the screen of all matches, and scroll to its list of challenges."""
    await history_actions.open_list(app, button)
    one("#challenges-title").focus()
    one("#challenges-title").scrollIntoView()


@room.action("share", "answer", slow=True)
async def share(app: "App", button: "Element") -> "None":
    """Open the share dialog. The engine chooses the kind of link that the person most likely wants."""
    app.update(share_what="", share_name=signature(app.state["settings"]))
    if await _load_share(app):
        open_dialog("sending")
        one("#sending-link").select()


async def _load_share(app: "App") -> "ShareSheet | None":
    """Load a link of the chosen kind, with the name in the field, into the share dialog.

    Return the new content of the dialog, None after a refusal. The page adds to the engine's answer "name", the name that
    was asked for; "qr", the QR code as markup, "" until it is drawn; and "can_send", whether the browser has a share sheet.
    """
    kind, name = app.state["share_what"], app.state["share_name"]
    in_replay = app.state["phase"] == "replay"
    answer: Shared | None = await app.ask("share", what=kind, name=name, looked_at=in_replay)
    if not answer:
        return None
    shared: Any = dict(answer, name=name, qr="", can_send=pass_on.can_share())
    is_last_choice = app.state["share_what"] == kind
    app.update(share_sheet=shared, share_what=answer["what"] if is_last_choice else app.state["share_what"])
    return app.state["share_sheet"]


@room.field("#sending")
def field_changed(app: "App", field: "Element") -> "Task":
    """Handle a change of the kind of link, or of the sender's name."""
    if field.name == "what":
        app.update(share_what=field.value)
    return _current_link(app)


def _current_link(app: "App") -> "Coroutine[Any, Any, ShareSheet | None]":
    """Read the name in the field now. Return an awaitable for the dialog's content with a link that carries it.

    A pressed button needs this: the person may still be in the field, and the browser tells of a change only afterwards
    or, in Safari, not at all. The awaited content is None after a refusal.
    """
    app.update(share_name=sign(app, one("#sending-name").value))
    return _with_current_link(app)


async def _with_current_link(app: "App") -> "ShareSheet | None":
    shared = app.state["share_sheet"]
    while shared and (shared["what"], shared["name"]) != (app.state["share_what"], app.state["share_name"]):
        shared = await _load_share(app)
    return shared


@room.action("copy-link")
async def copy_link(app: "App", button: "Element") -> "None":
    """Copy the link to the clipboard, after the sentence that goes with it."""
    shared = await _current_link(app)
    if shared:
        # The field shows both after a refusal.
        text = share_sheet.message(shared) + " " + link_of(shared["code"])
        field = one("#sending-link")
        pass_on.copy(app, field, lambda: app.run(challenge_list.link_sent(app)), text)


@room.action("send-link")
async def send_link(app: "App", button: "Element") -> "None":
    """Pass the link to the system's share sheet."""
    shared = await _current_link(app)
    if shared:
        field, link = one("#sending-link"), link_of(shared["code"])
        data = {"title": say("ui.title"), "text": share_sheet.message(shared), "url": link}
        pass_on.send(app, field, link, data, lambda: app.run(challenge_list.link_sent(app)))


@room.action("qr", slow=True)
async def qr(app: "App", button: "Element") -> "None":
    """Draw the link as a QR code."""
    current_link = _current_link(app)
    sharing = await _load_drawing(app)
    shared = await current_link
    if not sharing or not shared:
        return
    drawn = sharing.qr(link_of(shared["code"]))
    if drawn:
        app.update(share_sheet=updated(app.state["share_sheet"], qr=str(drawn)))
        one("#sending-qr").scrollIntoView()
        await challenge_list.link_sent(app)
    else:
        toast(app, say("share.too-long"))


@room.action("poster", slow=True)
async def poster(app: "App", button: "Element") -> "None":
    """Make a picture of the final table, and share it, or save it as a file."""
    current_link = _current_link(app)
    sharing = await _load_drawing(app)
    shared = await current_link
    scene = app.state["sheet_scene"]
    if not sharing or not shared or not scene:
        return
    if shared["signed"]:
        scene = match_over.signed(scene, shared["name"])
    names, sheet = names_of(scene), scene["sheet"]
    lowest = min(sheet["totals"])
    lines = [
        [
            names[seat],
            sheet["totals"][seat],
            seat,
            portrait(
                face_of(scene["seats"][seat]),
                seat,
                "pleased" if sheet["totals"][seat] == lowest else "waiting",
            ),
        ]
        for seat in range(len(names))
    ]
    title = match_over.title_for_others(scene) or say("ui.title")
    content = {
        "title": title,
        "file": "chickenfoot.png",
        "lines": lines,
        "box": scene["patch"]["box"],
    }
    picture = await sharing.poster(json.dumps(content))
    if picture:
        pass_on.send_picture(app, picture, title)
    else:
        toast(app, say("share.falsified"))


# --- a puzzle, and the proof of a deal


@room.action("puzzle-answer")
async def puzzle_answer(app: "App", button: "Element") -> "None":
    """Show the coach's answer, after the person has chosen a move."""
    app.update(puzzle_answer=await app.ask("puzzle_answer"))


@room.action("puzzle-again")
async def puzzle_again(app: "App", button: "Element") -> "None":
    """Undo the person's choice, so that they can choose again."""
    app.update(puzzle_answer=None)
    await ask_for_scene(app, "undo")


@room.action("puzzle-leave")
async def puzzle_leave(app: "App", button: "Element") -> "None":
    """Leave the puzzle: return to the match that waits, or to the welcome screen."""
    app.update(puzzle_answer=None)
    await learning_actions.leave(app, button)


@room.action("honest", slow=True)
def open_deal_proof(app: "App", button: "Element") -> "None":
    """Open the dialog with the proof of the deal."""
    app.update(deal_proof=None)
    open_dialog("honest")


@room.action("check-deal", slow=True)
async def check_deal(app: "App", button: "Element") -> "None":
    """Let the engine check the seal, and deal all rounds again to compare them."""
    app.update(deal_proof=await app.ask("check_deal"))
    one("#honest-proof").scrollIntoView()


@room.action("copy-line")
def copy_line(app: "App", button: "Element") -> "None":
    """Copy the command that checks the seal."""
    pass_on.copy(app, one("#honest-line"))
