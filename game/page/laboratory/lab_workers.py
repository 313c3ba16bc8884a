"""The connection to the laboratory's workers (assets/laboratory.js). They end when the laboratory is left."""

import json

from pyscript import window

from game.page.kernel import engine_client
from game.page.kernel.words import say
from game.page.screens.dialogs import toast

_loaded = {}  # {"module": assets/laboratory.js}, empty before the laboratory is opened


async def load():
    """Load assets/laboratory.js. If that fails, show a message. Return whether it is there."""
    if not _loaded:
        try:
            _loaded["module"] = await window.startup.bring("assets/laboratory.js")
        except Exception as problem:  # browsers throw various errors without a network
            window.console.info("assets/laboratory.js cannot be loaded: " + str(problem))
            toast(say("share.not-come"))
    return bool(_loaded)


def is_loaded():
    """Whether assets/laboratory.js is loaded."""
    return bool(_loaded)


def module():
    """The loaded module."""
    return _loaded["module"]


async def ask(verb, **arguments):
    """Ask a worker. Raises `engine_client.Refused` and `Broken`, as a request to the engine does."""
    return await engine_client.answer(module().ask(verb, json.dumps(arguments)))


async def figures():
    """Ask for the figures of all trials so far."""
    return await engine_client.answer(module().figures())
