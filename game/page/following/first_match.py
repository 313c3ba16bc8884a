"""The pace of a person's first match: slow at first, then an offer of normal pace after its first round."""

from game.page.dom import one
from game.page.screens.settings import NEXT_SPEED


def adjust_pace(app):
    """Adjust the pace for a new match: slow for the first one, normal later. A pace that the person chose stays."""
    speed = app.state["settings"]["speed"]
    if speed in NEXT_SPEED:
        app.change_setting("speed", NEXT_SPEED[speed])


def view(state):
    """The offer of normal pace, on the score sheet of the first round."""
    scene = state["sheet_scene"]
    first = state["settings"]["speed"] == "first" and not state["hurried"]
    now = state["phase"] == "round-over" and scene and scene["round"]["number"] == 1
    return [("#first-pace", "hidden", not (first and now))]


def set_normal_pace(app, button):
    """Set normal pace."""
    app.change_setting("speed", "normal")
    one("#next-round").focus()


ACTIONS = {"normal-pace": set_normal_pace}
