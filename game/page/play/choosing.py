"""Choose a tile of the hand, light its places, and play it at one of them."""

from math import cos, radians, sin

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.board import motion
from game.page.events.advancing import ask_for_move, call_argument, make_move, show_and_continue, show_answer
from game.page.events.round_card import end_card
from game.page.focus import focus
from game.page.kernel.dom import data, listen, one
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.notices.notice import show_notice, without_notice
from game.page.play import room
from game.page.play.alike import are_alike, roomy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine
    from typing import Any

    from game.contract.basics import Tile
    from game.contract.play_answers import Place, Tapped
    from game.contract.scenes import End, Scene
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event, Measured, Point, SceneState, State

DOUBLE_TAP_MS = 350  # ms within which a second tap on a tile plays it, if its places are alike
# A tap within this distance of an open end means that end. In u; 1 u is half a tile's length.
NEAR_END = 1.2


class Choosing:
    """How the person is choosing, and the move that waits for the browser's next frame."""

    def __init__(self, app: "App") -> "None":
        self.since = 0  # when the chosen tile was chosen, in ms of the page's clock
        self.again = False  # the tile was tapped again before the engine answered where it fits
        # the tile that a hint has chosen, until the person taps it: the first tap does not put it back
        self.hinted_tile: Tile | None = None
        self.pending_place: Place | None = (
            None  # the place of the move to send after the browser's next frame
        )
        self.pending_answer: Awaitable[Scene | None] | None = (
            None  # the awaitable answer to that move, once it is sent
        )


@room.on("attach")
def watch_visibility(app: "App") -> "None":
    """Send the move that waits also when the page is hidden: a hidden page gets no frames."""
    listen(document, "visibilitychange", lambda event: send_pending_move(app))


@room.button("tile")
def press_tile(app: "App", button: "Element", event: "Event") -> "None":
    """Handle a press of a tile of the hand."""
    app.run(tap(app, data(button, "tile"), event.detail == 0))  # a click by keyboard has detail 0


@room.button("move")
def press_place(app: "App", button: "Element", event: "Event") -> "None":
    """Handle a press of a lit place."""
    move, toe = data(button, "move"), data(button, "toe")
    for place in app.state["places"]:
        if place["move"] == move and str(place["toe"]) == toe and not app.state["laid_early"]:
            app.run(play(app, place))
            break


async def tap(app: "App", tile: "Tile", by_key: "bool" = False) -> "None":
    """Handle a tap on a tile of the hand: choose it, or put it back if it is already chosen.

    A quick second tap plays it instead, if its places are alike. The first tap on a tile that a hint has chosen lights its
    other places, too, or plays it if one tap does so. `by_key`: the person used the keyboard.
    """
    now, choosing = window.performance.now(), app.object(Choosing)
    is_quick = not by_key and now - choosing.since < DOUBLE_TAP_MS
    if tile != app.state["chosen_tile"]:
        choosing.since, choosing.again = now, False
        await choose(app, tile, by_key, app.state["settings"]["at-once"])
        if choosing.again and tile == app.state["chosen_tile"]:
            await _play_single(app)
    elif tile == choosing.hinted_tile:
        choosing.since, choosing.hinted_tile = now, None
        places = app.state["places"]
        if app.state["settings"]["at-once"] and are_alike(places) and not places[0].get("warning"):
            await play(app, roomy(places))
        else:
            await choose(app, tile, by_key)
    elif is_quick and not app.state["places"]:
        choosing.again = True
    elif is_quick:
        await _play_single(app)
    else:
        deselect(app)


async def _play_single(app: "App") -> "None":
    """Play the chosen tile if its places are alike, else put it back."""
    places = app.state["places"]
    if are_alike(places):
        await play(app, roomy(places))
    else:
        deselect(app)


async def play_near(app: "App", point: "Point") -> "None":
    """Handle a tap on the table at a point (u), but not on a lit place.

    On a tile at which the chosen tile fits, play it there. Near any other open end send the move: if the tile does not fit
    there, the engine refuses it, and the page shows the reason. Does nothing far from every end.
    """
    places, tile = app.state["places"], app.state["chosen_tile"]
    for place in places:
        on = one('#tiles > [data-placed="{}"]'.format(place["on"])) if place["on"] else None
        if on and _covers(motion.pose_of(on.getAttribute("style")), point):
            await play(app, place)
            return
    meant = _nearest_end(app.scene["ends"], point)
    if tile and meant:
        await make_move(app, tile + ">" + meant[1])


