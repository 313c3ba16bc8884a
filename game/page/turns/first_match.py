"""Help in a person's first matches: a slow pace, and the game calls the last tile for them. An offer ends each."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import one
from game.page.kernel.words import say
from game.page.screens.dialogs import toast
from game.page.settings import settings
from game.page.settings.settings import change_setting
from game.page.turns import room

if TYPE_CHECKING:
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State


def adjust_pace(app: "App") -> "None":
    """Adjust the pace for a new match: slow for a person's first match, normal for later ones.

    Keep a pace that the person chose.
    """
    speed = app.state["settings"]["speed"]
    if speed in settings.NEXT_SPEED:
        change_setting(app, "speed", settings.NEXT_SPEED[speed])


@room.view("settings", "phase", "sheet_scene", "hurried")
def view(state: "State") -> "list[Cell]":
    """On the score sheet of the first round, offer normal pace, and say that the game calls for the person."""
    scene = state["sheet_scene"]
    is_first = settings.is_first_match(state["settings"]) and not state["hurried"]
    first_round_over = state["phase"] == "round-over" and scene and scene["round"]["number"] == 1
    shown = is_first and first_round_over
    calls = shown and scene and scene["call_costs"] and settings.calls_for_person(state)
    return [("#first-pace", "hidden", not shown), ("#first-calls", "hidden", not calls)]


@room.view("sheet_scene", "phase", "settings")
def call_offer(state: "State") -> "list[Cell]":
    """The offer, after a match, to call the last tile oneself from now on."""
    scene = state["sheet_scene"]
    offered = scene and state["phase"] == "match-over" and scene.get("calls") and scene["you"] >= 0
    return [("#call-offer", "hidden", not (offered and state["settings"]["call-alone"]))]


@room.action("call-myself")
def call_myself(app: "App", button: "Element") -> "None":
    """Accept the offer of `call_offer`, and focus the button for another match."""
    change_setting(app, "call-alone", False)
    one('#over [data-action="play-again"]').focus()


@room.action("normal-pace")
def set_normal_pace(app: "App", button: "Element") -> "None":
    """Accept the offer of `view`: set normal pace, say so, and focus the button for the next round."""
    change_setting(app, "speed", "normal")
    toast(app, say("pace.is-normal"))
    one("#next-round").focus()
