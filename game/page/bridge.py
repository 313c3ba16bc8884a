"""The page's way to the engine: `await bridge.call("hello", name="Ann")`.

Answers the verb's result; raises Refused for a refusal of the rules. A fault of the engine opens the trouble dialog
and raises Broken, after which nothing more is asked of the engine.
"""

import json

from pyscript import ffi, window

from game.page import trouble


class Refused(Exception):
    """The rules refuse; `key` and `values` say why in one sentence (game/telling/speech/texts.py)."""

    def __init__(self, key, values):
        super().__init__(key)
        self.key = key
        self.values = values


class Broken(Exception):
    """The engine failed; the person has been told."""


def watch():
    """From now on a fault of the engine that answers no question is told too."""
    window.engine.worker.addEventListener(
        "error", ffi.create_proxy(lambda event: trouble.show(event.message))
    )


def post(verb, **given):
    """Asks one of the engine's verbs at once; `answer` waits for what comes back. Before the engine is there, it waits too."""
    return window.engine.ask(verb, json.dumps(given))


async def answer(asked):
    """The result of what was asked by `post`."""
    told = json.loads(await asked)
    if "refused" in told:
        raise Refused(told["refused"]["key"], told["refused"]["values"])
    if "failed" in told:
        trouble.show(told["failed"])
        raise Broken(told["failed"])
    return told["ok"]


async def call(verb, **given):
    """The result of one of the engine's verbs."""
    return await answer(post(verb, **given))
