"""Links to a table: what is in the address when the page begins, or comes into it while it is open."""

from pyscript import window

from game.page import bridge
from game.page import state as states
from game.page.screens import setup
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.words import say

MARK = "#c"


def there():
    """Whether the address holds the code of a link."""
    return window.location.hash.startswith(MARK)


def begun():
    """Takes the code out of the address: the game that it led to is kept, and a reload goes on with it."""
    if there():
        window.history.replaceState(None, "", window.location.pathname + window.location.search)


async def arrive(app):
    """Opens the link in the address; asks first when a match is in play, which is kept whatever the answer is."""
    code = window.location.hash
    if app.scene and app.scene["phase"] != "match-over":
        app.put(link=code)
        open_dialog("link")
    else:
        await take(app, code)


async def answered(app, button):
    """The person wants to see the table of the link."""
    close_dialogs()
    code = app.state["link"]
    app.put(link="")
    await app.ask("leave")
    app.become(states.changed(states.menu(app.state), resumable=True))
    await take(app, code)


def declined(app, button):
    """The person stays at their table."""
    close_dialogs()
    app.put(link="")
    begun()


async def take(app, code):
    """Puts the table of a link into the form, or says why not."""
    try:
        opened = await bridge.call("open_link", code=code)
    except bridge.Refused as refused:
        app.become(states.menu(app.state))
        begun()
        toast(say(refused.key, refused.values))
        return
    wishes = setup.taken_over(app.state["setup"], opened, app.state["declared"]["levels"])
    app.become(states.changed(states.menu(app.state), setup=wishes, screen="setup"))
