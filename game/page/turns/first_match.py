"""Help in a person's first matches: a slow pace, and the game calls the last tile for them. An offer ends each."""

from game.page.kernel.dom import one
from game.page.settings import settings


def adjust_pace(app):
    """Adjust the pace for a new match: slow for a person's first match, normal for later ones.

    Keep a pace that the person chose.
    """
    speed = app.state["settings"]["speed"]
    if speed in settings.NEXT_SPEED:
        app.change_setting("speed", settings.NEXT_SPEED[speed])


def view(state):
    """On the score sheet of the first round, offer normal pace, and say that the game calls for the person."""
    scene = state["sheet_scene"]
    is_first = settings.is_first_match(state["settings"]) and not state["hurried"]
    first_round_over = state["phase"] == "round-over" and scene and scene["round"]["number"] == 1
    shown = is_first and first_round_over
    calls = shown and scene.get("call_costs") and settings.calls_for_person(state)
    return [("#first-pace", "hidden", not shown), ("#first-calls", "hidden", not calls)]


def call_offer(state):
    """The offer, after a match, to call the last tile oneself from now on."""
    scene = state["sheet_scene"]
    offered = scene and state["phase"] == "match-over" and scene.get("calls") and scene["you"] >= 0
    return [("#call-offer", "hidden", not (offered and state["settings"]["call-alone"]))]


def call_myself(app, button):
    """Accept the offer of `call_offer`, and focus the button for another match."""
    app.change_setting("call-alone", False)
    one('#over [data-action="play-again"]').focus()


def set_normal_pace(app, button):
    """Accept the offer of `view`: set normal pace, and focus the button for the next round."""
    app.change_setting("speed", "normal")
    one("#next-round").focus()


ACTIONS = {"normal-pace": set_normal_pace, "call-myself": call_myself}