def tap_end(app: "App", point: "Point") -> "None":
    """Handle a tap on the table at a point (u) without a chosen tile, near an open end, or anywhere on an empty table.

    Choose the only tile of the hand that fits there. If several do, or others elsewhere, a notice says so.
    """
    scene = app.scene
    fitting = [tile["tile"] for tile in scene["hand"] if tile["fits"]]
    if scene["phase"] not in ("playing", "lesson") or not fitting:
        return
    here, notice, values = fitting, "ui.choose-first", {}
    if scene["ends"]:
        meant = _nearest_end([end for end in scene["ends"] if end["open"]], point)
        if not meant:
            return
        suit = meant[0]["suit"]
        here = [tile for tile in fitting if str(suit) in tile.split("-")]
        notice, values = ("ui.fit-here", {"tiles": here}) if here else ("ui.fit-elsewhere", _suits(suit))
    if len(here) == 1:
        app.run(choose(app, here[0]))
    else:
        show_notice(app, say(notice, values), "about")


def _suits(suit: "int") -> "dict[str, Any]":
    """The values of a text about the tiles of a number."""
    return {"suits": ["suits.{}".format(suit), {}]}


def _nearest_end(ends: "list[End]", point: "Point") -> "tuple[End, Tile] | None":
    """The open end nearest to the point (u) and the tile that has it, or None if all are far away."""
    nearest, reach = None, NEAR_END
    for end in ends:
        for x, y, on in end["at"]:
            away = ((x - point[0]) ** 2 + (y - point[1]) ** 2) ** 0.5
            if away < reach:
                nearest, reach = (end, on), away
    return nearest


def aims_of(places: "list[Place]", ends: "list[End]") -> "list[tuple[float, float, Place]]":
    """The points (u) at which a drop is meant for a place, with the place: its middle, and the dot of the end to which it belongs.

    The dots of several toes do not count: each toe has a place of its own.

    >>> places = [{"x": 0, "y": 2, "on": "9-4"}, {"x": 2, "y": 2, "on": "9-9"}]
    >>> aims = aims_of(places, [{"at": [(0, 1, "9-4"), (2, 1, "9-9"), (3, 1, "9-9")]}])
    >>> [(x, y, place["on"]) for x, y, place in aims]
    [(0, 2, '9-4'), (2, 2, '9-9'), (0, 1, '9-4')]
    """
    aims = [(place["x"], place["y"], place) for place in places]
    for place in places:
        dots = [(x, y, place) for end in ends for x, y, on in end["at"] if on == place["on"]]
        aims += dots if len(dots) == 1 else []
    return aims


def _covers(pose: "tuple[float, float, float]", point: "Point") -> "bool":
    """Whether a tile with this pose (x and y in u, angle in degrees) covers the point (u).

    >>> _covers((1, 0, 90), (1.4, 0.9)), _covers((1, 0, 0), (1.4, 0.9))
    (True, False)
    """
    across, down, angle = point[0] - pose[0], point[1] - pose[1], radians(pose[2])
    along, beside = across * cos(angle) + down * sin(angle), down * cos(angle) - across * sin(angle)
    return abs(along) <= 1 and abs(beside) <= 0.5


async def choose(app: "App", tile: "Tile", by_key: "bool" = False, at_once: "bool" = False) -> "None":
    """Choose a tile and light its places.

    With `at_once`, play it if its places are alike. With `by_key`, focus the first place.
    """
    end_card(app)
    app.object(Choosing).hinted_tile = None
    app.set_state(with_chosen_tile(app.state, tile))
    call = call_argument(app) if at_once else {}
    answer: Tapped | None = await app.ask("tap", tile=tile, at_once=at_once, **call)
    if answer and "scene" in answer:  # the tile was played, whatever the person chose during the request
        await show_and_continue(app, answer["scene"])
    elif app.state["chosen_tile"] != tile:  # the person chose otherwise during the request
        return
    elif answer is None:
        app.update(chosen_tile=None)
    else:
        app.update(places=answer["places"])
        if by_key:
            one("#places > button").focus()


