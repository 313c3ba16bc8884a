"""The page's first line: speaks, asks the engine, hands over. MicroPython, as all of `game/page/`.

It is done in pieces: between them the browser does what waits, as a person's first tap (assets/boot.js: `breathe`).
"""

import asyncio

from pyscript import window

from game.page import words
from game.page.screens import language
from game.telling.speech.texts import ENGLISH

breathe = window.startup.breathe


async def begin():
    """Makes the page speak; what is left is a task of its own."""
    await breathe()
    words.use(await language.english())  # the shell has come in English
    window.startup.at("table", 1)
    asyncio.create_task(main())


async def main():
    """Goes on with the saved match, or shows the menu."""
    await breathe()
    from game.page import views

    await breathe()
    from game.page.app import App

    await breathe()
    from game.page.input import actions

    await breathe()
    app = App()
    wanted = language.wanted(app.state["settings"]["language"])
    if wanted != ENGLISH:
        await language.speak(wanted)
    await breathe()
    actions.listen(app)
    await actions.begin(app)
    window.startup.ready()
    app.work(-1)  # starting is done
    await views.ahead(app)
