"""The page's first line: asks the engine, then hands over. MicroPython, as all of `game/page/`."""

import asyncio

from pyscript import window

from game.page import words
from game.page.screens import language
from game.telling.speech.texts import ENGLISH

words.use(language.english())  # the shell has come in English
window.startup.at("table", 1)


async def main():
    """Goes on with the saved match, or shows the menu."""
    from game.page.app import App
    from game.page.input import actions  # the largest part, read while the engine begins

    app = App()
    wanted = language.wanted(app.state["settings"]["language"])
    if wanted != ENGLISH:
        await language.speak(wanted)
    actions.listen(app)
    await actions.begin(app)
    window.startup.ready()
    app.work(-1)  # starting is done


asyncio.create_task(main())
