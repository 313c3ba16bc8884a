"""The page's first line: waits for the engine, then hands over. MicroPython, as all of `game/page/`."""

import asyncio
import json

from pyscript import window

from game.page import bridge, words

with open("assets/locales/en.json") as _file:
    words.table.update(json.load(_file))
window.startup.at("table", 1)


async def main():
    """Starts the engine, then goes on with the saved match, or shows the menu."""
    from game.page.app import App
    from game.page.input import actions  # the largest part, read while the engine starts

    app = App()
    actions.listen(app)
    await bridge.start()
    await actions.begin(app)
    window.startup.ready()
    app.work(-1)  # starting is done


asyncio.create_task(main())
