"""The page's first line: speaks, asks the engine, hands over. MicroPython, as all of `game/page/`.

It is done in pieces: between them the browser does what waits, as a person's first tap (assets/boot.js: `breathe`).
"""

import asyncio

from pyscript import window

from game.page import words
from game.page.screens import language
from game.telling.speech.texts import ENGLISH

breathe = window.startup.breathe
# What takes longest to import, each after what it needs.
PARTS = """
    game.page.screens.setup game.page.table.events game.page.state game.page.felt.layers game.page.pad.paper
    game.page.follow.trail game.page.house.sets game.page.memory.figures game.page.pad.view game.page.sharing.days
    game.page.views game.page.felt.beats game.page.play.showing game.page.app game.page.house.actions game.page.input.keys
    game.page.memory.actions game.page.sharing.actions game.page.input.actions
"""


async def begin():
    """Makes the page speak; what is left is a task of its own."""
    await breathe()
    texts = language.english()  # as the shell has come
    await breathe()
    words.use(texts)
    window.startup.at("table", 1)
    asyncio.create_task(main())


async def main():
    """Goes on with the saved match, or shows the menu."""
    for part in PARTS.split():
        await breathe()
        __import__(part)
    from game.page import views
    from game.page.app import App
    from game.page.input import actions
    from game.page.screens.dialogs import toast

    await breathe()
    app = App()
    wanted = language.wanted(app.state["settings"]["language"])
    if wanted != ENGLISH:
        try:
            await language.speak(wanted)
        except Exception as problem:  # whatever a browser throws where the file cannot be had
            window.console.info("the language cannot be had: " + str(problem))
            toast(words.say("ui.language-missing"))
    await breathe()
    actions.listen(app)
    await breathe()
    await actions.begin(app)
    window.startup.ready()
    app.work(-1)  # starting is done
    await views.ahead(app)
    window.startup.done()
