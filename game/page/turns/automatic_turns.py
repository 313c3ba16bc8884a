"""Automatic turns: draw or pass for the person if nothing else is possible, after a pause to read the prompt.

A foot that can never be completed can take twenty draws from a full yard. One button makes them all.
"""

import asyncio

from pyscript import ffi

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import make_move
from game.page.events.pacing import TO_THE_END, may_act_off_turn, nothing_fits, uncover_prompt
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.screens.announcer import with_announcement
from game.page.screens.navigation import is_beside
from game.page.settings.settings import change_setting, is_first_match, is_scripted, pace
from game.page.turns import room

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Forced, Measured, SceneState, State, TableScene

DRAW_ON_SECONDS = 0.8  # the pause before each step of the person's own while they draw on
READING_SECONDS = 1.8  # the pause at normal and faster paces; a slower pace makes it longer
# It is at least so much longer while the button to draw on has to be read, too, and the first time, when the events go before one
# can read in their place that the game passes.
STUCK_FACTOR, FIRST_FACTOR = 2.5, 3.5
NEW_FACTOR = 1.7  # the same in each turn of a first match
TOLD_SECONDS = 1.1  # of the pause, for which the last events still lie over the prompt
CODES: "dict[Forced, str]" = {"draw": "+", "pass": "="}  # the move codes


def forced_action(scene: "TableScene", values: "Settings") -> "Forced | None":
    """ "draw" or "pass" if nothing else is possible and the settings `values` allow it, else None.

    None after an undo, and while it can be redone, because the person wants to think again. None when nothing will ever fit, for
    then a button to the end of the round is offered, and must not go away under the finger.
    """
    if (
        scene["phase"] not in ("playing", "lesson")
        or is_scripted(scene)
        or scene["turn"] != scene["you"]
        or nothing_fits(scene)
    ):
        return None
    if scene["can"].get("redo"):  # a host with an older version of the game sends none
        return None
    # A call, a catch or a take-back is possible. The person's own turn does not exclude them. To arm a call is only of use before
    # a play ("arm" and "armed").
    if may_act_off_turn(scene):
        return None
    allowed: Mapping[str, object] = values
    for name in CODES:
        if scene["moves"] == [CODES[name]]:
            return name if allowed[name + "-alone"] else None
    return None


def is_stuck(scene: "TableScene") -> "bool":
    """Whether nobody can choose anything: a foot can never be completed, and the person can only draw or only pass.

    While other seats are on turn, whether the foot is still like that.
    """
    if scene["phase"] != "playing" or not scene["dead"]:
        return False
    if may_act_off_turn(scene):
        return False
    return scene["turn"] != scene["you"] or scene["moves"] in [[code] for code in CODES.values()]


def pause(scene: "TableScene", state: "State") -> "float":
    """The seconds before an automatic turn: time to read the prompt, and the button to draw on if there is one."""
    usual = NEW_FACTOR if is_first_match(state["settings"]) else 1
    least = FIRST_FACTOR if state["told_passing"] else STUCK_FACTOR if is_stuck(scene) else usual
    return READING_SECONDS * max(least, pace(state))


def _has_draws(scene: "TableScene") -> "bool":
    """Whether the person draws, too, while they draw on; else they can only pass."""
    if scene["turn"] != scene["you"]:
        return scene["yard"] > 0
    return CODES["draw"] in scene["moves"] or any(tile["drawn"] for tile in scene["hand"])


@room.view("scene", "draws_on", "settings", "phase", "hurried", "own_turns", "told_passing")
def view(state: "State") -> "list[Cell]":
    """The button that draws on until something fits or the round blocks. While it does, the button stops it.

    It says that it passes where nothing can be drawn any more. Where nothing can fit any more it says that it ends the round, and
    goes: there is nothing to stop for. Its words name no tile that fits: the prompt above it says that the round will end.
    """
    scene, draws_on = state["scene"], state["draws_on"]
    if not scene:
        return []
    is_offered = is_stuck(scene) and scene["you"] >= 0 and (draws_on or scene["turn"] == scene["you"])
    is_last_draw = scene["yard"] == 1 and scene["moves"] == [CODES["draw"]] and not nothing_fits(scene)
    if is_last_draw or forced_action(scene, state["settings"]) == "pass":
        is_offered = is_offered and draws_on  # the Draw button does as much, or the game passes by itself
    text, stop = ("ui.draw-on", "ui.draw-on-stop") if _has_draws(scene) else ("ui.pass-on", "ui.pass-on-stop")
    if nothing_fits(scene):
        is_offered = is_offered and not draws_on
        text = "ui.end-on-draws" if _has_draws(scene) else "ui.end-on"
    return [
        ("#draw-on", "hidden", not is_offered),
        # unless it ends the round, the yellow button is that of this turn
        ("#draw-on", "class", "yolk" if nothing_fits(scene) else "tray-button"),
        ("#draw-on", "text", say(stop if draws_on else text)),
        ("#buttons", "style", "--seconds:{:.1f}s".format(pause(scene, state))),  # the length of the countdown
    ]


