"""The page's first line: speaks, asks the engine, hands over. MicroPython, as all of `game/page/`.

It is done in pieces: between them the browser does what waits, as a person's first tap (assets/boot.js: `breathe`).
"""

import asyncio

from pyscript import window

from game.narration.localization.texts import ENGLISH
from game.page import words
from game.page.screens import language_choice

breathe = window.startup.breathe
# What takes longest to import, each after what it needs.
PARTS = """
    game.page.screens.new_game_form game.page.panels.event_bubbles game.page.page_state game.page.board.layers
    game.page.score_pad.paper_sheet game.page.following.recap game.page.house_rules.saved_rules
    game.page.history.statistics_view game.page.score_pad.pad_view game.page.sharing.calendar_view game.page.views
    game.page.board.pacing game.page.play.showing game.page.app game.page.house_rules.settings_actions
    game.page.input.keyboard game.page.history.history_actions game.page.sharing.sharing_actions
    game.page.input.clicks
"""


async def begin():
    """Makes the page speak; what is left is a task of its own."""
    await breathe()
    texts = language_choice.english()  # as the shell has come
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
    from game.page.input import clicks
    from game.page.screens.dialogs import toast

    await breathe()
    app = App()
    wanted = language_choice.wanted(app.state["settings"]["language"])
    if wanted != ENGLISH:
        try:
            await language_choice.speak(wanted)
        except Exception as problem:  # whatever a browser throws where the file cannot be had
            window.console.info("the language cannot be had: " + str(problem))
            toast(words.say("ui.language-missing"))
    await breathe()
    clicks.listen(app)
    await breathe()
    await clicks.begin(app)
    window.startup.ready()
    app.work(-1)  # starting is done
    await views.ahead(app)
    window.startup.done()
