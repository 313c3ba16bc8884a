"""The first match ever played on a device goes at slow pace; after its first round normal pace is offered in one tap."""

from game.page.dom import one
from game.page.screens.settings import AFTER


def begins(app):
    """A match begins: the first one is slow, later ones are not; who chose a pace is left alone."""
    speed = app.state["settings"]["speed"]
    if speed in AFTER:
        app.like("speed", AFTER[speed])


def view(state):
    """The offer, on the score sheet of the first round."""
    scene = state["sheet_scene"]
    first = state["settings"]["speed"] == "first" and not state["hurried"]
    now = state["phase"] == "round-over" and scene and scene["round"]["number"] == 1
    return [("#first-pace", "hidden", not (first and now))]


def normal(app, button):
    """Normal pace from now on."""
    app.like("speed", "normal")
    one("#next-round").focus()


ACTIONS = {"normal-pace": normal}
