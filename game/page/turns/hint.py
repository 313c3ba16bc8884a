"""The coach's hint."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import paragraph, say
from game.page.notices.notice import show_notice, without_notice
from game.page.play import choosing
from game.page.turns import room

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from game.contract.play_answers import HintData
    from game.page.kernel.app import App
    from game.page.page_types import Element, Task

MOST_SENTENCES = 3  # how many sentences of a hint are shown; the engine sends the weightiest reasons first


@room.action("hint", slow=True)
def hint(app: "App", button: "Element") -> "Task":
    """Show the coach's advice and its reason. Choose the tile and light its place, but never play it."""
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
    if advice["tile"]:
        await choosing.choose(app, advice["tile"])
        advised = [place for place in app.state["places"] if place["move"] == advice["move"]]
        app.update(places=advised, hinted_move=advice["move"])
    else:
        app.update(hinted_action=advice["do"])
    show_notice(app, paragraph(advice["said"][:MOST_SENTENCES]), kind="hint")
