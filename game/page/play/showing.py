"""Show a scene: compute the next state, then call one observer for each further effect.

An observer is called as observe(app, before, after, seen) after the document shows the state `after`. `seen` holds facts that only
the earlier document could give: {"focus-lost": bool, "starts": see motion.start_positions, or None}. To add an effect, write an
observer and put it into OBSERVERS.
"""

from game.page import fault_report, page_state
from game.page.board import layers, motion, pacing
from game.page.following import automatic_turns
from game.page.panels import log, sound
from game.page.play import focus
from game.page.screens.save_files import request_persistence


def show(app, scene):
    """Show a scene, announce it, and run the observers."""
    before = app.state
    after = page_state.with_announcement(
        page_state.with_scene(before, scene), log.announcement_with_warnings(before, scene)
    )
    if page_state.last_move_pending(before, after):
        after = page_state.with_end_hidden(after)
    early = before["laid_early"] and before["laid_early"][0]
    seen = {
        "focus-lost": focus.will_be_lost(scene),
        "starts": motion.start_positions(scene, early) if app.animates() else None,
    }
    app.set_state(after)
    for observe in OBSERVERS:
        observe(app, before, after, seen)


def clear_recap(app, before, after, seen):
    """Remove the highlight of the move that the person stepped back to."""
    if before["recap_at"] is not None:
        layers.highlight_tile(None)


def show_events(app, before, after, seen):
    """Show the events one after the other, and the end of a round or match after its last move."""
    pacing.show_events(app, after["scene"])
    if page_state.last_move_pending(before, after):
        fault_report.run_in_background(pacing.show_end(app))


def draw_tiles(app, before, after, seen):
    """Update the drawing of the table."""
    app.board_view.show(after["scene"], before["laid_early"])


def animate_tiles(app, before, after, seen):
    """Animate tiles that were played or drawn."""
    if seen["starts"] is not None:
        motion.animate_steps(after["scene"], seen["starts"], app.count_moving)


def extend_log(app, before, after, seen):
    """Add lines to the log of the round."""
    log.add_lines(after["scene"])


def play_sounds(app, before, after, seen):
    """Play the sounds of the scene."""
    sound.play(after["scene"], after["settings"])


def request_storage(app, before, after, seen):
    """After a whole match, ask the browser to keep the stored data."""
    if after["phase"] == "match-over" and before["phase"] != "match-over":
        request_persistence()


def vibrate(app, before, after, seen):
    """Vibrate when the person's turn starts."""
    if page_state.should_vibrate(after) and sound.unlocked():
        motion.vibrate()


def move_focus(app, before, after, seen):
    """Move the focus to the next thing to do."""
    focus.follow_scene(app, before, after, seen["focus-lost"])


def remove_places(app, before, after, seen):
    """Remove the lit places of the played tile."""
    app.set_state(page_state.without_places(app.state))


def act_if_forced(app, before, after, seen):
    """Draw or pass automatically if nothing else is possible."""
    automatic_turns.act_if_forced(app)


OBSERVERS = (
    clear_recap,
    show_events,
    draw_tiles,
    animate_tiles,
    extend_log,
    play_sounds,
    request_storage,
    vibrate,
    # Moving the focus forces a layout of the page, so it comes late. Removing a focused place would force another one, so the
    # places go after it.
    move_focus,
    remove_places,
    act_if_forced,
)
