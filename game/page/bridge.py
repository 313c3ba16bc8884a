"""The page's way to the engine: `await bridge.call("hello", name="Ann")`.

Answers the verb's result; raises Refused for a refusal of the rules. A fault of the engine opens the trouble dialog
and raises Broken, after which nothing more is asked of the engine.
"""

import asyncio
import json

from pyscript import document, ffi, window, workers

from game.page import trouble


class Refused(Exception):
    """The rules refuse; `key` and `values` say why in one sentence (game.telling.texts.fill)."""

    def __init__(self, key, values):
        super().__init__(key)
        self.key = key
        self.values = values


class Broken(Exception):
    """The engine failed; the person has been told."""


_worker = None


async def start():
    """Waits for the engine and drives the start-up's last stage; on failure the start-up says so and this raises."""
    global _worker

    def heard(event):
        if event.data == "engine:python":
            window.startup.at("players", 0.5)
        elif str(event.data).startswith("engine:failed"):
            window.startup.fail(event.data)

    def died(event):
        trouble.show(event.message)

    script = document.querySelector('script[name="engine"]')
    while not script.xworker:  # PyScript makes the worker a moment after the page's Python starts
        await asyncio.sleep(0.005)
    script.xworker.addEventListener("message", ffi.create_proxy(heard))
    try:
        _worker = await workers["engine"]
    except Exception as error:
        window.startup.fail(str(error))
        raise
    script.xworker.addEventListener("error", ffi.create_proxy(died))


def post(verb, **given):
    """Asks one of the engine's verbs at once; `answer` waits for what comes back."""
    return getattr(_worker, verb)(json.dumps(given))


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
