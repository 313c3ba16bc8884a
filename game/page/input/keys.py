"""The keyboard: arrows in the hand and among places, single keys that speak, and typed moves."""

from pyscript import document

from game.page.dom import attribute, every, one
from game.page.dom import listen as on
from game.page.table import hand
from game.page.words import say

TELLS = {"l": "last", "h": "hand", "e": "ends", "s": "scores", "w": "turn"}
DOES = {"d": "draw", "p": "pass", "c": "call", "u": "undo"}
STEPS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1, "Home": "first", "End": "last"}


def listen(app):
    """Begins to listen."""
    on(document, "keydown", lambda event: pressed(app, event), passive=False)


def pressed(app, event):
    """A key went down."""
    if event.ctrlKey or event.metaKey or event.altKey or event.target.closest("input, select, textarea"):
        return
    if document.querySelector("dialog[open]") or app.scene is None:
        return
    key = event.key
    if key in STEPS and event.target.closest("#hand"):
        event.preventDefault()
        hand.walk(STEPS[key])
    elif key in STEPS and event.target.closest("#places"):
        event.preventDefault()
        walk_places(STEPS[key])
    elif key == "Escape":
        app.let_go()
    elif key.lower() in TELLS:
        app.run(tell(app, TELLS[key.lower()]))
    elif key.lower() in DOES:
        button = one('#tray [data-action="{}"]'.format(DOES[key.lower()]))
        if not button.disabled and not button.hidden:
            button.click()
    elif key == "/":
        event.preventDefault()
        app.settings.put("text", True)
        one("#typed-move").focus()
    elif key == "?":
        one("#keys").showModal()


def walk_places(step):
    """Moves the focus among the places."""
    buttons = every("#places > button")
    here = next(place for place, button in enumerate(buttons) if button.tabIndex == 0)
    there = {"first": 0, "last": len(buttons) - 1}.get(step)
    if there is None:
        there = (here + step) % len(buttons)
    attribute(buttons[here], "tabindex", "-1")
    attribute(buttons[there], "tabindex", "0")
    buttons[there].focus()


async def tell(app, what):
    """Says what was asked for."""
    answer = await app.ask("tell", what=what)
    if answer:
        app.announce(answer)


async def typed(app, field):
    """Plays what was typed: "9-4", "9-4 on 9-9", "9-4 on 9", or a word such as "draw"."""
    text = " ".join(field.value.lower().split())
    if not text:
        return
    app.let_go()
    for key, code in (
        ("typed.draw", "+"),
        ("typed.pass", "="),
        ("typed.call", "!"),
        ("typed.take-back", "<"),
    ):
        if text in say(key).split("|"):
            done = await app.change("act", code=code)
            break
    else:
        tile, _, on_what = text.replace(" ", "").partition(say("typed.on"))
        if ">" in text:
            tile, _, on_what = text.replace(" ", "").partition(">")
        done = await app.change("typed", tile=turned(tile), on=turned(on_what))
    if done:
        field.value = ""


def turned(tile):
    """A tile with its higher number first, as codes have it; anything else as it is."""
    halves = tile.split("-")
    if len(halves) == 2 and halves[0].isdigit() and halves[1].isdigit() and int(halves[0]) < int(halves[1]):
        return halves[1] + "-" + halves[0]
    return tile
