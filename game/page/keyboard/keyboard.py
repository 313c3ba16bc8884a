"""The keyboard: arrows in the hand and among the places, single-key commands, and typed moves."""

from pyscript import document

from game.page.events.advancing import ask_for_scene, call_argument
from game.page.focus import focus
from game.page.hand.hand import step_index
from game.page.history import history_actions
from game.page.kernel.dom import every, listen, one
from game.page.kernel.words import paragraph, say, words
from game.page.keyboard import room
from game.page.notices.notice import show_notice
from game.page.play import choosing
from game.page.screens.announcer import with_announcement
from game.page.screens.dialogs import open_dialog
from game.page.screens.navigation import back, is_beside
from game.page.settings.settings import change_setting

# By key, the fact that it announces.
FACT_KEYS = {
    "r": "since",
    "o": "seats",
    "f": "foot",
    "m": "fits",
    "l": "last",
    "h": "hand",
    "e": "ends",
    "s": "scores",
    "w": "turn",
}
# By key, the action of the button that it presses.
BUTTON_KEYS = {"d": "draw", "p": "pass", "c": "call", "u": "undo"}
# By key, the step of the focus in the hand or among the places.
STEP_KEYS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1, "Home": "first", "End": "last"}
# By key, the name of another command (COMMANDS).
OTHER_KEYS = {"Escape": "let-go", "/": "type", "?": "help"}

# (text key of the words for a move, separated by "|"; its move code)
TYPED_WORDS = (("typed.draw", "+"), ("typed.pass", "="), ("typed.call", "!"), ("typed.take-back", "<"))
# (text key of the words for a question, separated by "|"; its fact)
TYPED_QUESTIONS = (
    ("typed.since", "since"),
    ("typed.seats", "seats"),
    ("typed.foot", "foot"),
    ("typed.fits", "fits"),
    ("typed.last", "last"),
    ("typed.hand", "hand"),
    ("typed.ends", "ends"),
    ("typed.scores", "scores"),
    ("typed.turn", "turn"),
)


def command_of(key, row=""):
    """The command of a key as (name in COMMANDS, detail), or None.

    `row` is the row with the focus: "hand", "places", or "" for neither.
    """
    letter = key.lower()
    if key in STEP_KEYS:
        return ("walk-" + row, STEP_KEYS[key]) if row else None
    if letter in FACT_KEYS:
        return "tell", FACT_KEYS[letter]
    if letter in BUTTON_KEYS:
        return "press", BUTTON_KEYS[letter]
    return (OTHER_KEYS[key], None) if key in OTHER_KEYS else None


def parse_move(text):
    """The request for a typed move, as (verb of the engine, arguments).

    A move is typed as "9-4", "9-4 on 9-9", "9-4 > 9", or a word of the page's language such as "draw".
    """
    text = " ".join(text.lower().split())
    for key, code in TYPED_WORDS:
        if text in say(key).split("|"):
            return "act", {"code": code}
    # The word for "on" must stand between spaces.
    separator = ">" if ">" in text else " " + say("typed.on") + " "
    tile, _, on = text.partition(separator)
    return "typed", {"tile": higher_first(tile.replace(" ", "")), "on": higher_first(on.replace(" ", ""))}


def parse_question(text):
    """The fact that a typed word such as "foot", "?foot" or "foot?" asks for; None if it is no question."""
    text = " ".join(text.lower().replace("?", " ").replace("¿", " ").split())
    for key, fact in TYPED_QUESTIONS:
        if text in say(key).split("|"):
            return fact
    return None


def higher_first(tile):
    """The text of a tile with its higher number first, as in move codes. Any other text is unchanged."""
    halves = tile.split("-")
    if len(halves) == 2 and halves[0].isdigit() and halves[1].isdigit() and int(halves[0]) < int(halves[1]):
        return halves[1] + "-" + halves[0]
    return tile


@room.on("attach")
def attach_listeners(app):
    """Attach the key listener."""
    listen(document, "keydown", lambda event: key_pressed(app, event), passive=False)


def key_pressed(app, event):
    """Run the command of a pressed key. Ignore keys while a field has the focus or a dialog is open."""
    if event.ctrlKey or event.metaKey or event.altKey or event.target.closest("input, select, textarea"):
        return
    if document.querySelector("dialog[open]"):
        return
    if is_beside(app.state["screen"]):
        if event.key == "Escape":
            back(app, None)
        return
    if app.scene is None:
        return
    if app.scene["phase"] == "replay":
        if history_actions.pressed(app, event.key):
            event.preventDefault()
        return
    row = "hand" if event.target.closest("#hand") else "places" if event.target.closest("#places") else ""
    command = command_of(event.key, row)
    if command:
        name, detail = command
        if name in ("walk-hand", "walk-places", "type"):
            event.preventDefault()
        COMMANDS[name](app, detail)


def walk_hand(app, step):
    """Move the focus along the hand by a step: -1, 1, "first" or "last"."""
    row, stop = app.state["hand_order"], app.state["hand_tab_stop"]
    app.update(hand_tab_stop=row[step_index(len(row), row.index(stop), step)])
    focus.to_hand(app)


def walk_places(app, step):
    """Move the focus among the lit places, one for each move, by a step: -1, 1, "first" or "last"."""
    count = len([place for place in app.state["places"] if not place["also"]])
    app.update(place_tab_stop=step_index(count, app.state["place_tab_stop"], step))
    every("#places > button")[app.state["place_tab_stop"]].focus()


def press_button(app, action):
    """Press the button of the action bar with this action, if it can be pressed."""
    button = one('#tray [data-action="{}"]'.format(action))
    if not button.disabled and not button.hidden:
        button.click()


def open_typed_field(app, detail):
    """Show and focus the field for typed moves."""
    change_setting(app, "text", True)
    one("#typed-move").focus()


async def announce_fact(app, fact):
    """Let screen readers speak a fact of FACT_KEYS, such as the hand or the scores."""
    answer = await app.ask("tell", what=fact)
    if answer:
        app.set_state(with_announcement(app.state, paragraph([words(each) for each in answer])))


# The commands of keys by name, each called as command(app, detail).
COMMANDS = {
    "walk-hand": walk_hand,
    "walk-places": walk_places,
    "tell": lambda app, fact: app.run(announce_fact(app, fact)),
    "press": press_button,
    "let-go": lambda app, detail: choosing.deselect(app),
    "type": open_typed_field,
    "help": lambda app, detail: open_dialog("keys"),
}


@room.form("typed")
async def play_typed(app):
    """Play the move that is typed in the field, or answer the question. Empty the field if that was possible.

    "?" alone lists the keys and the words.
    """
    field = one("#typed-move")
    text = field.value.strip()
    fact = parse_question(text)
    if text == "?":
        field.value = ""
        open_dialog("keys")
    elif fact:
        answer = await app.ask("tell", what=fact)
        if answer:
            field.value = ""
            show_notice(app, paragraph([words(each) for each in answer]), "about")
    elif text:
        choosing.deselect(app)
        verb, arguments = parse_move(field.value)
        if await ask_for_scene(app, verb, **arguments, **call_argument(app)):
            field.value = ""
