"""Animations of moving tiles.

No code waits for the end of an animation. Instead, `count_moving(change)` counts the animations of moves: +1 when one
starts, -1 when it ends. The page is busy while the count is above 0. A *back* is the reverse side of a tile, which hides
its numbers.
"""

import asyncio

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING
from game.page.board import room
from game.page.kernel.dom import data, every, one

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from game.contract.basics import Tile
    from game.contract.scenes import VisibleEvent
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, Point, SceneState, State, TableScene

PLAY_MS, DRAW_MS = 220, 260  # the lengths of the animations
MAKE_ROOM_SECONDS = 1.4  # how long laid tiles move to make room, as in assets/styles/table.css
DOUBLE_FALL, LAST_FALL = 1.22, 1.14  # the scale from which a double and the last tile of a hand fall
UNITS = 100  # units of the drawing in a u
STAGGER_MS = 40  # the delay of each dealt tile after the one before
INSIDE = 22  # px that the middle of a flying tile stays inside the felt
EASE = "cubic-bezier(.2,.8,.2,1)"  # fast at the start, slow at the end


def start_positions(scene: "TableScene", early: "Tile | None" = None) -> "dict[int, Point]":
    """The positions (px) from which the scene's tiles start to move, as {index of the step: (x, y)}.

    Call it before the document shows the scene. `early` is a tile that the person has just laid, or None: it was
    animated before the engine answered, so it gets no position.
    """
    sources = {}
    for number, step in enumerate(scene["steps"]):
        if step["do"] == "play" and step["tile"] != early:
            source = None
            if step["seat"] == scene["you"]:
                source = hand_button(step["tile"])
            if source:
                sources[number] = middle_of(source)
            elif one('#seats > [data-seat="{}"]'.format(step["seat"])):  # not before the page's first scene
                sources[number] = felt_beside(step["seat"])
        elif step["do"] == "draw":
            sources[number] = middle_of(yard())
    return sources


def face_of(seat: "int") -> "Element":
    """The portrait of a seat, or the whole seat where large text leaves no room for a portrait."""
    row = one('#seats > [data-seat="{}"]'.format(seat))
    portrait = one(".avatar", row)
    return portrait if portrait.getClientRects().length else row


def felt_beside(seat: "int") -> "Point":
    """The point (px on screen) of the felt nearest to a seat.

    Tiles come from there and go there, so that they do not cross the names.
    """
    return nearest_inside(one("#frame"), middle_of(face_of(seat)), INSIDE, INSIDE)


def nearest_inside(element: "Element", point: "Point", across: "float", down: "float") -> "Point":
    """The point nearest to `point` that lies within an element, so far from its sides; all in px on screen."""
    (x, y), box = point, element.getBoundingClientRect()
    return (
        max(box.left + across, min(box.right - across, x)),
        max(box.top + down, min(box.bottom - down, y)),
    )


def yard() -> "Element":
    """The element that stands for the yard: its label on the table, or the Draw button where the label is not shown."""
    label = one("#yard")
    return label if label.getClientRects().length else one('#buttons [data-action="draw"]')


def hand_button(tile: "Tile | None") -> "Element":
    """The button of a tile in the hand, or None."""
    return one('#hand > [data-tile="{}"]'.format(tile))


def animate_steps(
    scene: "TableScene", starts: "dict[int, Point]", count_moving: "Callable[[int], None]"
) -> "None":
    """Animate the steps of the scene, and the deal if the scene has the card of a new round.

    `starts` is the result of `start_positions`.
    """
    if scene.get("card"):
        animate_deal(scene)
    # the others make room first, so that a tile never lands on one that is still there
    delay = 1000 * MAKE_ROOM_SECONDS - PLAY_MS if count_moved(scene) else 0
    for number, step in enumerate(scene["steps"]):
        if step["do"] == "play":
            if number in starts:
                is_last = not scene["seats"][step["seat"]]["count"]
                animate_laid_tile(step["tile"], starts[number], count_moving, is_last, delay)
        elif step["do"] == "draw" and number in starts and step["why"] != "start":
            _animate_drawn_tile(step, scene, starts[number], count_moving)


