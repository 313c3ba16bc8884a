"""The entry point of the page: load the texts, import the other modules in steps, start the app.

Between two steps `breathe` (assets/boot.js) lets the browser handle waiting events, such as a first tap.
"""

import asyncio

from pyscript import window

from game.narration.localization.texts import ENGLISH
from game.page.kernel import engine_client, words
from game.page.settings import language_choice

breathe = window.startup.breathe
# The modules that take longest to import. Each comes after the modules that it imports, so that each step is short.
SLOW_IMPORTS = """
    game.page.new_game.new_game_form game.page.events.event_bubbles game.page.kernel.page_state game.page.board.drawing
    game.page.score_pad.paper_sheet game.page.log.recap game.page.new_game.saved_rules
    game.page.history.statistics_view game.page.score_pad.pad_view game.page.calendar.calendar_view
    game.page.kernel.painting
    game.page.events.pacing game.page.kernel.showing game.page.kernel.app game.page.preferences.settings_actions
    game.page.keyboard.keyboard game.page.history.history_actions game.page.sharing.sharing_actions
    game.page.input.clicks
"""


async def begin():
    """Load the English texts, then start `main` as a separate task."""
    await breathe()
    texts = language_choice.english()  # the texts in index.html are English
    await breathe()
    words.use(texts)
    window.startup.at("table", 1)
    asyncio.create_task(main())


async def main():
    """Import the page's modules, then continue the saved match or show the menu.

    The first request is posted before the imports, so that the engine reads its store at the same time.
    """
    boot_request = engine_client.post("boot")
    for module in SLOW_IMPORTS.split():
        await breathe()
        __import__(module)
    from game.page.browser_back import browser_back
    from game.page.input import clicks
    from game.page.kernel import painting
    from game.page.kernel.app import App
    from game.page.screens.dialogs import toast

    await breathe()
    app = App()
    wanted = language_choice.wanted_language(app.state["settings"]["language"])
    if wanted != ENGLISH:
        try:
            await language_choice.switch_language(wanted)
        except Exception as problem:  # the file cannot be fetched: browsers throw different errors
            window.console.info("cannot load the language: " + str(problem))
            toast(words.say("ui.language-missing"))
    await breathe()
    clicks.attach_listeners(app)
    await breathe()
    await clicks.begin(app, boot_request)
    window.startup.ready()
    browser_back.watch(app)
    app.update(faces_shown=True)
    app.count_tasks(-1)  # the start counts as a task, see START in page_state.py
    await painting.paint_form_ahead(app)
    window.startup.done()
