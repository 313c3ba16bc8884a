"""Links in the address: open the code that the page starts with, or that arrives while it is open."""

from pyscript import window

from game.page import engine_client, page_state
from game.page.screens import new_game_form
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.words import say, today

MARKS = ("#c", "#r", "#p", "#h", "#d")
HOUSE = "#h"
OPEN = "open="  # a query parameter of the home screen's shortcuts (assets/icons/manifest.webmanifest)


def there():
    """Whether the address holds the code of a link."""
    return str(window.location.hash)[:2] in MARKS


def shortcut():
    """The action that a shortcut of the home screen asks for, or "". The parameter is removed from the address."""
    place = window.location
    parts = place.search[1:].split("&")
    for part in parts:
        if part.startswith(OPEN):
            rest = "&".join([other for other in parts if other is not part])
            window.history.replaceState(None, "", place.pathname + ("?" + rest if rest else "") + place.hash)
            return part[len(OPEN) :]
    return ""


def begun():
    """Remove the code from the address, because its game is saved now and a reload must continue it."""
    if there():
        window.history.replaceState(
            window.history.state, "", window.location.pathname + window.location.search
        )


async def arrive(app):
    """Open the link in the address: show what it holds, and start nothing yet. A match in play stays saved whatever the answer is."""
    code = str(window.location.hash)
    try:
        opened = await engine_client.call("open_house" if code.startswith(HOUSE) else "open_link", code=code)
    except engine_client.Refused as refused:
        if not app.scene:
            app.become(page_state.menu(app.state))
        begun()
        toast(say(refused.key, refused.values))
        return
    if opened["kind"] == "day":
        await _day(app, opened["date"])
        return
    playing = app.scene and app.scene["phase"] != "match-over"
    if opened["kind"] != "deal":
        opened["code"] = code
        if opened["kind"] == "house":
            opened["new"] = False  # True only right after the person keeps them
        if not app.scene:
            app.become(page_state.menu(app.state))
        app.put(opened_link=opened)
        if opened["kind"] == "answer":
            begun()  # there is no game to accept
        open_dialog("answered" if opened["kind"] == "answer" else "opened")
    elif playing:
        app.put(first_link=opened)
        open_dialog("link")
    else:
        take(app, opened)


async def _day(app, date):
    """Open a daily deal. There is nothing to accept before it is played."""
    begun()
    if not app.scene:
        app.become(page_state.menu(app.state))
    day = await app.ask("days", date=date, today=today())
    if day:
        app.put(daily_deal=day)
        open_dialog("daily")


async def answered(app, button):
    """Leave the match in play and fill the form from the link, as the person confirmed."""
    close_dialogs()
    opened = app.state["first_link"]
    app.put(first_link=None)
    await app.ask("leave")
    app.become(page_state.changed(page_state.menu(app.state), resumable=True))
    take(app, opened)


def declined(app, button):
    """Stay at the table, and drop the link."""
    close_dialogs()
    app.put(first_link=None)
    begun()


def take(app, opened):
    """Fill the form from a link of the first version, which holds no opponents."""
    wishes = new_game_form.taken_over(app.state["setup"], opened, app.state["declarations"]["levels"])
    app.become(page_state.changed(page_state.menu(app.state), setup=wishes, screen="setup"))
