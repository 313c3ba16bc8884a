"""A scene of the engine is shown: the state that follows from it, and what else the page does then, one observer for each.

An observer is called as observe(app, before, after, seen) once the document shows the state `after`; `before` is the state that
the scene came to. `seen` is what only the document of before could tell: {"focus-lost", "starts": see motion.starts, or None}.
To do something more with each scene: an observer, and its place in OBSERVERS.
"""

from game.page import fault_report, page_state
from game.page.board import layers, motion, pacing
from game.page.following import automatic_turns
from game.page.panels import log, sound
from game.page.play import focus
from game.page.screens.save_files import persist


def show(app, scene):
    """Shows a scene; what it says is announced and what it did is seen moving."""
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
    """The move that was stepped back to is not lit on the table any more."""
    if before["recap_at"] is not None:
        layers.point_at(None)


def events_are_told(app, before, after, seen):
    """What happened is told where it happened, part by part; the end of a round or match is shown after its last move."""
    pacing.tell(app, after["scene"])
    if page_state.ends_in_sight(before, after):
        fault_report.aside(pacing.reveal(app))


def tiles_are_laid(app, before, after, seen):
    """The drawing of the table is brought up to date."""
    app.board_view.show(after["scene"], before["laid_early"])


def tiles_move(app, before, after, seen):
    """What was played or drawn glides to where it goes."""
    if seen["starts"] is not None:
        motion.play(after["scene"], seen["starts"], app.moving)


def log_grows(app, before, after, seen):
    """The list of the round's events."""
    log.tell(after["scene"])


def sounds(app, before, after, seen):
    """What happened is heard."""
    sound.play(after["scene"], after["settings"])


def storage_lasts(app, before, after, seen):
    """After a whole match the browser is asked to keep what is stored here."""
    if after["phase"] == "match-over" and before["phase"] != "match-over":
        persist()


def device_buzzes(app, before, after, seen):
    """The person's turn can be felt."""
    if page_state.buzzes(after) and sound.awake():
        motion.vibrate()


def focus_follows(app, before, after, seen):
    """The focus goes where the play goes on."""
    focus.follow(app, before, after, seen["focus-lost"])


def places_go(app, before, after, seen):
    """The places of the tile that was played are not lit any more."""
    app.become(page_state.settled(app.state))


def only_move_is_made(app, before, after, seen):
    """A draw or a pass that is the only thing possible is done by itself."""
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
    # A focus that moves makes the browser lay everything out, so it comes late; a place that goes with the focus on it makes
    # it do so once more, so places go after it.
    focus_follows,
    places_go,
    only_move_is_made,
)