def animate_search(event: "VisibleEvent", scene: "TableScene") -> "None":
    """Animate the tile that a seat draws in search of the starting double. `event` is an entry of scene["seen"]."""
    step = {"seat": event["seat"], "tile": event["text"][1].get("tile")}
    _animate_drawn_tile(step, scene, middle_of(yard()), _ignore)


def animate_deal(scene: "TableScene") -> "None":
    """Animate the deal: one back to each of the other seats, and the person's own tiles one after the other.

    These come from where the hand is nearest to the yard: it scrolls, so it would cut off what comes from farther.
    """
    start, hand = middle_of(yard()), one("#hand")
    for number, seat in enumerate(scene["seats"]):
        if seat["seat"] != scene["you"]:
            _animate_drawn_tile({"seat": seat["seat"]}, scene, start, _ignore, STAGGER_MS * number)
    for number, tile in enumerate(every("#hand > button")):
        x, y = middle_of(tile)
        box = tile.getBoundingClientRect()
        first_x, first_y = nearest_inside(hand, start, box.width / 2, box.height / 2)
        frames: list[dict[str, object]] = [
            {"translate": "{:.0f}px {:.0f}px".format(first_x - x, first_y - y), "opacity": 0},
            {"translate": "0px 0px", "opacity": 1},
        ]
        animate(tile, frames, DRAW_MS, _ignore, STAGGER_MS * number)


def counter(app: "App") -> "Callable[[int], None]":
    """A function that counts the animations of moves in the state: the page is busy while there are some."""
    return lambda change: app.update(tiles_moving=app.state["tiles_moving"] + change)


def _ignore(change: "int") -> "None":
    """Use in place of `count_moving` for the deal and the search, during which the page is not busy."""


def middle_of(element: "Element") -> "Point":
    """The middle of an element (px on screen)."""
    box = element.getBoundingClientRect()
    return box.left + box.width / 2, box.top + box.height / 2


def animate_laid_tile(
    tile: "Tile",
    start: "Point",
    count_moving: "Callable[[int], None]",
    is_last: "bool" = False,
    delay: "float" = 0,
) -> "None":
    """Animate a laid tile from `start` (px on screen) to its place, after `delay` ms.

    A double and the last tile of a hand fall with weight.
    """
    element = one('[data-placed="{}"]'.format(tile))
    if not element:
        return
    x, y = middle_of(element)
    svg = one("#table > svg")
    units_per_px = svg.viewBox.baseVal.width / max(svg.getBoundingClientRect().width, 1)
    across, down = (start[0] - x) * units_per_px, (start[1] - y) * units_per_px
    first, _, second = tile.partition("-")
    scale = DOUBLE_FALL if first == second else LAST_FALL if is_last else 1
    # An SVG scales round its own origin, so the tile would move away from there: move it back.
    place_x, place_y, _ = pose_of(element.getAttribute("style"))
    across, down = across + UNITS * place_x * (1 - scale), down + UNITS * place_y * (1 - scale)
    animate(
        element,
        [
            {"translate": "{:.0f}px {:.0f}px".format(across, down), "scale": scale},
            {"translate": "0px 0px", "scale": 1},
        ],
        PLAY_MS,
        count_moving,
        delay,
    )


def pose_of(style: "str") -> "tuple[float, float, float]":
    """The pose (x and y in u, angle in degrees) in an element's style.

    >>> pose_of("--x:1.5;--y:-2.25;--a:45deg;--c:-90deg")
    (1.5, -2.25, 45.0)
    """
    values = dict([part.split(":") for part in style.split(";")])
    return float(values["--x"]), float(values["--y"]), float(values["--a"][:-3])


