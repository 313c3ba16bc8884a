"""The end of a round or match: its last move stays visible for a while, then the score sheet or the screen "over" comes."""

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.events import event_bubbles, room
from game.page.events.waits import LATE_TAP_MS, Waiting, wait_for_event
from game.page.focus.focus import PHASE_FOCUS
from game.page.kernel.dom import one
from game.page.kernel.room import updated
from game.page.screens import OVER
from game.page.screens.navigation import is_beside
from game.page.settings.settings import is_first_match, pace

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event, SceneState, State

# ms; as LATE_TAP_MS, after a sheet or the end of a match that has come by itself and covers everything
END_TAP_MS = 1200
# Seconds that the last hands stay on the table at least after a match, because the screen "over" that follows cannot be closed, as a
# score sheet can; and in a first match, where one has to learn what they mean.
MATCH_END_SECONDS, FIRST_END_SECONDS = 10.0, 60.0


def last_move_pending(before: "State", after: "State") -> "bool":
    """Whether a round or match ended between two states. Then the last move must be visible before the score sheet."""
    ended = before["phase"] == "playing" and after["phase"] in OVER
    return ended and pace(after) > 0


def with_end_shown(state: "State") -> "State":
    """The state that shows the end: the score sheet over the table after a round, the screen "over" after a match."""
    over = state["phase"] == "match-over"
    return updated(state, screen="over" if over else "play", sheet_open=not over, end_hidden=False)


def end_seconds(state: "SceneState") -> "float":
    """Seconds that the end of a round stays on the table. A quick pace does not shorten them: the points fly, and a tap skips it."""
    seconds = event_bubbles.reading_seconds(event_bubbles.parts_of(state["scene"]), state) * max(
        pace(state), 1
    )
    if is_first_match(state["settings"]):
        return max(seconds, FIRST_END_SECONDS)
    return max(seconds, MATCH_END_SECONDS) if state["phase"] == "match-over" else seconds


async def show_end(app: "App") -> "None":
    """Show the end of a round or match after the person had time to see the last move, or skips it."""
    scene, waiting = app.scene, app.object(Waiting)
    waiting.end_skipped.clear()
    await wait_for_event(app, waiting.end_skipped, end_seconds(app.state))  # type: ignore[arg-type]  # it has a scene
    if app.scene is not scene:
        return
    if is_beside(app.state["screen"]):
        app.update(end_hidden=False)
    else:
        app.set_state(with_end_shown(app.state))
        late_ms = LATE_TAP_MS if waiting.end_skipped.is_set() else END_TAP_MS
        waiting.late_until = window.performance.now() + late_ms
        one(PHASE_FOCUS[app.state["phase"]]).focus()


@room.on("click")
def skip_end(app: "App", button: "Element", event: "Event") -> "bool":
    """A tap beside the buttons while the end of a round is on the table opens the score sheet at once."""
    return not button and go_to_end(app)


def go_to_end(app: "App") -> "bool":
    """Open the score sheet or the screen "over" at once, if the end of a round is on the table."""
    if not app.state["end_hidden"]:
        return False
    app.object(Waiting).end_skipped.set()
    return True
