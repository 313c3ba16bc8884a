"""The actions of a turn: draw, pass, call, take back; undo, back to the person's last choice, and redo, until the next move."""

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import ask_for_scene, make_move, show_and_continue
from game.page.focus.focus import is_nowhere, to_hand
from game.page.kernel.words import say, words
from game.page.notices.notice import show_notice, with_silent_notice
from game.page.screens.dialogs import close_dialogs
from game.page.settings.settings import change_setting, is_first_match
from game.page.turns import room
from game.page.turns.action_bar import must_play
from game.page.turns.marked_help import asks_first

if TYPE_CHECKING:
    from game.contract.basics import Tile
    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.notices import NoticeKind
    from game.page.page_types import Element, Forced, TableScene, Task


@room.action("draw", "yard")
def draw_tile(app: "App", button: "Element") -> "Task | None":
    """Draw. If a tile of the hand fits, ask first: in a person's first match each time, later only if never before.

    If nothing is left to draw and a tile fits, say that it must be played. If drawing is not allowed, the refusal says why.
    """
    if must_play(app.scene):
        show_notice(app, say("ui.must-play"), "about")
        return None
    tile, values = _fitting_tile(app.scene, "draw"), app.state["settings"]
    may_ask = is_first_match(values) or not values["draw-asked"]
    if tile and may_ask and _asks(app, say("ask.draw", {"tile": tile})):
        change_setting(app, "draw-asked", True)
        return None
    return make_move(app, "+")


@room.action("pass")
def pass_turn(app: "App", button: "Element") -> "Task | None":
    """Pass. If a tile of the hand fits, ask first: the button stands where Draw was, and may be tapped by mistake."""
    tile = _fitting_tile(app.scene, "pass")
    if tile and _asks(app, say("ask.pass", {"tile": tile})):
        return None
    return make_move(app, "=")


def _asks(app: "App", question: "str") -> "bool":
    """Show a question, unless it is on screen: then the second press of the button is the answer. Return whether it was shown."""
    is_new: bool = app.state["notice"] != question
    if is_new:
        show_notice(app, question, "about")
    return is_new


def _fitting_tile(scene: "TableScene", action: "Forced") -> "Tile | None":
    """The heaviest tile of the hand that fits, if a match is played and the action is allowed; else None."""
    fitting = [tile for tile in scene["hand"] if tile["fits"]]
    if not fitting or not scene["can"][action] or scene["phase"] != "playing":
        return None
    return max(fitting, key=lambda tile: tile["points"])["tile"]


@room.action("take-back")
def take_back(app: "App", button: "Element") -> "Task":
    """Take the last tile back."""
    return make_move(app, "<")


@room.action("call")
async def call(app: "App", button: "Element") -> "None":
    """Call "Chickenlittle!" now. If it is too early, arm or disarm the call: an armed call comes with the next play."""
    possible = app.scene["can"]["call"]  # "now", "arm", or "armed" if the call is armed already
    if possible == "now":
        await make_move(app, "!")
    else:
        await ask_for_scene(app, "arm", armed=possible == "arm")


@room.action("undo")
async def undo(app: "App", button: "Element") -> "None":
    """Undo back to the person's last choice. A notice says what was taken back, and offers Redo; `show` has announced it already."""
    close_dialogs()
    if asks_first(app, "undo"):
        return
    scene: Scene | None = await app.ask("undo")
    if scene:
        await show_and_continue(app, scene)
        if scene["said"] and not scene["anew"]:  # at a shared device `said` tells the whole round
            kind: NoticeKind = "undone" if scene["can"].get("redo") else "about"
            app.set_state(with_silent_notice(app.state, words(scene["said"][0]), kind))


@room.action("redo")
async def redo(app: "App", button: "Element") -> "None":
    """Take the last undo back. The button disappears, and the focus returns to the hand."""
    close_dialogs()
    if await ask_for_scene(app, "redo") and is_nowhere():
        to_hand(app)
