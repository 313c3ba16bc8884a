"""Links in the address: open the code that the page starts with, or that arrives while it is open."""

from pyscript import window

from game.page import engine_client, page_state
from game.page.screens import new_game_form
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.words import say, today

LINK_PREFIXES = ("#c", "#r", "#p", "#h", "#d")
HOUSE_PREFIX = "#h"
OPEN = "open="  # a query parameter of the home screen's shortcuts (assets/icons/manifest.webmanifest)


def has_link():
    """Whether the address holds the code of a link."""
    return str(window.location.hash)[:2] in LINK_PREFIXES


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


def clear_link():
    """Remove the code from the address, because its game is saved now and a reload must continue it."""
    if has_link():
        window.history.replaceState(
            window.history.state, "", window.location.pathname + window.location.search
        )


async def open_link(app):
    """Open the link in the address: show what it holds, and start nothing yet. A match in play stays saved whatever the answer is."""
    code = str(window.location.hash)
    try:
        opened = await engine_client.call(
            "open_house" if code.startswith(HOUSE_PREFIX) else "open_link", code=code
        )
    except engine_client.Refused as refused:
        if not app.scene:
            app.set_state(page_state.at_menu(app.state))
        clear_link()
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
            app.set_state(page_state.at_menu(app.state))
        app.update(opened_link=opened)
        if opened["kind"] == "answer":
            clear_link()  # there is no game to accept
        open_dialog("answered" if opened["kind"] == "answer" else "opened")
    elif playing:
        app.update(first_link=opened)
        open_dialog("link")
    else:
        fill_form(app, opened)


async def _day(app, date):
    """Open a daily deal. There is nothing to accept before it is played."""
    clear_link()
    if not app.scene:
        app.set_state(page_state.at_menu(app.state))
    day = await app.ask("days", date=date, today=today())
    if day:
        app.update(daily_deal=day)
        open_dialog("daily")


async def accept_first_link(app, button):
    """Leave the match in play and fill the form from the link, as the person confirmed."""
    close_dialogs()
    opened = app.state["first_link"]
    app.update(first_link=None)
    await app.ask("leave")
    app.set_state(page_state.updated(page_state.at_menu(app.state), resumable=True))
    fill_form(app, opened)


def decline_first_link(app, button):
    """Stay at the table, and drop the link."""
    close_dialogs()
    app.update(first_link=None)
    clear_link()


def fill_form(app, opened):
    """Fill the form from a link of the first version, which holds no opponents."""
    setup = new_game_form.from_link(app.state["setup"], opened, app.state["declarations"]["levels"])
    app.set_state(page_state.updated(page_state.at_menu(app.state), setup=setup, screen="setup"))
