"""Restart an engine that has failed, and take a match over from another tab, or when that tab releases it."""

from pyscript import document, window

from game.page.kernel import fault_report
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.matches import match_actions
from game.page.screens.dialogs import toast

RESTART_INTERVAL = 60_000  # ms: an engine that fails again within this time is not restarted automatically


async def play_here(app, button):
    """Take over the match that is open in another tab."""
    if not await match_actions.resume(app, by_force=True):
        match_actions.show_menu(app)


async def match_released(app):
    """Continue the match that another tab has released, if the person waits for it on the first screen."""
    is_waiting = app.state["match_elsewhere"] and app.state["screen"] == "welcome" and not one("dialog[open]")
    app.update(match_elsewhere="")
    if is_waiting and document.visibilityState == "visible":
        await match_actions.resume(app)


async def engine_broke(app, detail):
    """Restart the failed engine and tell the person. If it fails again soon, show the fault report instead."""
    before, now = app.state["engine_broke_at"], window.performance.now()
    app.update(engine_broke_at=now)
    if fault_report.is_open() or (before is not None and now - before < RESTART_INTERVAL):
        fault_report.show(detail)
        return
    window.console.info("the engine failed and is restarted: " + str(detail))
    if app.guest:  # the table is the host's
        window.engine.restart()
        return
    toast(say("ui.engine-again"))
    if app.scene:
        await restart_engine(app, None)
    else:
        await _restart(app)


async def restart_engine(app, button):
    """Restart the engine and resume the match from its last save."""
    boot = await _restart(app)
    if boot and not (boot["saved"] and await match_actions.resume(app, by_force=True)):
        match_actions.show_menu(app)


async def _restart(app):
    """Restart the engine. Return the answer of the verb `boot`, or None if the engine failed again."""
    window.engine.restart()
    fault_report.hide()
    app.update(engine_silent=False, scene=None)
    boot = await app.ask("boot")
    if boot:
        match_actions.take_waiting(app, boot)
        app.update(resumable=boot["saved"])
    return boot


ACTIONS = {"play-here": play_here, "restart-engine": restart_engine}
