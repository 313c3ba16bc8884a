"""The entry point of the page: the list of the rooms, and the start.

Between two steps `breathe` (assets/boot.js) lets the browser handle waiting events, such as a first tap.
"""

import asyncio
import sys

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import ENGLISH
from game.page.kernel import engine_client, words
from game.page.settings import language_choice

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from typing import Any

    from game.contract.answers.list_answers import Boot
    from game.page.kernel.app import App
    from game.page.kernel.room import Room
    from game.page.page_types import Task

breathe = window.startup.breathe
# The rooms, the lowest first: a room imports only the kernel and rooms before it in this list. The order is also that of
# views, reducers, hooks and effects (kernel/room.py).
ROOMS = """
    settings screens people notices board hand focus sound events play log turns seats links new_game matches welcome
    sheet review files learning history score_pad calendar sharing preferences keyboard late laboratory own_phones post browser_back
"""
# The last room that the first screen and the first turn need. The others are imported when the first screen is shown, or
# earlier if the page begins with something else. They have no reducers.
FIRST_SCREEN = "welcome"
# The rooms that come late: what they give `late` (late/late_room.py), which says what each name means.
LATE = {
    "laboratory": {
        "image": "laboratory",
        "packages": "game.page.laboratory",
        "actions": "laboratory what-changes lab-try lab-stop lab-card lab-play lab-save lab-share lab-copy lab-csv lab-picture",
        "links": "#l",
    },
    "own_phones": {
        "image": "phones",
        "packages": "game.devices game.page.own_phones",
        "actions": "invite host-name take-answer scan deal send-invitation party react party-again party-change party-back"
        " pause mind let-play take-out join join-leave send-answer open-invitation party-leave come-back copy-handed"
        " where open-table renew-table send-table let-in return",
        "links": "#j #a #t",
        "tells": "party",
    },
    "post": {
        "image": "post",
        "packages": "game.page.post",
        "actions": "post post-list post-rules post-rules-done post-begin post-open post-send post-again post-forget post-join"
        " post-take-over post-here post-hold post-leave-link",
        "links": "#m",
    },
}
_names = ROOMS.split()
AT_FIRST = _names[: _names.index(FIRST_SCREEN) + 1]
AFTER_FIRST_SCREEN = _names[_names.index(FIRST_SCREEN) + 1 :]
STEP = 5  # ms of imports between two turns of the browser
SHORTCUTS = ("new-game", "resume", "daily")  # actions that an address may start (take_shortcut)


async def begin() -> "None":
    """Load the English texts, then start `main` as a separate task."""
    await breathe()
    texts = language_choice.english()  # the texts in index.html are English
    await breathe()
    words.use(texts)
    window.startup.at("table", 1)
    asyncio.create_task(main())


async def rooms(names: "list[str]") -> "list[Room]":
    """Import the modules of these rooms, except of those with an image of their own. Returns the rooms, in order.

    The browser gets its turn every STEP ms, not after each module: giving way costs as much as a small import.
    """
    found, since = [], window.performance.now()
    for name in names:
        package = "game.page." + name
        __import__(package)
        room = sys.modules[package].room
        if name in LATE:
            sys.modules["game.page.late.late_room"].late(room, **LATE[name])
        else:
            for module in room.modules:
                __import__(package + "." + module)
                if window.performance.now() - since > STEP:
                    await breathe()
                    since = window.performance.now()
        found.append(room)
    return found


async def complete(app: "App") -> "None":
    """Let the rooms come that the first screen does not need, unless they are here. Then handle what waited for them."""
    if app.kept is None:
        return
    for room in await rooms(AFTER_FIRST_SCREEN):
        app.come(room, is_early=True)
        await breathe()
    kept, app.kept = app.kept, None
    for handle, given in kept:
        handle(given)


