"""Matches that begin, wait and end, and the coach: what the buttons for these do, each as action(app, button)."""

from pyscript import window

from game.page import bridge
from game.page import state as states
from game.page.dom import one
from game.page.screens import setup
from game.page.screens.dialogs import close_dialogs, toast
from game.page.table import log
from game.page.words import paragraph, say, words


def declare(app, there):
    """Takes over what the engine's `boot` answered."""
    wishes = setup.recalled(window.localStorage.getItem(setup.KEY), there["menu"])
    app.put(declared=there["menu"], setup=wishes, earlier=there["earlier"])


async def check(app):
    """Asks the engine what the wishes come to; the form shows it, or in a sentence what does not fit."""
    wishes = app.state["setup"]
    summary, problem = None, ""
    try:
        summary = await bridge.call("check", **setup.rules_wished(wishes))
    except bridge.Refused as refused:
        problem = say(refused.key, refused.values)
    app.put(setup=states.changed(app.state["setup"], summary=summary, problem=problem))


def menu(app):
    """The welcome screen."""
    app.become(states.menu(app.state))


async def resume(app):
    """Goes on with the match that was left or saved; True when there is one."""
    app.put(screen="play")
    scene = await app.ask("resume")
    if scene:
        log.clear()
        app.show(scene)
        app.run(app.pump())
    return bool(scene)


async def open_link(app, code):
    """Takes over the table of a link, or says why not."""
    try:
        opened = await bridge.call("open_link", code=code)
    except bridge.Refused as refused:
        menu(app)
        toast(say(refused.key, refused.values))
        return
    app.put(setup=setup.taken_over(app.state["setup"], opened, app.state["declared"]["levels"]))
    await check(app)
    menu(app)
    app.put(screen="setup")


async def start(app, button):
    """A new match as the form says."""
    wishes = app.state["setup"]
    window.localStorage.setItem(setup.KEY, setup.to_keep(wishes))
    app.put(screen="play")
    log.clear()
    if not await app.change("start", aspect=app.felt.camera.aspect(), **setup.wishes(wishes)):
        menu(app)
    app.put(setup=states.changed(app.state["setup"], seed=None))


async def next_round(app, button):
    """The next round is dealt."""
    app.put(open=False)
    await app.change("next_round", aspect=app.felt.camera.aspect())


async def new_game(app, button):
    """The form for a new match."""
    close_dialogs()
    app.put(screen="setup")
    await check(app)


def back(app, button):
    """From the form back to the table, or to the welcome screen."""
    over = app.scene and app.scene["phase"] == "match-over"
    app.put(screen="over" if over else "play" if app.scene else "welcome")


async def leave(app, button):
    """From the table to the welcome screen; the match waits there."""
    close_dialogs()
    menu(app)
    left = await app.ask("leave")
    app.put(earlier=left["earlier"], resumable=True)
    one("#resume").focus()


async def earlier(app, button):
    """Back to the match that gave way to another one, which then waits in its place."""
    log.clear()
    if not await app.change("earlier"):
        menu(app)


async def hint(app, button):
    """What the coach would do, and why; its tile is chosen and its place lit, and never played."""
    advice = await app.ask("hint")
    if advice is None:
        return
    app.let_go()
    if advice["tile"]:
        await app.choose(advice["tile"])
        app.put(hinted=advice["move"])
    else:
        app.put(wanted=advice["do"])
    app.notice(paragraph(advice["said"]), kind="hint")


async def review(app, button):
    """The round that is over is looked at again: what mattered, and what it cost."""
    button.disabled = True
    looked = await app.ask("review")
    button.disabled = False
    if looked:
        app.put(review=looked)


async def review_match(app, button):
    """The match that is over in one line: how much was luck, how much skill."""
    app.put(luck=say("ui.luck-wait", {"done": 0, "of": app.scene["round"]["number"]}))
    one("#over-title").focus()  # the button has gone
    looked = await app.ask("review_match")
    while looked and not looked["line"]:
        app.put(luck=say("ui.luck-wait", looked))
        looked = await app.ask("review_match")
    app.put(luck=words(looked["line"]) if looked else "")
