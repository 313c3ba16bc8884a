"""The fault report: a dialog for an unexpected fault, with a report to copy and a button that reloads the page."""

import asyncio
import io
import json
import sys

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import listen, one
from game.page.kernel.engine_client import Broken
from game.page.kernel.system_calls import reveal

if TYPE_CHECKING:
    from game.page.kernel.system_calls import SystemCalls
    from game.page.page_types import Element


class FaultReport:
    """The dialog."""

    def __init__(self, system_calls: "SystemCalls") -> "None":
        self._system_calls = system_calls
        self._detail = ""  # the traceback of the reported fault; empty while the dialog is closed
        # PyScript's `when` would do the same, but importing it takes as long as importing half of the page's modules.
        listen(one("#trouble-copy"), "click", lambda event: asyncio.create_task(self._copy_report()))
        listen(one("#trouble-reload"), "click", lambda event: window.location.reload())

    @property
    def is_open(self) -> "bool":
        """Whether the dialog is open."""
        return bool(self._detail)

    def show(self, detail: "str") -> "None":
        """Open the dialog, unless it is open. `detail` is a traceback for the report; the dialog does not show it."""
        if not self._detail:
            self._detail = str(detail)
            window.console.error(self._detail)
            document.getElementById("trouble").hidden = False
            document.getElementById("trouble-copy").focus()

    def show_exception(self, fault: "Exception") -> "None":
        """Open the dialog for an unexpected exception. A `Broken` without a detail is none."""
        if not isinstance(fault, Broken):
            traceback = io.StringIO()
            sys.print_exception(fault, traceback)  # type: ignore[attr-defined]  # only MicroPython has it
            self.show(traceback.getvalue())
        elif fault.detail:
            self.show(fault.detail)

    def hide(self) -> "None":
        """Close the dialog after a restart of the engine."""
        self._detail = ""
        document.getElementById("trouble").hidden = True

    async def _copy_report(self) -> "None":
        try:
            text = await report(self._detail)
            outcome = await self._system_calls.copy(text)
            document.getElementById("trouble-copied").hidden = outcome != "passed"
            document.getElementById("trouble-by-hand").hidden = outcome != "refused"
            if outcome == "refused":
                reveal(document.getElementById("trouble-report"), text)
        except Exception as fault:
            self.show_exception(fault)


async def report(detail: "str") -> "str":
    """The report as JSON text: the version, the commit, the fault, and the newest save, or null if no save can be read."""
    saved = await newest_save()
    return json.dumps(
        {
            "report": "chickenfoot-report/1",
            "version": document.documentElement.dataset.version,
            "build": document.documentElement.dataset.app,
            "commit": document.documentElement.getAttribute("data-commit"),
            "browser": window.navigator.userAgent,
            "detail": detail,
            "save": saved,
        }
    )


async def newest_save() -> "str | None":
    """The save of the match that was played last, or None.

    Reads IndexedDB directly, because the engine may have failed.
    """
    try:
        request = window.indexedDB.open("chickenfoot")
        # Do not create the database if it is missing.
        request.onupgradeneeded = ffi.create_proxy(lambda event: request.transaction.abort())
        database = await _result(request)
        entries = database.transaction("entries", "readonly").objectStore("entries")
        # The keys of matches start with "match/" (game/store/match_store.py), and "0" is the character after "/".
        texts = await _result(entries.getAll(window.IDBKeyRange.bound("match/", "match0")))
        database.close()
        return max([str(text) for text in texts], key=_saved_at)
    except Exception as problem:
        # There is no save, or storage is blocked. Browsers throw different errors for that.
        window.console.info("cannot read a save: " + str(problem))
        return None


def _saved_at(text: "str") -> "int":
    """The time of a save, from the head in its first line; 0 if the head cannot be read."""
    try:
        return int(json.loads(text.split("\n", 1)[0])["when"])
    except (ValueError, KeyError, TypeError):
        return 0


async def _result(request: "Element") -> "Element":
    """Wait for a request of IndexedDB and return its result."""
    done = asyncio.Event()
    request.onsuccess = request.onerror = ffi.create_proxy(lambda event: done.set())
    await done.wait()
    return request.result
