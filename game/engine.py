"""The worker's face: the session's verbs, JSON text in, JSON text out, errors answered as data.

How to add a verb: write a function (plain or `async`) and decorate it with `@verb`. It takes keyword arguments and
returns anything that JSON can hold. The page calls it by name (`game/page/bridge.py`); a call is answered with one of

    {"ok": RESULT}
    {"refused": {"key": KEY, "values": VALUES}}     a Refusal of the rules: one sentence for people, nothing changed
    {"failed": TRACEBACK}                           a fault of ours: the page offers a report

Calls overlap: while an `async` verb awaits, others are answered. The worker exports what `__export__` names.
"""

import inspect
import json
import sys
import traceback
from collections.abc import Callable, Coroutine
from typing import Any

__export__: list[str] = []

Answer = Callable[[str], Coroutine[None, None, str]]


def verb(function: Callable[..., Any]) -> Answer:
    """Exports the function under its own name as a verb that takes and answers JSON text and never raises."""

    async def answer(given: str = "{}") -> str:
        try:
            result = function(**json.loads(given))
            if inspect.isawaitable(result):
                result = await result
            return json.dumps({"ok": result})
        except Exception:
            return json.dumps({"failed": traceback.format_exc()})

    __export__.append(function.__name__)
    return answer


@verb
def hello() -> dict[str, str]:
    """Says which Python answers."""
    return {"python": sys.version.split()[0], "platform": sys.platform}
