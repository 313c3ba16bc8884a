"""The keyboard: arrows in the hand and among the places, single-key commands, and typed moves."""

from pyscript import document

from game.page import page_state
from game.page.dom import every, listen, one
from game.page.history import history_actions
from game.page.input import match_actions
from game.page.panels.hand import step_index
from game.page.play import choosing, focus
from game.page.screens.dialogs import open_dialog
from game.page.words import say

FACTS = {"l": "last", "h": "hand", "e": "ends", "s": "scores", "w": "turn"}
BUTTONS = {"d": "draw", "p": "pass", "c": "call", "u": "undo"}
STEPS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1, "Home": "first", "End": "last"}
OTHERS = {"Escape": "let-go", "/": "type", "?": "help"}
TYPED = (("typed.draw", "+"), ("typed.pass", "="), ("typed.call", "!"), ("typed.take-back", "<"))


def command_of(key, place=""):
    """The command of a key as (verb, detail), or None. `place` is the focused row: "hand", "places" or ""."""
    letter = key.lower()
    if key in STEPS:
        return ("walk-" + place, STEPS[key]) if place else None
    if letter in FACTS:
        return "tell", FACTS[letter]
    if letter in BUTTONS:
        return "press", BUTTONS[letter]
    return (OTHERS[key], None) if key in OTHERS else None


def parse_move(text):
    """A typed move as (verb, arguments) for the engine: "9-4", "9-4 on 9-9", "9-4 > 9", or a word such as "draw"."""
    text = " ".join(text.lower().split())
    for key, code in TYPED:
        if text in say(key).split("|"):
            return "act", {"code": code}
    # "on" counts only as a separate word.
    sign = ">" if ">" in text else " " + say("typed.on") + " "
    tile, _, on = text.partition(sign)
    return "typed", {"tile": higher_first(tile.replace(" ", "")), "on": higher_first(on.replace(" ", ""))}


def higher_first(tile):
    """A tile with its higher number first, as in move codes; any other text unchanged."""
    halves = tile.split("-")
    if len(halves) == 2 and halves[0].isdigit() and halves[1].isdigit() and int(halves[0]) < int(halves[1]):
        return halves[1] + "-" + halves[0]
    return tile


def attach_listeners(app):
    """Attach the key listener."""
    listen(document, "keydown", lambda event: key_pressed(app, event), passive=False)


def key_pressed(app, event):
    """Handle a key that went down."""
    if event.ctrlKey or event.metaKey or event.altKey or event.target.closest("input, select, textarea"):
        return
    if document.querySelector("dialog[open]"):
        return
    if app.state["screen"] in page_state.SIDE_SCREENS:
        if event.key == "Escape":
            match_actions.back(app, None)
        return
    if app.scene is None:
        return
    if app.scene["phase"] == "replay":
        if history_actions.pressed(app, event.key):
            event.preventDefault()
        return
    place = "hand" if event.target.closest("#hand") else "places" if event.target.closest("#places") else ""
    does = command_of(event.key, place)
    if does:
        verb, detail = does
        if verb in ("walk-hand", "walk-places", "type"):
            event.preventDefault()
        VERBS[verb](app, detail)


def walk_hand(app, step):
    """Move the focus along the hand."""
    row, stop = app.state["hand_order"], app.state["hand_tab_stop"]
    app.update(hand_tab_stop=row[step_index(len(row), row.index(stop), step)])
    focus.to_hand(app)


def walk_places(app, step):
    """Move the focus among the places."""
    app.update(place_tab_stop=step_index(len(app.state["places"]), app.state["place_tab_stop"], step))
    every("#places > button")[app.state["place_tab_stop"]].focus()


def press_button(app, action):
    """Press a button of the action bar, if it can be pressed."""
    button = one('#tray [data-action="{}"]'.format(action))
    if not button.disabled and not button.hidden:
        button.click()


def open_typed_field(app, detail):
    """Show and focus the field for typed moves."""
    app.change_setting("text", True)
    one("#typed-move").focus()


async def announce_fact(app, what):
    """Announce the hand, the ends, the scores or another fact that a key asks for."""
    answer = await app.ask("tell", what=what)
    if answer:
        app.announce(answer)


VERBS = {
    "walk-hand": walk_hand,
    "walk-places": walk_places,
    "tell": lambda app, what: app.run(announce_fact(app, what)),
    "press": press_button,
    "let-go": lambda app, detail: choosing.deselect(app),
    "type": open_typed_field,
    "help": lambda app, detail: open_dialog("keys"),
}


async def play_typed(app, field):
    """Play the typed move."""
    if field.value.strip():
        choosing.deselect(app)
        verb, given = parse_move(field.value)
        if await app.ask_for_scene(verb, **given):
            field.value = ""
