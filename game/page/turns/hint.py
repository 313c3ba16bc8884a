"""The coach's hint."""

from game.for_types import TYPE_CHECKING
from game.page.board.camera import Camera
from game.page.kernel.dom import one
from game.page.kernel.words import paragraph, say
from game.page.notices.notice import show_notice, without_notice
from game.page.play import choosing
from game.page.turns import room
from game.page.turns.marked_help import asks_first

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from game.contract.play_answers import HintData, Place
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task

ABOVE = 8  # px between the upper edge of the felt and a notice there


@room.action("hint", slow=True)
def hint(app: "App", button: "Element") -> "Task | None":
    """Show the coach's advice and its reason. Choose the tile and light its place, but never play it."""
    if asks_first(app, "hint"):
        return None
    asked = app.ask("hint")
    show_notice(app, say("hint.wait"), kind="hint")  # the search takes a second or two
    return _show_advice(app, asked, app.state["notice"])


async def _show_advice(app: "App", asked: "Awaitable[HintData | None]", waits: "str") -> "None":
    advice = await asked
    if advice is None:
        if app.state["notice"] == waits:
            app.set_state(without_notice(app.state))
        return
    choosing.deselect(app)
    advised: list[Place] = []
    if advice["tile"]:
        await choosing.choose(app, advice["tile"])
        advised = [place for place in app.state["places"] if place["move"] == advice["move"]]
        app.update(places=advised, hinted_move=advice["move"])
        app.object(choosing.Choosing).hinted_tile = advice["tile"]
    else:
        app.update(hinted_action=advice["do"])
    show_notice(app, paragraph(advice["said"]), kind="hint")
    _uncover(app, advised)


def _uncover(app: "App", places: "list[Place]") -> "None":
    """Lift the notice to the upper edge of the felt if it covers one of the places, and covers none there."""
    camera = app.object(Camera)
    felt, notice = camera.frame.getBoundingClientRect(), one(".notice-line").getBoundingClientRect()
    lift = round(notice.top - felt.top) - ABOVE
    areas = [_area(camera, place) for place in places]
    if any(_covers(notice, 0, felt, area) for area in areas) and not any(
        _covers(notice, lift, felt, area) for area in areas
    ):
        app.update(notice_lift=lift)


def _area(camera: "Camera", place: "Place") -> "tuple[float, float, float]":
    """The middle of a place (px from the upper left corner of the felt), and how far its tile reaches."""
    x, y = camera.position(place["x"], place["y"])
    return x, y, 1.1 * camera.scale  # a tile is two halves long, with its edge


def _covers(notice: "Element", lift: "float", felt: "Element", area: "tuple[float, float, float]") -> "bool":
    """Whether the notice, `lift` px higher, covers a part of the area."""
    x, y, reach = felt.left + area[0], felt.top + area[1] + lift, area[2]
    return notice.left - reach < x < notice.right + reach and notice.top - reach < y < notice.bottom + reach
