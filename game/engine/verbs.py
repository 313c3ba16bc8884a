"""The worker's face: the verbs of a desk, JSON text in, JSON text out, errors answered as data.

The page calls a verb by its name with a JSON object of keyword arguments; it is answered with one of

    {"ok": RESULT}
    {"refused": {"key": KEY, "values": VALUES}}     a Refusal of the rules: one sentence for people, nothing changed
    {"failed": TRACEBACK}                           a fault of ours: the page offers a report

Calls overlap: while a verb awaits, others are answered.

Importing this touches nothing of the browser: only `opened` does. So the build can import it and write a heap snapshot, which
every visit restores (assets/snapshot.js).
"""

import json
import random
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.desk import Desk
from game.ledger.backup_file import LONGEST
from game.records import fields
from game.rules.errors import RecordError, Refusal
from game.store.indexeddb import IndexedDB
from game.store.match_lock import NoLock, WebLocks
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend


def _asked(given: str) -> dict[str, Any]:
    """A verb's arguments. Raises ValueError: the page writes this text itself, so a bad one is a fault of ours."""
    try:
        asked = fields.parsed(given, LONGEST)
    except RecordError as problem:
        raise ValueError(problem.key) from problem
    if not isinstance(asked, dict):
        raise ValueError("a verb's arguments are an object")
    return asked


def answering(function: Callable[..., Awaitable[Any]]) -> Callable[[str], Awaitable[str]]:
    """The function as a verb that takes and answers JSON text and never raises.

    Signs stand in it as they are: MicroPython reads an escaped pair of surrogates as two signs.
    """

    async def answer(given: str = "{}") -> str:
        try:
            return json.dumps({"ok": await function(**_asked(given))}, ensure_ascii=False)
        except Refusal as refusal:
            refused = {"key": refusal.key, "values": refusal.values}
            return json.dumps({"refused": refused}, ensure_ascii=False)
        except Exception:  # our own fault goes to the page in full, as a report
            return json.dumps({"failed": traceback.format_exc()}, ensure_ascii=False)

    return answer


def verbs(desk: Desk) -> dict[str, Callable[[str], Awaitable[str]]]:
    """Every verb of a desk by its name."""
    return {name: answering(verb) for name, verb in desk.verbs.items()}


def browsers_desk() -> Desk:
    """The desk in the worker, with the browser's own store and locks. Elsewhere one that forgets."""
    try:
        import js  # type: ignore[import-not-found]
    except ImportError:
        return Desk(MatchStore(MemoryBackend()))
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    def hand_out(text: str) -> str:
        options = to_js({"type": "application/json"}, dict_converter=js.Object.fromEntries)
        return str(js.URL.createObjectURL(js.Blob.new(to_js([text]), options)))

    def tell(what: str) -> None:
        js.postMessage(to_js({"tell": what}, dict_converter=js.Object.fromEntries))

    locks = getattr(js.navigator, "locks", None)
    lock = WebLocks(locks) if locks else NoLock()
    return Desk(MatchStore(IndexedDB()), lock, hand_out, tell)


async def ping(given: str = "{}") -> str:
    """Answers from Python's event loop: the interpreter lives."""
    return ""


def opened() -> dict[str, Callable[[str], Awaitable[str]]]:
    """Every verb of the worker's desk by its name, and `ping`. Call it once, when the worker starts.

    The heap snapshot contains the state of the module-level generator of `random`, which all visits would share.
    """
    random.seed()
    return {**verbs(browsers_desk()), "ping": ping}