async def main() -> "None":
    """Open the first rooms, then show the menu, or continue the saved match when all rooms are here.

    The first request is posted before the imports, so that the engine reads its store at the same time.
    """
    boot_request = engine_client.post("boot")
    found = await rooms(AT_FIRST)
    from game.page.kernel.app import App
    from game.page.screens.dialogs import toast
    from game.page.settings import settings

    await breathe()
    app = App(found)
    settings.load(app)
    wanted = language_choice.wanted_language(app.state["settings"]["language"])
    if wanted != ENGLISH:
        try:
            await language_choice.switch_language(wanted)
        except Exception as problem:  # the file cannot be fetched: browsers throw different errors
            window.console.info("cannot load the language: " + str(problem))
            toast(app, words.say("ui.language-missing"))
    await breathe()
    app.attach()
    await breathe()
    try:
        await show_start(app, boot_request)
    except Exception as fault:  # the engine does not start, or a fault of our own: nothing else reports it
        app.fault_report.show_exception(fault)
        raise
    window.startup.ready()
    try:
        await complete(app)
    except Exception as fault:  # a fault of our own; the start has ended, so nothing else reports it
        app.fault_report.show_exception(fault)
        raise
    from game.page.browser_back import browser_back

    browser_back.watch(app)
    if app.state["posts_wait"]:
        app.run(app.actions["post-list"](app, None))  # type: ignore[arg-type]  # it is a task
    app.update(faces_shown=True)
    app.count_tasks(-1)  # the start counts as a task, see START in kernel/app.py
    await app.painter.paint_ahead(lambda: app.state)
    window.startup.done()


async def show_start(app: "App", boot_request: "Awaitable[Any]") -> "None":
    """Await the saved data. Then open a link, continue the saved match, or show the menu.

    `boot_request` is the posted request for the verb `boot` (see `engine_client.post`).
    """
    from game.page.links.address_links import link_code, open_link, take_shortcut
    from game.page.matches.match_actions import resume
    from game.page.people import at_the_table
    from game.page.screens.navigation import show_menu

    way_back = at_the_table.way_back()
    if window.location.hash or way_back:
        await complete(app)
    code = link_code(app) or way_back
    invited = code[:2] in LATE["own_phones"]["links"].split()
    if invited:  # a guest needs no engine, so the page is ready before it has started
        show_menu(app)  # also if the invitation cannot be read
        await open_link(app, code)
        app.run_in_background(boot_later(app, boot_request))
        return
    boot: Boot | None = await app.receive(boot_request)
    if not boot:
        raise RuntimeError("the engine did not start")  # `receive` has reported why
    await breathe()
    checked = take_boot(app, boot)  # its answer comes while the menu is painted
    await breathe()
    shortcut = take_shortcut()
    if shortcut or boot["saved"]:
        await complete(app)
    resumed = boot["saved"] and shortcut in ("", "resume") and await resume(app)
    if window.location.hash:  # a link may have come since the first line
        await complete(app)
    code = link_code(app)
    if not code and not resumed:
        show_menu(app, resumable=boot["saved"] and not boot["over"])
    await checked
    if code:
        await open_link(app, code)
    elif not resumed and shortcut in SHORTCUTS:
        await app.actions[shortcut](app, None)  # type: ignore[misc]  # each of them is a task


async def boot_later(app: "App", boot_request: "Awaitable[Any]") -> "None":
    """Take over the saved data while the page is a guest's already. The guest's page is not busy meanwhile.

    Settings that the person has changed since, such as the name, are newer than the saved ones.
    """
    from game.page.kernel.room import updated

    early = app.state["settings"]
    try:
        boot: Boot = await engine_client.answer(boot_request)
    except engine_client.Broken as fault:
        if fault.detail:
            raise
        boot = await engine_client.call("boot")  # the engine was restarted
    if app.state["settings"] is not early:
        boot = updated(boot, settings=app.state["settings"])
    checked = take_boot(app, boot)
    app.update(resumable=boot["saved"] and not boot["over"])
    await checked


def take_boot(app: "App", boot: "Boot") -> "Task":
    """Take over the answer of the verb `boot`. Returns an awaitable for the check of the form's choices."""
    from game.page.new_game.setup_check import check_setup

    state = app.reduced("boot", app.state, boot)
    checked = check_setup(app, state["setup"])  # posted before the page paints, so that both work at once
    app.set_state(state)
    app.booted.set()
    return checked
