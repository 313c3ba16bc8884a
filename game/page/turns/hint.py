"""The coach's hint."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import paragraph
from game.page.notices.notice import show_notice
from game.page.play import choosing
from game.page.turns import room

if TYPE_CHECKING:
    from game.contract.play_answers import HintData
    from game.page.kernel.app import App
    from game.page.page_types import Element

MOST_SENTENCES = 3  # how many sentences of a hint are shown; the engine sends the weightiest reasons first


@room.action("hint", slow=True)
async def hint(app: "App", button: "Element") -> "None":
    """Show the coach's advice and its reason. Choose the tile and light its place, but never play it."""
    advice: HintData | None = await app.ask("hint")
    if advice is None:
        return
    choosing.deselect(app)
    if advice["tile"]:
        await choosing.choose(app, advice["tile"])
        advised = [place for place in app.state["places"] if place["move"] == advice["move"]]
        app.update(places=advised, hinted_move=advice["move"])
    else:
        app.update(hinted_action=advice["do"])
    show_notice(app, paragraph(advice["said"][:MOST_SENTENCES]), kind="hint")
