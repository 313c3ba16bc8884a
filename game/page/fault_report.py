"""The fault report: a sentence, a report to copy, and a button that reloads the page."""

import asyncio
import io
import json
import sys

from pyscript import document, ffi, window

from game.page.dom import listen, one

_detail = ""


def show(detail):
    """Open the dialog, once. `detail` is a traceback for the report; the dialog does not show it."""
    global _detail
    if not _detail:
        _detail = str(detail)
        window.console.error(_detail)
        document.getElementById("trouble").hidden = False
        document.getElementById("trouble-copy").focus()


def show_exception(fault):
    """Open the report for an unexpected exception."""
    told = io.StringIO()
    sys.print_exception(fault, told)  # type: ignore[attr-defined]  # MicroPython's own
    show(told.getvalue())


def run_in_background(task):
    """Run a task that nothing waits for. An exception in it opens the report."""
    asyncio.create_task(_watched(task))


async def _watched(task):
    try:
        await task
    except Exception as fault:
        show_exception(fault)


def is_open():
    """Whether the report is open."""
    return bool(_detail)


def hide():
    """Close the report, because the engine was restarted."""
    global _detail
    _detail = ""
    document.getElementById("trouble").hidden = True


async def report():
    """The report as JSON text: the version, the fault, and the newest save, or null where none can be read."""
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
    """The text of the match that was played last, read from IndexedDB without the engine (game/store/match_store.py), or None."""
    try:
        request = window.indexedDB.open("chickenfoot")
        # Do not create the database if it is missing.
        request.onupgradeneeded = ffi.create_proxy(lambda event: request.transaction.abort())
        database = await _result(request)
        entries = database.transaction("entries", "readonly").objectStore("entries")
        texts = await _result(entries.getAll(window.IDBKeyRange.bound("match/", "match0")))
        database.close()
        return max([str(text) for text in texts], key=_saved_at)
    except Exception as problem:  # browsers throw various errors where storage is blocked
        window.console.info("nothing that is kept can be read: " + str(problem))
        return None


def _saved_at(text):
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


async def _copy():
    await window.navigator.clipboard.writeText(await report())
    document.getElementById("trouble-copied").hidden = False


# PyScript's `when` would import modules that take half as long to load as all of ours.
listen(one("#trouble-copy"), "click", lambda event: run_in_background(_copy()))
listen(one("#trouble-reload"), "click", lambda event: window.location.reload())
