"""What leaves the page and comes back: links to a table, and files with a saved game."""

from pyscript import document, window

from game.page import bridge
from game.page.dom import one
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.table import log
from game.page.words import say


async def share(app, button):
    """The link to this match's deals."""
    code = await app.ask("share")
    if code:
        location = window.location
        field = one("#share-link")
        field.value = location.origin + location.pathname + code
        open_dialog("share")
        field.select()


async def copy_link(app, button):
    """Puts the link on the clipboard."""
    await window.navigator.clipboard.writeText(one("#share-link").value)
    toast(say("ui.copied"))


async def save_record(app, button):
    """Hands the record out as a file."""
    record = await app.ask("record")
    if record:
        link = document.createElement("a")
        link.href = "data:application/json;charset=utf-8," + window.encodeURIComponent(record)
        link.download = "chickenfoot.json"
        link.click()
    close_dialogs()


def choose_record(app, button):
    """Asks for a file with a saved game; `open_record` reads what is chosen."""
    one("#record-file").click()


async def open_record(app, field):
    """Goes on with the game in the file, or says what is wrong with it and changes nothing."""
    text = await field.files.item(0).text()
    field.value = ""
    try:
        scene = await bridge.call("open_record", text=text, aspect=app.aspect())
    except bridge.Refused as refused:
        close_dialogs()
        toast(say(refused.key, refused.values))
        return
    close_dialogs()
    log.clear()
    app.put(phase="menu")  # whatever phase it is in is a new one
    app.show(scene)
    await app.pump()
