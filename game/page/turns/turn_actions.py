"""The actions of a turn: draw, pass, call, catch, take back, undo."""

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import ask_for_scene, make_move
from game.page.kernel.dom import data
from game.page.kernel.words import say
from game.page.notices.notice import show_notice
from game.page.settings.settings import change_setting, is_first_match
from game.page.turns import room
from game.page.turns.action_bar import must_play

if TYPE_CHECKING:
    from game.contract.basics import Tile
    from game.page.kernel.app import App
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


@room.action("catch")
def catch(app: "App", button: "Element") -> "Task":
    """Catch the seat of the button, which forgot to call."""
    return make_move(app, "?" + data(button, "target"))


@room.action("call")
async def call(app: "App", button: "Element") -> "None":
    """Call "Chickenlittle!" now. If it is too early, arm or disarm the call: an armed call comes with the next play."""
    possible = app.scene["can"]["call"]  # "now", "arm", or "armed" if the call is armed already
    if possible == "now":
        await make_move(app, "!")
    else:
        await ask_for_scene(app, "arm", armed=possible == "arm")
