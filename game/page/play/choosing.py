"""Choose a tile of the hand, light its places, and play it at one of them."""

from game.page import page_state
from game.page.board import layers, motion
from game.page.dom import one
from game.page.play import focus


async def tap(app, tile, by_key=False):
    """Handle a tap on a tile of the hand: choose it, or put it back if it is already chosen."""
    if tile != app.state["chosen_tile"]:
        await choose(app, tile, by_key, app.state["settings"]["at-once"])
    else:
        deselect(app)


async def choose(app, tile, by_key=False, at_once=False):
    """Choose a tile and light its places. With `at_once`, play it if it has a single place."""
    app.set_state(page_state.with_chosen_tile(app.state, tile))
    answer = await app.ask("tap", tile=tile, at_once=at_once)
    if app.state["chosen_tile"] != tile:
        return
    if answer is None:
        app.update(chosen_tile=None)
    elif "scene" in answer:
        await app.show_and_continue(answer["scene"])
    else:
        app.update(places=answer["places"])
        if by_key:
            one("#places > button").focus()


def deselect(app):
    """Put the chosen tile back. If the focus is on a place, it returns to the hand."""
    tile, lost = app.state["chosen_tile"], layers.has_focus()
    app.set_state(page_state.deselected(app.state))
    if lost:
        focus.to_hand(app, tile)


def play(app, place, dropped=False):
    """Lay the chosen tile at a place at once, then send the move. Everything else waits for the engine's answer."""
    tile = place["tile"]
    start = motion.middle_of(motion.hand_button(tile)) if app.animates() and not dropped else None
    app.set_state(page_state.with_laid_tile(app.state, place))
    if start:
        motion.animate_laid_tile(tile, start, app.count_moving)
    app.pending_move = place["move"]
    app.expect_frame()
    return _send_after_frame(app)


async def _send_after_frame(app):
    """Send the move after the browser has painted the tile; before that, the engine would compete for the processor."""
    await app.frame_shown.wait()
    app.send_pending_move()
    asked, app.pending_answer = app.pending_answer, None
    if not await app.show_answer(asked):
        _put_back(app)


def _put_back(app):
    """Return a tile to the hand if the engine refused its move. The refusal is already shown."""
    if app.state["laid_early"]:
        tile, lost = app.state["laid_early"][0], layers.has_focus()
        app.set_state(page_state.without_places(app.state))
        if lost:
            focus.to_hand(app, tile)
