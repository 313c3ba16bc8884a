"""Move the keyboard focus to the next useful element, so that keyboard players need not search for it."""

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.board.motion import hand_button
from game.page.focus import room
from game.page.kernel.dom import data, one
from game.page.screens.dialogs import SHEET_BESIDE_TABLE, show_sheet_top

if TYPE_CHECKING:
    from typing import Any

    from game.contract.basics import Tile
    from game.page.kernel.app import App
    from game.page.page_types import Element, Event, Measured, SceneState, State

# The element that gets the focus when a phase begins.
PHASE_FOCUS = {
    "round-over": "#sheet-title",
    "match-over": "#over-title",
    "curtain": "#curtain button",
}


class Openers:
    """What opened a dialog or the score sheet, to return the focus to it."""

    def __init__(self, app: "App") -> "None":
        self.pressed: Element = None  # the button that was pressed last outside of dialogs and sheet
        self.sheet: Element = None  # what opened the score sheet


@room.on("click")
def remember_pressed(app: "App", button: "Element", event: "Event") -> "None":
    """Remember a pressed button, which may open a dialog or the score sheet. Ignore buttons within a dialog or the sheet."""
    if button and not button.closest("dialog, #sheet"):
        app.object(Openers).pressed = button


@room.observer("sheet_open")
def sheet_toggled(app: "App", is_open: "bool") -> "None":
    """Handle an opened or closed score sheet: its scroll position, and the focus."""
    if is_open:
        remember_sheet_opener(app)
        show_sheet_top()
    elif not window.matchMedia(SHEET_BESIDE_TABLE).matches:
        leave_sheet(app)


def places_have_focus() -> "bool":
    """Whether a lit place has the focus."""
    return one("#places").contains(document.activeElement)


@room.effect("measure")
def measure(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Read whether the scene may end the focus, and take it from a lit place.

    A lit place disappears, and a tile of the hand moves if the hand is sorted anew. The removal of a focused element
    would force a layout.
    """
    in_places = places_have_focus()
    measured["may-lose-focus"] = bool(data(document.activeElement, "tile")) or in_places
    if in_places:
        document.activeElement.blur()


def is_nowhere() -> "bool":
    """Whether no element has the focus, or only a hidden or disabled one."""
    return not can_take(document.activeElement)


@room.effect("focus")
def follow_scene(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Focus the first element of a new phase, or the hand if the focus is lost."""
    phase = after["phase"]
    lesson: Any = after["scene"].get("lesson")  # not None in a lesson
    has_changed = (phase, after["screen"]) != (before["phase"], before["screen"])
    focus_lost = (
        measured["may-lose-focus"]
        or document.activeElement.hasAttribute("disabled")
        or (has_changed and is_nowhere())
    )
    if phase != before["phase"] and phase in PHASE_FOCUS:
        one(PHASE_FOCUS[phase]).focus()
        show_sheet_top()  # it may be open already, at what has happened
    elif phase == "lesson" and lesson["done"]:
        one("#lesson-play" if lesson["step"] == lesson["of"] else "#lesson-next").focus()
    elif focus_lost and phase in ("playing", "lesson", "puzzle"):
        to_hand(app)
    elif phase == "replay" and focus_lost:
        one("#replay-slider").focus()


@room.on("returned")
def return_to_phase(app: "App") -> "None":
    """Set the focus after a side screen was closed: to the phase's first element, the hand, or the welcome screen."""
    if not app.scene:
        to_menu()
    elif app.state["phase"] in PHASE_FOCUS:
        one(PHASE_FOCUS[app.state["phase"]]).focus()
    else:
        to_hand(app)


def remember_sheet_opener(app: "App") -> "None":
    """Remember what opened the score sheet. Call it before the focus moves into the sheet."""
    element = document.activeElement
    openers = app.object(Openers)
    openers.sheet = element if can_take(element) and not _in_sheet() else openers.pressed


def leave_sheet(app: "App") -> "None":
    """After the score sheet was closed: focus what opened it, if the focus was in the sheet."""
    if _in_sheet() or is_nowhere():
        opener, button = app.object(Openers).sheet, one("#to-sheet")
        if not button.hasAttribute("hidden"):  # shown after a round: the button that opens the sheet again
            button.focus()
        elif can_take(opener):
            opener.focus()


def _in_sheet() -> "bool":
    return one("#sheet").contains(document.activeElement)


@room.on("dialog-closed")
def leave_dialog(app: "App") -> "None":
    """After a dialog was closed: focus what opened it, if the browser did not.

    Browsers do not if the button was never focused (Safari) or is hidden now.
    """
    if one("dialog[open]") or not is_nowhere():
        return
    pressed = app.object(Openers).pressed
    if can_take(pressed):
        pressed.focus()
    else:
        return_to_phase(app)


def can_take(element: "Element") -> "bool":
    """Whether an element can take the focus: it is in the document, not hidden and not disabled."""
    if not element or element.tagName == "BODY" or element.hasAttribute("disabled"):
        return False
    dialog = element.closest("dialog")
    hidden = element.closest("[hidden]") or (dialog and not dialog.open)
    return document.documentElement.contains(element) and not hidden


def to_menu() -> "None":
    """Focus the main button of the welcome screen."""
    resume = one("#resume")
    (one("#play-now") if resume.hasAttribute("hidden") else resume).focus()


def to_hand(app: "App", tile: "Tile | None" = None) -> "None":
    """Focus this tile of the hand. If no tile is given or it is not in the hand, focus the hand's tab stop."""
    button = hand_button(tile) or hand_button(app.state["hand_tab_stop"])
    if button:
        button.focus()
