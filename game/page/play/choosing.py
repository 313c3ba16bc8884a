"""Choose a tile of the hand, light its places, and play it at one of them."""

from math import cos, radians, sin

from pyscript import window

from game.page.board import callouts, drawing, motion
from game.page.focus import focus
from game.page.kernel import page_state
from game.page.kernel.dom import one
from game.page.kernel.words import say

DOUBLE_TAP_MS = 350  # ms within which a second tap on a tile plays it, if it has a single place
# A tap within this distance of an open end means that end. In u; 1 u is half a tile's length.
NEAR_END = 1.2

# "since": when the chosen tile was chosen, in ms of the page's clock. "again": it was tapped again before the engine
# answered where it fits.
_chosen = {"since": 0, "again": False}


async def tap(app, tile, by_key=False):
    """Handle a tap on a tile of the hand: choose it, or put it back if it is already chosen.

    A quick second tap plays it instead, if it has a single place. `by_key`: the person used the keyboard.
    """
    now = window.performance.now()
    is_quick = not by_key and now - _chosen["since"] < DOUBLE_TAP_MS
    if tile != app.state["chosen_tile"]:
        _chosen["since"], _chosen["again"] = now, False
        await choose(app, tile, by_key, app.state["settings"]["at-once"])
        if _chosen["again"] and tile == app.state["chosen_tile"]:
            await _play_single(app)
    elif is_quick and not app.state["places"]:
        _chosen["again"] = True
    elif is_quick:
        await _play_single(app)
    else:
        deselect(app)


async def _play_single(app):
    """Play the chosen tile if it has a single place, else put it back.

    The places at all missing toes of one double count as a single place: "also" marks each but the first.
    """
    places = app.state["places"]
    if places and all(place["also"] for place in places[1:]):
        await play(app, places[0])
    else:
        deselect(app)


async def play_near(app, point):
    """Handle a tap on the table at a point (u), but not on a lit place.

    On a tile at which the chosen tile fits, play it there. Else send the move to the nearest open end: if the tile does
    not fit there, the engine refuses the move, and the page shows the reason. Does nothing far from every end.
    """
    for place in app.state["places"]:
        on = one('#tiles > [data-placed="{}"]'.format(place["on"])) if place["on"] else None
        if on and _covers(callouts.pose_of(on.getAttribute("style")), point):
            await play(app, place)
            return
    meant = _nearest_end(app.scene["ends"], point)
    if meant:
        await app.make_move(app.state["chosen_tile"] + ">" + meant)


def ask_to_choose(app, point):
    """Handle a tap on the table at a point (u) without a chosen tile: near an open end, a notice says to choose one first."""
    scene = app.scene
    can_play = scene["phase"] == "playing" and any(tile["fits"] for tile in scene["hand"])
    if can_play and _nearest_end([end for end in scene["ends"] if end["open"]], point):
        app.show_notice(say("ui.choose-first"), "about")


def _nearest_end(ends, point):
    """The tile with the open end nearest to the point (u), or None if all are far away."""
    nearest, reach = None, NEAR_END
    for end in ends:
        for x, y, on in end["at"]:
            away = ((x - point[0]) ** 2 + (y - point[1]) ** 2) ** 0.5
            if away < reach:
                nearest, reach = on, away
    return nearest


def _covers(pose, point):
    """Whether a tile with this pose (x and y in u, angle in degrees) covers the point (u).

    >>> _covers((1, 0, 90), (1.4, 0.9)), _covers((1, 0, 0), (1.4, 0.9))
    (True, False)
    """
    across, down, angle = point[0] - pose[0], point[1] - pose[1], radians(pose[2])
    along, beside = across * cos(angle) + down * sin(angle), down * cos(angle) - across * sin(angle)
    return abs(along) <= 1 and abs(beside) <= 0.5


async def choose(app, tile, by_key=False, at_once=False):
    """Choose a tile and light its places.

    With `at_once`, play it if it has a single place. With `by_key`, focus the first place.
    """
    app.card_closed.set()
    app.set_state(page_state.with_chosen_tile(app.state, tile))
    call = app.call_argument() if at_once else {}
    answer = await app.ask("tap", tile=tile, at_once=at_once, **call)
    if answer and "scene" in answer:  # the tile was played, whatever the person chose during the request
        await app.show_and_continue(answer["scene"])
    elif app.state["chosen_tile"] != tile:  # the person chose otherwise during the request
        return
    elif answer is None:
        app.update(chosen_tile=None)
    else:
        app.update(places=answer["places"])
        if by_key:
            one("#places > button").focus()


def deselect(app):
    """Put the chosen tile back. If the focus is on a place, it moves to the tile in the hand."""
    tile, focus_lost = app.state["chosen_tile"], drawing.has_focus()
    app.set_state(page_state.deselected(app.state))
    if focus_lost:
        focus.to_hand(app, tile)


def play(app, place, dropped=False):
    """Show the chosen tile at a place, before the engine answers. Return a coroutine that sends the move.

    The coroutine also shows the answer. `dropped`: the person dragged the tile there, so no animation is needed.
    """
    tile = place["tile"]
    start = motion.middle_of(motion.hand_button(tile)) if motion.is_on() and not dropped else None
    app.set_state(page_state.with_laid_tile(app.state, place))
    if start:
        motion.animate_laid_tile(tile, start, app.count_moving)
    app.pending_place = place
    app.expect_frame()
    return _send_after_frame(app)


async def _send_after_frame(app):
    """Send the move after the browser has painted the tile, and await the answer.

    If the move were sent before the paint, the engine's work could delay the paint.
    """
    await app.frame_shown.wait()
    app.send_pending_move()
    answer, app.pending_answer = app.pending_answer, None
    if not await app.show_answer(answer):
        _put_back(app)


def _put_back(app):
    """Return the tile to the hand if the engine refused its move. The refusal is already shown.

    The tile is `laid_early`: on screen it was laid before the engine accepted the move.
    """
    if app.state["laid_early"]:
        tile, focus_lost = app.state["laid_early"][0], drawing.has_focus()
        app.set_state(page_state.without_places(app.state))
        if focus_lost:
            focus.to_hand(app, tile)
