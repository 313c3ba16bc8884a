"""A tile of the hand is chosen, its places light up, and it is played at one of them."""

from game.page import page_state
from game.page.board import layers, motion, pacing
from game.page.dom import one
from game.page.play import focus


async def tap(app, tile, by_key=False):
    """A tile of the hand was tapped: its places light up, or it is played at once; once more: it is put back."""
    if tile != app.state["chosen_tile"]:
        await choose(app, tile, by_key, app.state["settings"]["at-once"])
    else:
        let_go(app)


async def choose(app, tile, by_key=False, at_once=False):
    """Chooses a tile: its places light up; with `at_once` one that has a single place is played."""
    app.become(page_state.chosen(app.state, tile))
    answer = await app.ask("tap", tile=tile, at_once=at_once)
    if app.state["chosen_tile"] != tile:
        return
    if answer is None:
        app.put(chosen_tile=None)
    elif "scene" in answer:
        await app.go_on(answer["scene"])
    else:
        app.put(places=answer["places"])
        if by_key:
            one("#places > button").focus()


def let_go(app):
    """No tile is chosen any more; the focus goes from the places back to the hand."""
    tile, lost = app.state["chosen_tile"], layers.has_focus()
    app.become(page_state.let_go(app.state))
    if lost:
        focus.to_hand(app, tile)


def play(app, place, dropped=False):
    """Plays the chosen tile at one of its places: it lies there at once, all else comes with the engine's answer."""
    tile = place["tile"]
    start = motion.middle(motion.in_hand(tile)) if app.moves() and not dropped else None
    app.become(page_state.laid(app.state, place))
    if start:
        motion.glide_in(tile, start, app.moving)
    app.unsent = place["move"]
    pacing.frame(app)
    return _sent(app)


async def _sent(app):
    """Sends the move once the browser has painted the tile: the engine would take the processor from it."""
    await app.painted.wait()
    app.flush()
    asked, app.sent = app.sent, None
    if not await app.changed(asked):
        _take_up(app)


def _take_up(app):
    """Puts a tile back into the hand that was laid too early: the engine refused the move, and has said why."""
    if app.state["laid_early"]:
        tile, lost = app.state["laid_early"][0], layers.has_focus()
        app.become(page_state.settled(app.state))
        if lost:
            focus.to_hand(app, tile)
