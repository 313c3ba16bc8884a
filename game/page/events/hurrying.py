"""Hurrying: while others play, a tap on the felt or on the line above the hand ends the present wait.

Not while the person may catch somebody, call or take back, which are seconds of theirs, and not at a table with other devices,
where others read too.
"""

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.events import room
from game.page.events.advancing import advances_by_itself
from game.page.events.ending import go_to_end
from game.page.events.pacing import may_act_off_turn
from game.page.events.waits import LATE_TAP_MS, Waiting, end_wait
from game.page.kernel.dom import data
from game.page.settings.settings import pace

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event, State


STILL_HURRIES_MS = 800  # who taps again and again to go on does not notice at once that it is their turn


class Touched:
    """When something changed under the finger: a press of a button, or a card, sheet or screen that came or went."""

    def __init__(self, app: "App") -> "None":
        self.since = -LATE_TAP_MS  # in ms of the page's clock
        self.hurried = -STILL_HURRIES_MS  # when a tap hurried last, in ms of the page's clock


def may_hurry(state: "State") -> "bool":
    """Whether the page only waits so that the person can follow: others play, and the person can choose nothing."""
    scene = state["scene"]
    if not scene or state["party_role"] or state["round_card"] or not pace(state):
        return False
    is_theirs = may_act_off_turn(scene) or scene.get("grace")
    # tiles that make room are seen to move at every pace
    is_busy = state["making_room"] or state["chosen_tile"] or state["dragged_tile"]
    return advances_by_itself(state) and not (is_theirs or is_busy or state["sheet_open"])


def hurry(app: "App") -> "bool":
    """Ask for the next event at once, if the person may hurry and nothing has just changed under the finger."""
    late_until = max(app.object(Touched).since + LATE_TAP_MS, app.object(Waiting).late_until)
    if window.performance.now() < late_until or not may_hurry(app.state):
        return False
    end_wait(app)
    app.object(Touched).hurried = window.performance.now()
    return True


def still_hurries(app: "App") -> "bool":
    """Whether a tap on the felt was meant to hurry, although nobody has to be waited for any more."""
    return window.performance.now() - app.object(Touched).hurried < STILL_HURRIES_MS


@room.on("click")
def hurry_at_line(app: "App", button: "Element", event: "Event") -> "bool":
    """A tap on the line above the hand hurries, or opens the score sheet at the end of a round.

    Only a key opens the log there: taps that miss a button fall on the line.
    """
    is_line = bool(button) and data(button, "action") == "story" and bool(button.closest(".prompt-line"))
    if is_line and event.detail:
        if not go_to_end(app):
            hurry(app)
        return True
    if button:
        app.object(Touched).since = window.performance.now()
    return False


@room.observer("round_card")
@room.observer("sheet_open")
@room.observer("screen")
def note_change(app: "App", value: "object") -> "None":
    """Something came or went that can be pressed: a tap for it would fall on the felt."""
    app.object(Touched).since = window.performance.now()
