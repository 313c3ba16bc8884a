"""The entrance to own phones: fetch the modules of game/page/own_phones/ and game/devices/ when a person first wants them.

Most visits never do. Without these modules the page is smaller and starts sooner.
"""

import asyncio
import sys

from pyscript import document, window

from game.page.input import match_actions
from game.page.screens.dialogs import open_dialog, toast
from game.page.words import say

IMAGE, MOUNT = "devices.rom", "/phones"  # of tools/making/micropython.py
LATE_PACKAGES = ("game.devices", "game.page.own_phones")  # only their __init__.py is in the page's own image
PREFIXES = ("#j", "#a")  # how the codes of invitations and of answers start

_parts = None  # the module own_phones/parts.py, after it has come
_lock = asyncio.Lock()  # while the image is fetched


async def parts(app):
    """Return the module own_phones/parts.py. The first call fetches it, and gives the page its views and listeners.

    Return None after a message if it cannot be fetched.
    """
    global _parts
    async with _lock:
        if not _parts and await _can_import():
            from game.page.own_phones import parts

            parts.attach(app)
            _parts = parts
    return _parts


async def _can_import():
    """Whether the modules can be imported. Fetches and mounts their image, if there is one."""
    try:
        import game.devices.guest  # noqa: F401 - only to see whether it can be imported
    except ImportError:
        try:
            await _mount()
        except Exception as problem:  # browsers throw various errors without a network
            window.console.info(IMAGE + " cannot be loaded: " + str(problem))
            toast(say("phones.not-loaded"))
            return False
    return True


async def _mount():
    import vfs  # type: ignore[import-not-found]

    response = await window.fetch(document.documentElement.getAttribute("data-app") + IMAGE)
    if not response.ok:
        raise OSError(response.status)
    content = window.Uint8Array.new(await response.arrayBuffer())
    vfs.mount(vfs.VfsRom(bytearray([int(byte) for byte in str(content.join(",")).split(",")])), MOUNT)
    for name in LATE_PACKAGES:
        __import__(name)
        sys.modules[name].__path__ = MOUNT + "/" + name.replace(".", "/")


def is_pairing(code):
    """Whether a text is the code of an invitation or of an answer."""
    return code[:2] in PREFIXES


async def open_code(app, code):
    """Open the code of an invitation or of an answer."""
    found = await parts(app)
    if found:
        await found.joining.open_code(app, code)


async def changed(app):
    """The engine says that something changed at the host's table."""
    found = await parts(app)
    if found:
        await found.hosting.changed(app)


def field_handler(name):
    """The handler of a form that is shown only after the modules have come."""
    return lambda app, field: _parts.FIELDS[name](app, field)


# --- actions of buttons


async def phones(app, button):
    """Open the form for a new match with phones: the bots' seats become seats for guests."""
    await match_actions.new_game(app, button, phones=True)


async def leave(app, button):
    """Leave the table. A guest is asked first, because a bot then plays on."""
    if app.guest:
        open_dialog("party-leave")
        return
    if app.state["party_role"]:  # then the modules are there
        await _parts.hosting.end(app)
    await match_actions.leave(app, button)


def late_action(name):
    """Make an action of the late modules. Its first use fetches them."""

    async def fetch_and_act(app, button):
        found = await parts(app)
        task = found and found.ACTIONS[name](app, button)
        if task:
            await task

    return lambda app, button: _parts.ACTIONS[name](app, button) if _parts else fetch_and_act(app, button)


ACTIONS = {
    "phones": phones,
    "leave": leave,
    "invited": lambda app, button: open_dialog("invited"),
    "rejoin": lambda app, button: open_dialog("invited"),
    "party-help": lambda app, button: open_dialog("party-help"),
}
LATE_ACTIONS = """
    invite take-answer scan deal send-invitation party party-back pause mind let-play take-out
    join join-leave send-answer open-invitation party-leave come-back copy-handed
"""
ACTIONS.update({name: late_action(name) for name in LATE_ACTIONS.split()})
