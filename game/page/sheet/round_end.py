"""The end of a round on the table, before the score sheet: the last tile lands, the winner's bird hops, and the hands that are left
flip open; their points fly to the faces, and the totals count up.

The styles time most of it (assets/styles/table.css). One tap skips it all (events/ending.py). Without motion it is a still picture.
Screen readers hear the same from the announcement and the score sheet.
"""

import asyncio

from pyscript import document

from game.for_types import TYPE_CHECKING
from game.page.board import motion
from game.page.events.ending import last_move_pending
from game.page.kernel.dom import every, one
from game.page.kernel.words import say
from game.page.people.portraits import face_of, portrait
from game.page.screens import OVER
from game.page.sheet import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, Measured, SceneState, State, TableScene

HOP_MS, HOP_DELAY_MS = 520, 180
FLIGHT_MS, FLIGHT_DELAY_MS, FLIGHT_STAGGER_MS = 440, 1300, 120
# everything but the hop comes so much later: the last tile is seen first, and after a blocked round its unfilled foot
LATER_MS = {"out": 500, "blocked": 700}
COUNT_STEPS, COUNT_SECONDS = 10, 0.05  # how the totals count up
MANY_TILES = 24  # with more tiles left, they are shown smaller


@room.view("end_hidden", "scene")
def view(state: "State") -> "list[Cell]":
    """The hands that are left, with their points and the new totals, while the end of a round is on the table."""
    scene = state["scene"]
    shown = scene and scene.get("sheet") and _is_shown(scene, state)
    cells: list[Cell] = [
        ("#round-end", "hidden", not shown),
        ("#seats", "data-ending", "true" if shown else None),
        ("#frame", "data-ending", ending(scene) if shown else None),  # type: ignore[arg-type]  # `shown` looked
    ]
    if not shown:
        return cells
    held = scene["sheet"]["held"]  # type: ignore[index]  # as above
    totals = scene["sheet"]["totals"]  # type: ignore[index]  # as above
    seats = [
        seat for seat in range(len(held)) if held[seat]["tiles"] or totals[seat]
    ]  # who went out has a total, too
    many = sum([len(held[seat]["tiles"]) for seat in seats]) > MANY_TILES
    # else each would be "+30 Total 30"
    has_totals = any(totals[seat] != held[seat]["points"] for seat in seats)
    rows = [(seat, "t-end-hand", _hand(seat, scene, has_totals)) for seat in seats]  # type: ignore[arg-type]  # as above
    return cells + [
        ("#round-end", "data-many", "true" if many else None),
        ("#round-end-hands", "rows", rows),
    ]


def _is_shown(scene: "TableScene", state: "State") -> "bool":
    """Whether the hands that are left lie open: at the end of a match's round, and of a lesson's until the next lesson."""
    if scene["phase"] == "lesson":
        return scene["lesson"]["done"] and bool(scene["sheet"]["held"])
    return state["end_hidden"] and scene["phase"] in OVER


def ending(scene: "TableScene") -> "str":
    """How the round ended: "out", or "blocked"."""
    return (
        "out" if scene["prompt"] and scene["prompt"][0][0] in ("prompt.out", "prompt.out.you") else "blocked"
    )


def _hand(seat: "int", scene: "TableScene", has_totals: "bool") -> "list[Cell]":
    held, total = scene["sheet"]["held"][seat], scene["sheet"]["totals"][seat]
    faces = [(n, "t-held-tile", [("", "html", face)]) for n, face in enumerate(held["faces"])]
    return [
        ("", "class", "end-hand s{}".format(seat)),
        ("", "data-seat-left", seat),
        (".avatar", "html", portrait(face_of(scene["seats"][seat]), seat)),
        (".held-tiles", "rows", faces),
        (".end-points", "text", "+{}".format(held["points"])),
        (".end-total", "text", say("count.total", {"n": total})),
        (".end-total", "hidden", not has_totals),
    ]


@room.effect("animate")
def celebrate(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Let the winner's bird hop and the points fly, if things move."""
    scene = after["scene"]
    if measured["starts"] is None or not last_move_pending(before, after):
        return
    how = ending(scene)
    later = LATER_MS[how]
    for seat, data in enumerate(scene["seats"]):
        if how == "out" and not data["count"]:
            _hop(seat)
    hands = every("#round-end-hands > li")
    for number, hand in enumerate(hands):
        if hand.querySelector(".mini"):  # who went out has no points to fly
            _fly(hand, later + FLIGHT_DELAY_MS + FLIGHT_STAGGER_MS * number)
    wait = later + FLIGHT_DELAY_MS + FLIGHT_STAGGER_MS * len(hands) + FLIGHT_MS
    app.run_in_background(_count_up(app, scene, wait / 1000))


@room.observer("end_hidden")
def stop_flights(app: "App", shown: "bool") -> "None":
    """Remove points that still fly when the score sheet comes, after a tap."""
    for points in [] if shown else every("body > .flying-points"):
        points.remove()


def _hop(seat: "int") -> "None":
    """Let the portrait of a seat hop twice."""
    heights = (0, -18, 0, -9, 0)
    frames: list[dict[str, object]] = [{"translate": "0px {}px".format(height)} for height in heights]
    motion.start_animation(
        one('#seats > [data-seat="{}"] .avatar'.format(seat)), frames, HOP_MS, HOP_DELAY_MS
    )


def _fly(hand: "Element", delay: "int") -> "None":
    """Let the points of a hand fly to the face of their seat, after `delay` ms."""
    x, y = motion.middle_of(hand.querySelector(".end-points"))
    to_x, to_y = motion.middle_of(
        one('#seats > [data-seat="{}"] .avatar'.format(hand.getAttribute("data-seat-left")))
    )
    points = document.createElement("b")
    points.className = "flying-points"
    points.textContent = hand.querySelector(".end-points").textContent
    document.body.append(points)

    def remove(change: "int") -> "None":
        if change < 0:
            points.remove()

    start, end = "{:.0f}px {:.0f}px".format(x, y), "{:.0f}px {:.0f}px".format(to_x, to_y)
    frames: list[dict[str, object]] = [
        {"translate": start, "opacity": 0},
        {"translate": start, "opacity": 1, "offset": 0.1},
        {"translate": end, "opacity": 1, "scale": 0.8},
    ]
    motion.animate(points, frames, FLIGHT_MS, remove, delay)


async def _count_up(app: "App", scene: "TableScene", seconds: "float") -> "None":
    """Count the totals up from those before the round, once the points have arrived after `seconds`."""
    held, totals = scene["sheet"]["held"], scene["sheet"]["totals"]
    for total in every("#round-end-hands .end-total"):
        total.textContent = ""  # beside the points of the round an old total reads as a wrong one
    await asyncio.sleep(seconds)
    for step in range(COUNT_STEPS + 1):
        if app.scene is not scene or not app.state["end_hidden"]:
            return
        for hand in every("#round-end-hands > li"):
            seat = int(hand.getAttribute("data-seat-left"))
            number = totals[seat] - held[seat]["points"] * (COUNT_STEPS - step) // COUNT_STEPS
            hand.querySelector(".end-total").textContent = say("count.total", {"n": number})
        await asyncio.sleep(COUNT_SECONDS)
