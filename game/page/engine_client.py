"""The page's way to the engine: `await bridge.call("hello", name="Ann")`.

Answers the verb's result; raises Refused for a refusal of the rules. A fault of the engine opens the trouble dialog
and raises Broken, after which nothing more is asked of the engine.
"""

import json

from pyscript import window

from game.page import fault_report


class Refused(Exception):
    """The rules refuse; `key` and `values` say why in one sentence (game/narration/localization/texts.py)."""

    def __init__(self, key, values):
        super().__init__(key)
        self.key = key
        self.values = values


class Broken(Exception):
    """The engine failed, or was begun anew; the person knows."""


def post(verb, **given):
    """Asks one of the engine's verbs at once; `answer` waits for what comes back. Before the engine is there, it waits too."""
    return window.engine.ask(verb, json.dumps(given))


def give(verb, file, **given):
    """Like `post`, with a file's text as `text`, which may be larger than MicroPython's memory and never comes here."""
    return window.engine.give(verb, file, json.dumps(given))


async def answer(asked):
    """The result of what was asked by `post`."""
    answered = json.loads(await asked)
    if "gone" in answered:
        raise Broken("the engine was begun anew")
    if "refused" in answered:
        raise Refused(answered["refused"]["key"], answered["refused"]["values"])
    if "failed" in answered:
        fault_report.show(answered["failed"])
        raise Broken(answered["failed"])
    return answered["ok"]


async def call(verb, **given):
    """The result of one of the engine's verbs."""
    return await answer(post(verb, **given))
