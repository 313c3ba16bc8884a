"""A replay that plays by itself, one stop after the other, until the person pauses it or does something else."""

import asyncio

from game.for_types import TYPE_CHECKING
from game.page.history import room
from game.page.history.history_actions import ask_for_stop
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.settings.settings import pace

if TYPE_CHECKING:
    from typing import Any

    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State

STOP_SECONDS = 1.2  # how long each stop is shown, at normal pace
LEAST_PACE = 0.4  # also without pauses a replay is one to be watched


class RunningReplay:
    """Which run plays. A run that was paused may still sleep when the person starts the next one."""

    def __init__(self, app: "App") -> "None":
        self.number = 0


@room.view("phase", "replay_runs")
def view(state: "State") -> "list[Cell]":
    """The button that lets the replay play by itself, or pauses it."""
    if state["phase"] != "replay":
        return []
    runs, button = state["replay_runs"], '#replay [data-action="replay-run"]'
    return [
        (button, "aria-label", say("replay.stop" if runs else "replay.run")),
        (button + " use", "href", "#i-pause" if runs else "#i-play"),
    ]


@room.action("replay-run")
def toggle(app: "App", button: "Element") -> "None":
    """Let the replay play by itself, or pause it."""
    app.update(replay_runs=not app.state["replay_runs"])


@room.observer("replay_runs")
def start(app: "App", runs: "bool") -> "None":
    """Begin to play."""
    app.object(RunningReplay).number += 1
    if runs:
        app.run_in_background(_run(app, app.object(RunningReplay).number))


async def _run(app: "App", number: "int") -> "None":
    """Show the next stop, at the chosen pace, while this run plays; from the replay's start, if it is at its end."""
    if _may_run(app, number) and _at(app)["index"] == _at(app)["last"]:
        await ask_for_stop(app, "replay_go", index=0)
    while _may_run(app, number) and _at(app)["index"] < _at(app)["last"]:
        scene = app.scene
        await asyncio.sleep(STOP_SECONDS * max(pace(app.state), LEAST_PACE))
        if app.scene is scene and _may_run(app, number):
            await ask_for_stop(app, "replay_go", index=_at(app)["index"] + 1)
    if app.object(RunningReplay).number == number:
        app.update(replay_runs=False)


def _may_run(app: "App", number: "int") -> "bool":
    """Whether a replay is on screen, under no dialog, and this run was not paused."""
    scene, is_current = app.scene, app.object(RunningReplay).number == number
    return bool(is_current and scene and scene["phase"] == "replay" and not one("dialog[open]"))


def _at(app: "App") -> "Any":
    """Where the replay is, see `StopFacts` of game/contract/scenes.py."""
    scene: Any = app.scene
    return scene["at"]
