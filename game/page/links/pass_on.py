"""Pass a link, a text or a picture on: by the system's share sheet, by the clipboard, or by a field to copy from.

Everything that shares or copies does it here, so that no sentence claims what did not happen:

- passed on: a copy is said; the share sheet says itself what it did
- cancelled: the person closed the share sheet, and nothing happens
- refused: the text is in a field, selected, and a sentence says so. A picture is saved as a file
- neither yet: a second tap does nothing. Some browsers never end a share (WebKit bug 231995), but while their sheet is
  open nobody can tap the page: a tap after `FORGOTTEN` (kernel/system_calls.py) counts as refused

No function here makes the page wait: a share may last for ever.
"""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.system_calls import reveal
from game.page.kernel.words import say
from game.page.screens.dialogs import toast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from game.page.kernel.app import App
    from game.page.page_types import Element

FREE_AFTER = 60_000  # ms after which the memory of a saved picture is freed


def can_share() -> "bool":
    """Whether the browser has a share sheet."""
    return bool(window.Reflect.has(window.navigator, "share"))


def send(
    app: "App",
    field: "Element",
    text: "str",
    data: "dict[str, str]",
    after: "Callable[[], None] | None" = None,
) -> "None":
    """Pass `data` ({"text", "url" …}) to the share sheet. Without one, copy `text`.

    If the browser refuses, `field` shows `text`. `after` is called, without arguments, once the text was passed on or is
    shown.
    """
    app.run_in_background(_send(app, field, text, data, after))


def copy(app: "App", field: "Element", after: "Callable[[], None] | None" = None, text: "str" = "") -> "None":
    """Copy a text, by default that of the field; `after` is as in `send`."""
    app.run_in_background(_copy(app, field, text or field.value, after))


def send_picture(app: "App", picture: "Any", title: "str") -> "None":
    """Pass a picture, a JavaScript File, to the share sheet. If there is none for pictures, save the file."""
    app.run_in_background(_send_picture(app, picture, title))


async def _send(
    app: "App", field: "Element", text: "str", data: "dict[str, str]", after: "Callable[[], None] | None"
) -> "None":
    if not can_share():
        said = data.get("text", "")
        await _copy(app, field, text, after, said if said in text else "")
        return
    _finish(app, await app.system_calls.share(data), field, text, "ui.send-by-hand", after)


async def _copy(
    app: "App", field: "Element", text: "str", after: "Callable[[], None] | None", said: "str" = ""
) -> "None":
    """Copy the text. `said` are words of it that the person may not have seen: they are told."""
    outcome = await app.system_calls.copy(text)
    if outcome == "passed":
        toast(app, say("ui.copied-said", {"text": said}) if said else _what_was_copied(text))
    _finish(app, outcome, field, text, "ui.copy-by-hand", after)


def _what_was_copied(text: "str") -> "str":
    """A link, words with a link, or words."""
    kind = "" if "://" not in text else "-link" if text.split("://")[0].isalpha() else "-both"
    return say("ui.copied" + kind)


def _finish(
    app: "App", outcome: "str", field: "Element", text: "str", key: "str", after: "Callable[[], None] | None"
) -> "None":
    """Show the text if it was refused, with the sentence of `key`. Call `after` unless nothing has happened."""
    if outcome == "refused":
        reveal(field, text)
        toast(app, say(key))
    if after and outcome in ("passed", "refused"):
        after()


async def _send_picture(app: "App", picture: "Any", title: "str") -> "None":
    data = {"files": [picture], "title": title}
    outcome = await app.system_calls.share(data) if _can_share_files(data) else "refused"
    if outcome == "refused":
        _save(picture)
        toast(app, say("share.downloaded"))


def _can_share_files(data: "Mapping[str, object]") -> "bool":
    navigator = window.navigator
    return bool(window.Reflect.has(navigator, "canShare") and navigator.canShare(ffi.to_js(data)))


def _save(picture: "Any") -> "None":
    """Save a JavaScript File."""
    link = document.createElement("a")
    link.href = window.URL.createObjectURL(picture)
    link.download = picture.name
    link.click()
    window.setTimeout(ffi.create_proxy(lambda: window.URL.revokeObjectURL(link.href)), FREE_AFTER)
