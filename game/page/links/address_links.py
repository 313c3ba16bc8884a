"""Links in the address: open a link code when the page starts, or when it arrives while the page is open."""

from pyscript import window

from game.page.kernel import engine_client, page_state
from game.page.kernel.words import say, today
from game.page.new_game import new_game_form
from game.page.screens.dialogs import close_dialogs, open_dialog, toast

LINK_PREFIXES = ("#c", "#r", "#p", "#h", "#d", "#l", "#j", "#a")  # how the link codes start
HOUSE_PREFIX = "#h"  # a link to house rules
COMPARISON_PREFIX = "#l"  # a link to a comparison of the rule laboratory
OPEN = "open="  # a query parameter of the home screen's shortcuts (assets/icons/manifest.webmanifest)

_last = {"code": ""}  # what `link_code` returned at the last call of `new_link_code`; "" after `clear_link`


def link_code():
    """The link code in the address, with its "#", or ""."""
    code = str(window.location.hash)
    return code if code[:2] in LINK_PREFIXES else ""


def new_link_code():
    """The link code that has come into the address since the last call, or "". The caller must open its link.

    A code that `put_link` put into the address of another entry of the history is not new.
    """
    code = link_code()
    is_new = code != _last["code"]
    _last["code"] = code
    return code if is_new else ""


def is_comparison(code):
    """Whether a link code is that of a comparison of the rule laboratory."""
    return code.startswith(COMPARISON_PREFIX)


def take_shortcut():
    """Remove the parameter of a home screen's shortcut from the address. Return the action that it names, or ""."""
    location = window.location
    parameters = location.search[1:].split("&")
    for parameter in parameters:
        if parameter.startswith(OPEN):
            rest = "&".join([other for other in parameters if other is not parameter])
            address = location.pathname + ("?" + rest if rest else "") + location.hash
            window.history.replaceState(None, "", address)
            return parameter[len(OPEN) :]
    return ""


def clear_link():
    """Remove the link code from the address, so that a reload does not open the link again."""
    _last["code"] = ""
    if link_code():
        put_link("")


def put_link(code):
    """Put a link code into the address, in place of the one that is there. This opens no link."""
    location = window.location
    window.history.replaceState(window.history.state, "", location.pathname + location.search + code)


async def open_link(app, code):
    """Open a link, whose code stays in the address: show its content, and wait for the person to accept it.

    A match in play stays saved.
    """
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
        await _open_daily_deal(app, opened["date"])
        return
    in_play = app.scene and app.scene["phase"] != "match-over"
    if opened["kind"] != "deal":  # "deal": a link of the first version, which fills the form
        opened["code"] = code
        if opened["kind"] == "house":
            opened["new"] = False  # True only right after the person saves these house rules
        if not app.scene:
            app.set_state(page_state.at_menu(app.state))
        app.update(opened_link=opened)
        if opened["kind"] == "answer":
            clear_link()  # only results: the person has nothing to accept
        open_dialog("answered" if opened["kind"] == "answer" else "opened")
    elif in_play:
        app.update(first_link=opened)
        open_dialog("link")
    else:
        fill_form(app, opened)


async def _open_daily_deal(app, date):
    """Open the calendar at a daily deal. The person has nothing to accept: the calendar has its own button to play."""
    clear_link()
    if not app.scene:
        app.set_state(page_state.at_menu(app.state))
    daily_deal = await app.ask("days", date=date, today=today())
    if daily_deal:
        app.update(daily_deal=daily_deal)
        open_dialog("daily")


async def accept_first_link(app, button):
    """Leave the match in play and fill the form from the link, after the person has agreed."""
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
    """Fill the form from `opened`, the content of a link of the first version. Such links hold no opponents."""
    setup = new_game_form.from_link(app.state["setup"], opened, app.state["declarations"]["levels"])
    app.set_state(page_state.updated(page_state.at_menu(app.state), setup=setup, screen="setup"))
