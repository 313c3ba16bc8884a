"""Send requests to the engine: `await engine_client.call("hello", name="Ann")` returns the result of the verb "hello".

A refusal raises Refused. A fault or a restart of the engine raises Broken.
"""

import json

from pyscript import window


class Refused(Exception):
    """The engine refuses the request.

    `key` and `values` are the message that says why (game/narration/localization/texts.py).
    """

    def __init__(self, key, values):
        super().__init__(key)
        self.key = key
        self.values = values


class Broken(Exception):
    """The engine failed, or was restarted.

    `detail` is the traceback for the fault report, or "" if the person knows of the restart.
    """

    def __init__(self, detail=""):
        super().__init__(detail)
        self.detail = detail


def post(verb, **arguments):
    """Post a request now, and return a promise of JSON text for `answer`.

    Before the engine has started, the request waits.
    """
    return window.engine.ask(verb, json.dumps(arguments))


def post_file(verb, file, **arguments):
    """Like `post`, with the text of a file as the argument `text`.

    JavaScript reads the file, because the text may be larger than MicroPython's memory.
    """
    return window.engine.give(verb, file, json.dumps(arguments))


async def answer(request):
    """Wait for the result of a posted request."""
    answered = await request
    if not isinstance(answered, dict):  # the engine's JSON text; a host's answer is parsed already
        answered = json.loads(answered)
    if "gone" in answered:  # the page restarted the engine while the request was open
        raise Broken
    if "refused" in answered:
        raise Refused(answered["refused"]["key"], answered["refused"]["values"])
    if "failed" in answered:
        raise Broken(answered["failed"])
    return answered["ok"]


async def call(verb, **arguments):
    """Post a request and wait for its result."""
    return await answer(post(verb, **arguments))
