"""Show a scene: compute the next state, paint it, then call the observers, one for each further effect, such as a sound.

An observer is called as observe(app, before, after, measured) when the document shows the state `after`. `measured`
holds facts that were read from the document just before it was painted: {"may-lose-focus": bool, "starts": the result
of motion.start_positions, or None without animations}. To add an effect, write an observer and put it into OBSERVERS.
"""

from game.page.board import callouts, drawing, motion
from game.page.events import pacing
from game.page.files.save_files import request_persistence
from game.page.focus import focus
from game.page.history import turning_point
from game.page.kernel import fault_report, page_state
from game.page.log import log
from game.page.sound import sound
from game.page.turns import automatic_turns


def show(app, scene):
    """Show a scene, announce it, and run the observers."""
    before = app.state
    after = page_state.with_announcement(
        page_state.with_scene(before, scene), log.announcement_with_warnings(before, scene)
    )
    if page_state.last_move_pending(before, after):
        # The end of the round or match is shown after its last move, by show_events.
        after = page_state.with_end_hidden(after)
    early_tile = before["laid_early"] and before["laid_early"][0]
    measured = {
        "may-lose-focus": focus.may_be_lost(),
        "starts": motion.start_positions(scene, early_tile) if motion.is_on() else None,
    }
    focus.leave_places()
    app.set_state(after)
    for observe in OBSERVERS:
        observe(app, before, after, measured)


def clear_recap(app, before, after, measured):
    """Remove the highlight of the tile whose move the recap shows."""
    if before["recap_at"] is not None:
        drawing.highlight_tile(None)


def show_events(app, before, after, measured):
    """Show the events one after the other, and the end of a round or match after its last move."""
    pacing.show_events(app, after["scene"])
    if page_state.last_move_pending(before, after):
        fault_report.run_in_background(pacing.show_end(app))


def draw_tiles(app, before, after, measured):
    """Update the drawing of the table."""
    app.board_view.show(after["scene"], before["laid_early"])


def animate_tiles(app, before, after, measured):
    """Animate tiles that were played or drawn."""
    if measured["starts"] is not None:
        motion.animate_steps(after["scene"], measured["starts"], app.count_moving)
        callouts.show_steps(after["scene"], app.board_view.camera)


def extend_log(app, before, after, measured):
    """Add lines to the log of the round."""
    log.add_lines(after["scene"])


def play_sounds(app, before, after, measured):
    """Play the sounds of the scene."""
    sound.play(after["scene"], after["settings"])


def request_storage(app, before, after, measured):
    """After a whole match, ask the browser never to delete the stored data by itself."""
    if after["phase"] == "match-over" and before["phase"] != "match-over":
        request_persistence()


def draw_turning_point(app, before, after, measured):
    """After a match, load the picture of the round that decided it."""
    if after["phase"] == "match-over" and before["phase"] != "match-over" and after["scene"].get("story"):
        app.run(turning_point.load_picture(app))


def vibrate(app, before, after, measured):
    """Vibrate when the person's turn starts."""
    # Browsers refuse to vibrate, as they refuse to play sounds, before the person has touched the page.
    if page_state.should_vibrate(after) and sound.unlocked():
        motion.vibrate()


def move_focus(app, before, after, measured):
    """Move the keyboard focus to the element that the person needs next."""
    focus.follow_scene(app, before, after, measured["may-lose-focus"])


def remove_places(app, before, after, measured):
    """Remove the lit places, and the tile that the page drew before the engine answered: the scene's drawing contains it."""
    app.set_state(page_state.without_places(app.state))


def act_if_forced(app, before, after, measured):
    """Draw or pass for the person if nothing else is possible."""
    automatic_turns.act_if_forced(app)


OBSERVERS = (
    clear_recap,
    show_events,
    draw_tiles,
    animate_tiles,
    extend_log,
    play_sounds,
    request_storage,
    draw_turning_point,
    vibrate,
    remove_places,
    # A move of the focus forces a layout of the page, so it comes after the changes above.
    move_focus,
    act_if_forced,
)
