"""Calls of the system's share sheet and clipboard, which tell whether they succeeded; and a field to copy from by hand.

The fault report needs this module too, so it imports nothing of the page.
"""

from pyscript import ffi, window

FORGOTTEN = (
    2000  # ms; a person who can tap the page after this time sees no share sheet: the browser forgot it
)

_since = {}  # when a share or a copy began that has not ended, in ms of the page's clock, by "share" or "copy"


async def share(data):
    """Open the share sheet. Return "passed", "cancelled", "refused", or "waits" if an earlier share has not ended."""
    return await _tried("share", lambda: window.navigator.share(ffi.to_js(data)))


async def copy(text):
    """Copy a text. Return "passed", "refused", or "waits" if an earlier copy has not ended."""
    return await _tried("copy", lambda: window.navigator.clipboard.writeText(text))


def reveal(field, text):
    """Show a text in a field, selected."""
    field.value = text
    field.hidden = False
    field.focus()
    field.select()
    field.scrollIntoView(ffi.to_js({"block": "center"}))  # not under the toast


async def _tried(what, call):
    """The outcome of a call that returns a promise, unless the earlier one for "share" or "copy" has not ended."""
    now = window.performance.now()
    if what in _since:
        return "refused" if now - _since[what] > FORGOTTEN else "waits"
    _since[what] = now
    try:
        await call()
        return "passed"
    except Exception as reason:  # browsers throw various errors, also where the API is missing or blocked
        window.console.info("{}: {}".format(what, reason))
        return "cancelled" if "AbortError" in [str(part) for part in reason.args] else "refused"
    finally:
        _since.pop(what, None)
