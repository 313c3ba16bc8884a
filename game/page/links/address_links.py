"""Links in the address: open a link code when the page starts, or when it arrives while the page is open."""

from pyscript import ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.links import room
from game.page.screens.dialogs import toast
from game.page.screens.navigation import show_menu
from game.records.text.code_finder import find_code

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.kernel.engine_client import Refused
    from game.page.page_types import Task

OPEN = "open="  # a query parameter of the home screen's shortcuts (assets/icons/manifest.webmanifest)


class LastLink:
    """The link code that was in the address when the page looked last; "" after `clear_link`."""

    def __init__(self, app: "App") -> "None":
        self.code = ""


def link_code(app: "App") -> "str":
    """The link code in the address, with its "#", or "". Messengers and people add signs and words to addresses."""
    return find_code(str(window.location.hash), "".join([prefix[1] for prefix in app.links]))


def new_link_code(app: "App") -> "str":
    """The link code that has come into the address since the last call, or "". The caller must open its link.

    A code that `put_link` put into the address of another entry of the history is not new.
    """
    last, code = app.object(LastLink), link_code(app)
    is_new = code != last.code
    last.code = code
    return code if is_new else ""


@room.on("attach")
def watch_address(app: "App") -> "None":
    """Open links that arrive in the address while the page is open."""
    window.onhashchange = ffi.create_proxy(lambda event: address_changed(app))


def address_changed(app: "App") -> "None":
    """Open a link that arrived in the address while the page is open.

    The code is read now: before a task starts, a move within the history (browser_back.py) may have changed the address.
    """
    code = new_link_code(app)
    if code:
        app.run(open_link(app, code))
    else:
        app.keep(address_changed, app)  # the room that opens the link may not be here


def open_link(app: "App", code: "str") -> "Task":
    """Open a link whose code has arrived in the address, by the function that a room has registered for its kind."""
    return app.links[code[:2]](app, code)


def take_shortcut() -> "str":
    """Remove the parameter of a home screen's shortcut from the address. Return the action that it names, or ""."""
    location = window.location
    parameters = location.search[1:].split("&")
    for parameter in parameters:
        if parameter.startswith(OPEN):
            rest = "&".join([other for other in parameters if other is not parameter])
            address = location.pathname + ("?" + rest if rest else "") + location.hash
            window.history.replaceState(None, "", address)
            return str(parameter[len(OPEN) :])
    return ""


def clear_link(app: "App") -> "None":
    """Remove the link code from the address, so that a reload does not open the link again."""
    app.object(LastLink).code = ""
    if link_code(app):
        put_link("")  # this also removes what stood around the code


def link_refused(app: "App", refused: "Refused") -> "None":
    """Say why the engine refuses the link in the address, and remove it. What is on the screen stays."""
    if not app.scene:
        show_menu(app)
    clear_link(app)
    toast(app, say(refused.key, refused.values))


def put_link(code: "str") -> "None":
    """Put a link code into the address, in place of the one that is there. This opens no link."""
    location = window.location
    window.history.replaceState(window.history.state, "", location.pathname + location.search + code)


def link_of(code: "str") -> "str":
    """The full address of a link code, which starts with "#"."""
    location = window.location
    return str(location.origin + location.pathname + code)
