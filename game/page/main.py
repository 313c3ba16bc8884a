"""The page's first line: waits for the engine, then hands over. MicroPython, as all of `game/page/`.

`texts.fill(LOCALE, key, values)` gives the sentences; `bridge.call(verb, **given)` talks to the engine.
"""

import asyncio

from pyscript import document, when, window

from game.page import bridge

window.startup.at("table", 1)


@when("click", "#update-now")
def _update(event):
    window.startup.update()


async def main():
    """Starts the engine and shows the menu."""
    await bridge.start()
    answer = await bridge.call("hello")
    document.getElementById("hello").textContent = "{python} {platform}".format(**answer)
    document.body.dataset.phase = "menu"
    document.body.dataset.busy = "false"
    window.startup.ready()


asyncio.create_task(main())
