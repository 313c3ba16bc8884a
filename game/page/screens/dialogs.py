"""Dialogs, and the short sentence at the foot of the page."""

import asyncio

from game.page.dom import every, one, put, show


def close_dialogs():
    """Closes every open dialog."""
    for dialog in every("dialog[open]"):
        dialog.close()


def toast(text):
    """Shows a sentence for some seconds."""
    line = one("#toast")
    put(line, text)
    show(line, True)

    async def later():
        await asyncio.sleep(5)
        show(line, False)

    asyncio.create_task(later())