@room.action("draw-on")
def toggle_draw_on(app: "App", button: "Element") -> "None":
    """Begin to draw on, one step a seat at the usual pace, or stop."""
    app.update(draws_on=not app.state["draws_on"], countdown=None)
    act_if_forced(app)


@room.effect("go-on")
def act_after_scene(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Draw or pass for the person if nothing else is possible. After a curtain not before its events were played back (`lift`)."""
    if not before["scene"] or before["scene"]["phase"] != "curtain":
        act_if_forced(app)


@room.effect("draw")
def show_drawn_tile(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Scroll the hand to the tile that was just drawn, before the tile flies there: the game may have drawn it."""
    drawn = one('#hand [data-drawn="true"]')
    if drawn and any(
        step["do"] == "draw" and step["seat"] == after["scene"]["you"] for step in after["scene"]["steps"]
    ):
        drawn.scrollIntoView(ffi.to_js({"block": "nearest", "inline": "nearest"}))


@room.on("returned")
@room.on("dialog-closed")
def act_after_return(app: "App") -> "None":
    """The same after a side screen or a dialog was closed."""
    if app.scene:
        act_if_forced(app)


@room.observer("sheet_open")
def act_after_sheet(app: "App", is_open: "bool") -> "None":
    """The same after the score sheet was closed."""
    if app.scene and not is_open:
        act_if_forced(app)


def act_if_forced(app: "App") -> "None":
    """Draw or pass after a pause if nothing else is possible. With ?pace=0 (`hurried`) only if the person draws on."""
    scene = app.scene
    if app.state["draws_on"]:
        if not is_stuck(scene):
            app.update(draws_on=False)
        elif scene["turn"] == scene["you"]:
            app.run(_draw_on(app, scene))
        return
    name = forced_action(scene, app.state["settings"])
    if name and not app.state["hurried"]:
        is_news = name == "pass" and not app.state["settings"]["pass-told"]
        app.update(countdown=name, told_passing=is_news)
        if is_news:
            change_setting(app, "pass-told", True)
            app.set_state(with_announcement(app.state, say("ui.pass-told")))
        app.run(_act_after_pause(app, CODES[name], scene))


async def _draw_on(app: "App", scene: "TableScene") -> "None":
    """Wait, then draw or pass, unless the person has stopped it. Something that covers the table stops it too."""
    seconds = DRAW_ON_SECONDS * (TO_THE_END if nothing_fits(scene) else 1)
    await asyncio.sleep(seconds * pace(app.state))
    if app.scene is not scene or not app.state["draws_on"]:
        return
    if _table_visible(app):
        await make_move(app, scene["moves"][0])
    else:
        app.update(draws_on=False)


def _table_visible(app: "App") -> "bool":
    """Whether nothing covers the table."""
    return not is_beside(app.state["screen"]) and not app.state["sheet_open"] and not one("dialog[open]")


async def _act_after_pause(app: "App", code: "str", scene: "TableScene") -> "None":
    """Wait, then make the move if the scene is still the same and nothing covers the table.

    The button counts down meanwhile, and the person may press it at once.
    """
    seconds = pause(scene, app.state)
    await asyncio.sleep(min(seconds, TOLD_SECONDS))
    if app.scene is scene:
        uncover_prompt(app)  # it says why
    await asyncio.sleep(max(seconds - TOLD_SECONDS, 0))
    if app.scene is scene and not app.state["draws_on"] and _table_visible(app):
        await make_move(app, code)


@room.reducer("menu")
def stop_drawing(state: "State") -> "State":
    """Nobody draws on without a match."""
    return {"draws_on": False}
