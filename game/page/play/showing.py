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
from game.page.screens.save_files import persist


def show(app, scene):
    """Show a scene, announce it, and run the observers."""
    before = app.state
    after = page_state.spoken(page_state.shown(before, scene), log.heard(before, scene))
    if page_state.ends_in_sight(before, after):
        after = page_state.end_hidden(after)
    early = before["laid_early"] and before["laid_early"][0]
    seen = {
        "focus-lost": focus.is_lost(scene),
        "starts": motion.starts(scene, early) if app.moves() else None,
    }
    app.become(after)
    for observe in OBSERVERS:
        observe(app, before, after, seen)


def recap_ends(app, before, after, seen):
    """Remove the highlight of the move that the person stepped back to."""
    if before["recap_at"] is not None:
        layers.point_at(None)


def events_are_told(app, before, after, seen):
    """Show the events one after the other, and the end of a round or match after its last move."""
    pacing.tell(app, after["scene"])
    if page_state.ends_in_sight(before, after):
        fault_report.aside(pacing.reveal(app))


def tiles_are_laid(app, before, after, seen):
    """Update the drawing of the table."""
    app.board_view.show(after["scene"], before["laid_early"])


def tiles_move(app, before, after, seen):
    """Animate tiles that were played or drawn."""
    if seen["starts"] is not None:
        motion.play(after["scene"], seen["starts"], app.moving)


def log_grows(app, before, after, seen):
    """Add lines to the log of the round."""
    log.tell(after["scene"])


def sounds(app, before, after, seen):
    """Play the sounds of the scene."""
    sound.play(after["scene"], after["settings"])


def storage_lasts(app, before, after, seen):
    """After a whole match, ask the browser to keep the stored data."""
    if after["phase"] == "match-over" and before["phase"] != "match-over":
        persist()


def device_buzzes(app, before, after, seen):
    """Vibrate when the person's turn starts."""
    if page_state.buzzes(after) and sound.awake():
        motion.vibrate()


def focus_follows(app, before, after, seen):
    """Move the focus to the next thing to do."""
    focus.follow(app, before, after, seen["focus-lost"])


def places_go(app, before, after, seen):
    """Remove the lit places of the played tile."""
    app.become(page_state.settled(app.state))


def only_move_is_made(app, before, after, seen):
    """Draw or pass automatically if nothing else is possible."""
    automatic_turns.consider(app)


OBSERVERS = (
    recap_ends,
    events_are_told,
    tiles_are_laid,
    tiles_move,
    log_grows,
    sounds,
    storage_lasts,
    device_buzzes,
    # Moving the focus forces a layout of the page, so it comes late. Removing a focused place would force another one, so the
    # places go after it.
    focus_follows,
    places_go,
    only_move_is_made,
)
