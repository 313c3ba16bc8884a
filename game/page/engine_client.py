"""Send requests to the engine: `await engine_client.call("hello", name="Ann")` returns the result of the verb.

A refusal of the rules raises Refused. A fault of the engine opens the fault report and raises Broken.
"""

import json

from pyscript import window

from game.page import fault_report


class Refused(Exception):
    """The rules refuse the request. `key` and `values` make the sentence that says why (game/narration/localization/texts.py)."""

    def __init__(self, key, values):
        super().__init__(key)
        self.key = key
        self.values = values


class Broken(Exception):
    """The engine failed or was restarted; the person has been told."""


def post(verb, **given):
    """Post a request now. `answer` waits for the result. Before the engine has started, the request waits in a queue."""
    return window.engine.ask(verb, json.dumps(given))


def post_file(verb, file, **given):
    """Like `post`, with a file's text as `text`. The text may be larger than MicroPython's memory, so it goes past it."""
    return window.engine.give(verb, file, json.dumps(given))


async def answer(asked):
    """The result of a request that was posted."""
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
    """Post a request and wait for its result."""
    return await answer(post(verb, **given))
