"""The buttons that catch a seat which forgot to call, and for a moment the word that it is too late."""

import asyncio

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import event_is_due, make_move
from game.page.events.pacing import catch_matters, catch_seconds, waits_for_catch
from game.page.events.waits import begin_wait_anew
from game.page.kernel.dom import data
from game.page.kernel.words import say
from game.page.settings import settings
from game.page.turns import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, SceneState, State, TableScene, Task

LATE_SECONDS = 5.0  # how long the button's place says that it is too late: a tap for the button falls there


@room.view("scene", "settings", "late_catch", "nobody_next", "phase", "hurried", "own_turns", "party_role")
def view(state: "State") -> "list[Cell]":
    """A button for each seat that can be caught; and a line for one that could be until now."""
    scene, late = state["scene"], state["late_catch"]
    if not scene:
        return []
    caught = scene["can"]["catch"] if catch_matters(scene) else []
    rows = [(str(seat), "t-catch", _button(seat, scene, state)) for seat in caught]
    if late:
        line: list[Cell] = [("", "disabled", True), ("b", "text", late), ("small", "text", "")]
        rows.append(("late", "t-catch", line))
    return [("#catches", "rows", rows)]


def _button(seat: "int", scene: "TableScene", state: "State") -> "list[Cell]":
    """The cells of the button that catches a seat, which forgot to call. It says why, if nothing has told the person of the call before.

    It fills until the next event: another player may catch the seat then, or the seat may move (clause LAST-3). The first one does
    not hurry.
    """
    name, seconds = scene["seats"][seat]["name"], catch_seconds(state)
    is_told, waits = state["settings"]["catch-told"], waits_for_catch(state)
    is_timed = seconds and not waits and event_is_due(state)
    cost = ("ui.catch-why" if scene["yard"] else "ui.catch-why-turn") + ("" if is_told else "-first")
    why = say(cost, {"name": name})
    return [
        ("", "data-target", seat),
        ("", "data-countdown", "true" if is_timed else None),
        ("", "style", "--seconds:{:.1f}s".format(seconds) if is_timed else None),
        ("b", "text", say("ui.catch", {"name": name})),
        ("small", "text", why + " " + say("ui.catch-waits") if waits else why),
    ]


@room.action("catch")
def catch(app: "App", button: "Element") -> "Task":
    """Catch the seat of the button, which forgot to call."""
    return make_move(app, "?" + data(button, "target"))


@room.reducer("scene")
def note_lost_chance(state: "SceneState", before: "State") -> "State":
    """Note who was quicker to catch a seat, or that the seat has had another turn, unless nothing waits for the person."""
    scene, earlier = state["scene"], before["scene"]
    if not earlier or not scene["steps"] or scene["phase"] != "playing" or not settings.pace(state):
        return {"late_catch": ""}
    gone = _gone(earlier, scene)
    if not gone or not catch_matters(earlier):
        return {}
    catchers = [step["seat"] for step in scene["steps"] if step["do"] == "catch"]
    if scene["you"] in catchers:
        return {"late_catch": ""}
    names = [seat["name"] for seat in scene["seats"]]
    if not catchers:
        return {"late_catch": say("ui.catch-over", {"name": names[gone[0]]})}
    return {"late_catch": say("ui.catch-late", {"name": names[catchers[0]], "target": names[gone[0]]})}


def _gone(earlier: "TableScene", scene: "TableScene") -> "list[int]":
    """The seats that could be caught in the earlier scene, and cannot be any more."""
    return [seat for seat in earlier["can"]["catch"] if seat not in scene["can"]["catch"]]


@room.effect("write")
def note_chance(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Note that there was a chance: later ones are shorter, and no longer explained. Nobody waits any more for one that is gone."""
    if before["scene"] and _gone(before["scene"], after["scene"]):
        begin_wait_anew(app)
        settings.change_setting(app, "catch-told", True)


@room.effect("write")
def tell_for_a_while(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Remove the line about a lost chance after a while."""
    late = after["late_catch"]
    if late and late != before["late_catch"]:
        app.run_in_background(_remove(app, late))


async def _remove(app: "App", late: "str") -> "None":
    await asyncio.sleep(LATE_SECONDS)
    if app.state["late_catch"] == late:
        app.update(late_catch="")
