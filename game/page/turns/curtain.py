"""Several persons at one screen: the curtain between turns, the playback of missed events, and off-turn buttons."""

import asyncio

from game.for_types import TYPE_CHECKING
from game.page.board.table_drawing import highlight_tile
from game.page.events.advancing import ask_for_scene
from game.page.kernel.dom import data
from game.page.kernel.room import required
from game.page.kernel.words import say, words
from game.page.people.portraits import face_of, portrait
from game.page.screens.navigation import is_beside
from game.page.settings.settings import pace
from game.page.turns import room
from game.page.turns.automatic_turns import act_if_forced

if TYPE_CHECKING:
    from game.contract.basics import Tile
    from game.contract.scenes import Beside, Scene
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Event, State, TableScene

SECONDS_EACH = 0.9  # how long each missed event is shown, at normal pace


@room.view("scene")
def view(state: "State") -> "list[Cell]":
    """The curtain, with the name and badge of the next person on its button."""
    scene = state["scene"]
    curtain = scene["curtain"] if scene else None
    cells: list[Cell] = [("#curtain", "hidden", not curtain)]
    if not scene or not curtain:
        return cells
    return cells + [
        ("#curtain .avatar", "class", "avatar s{}".format(curtain["seat"])),
        ("#curtain .avatar", "html", portrait(face_of(scene["seats"][curtain["seat"]]), curtain["seat"])),
        ("#curtain-words", "text", say("ui.lift", {"name": curtain["name"]})),
    ]


@room.view("scene", "missed_event")
def missed(state: "State") -> "list[Cell]":
    """The missed event that is played back now."""
    event = state["missed_event"]
    cells: list[Cell] = [("#missed", "hidden", not event)]
    if event:
        seat, text = event
        face = face_of(required(state["scene"])["seats"][seat])
        cells += [
            ("#missed .avatar", "class", "avatar s{}".format(seat)),
            ("#missed .avatar", "html", portrait(face, seat)),
            ("#missed-text", "text", text),
        ]
    return cells


def missed_events(scene: "TableScene") -> "list[tuple[int, Tile | None, str]]":
    """The events since the person's last turn, as (seat, tile or None, sentence)."""
    return [(step["seat"], step.get("tile"), words(message)) for step, message in scene["since"]]


@room.action("lift")
async def lift(app: "App", button: "Element") -> "None":
    """Lift the curtain and play back the missed events."""
    if await ask_for_scene(app, "lift"):
        await play_back(app)


@room.observer("screen")
def hide_hand(app: "App", screen: "str") -> "None":
    """Whoever leaves the table for another screen may hand the device on: a shared one then shows nobody's tiles."""
    scene = app.scene
    people = [seat for seat in scene["seats"] if not seat["level"]] if scene else []
    if scene and scene["phase"] == "playing" and is_beside(screen) and len(people) > 1 and not app.guest:
        app.run(_hide(app))


async def _hide(app: "App") -> "None":
    scene: Scene | None = await app.ask("hide")
    if scene:
        screen = app.state["screen"]
        app.show(scene)
        if is_beside(screen):
            app.update(screen=screen)


async def play_back(app: "App") -> "None":
    """Show the events since the person's last turn, one after the other. Then draw or pass if nothing else is possible.

    Stops when another scene comes.
    """
    scene = app.scene
    # `wait` is 0 if the person wants no waiting. Then nothing is played back.
    wait = SECONDS_EACH * pace(app.state)
    for seat, tile, text in missed_events(scene) if wait else ():
        app.update(missed_event=(seat, text))
        highlight_tile(tile)
        await asyncio.sleep(wait)
        if app.scene is not scene:
            break
    highlight_tile(None)
    app.update(missed_event=None)
    if app.scene is scene:
        act_if_forced(app)


@room.view("scene")
def off_turn_buttons(state: "State") -> "list[Cell]":
    """Buttons for the off-turn moves of other persons at this screen: calls, catches and take-backs."""
    scene = state["scene"]
    if not scene:
        return []
    return [
        (
            "#beside",
            "rows",
            [(_key(move), "t-beside", _button(move, scene)) for move in scene["can"]["beside"]],
        )
    ]


def _key(move: "Beside") -> "str":
    """The key of the move's row."""
    return "{} {} {}".format(move["seat"], move["do"], move["target"])


def _button(move: "Beside", scene: "TableScene") -> "list[Cell]":
    """The cells of the move's button. Only a catch has a target; -1 stands for none."""
    values = {"name": move["name"]}
    if move["target"] >= 0:
        values["target"] = scene["seats"][move["target"]]["name"]
    return [
        ("", "data-action", move["do"]),
        ("", "data-by", move["seat"]),
        ("", "data-code", move["code"]),
        ("", "text", say("ui.beside." + move["do"], values)),
    ]


@room.button("code")
def press_off_turn(app: "App", button: "Element", event: "Event") -> "None":
    """Make the off-turn move of another person at this screen."""
    app.run(ask_for_scene(app, "act", code=data(button, "code"), seat=int(data(button, "by"))))


@room.on("language")
def end_playback(app: "App") -> "None":
    """End the playback of missed events in the old language."""
    app.update(missed_event=None)