def deselect(app: "App") -> "None":
    """Put the chosen tile back. If the focus is on a place, it moves to the tile in the hand."""
    tile, focus_lost = app.state["chosen_tile"], focus.places_have_focus()
    app.set_state(deselected(app.state))
    if focus_lost:
        focus.to_hand(app, tile)


def play(app: "App", place: "Place", dropped: "bool" = False) -> "Coroutine[Any, Any, Any]":
    """Show the chosen tile at a place, before the engine answers. Return a coroutine that sends the move.

    The coroutine also shows the answer. `dropped`: the person dragged the tile there, so no animation is needed.
    If other tiles must make room for it, only the answer shows where the tile lies.
    """
    if not place["laid"]:
        deselect(app)
        return make_move(app, place["move"])
    tile = place["tile"]
    start = motion.middle_of(motion.hand_button(tile)) if motion.is_on() and not dropped else None
    app.set_state(with_laid_tile(app.state, place))
    if start:
        is_last = len(app.scene["hand"]) == 1
        motion.animate_laid_tile(tile, start, motion.counter(app), is_last)
    app.object(Choosing).pending_place = place
    app.expect_frame()
    return _send_after_frame(app)


async def _send_after_frame(app: "App") -> "None":
    """Send the move after the browser has painted the tile, and await the answer.

    If the move were sent before the paint, the engine's work could delay the paint.
    """
    await app.frame_shown.wait()
    send_pending_move(app)
    choosing = app.object(Choosing)
    answer, choosing.pending_answer = choosing.pending_answer, None
    if not await show_answer(app, required(answer)):
        _put_back(app)


@room.on("left")
def send_pending_move(app: "App") -> "None":
    """Send the move that waits for the browser's next frame."""
    choosing = app.object(Choosing)
    if choosing.pending_place:
        place, choosing.pending_place = choosing.pending_place, None
        choosing.pending_answer = ask_for_move(app, place["move"], place["toe"])
    app.frame_shown.set()


def _put_back(app: "App") -> "None":
    """Return the tile to the hand if the engine refused its move. The refusal is already shown.

    The tile is `laid_early`: on screen it was laid before the engine accepted the move.
    """
    if app.state["laid_early"]:
        tile, focus_lost = app.state["laid_early"][0], focus.places_have_focus()
        app.set_state(without_places(app.state))
        if focus_lost:
            focus.to_hand(app, tile)


# --- the state


# The values of lit places, and of a tile that was laid before the engine accepted the move; and what they are without.
NO_PLACES: "State" = {"places": [], "place_tab_stop": 0, "hinted_move": None, "laid_early": None}


def without_places(state: "State") -> "State":
    """The state without lit places, and without a tile that was laid before the engine accepted the move.

    A chosen tile stays chosen; `deselected` puts it back too.
    """
    return updated(state, **NO_PLACES)


def without_choice(state: "State") -> "State":
    """The state without a chosen tile, a lit end or a notice."""
    return updated(without_notice(state), chosen_tile=None, lit_ends=[])


def deselected(state: "State") -> "State":
    """The state without a chosen tile, a lit place, a lit end or a notice."""
    return without_choice(without_places(state))


def with_chosen_tile(state: "State", tile: "Tile") -> "State":
    """The state with a tile of the hand chosen."""
    return updated(deselected(state), chosen_tile=tile, hand_tab_stop=tile)


def with_laid_tile(state: "State", place: "Place") -> "State":
    """The state with the chosen tile laid at a place. The engine has not accepted the move yet."""
    return updated(without_choice(state), laid_early=(place["tile"], place["laid"]), drag_target=None)


@room.reducer("scene")
def turn_ends_off(state: "SceneState", before: "State") -> "State":
    """A scene turns the lit ends off. Lit places stay until `remove_places`."""
    return {"lit_ends": []}


@room.effect("clear")
def remove_places(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Remove the lit places, and the tile that the page drew before the engine answered: the scene's drawing contains it."""
    app.set_state(without_places(app.state))
