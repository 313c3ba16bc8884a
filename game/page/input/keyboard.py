"""The keyboard: arrows in the hand and among the places, single-key commands, and typed moves."""

from pyscript import document

from game.page import page_state
from game.page.dom import every, listen, one
from game.page.history import history_actions
from game.page.input import match_actions
from game.page.panels.hand import stepped
from game.page.play import choosing, focus
from game.page.screens.dialogs import open_dialog
from game.page.words import say

TELLS = {"l": "last", "h": "hand", "e": "ends", "s": "scores", "w": "turn"}
DOES = {"d": "draw", "p": "pass", "c": "call", "u": "undo"}
STEPS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1, "Home": "first", "End": "last"}
OTHERS = {"Escape": "let-go", "/": "type", "?": "help"}
TYPED = (("typed.draw", "+"), ("typed.pass", "="), ("typed.call", "!"), ("typed.take-back", "<"))


def meaning(key, place=""):
    """The command of a key as (verb, detail), or None. `place` is the focused row: "hand", "places" or ""."""
    letter = key.lower()
    if key in STEPS:
        return ("walk-" + place, STEPS[key]) if place else None
    if letter in TELLS:
        return "tell", TELLS[letter]
    if letter in DOES:
        return "press", DOES[letter]
    return (OTHERS[key], None) if key in OTHERS else None


def move_of(text):
    """A typed move as (verb, arguments) for the engine: "9-4", "9-4 on 9-9", "9-4 > 9", or a word such as "draw"."""
    text = " ".join(text.lower().split())
    for key, code in TYPED:
        if text in say(key).split("|"):
            return "act", {"code": code}
    sign = (
        ">" if ">" in text else " " + say("typed.on") + " "
    )  # the separate word, not "on" inside another word
    tile, _, on = text.partition(sign)
    return "typed", {"tile": turned(tile.replace(" ", "")), "on": turned(on.replace(" ", ""))}


def turned(tile):
    """A tile with its higher number first, as in move codes; any other text unchanged."""
    halves = tile.split("-")
    if len(halves) == 2 and halves[0].isdigit() and halves[1].isdigit() and int(halves[0]) < int(halves[1]):
        return halves[1] + "-" + halves[0]
    return tile


def begin(app):
    """Attach the key listener."""
    listen(document, "keydown", lambda event: pressed(app, event), passive=False)


def pressed(app, event):
    """Handle a key that went down."""
    if event.ctrlKey or event.metaKey or event.altKey or event.target.closest("input, select, textarea"):
        return
    if document.querySelector("dialog[open]"):
        return
    if app.state["screen"] in page_state.BESIDE:
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
    does = meaning(event.key, place)
    if does:
        verb, detail = does
        if verb in ("walk-hand", "walk-places", "type"):
            event.preventDefault()
        VERBS[verb](app, detail)


def walk_hand(app, step):
    """Move the focus along the hand."""
    row, stop = app.state["hand_order"], app.state["hand_tab_stop"]
    app.put(hand_tab_stop=row[stepped(len(row), row.index(stop), step)])
    focus.to_hand(app)


def walk_places(app, step):
    """Move the focus among the places."""
    app.put(place_tab_stop=stepped(len(app.state["places"]), app.state["place_tab_stop"], step))
    every("#places > button")[app.state["place_tab_stop"]].focus()


def press(app, action):
    """Press a button of the action bar, if it can be pressed."""
    button = one('#tray [data-action="{}"]'.format(action))
    if not button.disabled and not button.hidden:
        button.click()


def to_type(app, detail):
    """Show and focus the field for typed moves."""
    app.like("text", True)
    one("#typed-move").focus()


async def tell(app, what):
    """Announce the hand, the ends, the scores or another fact that a key asks for."""
    answer = await app.ask("tell", what=what)
    if answer:
        app.announce(answer)


VERBS = {
    "walk-hand": walk_hand,
    "walk-places": walk_places,
    "tell": lambda app, what: app.run(tell(app, what)),
    "press": press,
    "let-go": lambda app, detail: choosing.let_go(app),
    "type": to_type,
    "help": lambda app, detail: open_dialog("keys"),
}


async def typed(app, field):
    """Play the typed move."""
    if field.value.strip():
        choosing.let_go(app)
        verb, given = move_of(field.value)
        if await app.change(verb, **given):
            field.value = ""
