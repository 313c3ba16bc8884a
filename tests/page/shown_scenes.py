"""A page that shows a scene without an engine behind it."""

import importlib
from typing import Any

from tests.page.conftest import (
    World,
    a_scene,
    scripted,
)
from tests.page.openings import Make

MENU = {"presets": [], "options": [], "levels": ["chick"], "styles": ["balanced"]}
SUMMARY = {"values": [["set", 9], ["rounds", 3]], "hand": 10, "rounds": 3, "set": 9, "yard": 15, "house": []}

START: dict[str, Any] = {
    "boot": {"menu": MENU, "saved": False, "earlier": False},
    "check": SUMMARY,
    "next_event": None,
}

PLACE = {
    "move": "9-4>9-9",
    "tile": "9-4",
    "laid": '<use data-placed="9-4" style="--x:1.5;--y:0;--a:0deg"/>',
    "markup": "<path/>",
    "x": 1,
    "y": 0,
    "on": "9-9",
    "also": False,
    "suit": 9,
    "toe": -1,
    "warning": None,
}


async def shown(make: Make, scene: dict[str, Any], address: str = "?pace=0", **answers: Any) -> World:
    """A page that shows this scene of a new match."""
    world = await make(engine=scripted(START | {"start": scene} | answers), address=address).begin()
    await world.click("#play-now")
    return world


async def moving(make: Make, **answers: Any) -> World:
    """A page with animations that shows a scene of a new match; its boxes are like those of a browser."""
    world = await shown(make, a_scene(), address="", **answers)
    assert importlib.import_module("game.page.board.motion").is_on()
    world.one("#yard").box = (300, 110, 40, 60)
    world.one('#hand > [data-tile="9-4"]').box = (100, 700, 50, 100)
    world.one('#seats > [data-seat="1"]').box = (170, 10, 80, 50)
    world.one('#seats > [data-seat="1"] .avatar').box = (200, 10, 20, 20)
    svg = world.one("#table > svg")
    svg.box = (0, 100, 400, 500)
    world.document.animations.clear()  # the view may have glided to the first scene
    return world


def a_sheet(**changes: Any) -> dict[str, Any]:
    rows = [
        {"centre": "9-9", "face": "<path/>", "scores": [12, 0], "totals": [12, 0], "won": [1]} | changes,
        {"centre": "8-8", "face": "<path/>"},
        {"centre": "7-7", "face": "<path/>"},
    ]
    held = [{"tiles": ["4-1"], "faces": ["<path/>"], "points": 5}, {"tiles": [], "faces": [], "points": 0}]
    sheet: dict[str, Any] = {
        "names": ["You", "Bob"],
        "rows": rows,
        "totals": [12, 0],
        "leads": [1],
        "held": held,
    }
    return sheet | {"notes": [["ui.draw", {}]], "chart": "<svg/>", "places": [2, 1]}