def _animate_drawn_tile(
    step: "Any",
    scene: "TableScene",
    start: "Point",
    count_moving: "Callable[[int], None]",
    delay: "float" = 0,
) -> "None":
    """Animate a drawn tile from `start` (px on screen). The person's own tile moves to its place in the hand.

    For another seat, and in a replay, a back moves to the seat, after `delay` ms.
    """
    if step["seat"] == scene["you"] and scene["phase"] != "replay":
        target = hand_button(step.get("tile")) or one("#hand")
        x, y = middle_of(target)
        frames: list[dict[str, object]] = [
            {"translate": "{:.0f}px {:.0f}px".format(start[0] - x, start[1] - y), "opacity": 0.4},
            {"translate": "0px 0px"},
        ]
        animate(target, frames, DRAW_MS, count_moving)
        return
    back = document.createElement("i")
    back.className = "flying-back"
    document.body.append(back)
    x, y = felt_beside(step["seat"])
    frames = [
        {"translate": "{:.0f}px {:.0f}px".format(*start)},
        {"translate": "{:.0f}px {:.0f}px".format(x, y), "scale": 0.5, "opacity": 0.2},
    ]

    def count_and_remove(change: "int") -> "None":
        if change < 0:
            back.remove()
        count_moving(change)

    animate(back, frames, DRAW_MS, count_and_remove, delay)


def animate(
    element: "Element",
    frames: "Sequence[Mapping[str, object]]",
    duration: "float",
    count_moving: "Callable[[int], None]",
    delay: "float" = 0,
) -> "None":
    """Animate an element through CSS keyframes, and count the animation.

    Times are in ms. During the delay the element looks as in the first frame.
    """
    count_moving(1)
    animation = start_animation(element, frames, duration, delay)
    proxy = ffi.create_proxy(lambda event: count_moving(-1))
    animation.onfinish = proxy
    animation.oncancel = proxy


def start_animation(
    element: "Element", frames: "Sequence[Mapping[str, object]]", duration: "float", delay: "float" = 0
) -> "Element":
    """Start an animation like `animate`, without counting it. Return the browser's Animation object."""
    timing = {"duration": duration, "easing": EASE, "delay": delay, "fill": "backwards"}
    return element.animate(ffi.to_js(frames), ffi.to_js(timing))


def is_on() -> "bool":
    """Whether things move: neither the page's pace nor the device's settings forbid it."""
    return (
        data(document.documentElement, "motion") != "off"
        and not window.matchMedia("(prefers-reduced-motion: reduce)").matches
    )


@room.effect("measure")
def measure(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Remember where tiles start to move, if things move."""
    early = before["laid_early"]
    measured["starts"] = start_positions(after["scene"], early and early[0]) if is_on() else None


@room.effect("animate")
def animate_tiles(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Animate tiles that were played or drawn."""
    if measured["starts"] is not None:
        animate_steps(after["scene"], measured["starts"], counter(app))
        if after["scene"]["patch"]["move"]:
            app.update(making_room=app.state["making_room"] + 1)
            app.run_in_background(_end_of_making_room(app))


async def _end_of_making_room(app: "App") -> "None":
    """Light up the places of the person's tiles once the laid tiles have moved. The styles move them."""
    await asyncio.sleep(MAKE_ROOM_SECONDS)
    app.update(making_room=app.state["making_room"] - 1)


@room.view("making_room")
def making_room(state: "State") -> "list[Cell]":
    """While laid tiles move, the styles hide the places and open ends for the person's tiles, so that the eye follows the move."""
    return [("#table", "data-making-room", "true" if state["making_room"] else None)]


def count_moved(scene: "TableScene") -> "int":
    """How many laid tiles the plays of a scene have moved to make room. 0 after an undo, which moves them back."""
    is_play = any(step["do"] == "play" for step in scene["steps"])
    return len(scene["patch"]["move"]) if is_play else 0
