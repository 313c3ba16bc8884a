"""Calls of the system's share sheet and clipboard, which tell whether they succeeded; and a field to copy from by hand."""

from pyscript import ffi, window

FORGOTTEN = (
    2000  # ms; a person who can tap the page after this time sees no share sheet: the browser forgot it
)


class SystemCalls:
    """The calls, at most one of each kind at a time."""

    def __init__(self):
        # When a share or a copy began that has not ended, in ms of the page's clock, by "share" or "copy".
        self._since = {}

    async def share(self, data):
        """Open the share sheet. Return "passed", "cancelled", "refused", or "waits" if an earlier share has not ended."""
        return await self._tried("share", lambda: window.navigator.share(ffi.to_js(data)))

    async def copy(self, text):
        """Copy a text. Return "passed", "refused", or "waits" if an earlier copy has not ended."""
        return await self._tried("copy", lambda: window.navigator.clipboard.writeText(text))

    async def _tried(self, what, call):
        """The outcome of a call that returns a promise, unless the earlier one for "share" or "copy" has not ended."""
        now = window.performance.now()
        if what in self._since:
            return "refused" if now - self._since[what] > FORGOTTEN else "waits"
        self._since[what] = now
        try:
            await call()
            return "passed"
        except Exception as reason:  # browsers throw various errors, also where the API is missing or blocked
            window.console.info("{}: {}".format(what, reason))
            return "cancelled" if "AbortError" in [str(part) for part in reason.args] else "refused"
        finally:
            self._since.pop(what, None)


def reveal(field, text):
    """Show a text in a field, selected."""
    field.value = text
    field.hidden = False
    field.focus()
    field.select()
    field.scrollIntoView(ffi.to_js({"block": "center"}))  # not under the toast
