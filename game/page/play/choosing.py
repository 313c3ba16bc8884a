"""Choose a tile of the hand, light its places, and play it at one of them."""

from game.page import page_state
from game.page.board import layers, motion, pacing
from game.page.dom import one
from game.page.play import focus


async def tap(app, tile, by_key=False):
    """Handle a tap on a tile of the hand: choose it, or put it back if it is already chosen."""
    if tile != app.state["chosen_tile"]:
        await choose(app, tile, by_key, app.state["settings"]["at-once"])
    else:
        let_go(app)


async def choose(app, tile, by_key=False, at_once=False):
    """Choose a tile and light its places. With `at_once`, play it if it has a single place."""
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
    """Put the chosen tile back. If the focus is on a place, it returns to the hand."""
    tile, lost = app.state["chosen_tile"], layers.has_focus()
    app.become(page_state.let_go(app.state))
    if lost:
        focus.to_hand(app, tile)


def play(app, place, dropped=False):
    """Lay the chosen tile at a place at once, then send the move. Everything else waits for the engine's answer."""
    tile = place["tile"]
    start = motion.middle(motion.in_hand(tile)) if app.moves() and not dropped else None
    app.become(page_state.laid(app.state, place))
    if start:
        motion.glide_in(tile, start, app.moving)
    app.unsent = place["move"]
    pacing.frame(app)
    return _sent(app)


async def _sent(app):
    """Send the move after the browser has painted the tile; before that, the engine would compete for the processor."""
    await app.painted.wait()
    app.flush()
    asked, app.sent = app.sent, None
    if not await app.changed(asked):
        _take_up(app)


def _take_up(app):
    """Return a tile to the hand if the engine refused its move. The refusal is already shown."""
    if app.state["laid_early"]:
        tile, lost = app.state["laid_early"][0], layers.has_focus()
        app.become(page_state.settled(app.state))
        if lost:
            focus.to_hand(app, tile)
