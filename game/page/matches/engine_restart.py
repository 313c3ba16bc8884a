"""Restart an engine that has failed, and take a match over from another tab, or when that tab releases it."""

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import listen, one
from game.page.kernel.words import say
from game.page.matches import match_actions, room
from game.page.screens import missing_file
from game.page.screens.dialogs import toast
from game.page.screens.navigation import show_menu

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Boot
    from game.page.kernel.app import App
    from game.page.page_types import Element

RESTART_INTERVAL = 60_000  # ms: an engine that fails again within this time is not restarted automatically


@room.on("attach")
def listen_to_engine(app: "App") -> "None":
    """Listen to what the engine tells without being asked. assets/boot.js fires these events.

    "free": another tab has released the match. "elsewhere": another tab has taken it over. "stored": changes are
    stored that could not be stored at first.
    """
    listen(document, "engine:tell", lambda event: engine_told(app, event.detail))
    listen(document, "engine:broke", lambda event: app.run(engine_broke(app, event.detail)))


def engine_told(app: "App", event: "str") -> "None":
    """Handle a message of the engine that answers no request."""
    if event == "free":
        app.run(match_released(app))
    elif event == "stored":
        app.update(storage_problem="")
    elif event == "elsewhere":
        match_taken(app)


def match_taken(app: "App") -> "None":
    """Show the menu after another tab took over the match, with an offer to play it here again."""
    show_menu(app, match_elsewhere="taken", resumable=True)


@room.action("play-here")
async def play_here(app: "App", button: "Element") -> "None":
    """Take over the match that is open in another tab."""
    if not await match_actions.resume(app, by_force=True):
        show_menu(app)


async def match_released(app: "App") -> "None":
    """Continue the match that another tab has released, if the person waits for it on the first screen."""
    is_waiting = app.state["match_elsewhere"] and app.state["screen"] == "welcome" and not one("dialog[open]")
    app.update(match_elsewhere="")
    if is_waiting and document.visibilityState == "visible":
        await match_actions.resume(app)


async def engine_broke(app: "App", detail: "str") -> "None":
    """Restart the failed engine and tell the person. If it fails again soon, show the fault report instead."""
    before, now = app.state["engine_broke_at"], window.performance.now()
    app.update(engine_broke_at=now)
    if app.fault_report.is_open or (before is not None and now - before < RESTART_INTERVAL):
        if await window.startup.isOutdated():  # then a new engine cannot be loaded
            await missing_file.tell(app, detail)
        else:
            app.fault_report.show(detail)
        return
    window.console.info("the engine failed and is restarted: " + str(detail))
    if app.guest:  # the table is the host's
        window.engine.restart()
        return
    toast(app, say("ui.engine-again"))
    if app.scene:
        await restart_engine(app, None)
    else:
        await _restart(app)


@room.action("restart-engine")
async def restart_engine(app: "App", button: "Element") -> "None":
    """Restart the engine and resume the match from its last save."""
    boot = await _restart(app)
    if boot and not (boot["saved"] and await match_actions.resume(app, by_force=True)):
        show_menu(app)


async def _restart(app: "App") -> "Boot | None":
    """Restart the engine. Return the answer of the verb `boot`, or None if the engine failed again."""
    window.engine.restart()
    app.fault_report.hide()
    app.update(engine_silent=False, scene=None)
    boot: Boot | None = await app.ask("boot")
    if boot:
        match_actions.take_waiting(app, boot)
        app.update(resumable=boot["saved"] and not boot["over"])
    return boot
