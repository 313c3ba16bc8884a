"""What a person sees when the game breaks in play: a sentence, a report to copy, and a way to start again."""

import asyncio
import io
import json
import sys

from pyscript import document, ffi, window

from game.page.dom import listen, one

_detail = ""


def show(detail):
    """Opens the dialog once; `detail` is a traceback for the report, never shown."""
    global _detail
    if not _detail:
        _detail = str(detail)
        window.console.error(_detail)
        document.getElementById("trouble").hidden = False
        document.getElementById("trouble-copy").focus()


def tell(fault):
    """Shows an exception that nobody foresaw."""
    told = io.StringIO()
    sys.print_exception(fault, told)  # type: ignore[attr-defined]  # MicroPython's own
    show(told.getvalue())


def aside(task):
    """Does a task for which nothing waits; a fault in it is told like any other."""
    asyncio.create_task(_watched(task))


async def _watched(task):
    try:
        await task
    except Exception as fault:
        tell(fault)


def shown():
    """Whether the dialog is open."""
    return bool(_detail)


def hide():
    """Closes the dialog: the engine was begun anew."""
    global _detail
    _detail = ""
    document.getElementById("trouble").hidden = True


async def report():
    """The report as JSON text: what went wrong, where, and the record so far, or null where nothing is saved."""
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
    """The save that was played last, read past the engine (game/store/match_store.py); None where nothing is or can be read."""
    try:
        request = window.indexedDB.open("chickenfoot")
        request.onupgradeneeded = ffi.create_proxy(lambda event: request.transaction.abort())  # there is none
        database = await _result(request)
        entries = database.transaction("entries", "readonly").objectStore("entries")
        texts = await _result(entries.getAll(window.IDBKeyRange.bound("match/", "match0")))
        database.close()
        return max([str(text) for text in texts], key=_when)
    except Exception as problem:  # whatever a browser throws that keeps nothing
        window.console.info("nothing that is kept can be read: " + str(problem))
        return None


def _when(text):
    try:
        return int(json.loads(text.split("\n", 1)[0])["when"])
    except (ValueError, KeyError, TypeError):
        return 0


async def _result(request):
    """What a request of IndexedDB comes to."""
    done = asyncio.Event()
    request.onsuccess = request.onerror = ffi.create_proxy(lambda event: done.set())
    await done.wait()
    return request.result


async def _copy():
    await window.navigator.clipboard.writeText(await report())
    document.getElementById("trouble-copied").hidden = False


# PyScript's `when` would do it too, but brings modules that take as long to be read as half of ours.
listen(one("#trouble-copy"), "click", lambda event: aside(_copy()))
listen(one("#trouble-reload"), "click", lambda event: window.location.reload())
