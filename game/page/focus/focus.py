"""Move the keyboard focus to the next useful element, so that keyboard players need not search for it."""

from pyscript import document

from game.page.board import drawing, motion
from game.page.events import pacing
from game.page.kernel.dom import data, one

# What was pressed last outside of dialogs and sheet, and what opened the sheet
_openers = dict.fromkeys(("pressed", "sheet"))


def may_be_lost():
    """Whether a new scene may end the focus: a lit place disappears, and a tile of the hand moves if the hand is sorted anew."""
    return bool(data(document.activeElement, "tile")) or drawing.has_focus()


def leave_places():
    """Take the focus from a lit place, before the places are removed: the removal of a focused element forces a layout."""
    if drawing.has_focus():
        document.activeElement.blur()


def is_nowhere():
    """Whether no element has the focus, or only a hidden or disabled one."""
    return not can_take(document.activeElement)


def follow_scene(app, before, after, focus_lost):
    """Focus the first element of a new phase, or the hand if the focus is lost.

    `before` and `after` are states of the page.
    """
    phase, lesson = after["phase"], after["scene"].get("lesson")
    has_changed = (phase, after["screen"]) != (before["phase"], before["screen"])
    focus_lost = (
        focus_lost or document.activeElement.hasAttribute("disabled") or (has_changed and is_nowhere())
    )
    if phase != before["phase"] and phase in pacing.PHASE_FOCUS:
        one(pacing.PHASE_FOCUS[phase]).focus()
    elif phase == "lesson" and lesson["done"]:
        one("#lesson-play" if lesson["step"] == lesson["of"] else "#lesson-next").focus()
    elif before["phase"] == "curtain" or (focus_lost and phase in ("playing", "lesson", "puzzle")):
        to_hand(app)
    elif phase == "replay" and focus_lost:
        one("#replay-slider").focus()


def return_to_phase(app):
    """Set the focus after a side screen was closed: to the phase's first element, the hand, or the welcome screen."""
    if not app.scene:
        to_menu()
    elif app.state["phase"] in pacing.PHASE_FOCUS:
        one(pacing.PHASE_FOCUS[app.state["phase"]]).focus()
    else:
        to_hand(app)


def remember_pressed(button):
    """Remember a pressed button, which may open a dialog or the score sheet. Ignore buttons within a dialog or the sheet."""
    if not button.closest("dialog, #sheet"):
        _openers["pressed"] = button


def remember_sheet_opener():
    """Remember what opened the score sheet. Call it before the focus moves into the sheet."""
    element = document.activeElement
    _openers["sheet"] = element if can_take(element) and not _in_sheet() else _openers.get("pressed")


def leave_sheet():
    """After the score sheet was closed: focus what opened it, if the focus was in the sheet."""
    if _in_sheet() or is_nowhere():
        opener, button = _openers.get("sheet"), one("#to-sheet")
        if not button.hasAttribute("hidden"):  # shown after a round: the button that opens the sheet again
            button.focus()
        elif can_take(opener):
            opener.focus()


def _in_sheet():
    return one("#sheet").contains(document.activeElement)


def leave_dialog(app):
    """After a dialog was closed: focus what opened it, if the browser did not.

    Browsers do not if the button was never focused (Safari) or is hidden now.
    """
    if one("dialog[open]") or not is_nowhere():
        return
    if can_take(_openers.get("pressed")):
        _openers["pressed"].focus()
    else:
        return_to_phase(app)


def can_take(element):
    """Whether an element can take the focus: it is in the document, not hidden and not disabled."""
    if not element or element.tagName == "BODY" or element.hasAttribute("disabled"):
        return False
    dialog = element.closest("dialog")
    hidden = element.closest("[hidden]") or (dialog and not dialog.open)
    return document.documentElement.contains(element) and not hidden


def to_menu():
    """Focus the main button of the welcome screen."""
    resume = one("#resume")
    (one("#play-now") if resume.hasAttribute("hidden") else resume).focus()


def to_hand(app, tile=None):
    """Focus this tile of the hand. If no tile is given or it is not in the hand, focus the hand's tab stop."""
    button = motion.hand_button(tile) or motion.hand_button(app.state["hand_tab_stop"])
    if button:
        button.focus()
