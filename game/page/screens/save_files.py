"""Files with a saved game, out and in."""

from pyscript import document, window

from game.page import engine_client
from game.page.dom import one
from game.page.input import match_actions
from game.page.screens.dialogs import close_dialogs, toast
from game.page.words import say

LARGEST = 4_000_000  # bytes of a file that is read at all (game/records/fields.py: characters)


async def save_record(app, button):
    """Hands the record out as a file."""
    download(await app.ask("save_file"), "chickenfoot.json")
    close_dialogs()


async def save_asides(app, button):
    """Hands out what could not be read, a file each."""
    for aside in app.state["quarantined"]:
        download(
            await app.ask("save_file", aside=aside["id"]), "chickenfoot-aside-{}.txt".format(aside["id"])
        )
    app.put(quarantined=[])


def download(address, name):
    """Saves what the engine made at that address, if it made anything, under that name."""
    if address:
        link = document.createElement("a")
        link.href = address
        link.download = name
        link.click()


def persist():
    """Asks the browser not to clear what is kept when it wants room; a match that was finished is worth asking for."""
    try:
        window.navigator.storage.persist()
    except Exception as problem:  # a browser without it
        window.console.info("kept as long as the browser likes: " + str(problem))


def choose_record(app, button):
    """Asks for a file with a saved game; `open_record` reads what is chosen."""
    one("#record-file").click()


def chosen(field, largest):
    """The file that was chosen; None for one of more than so many bytes, which is told."""
    file = field.files.item(0)
    if file.size <= largest:
        return file
    field.value = ""
    close_dialogs()
    toast(say("error.record.too-long"))
    return None


async def open_record(app, field):
    """Goes on with the game in the file, or says what is wrong with it and changes nothing."""
    file = chosen(field, LARGEST)
    if not file:
        return
    asked = engine_client.give("open_record", file, aspect=app.aspect())
    field.value = ""
    try:
        scene = await engine_client.answer(asked)
    except engine_client.Refused as refused:
        close_dialogs()
        toast(say(refused.key, refused.values))
        return
    close_dialogs()
    await match_actions.seated(app, scene)
