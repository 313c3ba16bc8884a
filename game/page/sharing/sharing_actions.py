"""Actions for links, puzzles and the proof of a deal. Each is action(app, button)."""

import json

from pyscript import ffi, window

from game.page.calendar import calendar_view
from game.page.history import history_actions
from game.page.kernel import page_state
from game.page.kernel.dom import field_value, one
from game.page.kernel.words import monogram, say
from game.page.learning import learning_actions
from game.page.links import address_links
from game.page.matches import match_actions
from game.page.new_game import saved_rules_actions
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.sharing import challenge_list, share_sheet
from game.page.sheet import match_over
from game.page.sheet.score_sheet_view import names_of


async def _load_drawing():
    """Load assets/sharing.js, which draws QR codes and pictures. If that fails, show a message and return None."""
    try:
        return await window.startup.bring("assets/sharing.js")
    except Exception as problem:  # browsers throw various errors without a network
        window.console.info("assets/sharing.js cannot be loaded: " + str(problem))
        toast(say("share.not-come"))
        return None


# --- links to send


async def all_challenges(app, button):
    """Open the screen of all matches, and scroll to its list of challenges."""
    await history_actions.open_list(app, button)
    one("#challenges-title").focus()
    one("#challenges-title").scrollIntoView()


async def share(app, button):
    """Open the share dialog. The engine chooses the kind of link that the person most likely wants."""
    if await _load_share(app, ""):
        open_dialog("share")
        one("#share-link").select()


async def _load_share(app, kind):
    """Load a link of a kind, for example "challenge", into the share dialog. Return False after a refusal.

    With the kind "" the engine chooses. The page adds to the engine's answer "qr", the QR code as markup, "" until it is
    drawn, and "can-send", whether the browser has a share sheet.
    """
    in_replay = app.state["phase"] == "replay"
    shared = await app.ask("share", what=kind, name=app.state["settings"]["name"], looked_at=in_replay)
    if shared:
        shared["qr"] = ""
        shared["can-send"] = bool(window.Reflect.has(window.navigator, "share"))
        app.update(share_sheet=shared)
    return bool(shared)


async def field_changed(app, field):
    """Handle a change of the kind of link, or of the sender's name."""
    if field.id == "share-name":
        match_actions.rename_person(app, field_value(field))
        await _load_share(app, app.state["share_sheet"]["what"])
    elif field.name == "what":
        await _load_share(app, field.value)


async def copy_link(app, button):
    """Copy the link to the clipboard."""
    await share_sheet.copy(one("#share-link"))
    await challenge_list.link_sent(app)


async def send_link(app, button):
    """Pass the link to the system's share sheet."""
    shared = app.state["share_sheet"]
    data = {"title": say("ui.title"), "text": share_sheet.message(shared), "url": one("#share-link").value}
    try:
        await window.navigator.share(ffi.to_js(data))
    except Exception as reason:  # the person closed the sheet, or the system refused
        window.console.info("not shared: " + str(reason))
        return
    await challenge_list.link_sent(app)


async def qr(app, button):
    """Draw the link as a QR code."""
    sharing = await _load_drawing()
    if not sharing:
        return
    drawn = sharing.qr(one("#share-link").value)
    if drawn:
        app.update(share_sheet=page_state.updated(app.state["share_sheet"], qr=str(drawn)))
        one("#share-qr").scrollIntoView()
        await challenge_list.link_sent(app)
    else:
        toast(say("share.too-long"))


async def poster(app, button):
    """Make a picture of the final table, and share it, or save it as a file."""
    sharing = await _load_drawing()
    if not sharing:
        return
    scene = app.state["sheet_scene"]
    names, sheet = names_of(scene), scene["sheet"]
    lines = [[names[seat], sheet["totals"][seat], seat, monogram(names[seat])] for seat in range(len(names))]
    content = {
        "title": match_over.title(scene) or say("ui.title"),
        "file": "chickenfoot.png",
        "lines": lines,
        "box": scene["patch"]["box"],
    }
    await sharing.poster(json.dumps(content))


# --- links that were opened


async def accept(app, button):
    """Start, continue or show the content of the opened link."""
    opened = app.state["opened_link"]
    close_dialogs()
    if opened["kind"] == "house":
        await saved_rules_actions.play_by_link(app, opened)
        return
    match_waits = bool(app.scene) and app.scene["phase"] not in ("match-over", "puzzle")
    app.update(opened_link=None, puzzle_answer=None, match_waits=match_waits)
    names = match_actions.names_of_seats(app, [seat["kind"] for seat in opened.get("seats", [])])
    scene = await app.ask("take_link", code=opened["code"], names=names, aspect=app.frame_aspect())
    if scene and scene["phase"] == "replay":
        address_links.clear_link()
        history_actions.show_stop(app, scene)
    elif scene:
        await match_actions.show_new_match(app, scene)


def decline(app, button):
    """Close the dialog of the opened link, and drop the link."""
    close_dialogs()
    app.update(opened_link=None)
    address_links.clear_link()


# --- a puzzle, and the proof of a deal


async def puzzle_answer(app, button):
    """Show the coach's answer, after the person has chosen a move."""
    app.update(puzzle_answer=await app.ask("puzzle_answer"))


async def puzzle_again(app, button):
    """Undo the person's choice, so that they can choose again."""
    app.update(puzzle_answer=None)
    await app.ask_for_scene("undo")


async def puzzle_leave(app, button):
    """Leave the puzzle: return to the match that waits, or to the welcome screen."""
    app.update(puzzle_answer=None)
    await learning_actions.leave(app, button)


def open_deal_proof(app, button):
    """Open the dialog with the proof of the deal."""
    app.update(deal_proof=None)
    open_dialog("honest")


async def check_deal(app, button):
    """Let the engine check the seal, and deal all rounds again to compare them."""
    app.update(deal_proof=await app.ask("check_deal"))
    one("#honest-proof").scrollIntoView()


ACTIONS = {
    "challenges": all_challenges,
    "share": share,
    "answer": share,
    "copy-link": copy_link,
    "send-link": send_link,
    "qr": qr,
    "poster": poster,
    "accept-link": accept,
    "accept-again": accept,
    "pass-by-link": decline,
    "puzzle-answer": puzzle_answer,
    "puzzle-again": puzzle_again,
    "puzzle-leave": puzzle_leave,
    "honest": open_deal_proof,
    "check-deal": check_deal,
    "copy-line": lambda app, button: share_sheet.copy(one("#honest-line")),
}
ACTIONS.update(calendar_view.ACTIONS)
ACTIONS.update(challenge_list.ACTIONS)
