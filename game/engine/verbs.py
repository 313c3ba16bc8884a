"""The worker's face: the desk's verbs, JSON text in, JSON text out, errors answered as data.

The page calls a verb by its name with a JSON object of keyword arguments; it is answered with one of

    {"ok": RESULT}
    {"refused": {"key": KEY, "values": VALUES}}     a Refusal of the rules: one sentence for people, nothing changed
    {"failed": TRACEBACK}                           a fault of ours: the page offers a report

Calls overlap: while a verb awaits, others are answered. The worker exports what `__export__` names.
"""

import json
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.desk import Desk
from game.engine.store import BrowserStore
from game.rules.errors import Refusal

VERBS = [
    *("boot", "check", "start", "resume", "leave", "earlier"),
    *("share", "open_link", "record", "open_record"),
    *("rules", "why", "lesson"),
    *(
        "tap",
        "drag",
        "act",
        "lift",
        "typed",
        "arm",
        "undo",
        "next_round",
        "next_event",
        "hint",
        "review",
        "review_match",
        "tell",
    ),
]


def answering(function: Callable[..., Awaitable[Any]]) -> Callable[[str], Awaitable[str]]:
    """The function as a verb that takes and answers JSON text and never raises."""

    async def answer(given: str = "{}") -> str:
        try:
            return json.dumps({"ok": await function(**json.loads(given))})
        except Refusal as refusal:
            return json.dumps({"refused": {"key": refusal.key, "values": refusal.values}})
        except Exception:  # our own fault goes to the page in full, as a report
            return json.dumps({"failed": traceback.format_exc()})

    return answer


def verbs(desk: Desk) -> dict[str, Callable[[str], Awaitable[str]]]:
    """Every verb of a desk by its name."""
    return {name: answering(getattr(desk, name)) for name in VERBS}


globals().update(verbs(Desk(BrowserStore())))
__export__ = VERBS
