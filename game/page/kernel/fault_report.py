"""The fault report: a dialog for an unexpected fault, with a report to copy and a button that reloads the page."""

import asyncio
import io
import json
import sys

from pyscript import document, ffi, window

from game.page.kernel.dom import listen, one

_detail = ""  # the traceback of the reported fault; empty while the dialog is closed


def show(detail):
    """Open the dialog, unless it is open. `detail` is a traceback for the report; the dialog does not show it."""
    global _detail
    if not _detail:
        _detail = str(detail)
        window.console.error(_detail)
        document.getElementById("trouble").hidden = False
        document.getElementById("trouble-copy").focus()


def show_exception(fault):
    """Open the dialog for an unexpected exception."""
    traceback = io.StringIO()
    sys.print_exception(fault, traceback)  # type: ignore[attr-defined]  # only MicroPython has it
    show(traceback.getvalue())


def run_in_background(task):
    """Start a task that nothing waits for. An exception in it opens the dialog."""
    asyncio.create_task(_report_exceptions(task))


async def _report_exceptions(task):
    try:
        await task
    except Exception as fault:
        show_exception(fault)


def is_open():
    """Whether the dialog is open."""
    return bool(_detail)


def hide():
    """Close the dialog after a restart of the engine."""
    global _detail
    _detail = ""
    document.getElementById("trouble").hidden = True


async def report():
    """The report as JSON text: the version, the fault, and the newest save, or null if no save can be read."""
    saved = await newest_save()
    return json.dumps(
        {
            "report": "chickenfoot-report/1",
            "version": document.documentElement.dataset.version,
            "build": document.documentElement.dataset.app,
            "browser": window.navigator.userAgent,
            "detail": _detail,
            "save": saved,
        }
    )


async def newest_save():
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


def _saved_at(text):
    """The time of a save, from the head in its first line; 0 if the head cannot be read."""
    try:
        return int(json.loads(text.split("\n", 1)[0])["when"])
    except (ValueError, KeyError, TypeError):
        return 0


async def _result(request):
    """Wait for a request of IndexedDB and return its result."""
    done = asyncio.Event()
    request.onsuccess = request.onerror = ffi.create_proxy(lambda event: done.set())
    await done.wait()
    return request.result


async def _copy_report():
    await window.navigator.clipboard.writeText(await report())
    document.getElementById("trouble-copied").hidden = False


# PyScript's `when` would do the same, but importing it takes as long as importing half of the page's modules.
listen(one("#trouble-copy"), "click", lambda event: run_in_background(_copy_report()))
listen(one("#trouble-reload"), "click", lambda event: window.location.reload())
