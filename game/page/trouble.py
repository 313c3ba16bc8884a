"""What a person sees when the game breaks in play: a sentence, a report to copy, and a way to start again."""

import json

from pyscript import document, storage, when, window

_detail = ""


def show(detail):
    """Opens the dialog once; `detail` is a traceback for the report, never shown."""
    global _detail
    if not _detail:
        _detail = str(detail)
        window.console.error(_detail)
        document.getElementById("trouble").hidden = False
        document.getElementById("trouble-copy").focus()


async def report():
    """The report as JSON text: what went wrong, where, and the record so far, or null where nothing is saved."""
    saved = await storage("chickenfoot")
    return json.dumps(
        {
            "report": "chickenfoot-report/1",
            "version": document.documentElement.dataset.app,
            "browser": window.navigator.userAgent,
            "detail": _detail,
            "save": saved.get("save"),
        }
    )


@when("click", "#trouble-copy")
async def _copy(event):
    await window.navigator.clipboard.writeText(await report())
    document.getElementById("trouble-copied").hidden = False


@when("click", "#trouble-reload")
def _reload(event):
    window.location.reload()
