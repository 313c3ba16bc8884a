"""Move the keyboard focus after a scene, so that keyboard players need not search for it."""

from pyscript import document

from game.page.board import layers, motion, pacing
from game.page.dom import data, one


def will_be_lost(scene):
    """Whether the scene removes the focused element: a lit place, or a tile that is no longer in the hand."""
    tile = data(document.activeElement, "tile")
    gone = bool(tile) and tile not in [other["tile"] for other in scene["hand"]]
    return gone or layers.has_focus()


def is_nowhere():
    """Whether no element has the focus, or only a hidden or disabled one."""
    element = document.activeElement
    if not element or element.tagName == "BODY" or element.hasAttribute("disabled"):
        return True
    dialog = element.closest("dialog")
    return bool(element.closest("[hidden]")) or bool(dialog and not dialog.open)


def follow_scene(app, before, after, lost):
    """Focus the first element of a new phase, or the hand if the focused element is gone."""
    phase, lesson = after["phase"], after["scene"].get("lesson")
    begins = (phase, after["screen"]) != (before["phase"], before["screen"])
    lost = lost or document.activeElement.hasAttribute("disabled") or (begins and is_nowhere())
    if phase != before["phase"] and phase in pacing.PHASE_FOCUS:
        one(pacing.PHASE_FOCUS[phase]).focus()
    elif phase == "lesson" and lesson["done"]:
        one("#lesson-play" if lesson["step"] == lesson["of"] else "#lesson-next").focus()
    elif before["phase"] == "curtain" or (lost and phase in ("playing", "lesson", "puzzle")):
        to_hand(app)
    elif phase == "replay" and lost:
        one("#replay-slider").focus()


def return_to_phase(app):
    """Set the focus after a side screen: to the phase's first element, the hand, or the welcome screen."""
    if not app.scene:
        to_menu()
    elif app.state["phase"] in pacing.PHASE_FOCUS:
        one(pacing.PHASE_FOCUS[app.state["phase"]]).focus()
    else:
        to_hand(app)


def to_menu():
    """Focus the main button of the welcome screen."""
    resume = one("#resume")
    (one("#play-now") if resume.hasAttribute("hidden") else resume).focus()


def to_hand(app, tile=None):
    """Focus a tile of the hand, or the hand's tab stop."""
    button = motion.hand_button(tile) or motion.hand_button(app.state["hand_tab_stop"])
    if button:
        button.focus()
