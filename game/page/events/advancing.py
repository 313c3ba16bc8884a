"""Ask the engine for moves and events, and show each scene, until the person has to act."""

from game.for_types import TYPE_CHECKING
from game.page.events import pacing, room
from game.page.events.behind_dialogs import dialogs_closed
from game.page.screens.navigation import is_beside
from game.page.settings.settings import calls_for_person

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine
    from typing import Any

    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.page_types import Cell, SceneState, State, TableScene


@room.view(
    "tasks_running",
    "advancing",
    "nobody_next",
    "tiles_moving",
    "making_room",
    "scene",
    "card_waits",
    "dialog_waits",
)
def busy_mark(state: "State") -> "list[Cell]":
    """Whether the engine or an animation is at work, as an attribute of the body."""
    return [("body", "data-busy", "true" if busy(state) else "false")]


def busy(state: "State") -> "bool":
    """Whether the engine or an animation is at work."""
    if state["card_waits"] or state["dialog_waits"]:  # for the person
        return False
    awaits_event = state["advancing"] and event_is_due(state)
    is_moving = state["tiles_moving"] or state["making_room"]
    return bool(state["tasks_running"] or awaits_event or is_moving)


def event_is_due(state: "State") -> "bool":
    """Whether another seat may move next, and the engine has not said that none does."""
    return bool(state["scene"] and state["scene"]["next"] and not state["nobody_next"])


def advances_by_itself(state: "State") -> "bool":
    """Whether the page must ask for the next event: one is due, and the table is on screen."""
    return event_is_due(state) and not is_beside(state["screen"])


@room.reducer("scene")
def expect_event(state: "SceneState", before: "State") -> "State":
    """After each scene the engine may have another event."""
    return {"nobody_next": False}


def owes_call(state: "State") -> "bool":
    """Whether the game must call the person's last tile now: not with a play, but after a missed turn (LAST-7).

    Not after an undo, because the person wants to think again.
    """
    scene = state["scene"]
    return bool(
        scene
        and scene["phase"] == "playing"
        and scene["steps"]
        and scene["can"]["call"] == "now"
        and not is_beside(state["screen"])
        and calls_for_person(state)
    )


def ask_for_scene(app: "App", verb: "str", **arguments: "Any") -> "Coroutine[Any, Any, bool]":
    """Post a request whose answer is a scene. Return an awaitable that shows the scene; see `show_answer`."""
    return show_answer(app, app.ask(verb, **arguments))


async def show_answer(app: "App", answer: "Awaitable[Scene | None]") -> "bool":
    """Await an answer of `App.ask`, show its scene and continue. Return whether there was a scene: not after a refusal."""
    scene = await answer
    if scene:
        await show_and_continue(app, scene)
    return bool(scene)


def make_move(app: "App", code: "str") -> "Coroutine[Any, Any, bool]":
    """Play the move with this code. Return an awaitable; see `ask_for_scene`."""
    return show_answer(app, ask_for_move(app, code))


def ask_for_move(app: "App", code: "str", toe: "int" = -1) -> "Coroutine[Any, Any, Scene | None]":
    """Ask the engine to play a move code. A play that leaves one tile also calls it, if the person wants that.

    `toe` is the "toe" of the chosen place (see game/engine/match/places.py), or -1.
    """
    arguments = call_argument(app) if code[0].isdigit() else {}
    if toe >= 0:
        arguments["toe"] = toe
    return app.ask("act", code=code, **arguments)


def call_argument(app: "App") -> "dict[str, Any]":
    """The argument of a verb that plays: call the last tile, if the person wants the game to call it."""
    return {"call": True} if calls_for_person(app.state) else {}


async def show_and_continue(app: "App", scene: "TableScene") -> "None":
    """Show a scene, then the following events, until the person has to act."""
    app.show(scene)
    await advance(app)


@room.on("returned")
def continue_match(app: "App") -> "None":
    """Continue the match after a side screen was closed."""
    if app.scene:
        app.run(advance(app))


async def advance(app: "App") -> "None":
    """Ask for the next event, at the chosen pace, until it is the person's turn."""
    if app.state["advancing"]:
        return
    app.update(advancing=True)
    try:
        while advances_by_itself(app.state) or owes_call(app.state):
            version = app.scene["version"]
            await pacing.time_to_read(app)
            while await dialogs_closed(app):
                await pacing.time_to_read(app)  # what is there again, for example a chance to catch somebody
            calls = owes_call(app.state)
            if not calls and not advances_by_itself(app.state):
                break
            scene: Scene | None = await (ask_for_move(app, "!") if calls else app.ask("next_event"))
            screen = app.state["screen"]
            if calls and not scene:
                break
            if scene:
                app.show(scene)
                if is_beside(screen):  # the person opened it during the request
                    app.update(screen=screen)
            elif app.scene and app.scene["version"] == version:
                # Do not ask again. The scene stays the same, so that an automatic turn that waits still comes.
                app.update(nobody_next=True)
    finally:
        app.update(advancing=False)
