"""Saved games as files: download, open, and ask for persistent storage."""

from pyscript import document, window

from game.page import engine_client
from game.page.dom import one
from game.page.input import match_actions
from game.page.screens.dialogs import close_dialogs, toast
from game.page.words import say

LARGEST_RECORD = (
    4_000_000  # the largest file that is read, in bytes (game/records/fields.py limits characters)
)


async def save_record(app, button):
    """Download the record of the match."""
    download(await app.ask("save_file"), "chickenfoot.json")
    close_dialogs()


async def save_quarantined(app, button):
    """Download each quarantined entry as a file."""
    for aside in app.state["quarantined"]:
        download(
            await app.ask("save_file", aside=aside["id"]), "chickenfoot-aside-{}.txt".format(aside["id"])
        )
    app.update(quarantined=[])


def download(address, name):
    """Save the blob at `address` under that name, if there is one."""
    if address:
        link = document.createElement("a")
        link.href = address
        link.download = name
        link.click()


def request_persistence():
    """Ask the browser not to evict the stored data. A finished match is worth asking for."""
    try:
        window.navigator.storage.persist()
    except Exception as problem:  # some browsers lack this API
        window.console.info("kept as long as the browser likes: " + str(problem))


def choose_record(app, button):
    """Open the file picker for a saved game; `open_record` reads the file."""
    one("#record-file").click()


def chosen_file(field, largest):
    """The chosen file, or None after a message if it has more than `largest` bytes."""
    file = field.files.item(0)
    if file.size <= largest:
        return file
    field.value = ""
    close_dialogs()
    toast(say("error.record.too-long"))
    return None


async def open_record(app, field):
    """Continue the game in the file, or say what is wrong with it and change nothing."""
    file = chosen_file(field, LARGEST_RECORD)
    if not file:
        return
    asked = engine_client.post_file("open_record", file, aspect=app.frame_aspect())
    field.value = ""
    try:
        scene = await engine_client.answer(asked)
    except engine_client.Refused as refused:
        close_dialogs()
        toast(say(refused.key, refused.values))
        return
    close_dialogs()
    await match_actions.show_new_match(app, scene)
