"""Wrap the verbs of a desk for the worker: JSON text in, JSON text out, errors as data.

The page calls a verb by its name with a JSON object of keyword arguments. The answer is one of

    {"ok": RESULT}
    {"refused": …}     a Refusal: one sentence for people, nothing changed
    {"failed": …}      a fault in our code, with its traceback: the page offers a fault report

Calls overlap: while one verb awaits something, others run. `ping` is no such verb: its answer is no JSON.

The import of this module uses no browser API; only `open_verbs` does. Therefore the build can import the module and
write a heap snapshot. Every visit restores the snapshot (assets/snapshot.js).
"""

from __future__ import annotations

import json
import random
import traceback
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from game.engine.desk import Desk
from game.engine.verb_group import Verb
from game.ledger import backup_file
from game.records import fields
from game.records.fields import Entry
from game.rules.errors import RecordError, Refusal
from game.store.indexeddb import IndexedDB
from game.store.match_lock import NoLock, WebLocks
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend

if TYPE_CHECKING:
    from game.contract.engine_verbs import Envelope, ToldEvent


def _read_arguments(text: str) -> Entry:
    """Read a verb's arguments.

    Raises ValueError, not Refusal: the page writes this text, so bad JSON is a fault in our code.

    The length limit is that of the longest argument, a backup file.
    """
    try:
        arguments = fields.parse_json(text, backup_file.LONGEST)
    except RecordError as problem:
        raise ValueError(problem.key) from problem
    if not isinstance(arguments, dict):
        raise ValueError("a verb's arguments must be a JSON object")
    return arguments


def as_json_verb(function: Verb) -> Callable[[str], Awaitable[str]]:
    """Wrap a function as a verb that takes JSON text and returns JSON text.

    The verb raises no `Exception`: a fault becomes the answer `failed`.

    The answer is not escaped to ASCII, because the page reads it with MicroPython, which takes an escaped surrogate
    pair for two characters.
    """

    async def answer(arguments: str = "{}") -> str:
        try:
            return _text({"ok": await function(**_read_arguments(arguments))})
        except Refusal as refusal:
            return _text({"refused": {"key": refusal.key, "values": refusal.values}})
        except Exception:  # a fault in our code: the page shows the whole traceback in a fault report
            return _text({"failed": traceback.format_exc()})

    return answer


def _text(envelope: Envelope) -> str:
    return json.dumps(envelope, ensure_ascii=False)


def by_name(verbs: Mapping[str, Callable[[str], Awaitable[str]]]) -> Callable[[str, str], Awaitable[str]]:
    """One function for these wrapped verbs and `ping`: it takes a verb's name and its arguments.

    Each function that JavaScript holds costs .1 ms of the start. A verb that is not there is a fault in our code.
    """

    known = {**verbs, "ping": ping}

    async def answer(verb: str, arguments: str) -> str:
        if verb not in known:
            return _text({"failed": f"the engine has no verb {verb}"})
        return await known[verb](arguments)

    return answer


def verbs(desk: Desk) -> dict[str, Callable[[str], Awaitable[str]]]:
    """The wrapped verbs of a desk, by name."""
    return {name: as_json_verb(verb) for name, verb in desk.verbs.items()}


def make_browser_desk() -> Desk:
    """Create a desk with the browser's IndexedDB and Web Locks. Outside a browser, the desk stores in RAM."""
    try:
        import js
    except ImportError:
        return Desk(MatchStore(MemoryBackend()))
    from pyodide.ffi import JsException, to_js

    def make_download(text: str) -> str:
        options = to_js({"type": "application/json"}, dict_converter=js.Object.fromEntries)
        return str(js.URL.createObjectURL(js.Blob.new(to_js([text]), options)))

    def tell_page(event: ToldEvent) -> None:
        js.postMessage(to_js({"tell": event}, dict_converter=js.Object.fromEntries))

    def post_lines(lines: str) -> None:
        js.postMessage(to_js({"lines": lines}, dict_converter=js.Object.fromEntries))

    async def load_archives() -> None:
        await js.mountArchives()

    try:
        locks = getattr(js.navigator, "locks", None)
    except JsException:  # the browser forbids them
        locks = None
    lock = WebLocks(locks) if locks else NoLock()
    return Desk(MatchStore(IndexedDB()), lock, make_download, tell_page, post_lines, load_archives)


async def ping(arguments: str = "{}") -> str:
    """Answer with an empty text, which nobody reads.

    The worker's script calls it, not the page. That it answers shows that Python's event loop runs.
    """
    return ""


def open_verbs() -> Callable[[str, str], Awaitable[str]]:
    """Create the worker's desk and return its verbs, see `by_name`. Call it once, when the worker starts.

    It seeds `random`. Otherwise all visits would start with the generator's state in the heap snapshot.
    """
    random.seed()
    return by_name(verbs(make_browser_desk()))
