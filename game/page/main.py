"""The entry point of the page: load the texts, import the other modules in steps, start the app.

Between two steps `breathe` (assets/boot.js) lets the browser handle waiting events, such as a first tap.
"""

import asyncio

from pyscript import window

from game.narration.localization.texts import ENGLISH
from game.page import engine_client, words
from game.page.screens import language_choice

breathe = window.startup.breathe
# The modules that take longest to import. Each comes after the modules that it imports, so that each step is short.
SLOW_IMPORTS = """
    game.page.screens.new_game_form game.page.panels.event_bubbles game.page.page_state game.page.board.layers
    game.page.score_pad.paper_sheet game.page.following.recap game.page.house_rules.saved_rules
    game.page.history.statistics_view game.page.score_pad.pad_view game.page.sharing.calendar_view
    game.page.views
    game.page.board.pacing game.page.play.showing game.page.app game.page.house_rules.settings_actions
    game.page.input.keyboard game.page.history.history_actions game.page.sharing.sharing_actions
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
    from game.page import views
    from game.page.app import App
    from game.page.input import browser_back, clicks
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
    await views.paint_form_ahead(app)
    window.startup.done()
