"""The worker's face: the desk's verbs, JSON text in, JSON text out, errors answered as data.

The page calls a verb by its name with a JSON object of keyword arguments; it is answered with one of

    {"ok": RESULT}
    {"refused": {"key": KEY, "values": VALUES}}     a Refusal of the rules: one sentence for people, nothing changed
    {"failed": TRACEBACK}                           a fault of ours: the page offers a report

Calls overlap: while a verb awaits, others are answered.

Importing this touches nothing of the browser: only `opened` does. So the worker can keep the engine as it stands before, for
later visits (assets/frozen.js).
"""

import json
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.desk import Desk
from game.rules.errors import Refusal
from game.store.browser import IndexedDB
from game.store.holder import Anybody, WebLocks
from game.store.keeper import Memory
from game.store.shelf import Shelf

VERBS = [
    *("boot", "check", "start", "resume", "leave", "earlier", "keep"),
    *("matches", "open_match", "rename_match", "delete_match", "undelete_match"),
    *("match_picture", "history", "forget_match", "figures", "reset_figures", "unreset_figures"),
    *("replay", "replay_here", "replay_go", "replay_look", "replay_play", "replay_leave"),
    *("export", "export_match", "bring_in"),
    *(
        "share",
        "open_link",
        "take_link",
        "puzzle_answer",
        "check_deal",
        "days",
        "start_day",
        "save_file",
        "open_record",
    ),
    *("rules", "why", "lesson"),
    *("ways", "houses", "save_house", "delete_house", "undelete_house", "house_link", "open_house"),
    *(
        "pads",
        "begin_pad",
        "empty_pad",
        "open_pad",
        "pad_points",
        "write_pad",
        "strike_pad",
        "delete_pad",
        "undelete_pad",
    ),
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
    """The function as a verb that takes and answers JSON text and never raises.

    Signs stand in it as they are: MicroPython reads an escaped pair of surrogates as two signs.
    """

    async def answer(given: str = "{}") -> str:
        try:
            return json.dumps({"ok": await function(**json.loads(given))}, ensure_ascii=False)
        except Refusal as refusal:
            refused = {"key": refusal.key, "values": refusal.values}
            return json.dumps({"refused": refused}, ensure_ascii=False)
        except Exception:  # our own fault goes to the page in full, as a report
            return json.dumps({"failed": traceback.format_exc()}, ensure_ascii=False)

    return answer


def verbs(desk: Desk) -> dict[str, Callable[[str], Awaitable[str]]]:
    """Every verb of a desk by its name."""
    return {name: answering(getattr(desk, name)) for name in VERBS}


def browsers_desk() -> Desk:
    """The desk in the worker, with the browser's own store and locks. Elsewhere one that forgets."""
    try:
        import js  # type: ignore[import-not-found]
    except ImportError:
        return Desk(Shelf(Memory()))
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    def hand_out(text: str) -> str:
        options = to_js({"type": "application/json"}, dict_converter=js.Object.fromEntries)
        return str(js.URL.createObjectURL(js.Blob.new(to_js([text]), options)))

    def tell(what: str) -> None:
        js.postMessage(to_js({"tell": what}, dict_converter=js.Object.fromEntries))

    locks = getattr(js.navigator, "locks", None)
    holder = WebLocks(locks) if locks else Anybody()
    return Desk(Shelf(IndexedDB()), holder, hand_out, tell)


def opened() -> dict[str, Callable[[str], Awaitable[str]]]:
    """Every verb of the worker's desk by its name."""
    return verbs(browsers_desk())
