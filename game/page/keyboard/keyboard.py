"""The keyboard: arrows in the hand and among the places, single-key commands, and typed moves."""

from pyscript import document, window

from game.for_types import TYPE_CHECKING
from game.page.events.advancing import ask_for_scene, call_argument
from game.page.events.ending import go_to_end
from game.page.events.hurrying import hurry
from game.page.focus import focus
from game.page.hand.hand import step_index
from game.page.history import history_actions, replay_view
from game.page.kernel.dom import every, listen, one
from game.page.kernel.room import required
from game.page.kernel.words import paragraph, say, words
from game.page.keyboard import room
from game.page.notices.notice import show_notice
from game.page.play import choosing
from game.page.screens.announcer import with_announcement
from game.page.screens.dialogs import SHEET_BESIDE_TABLE, open_dialog
from game.page.screens.navigation import back, is_beside
from game.page.settings.settings import change_setting

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from game.contract.basics import Message
    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.page_types import Event

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
BUTTON_KEYS = {"d": "draw", "p": "pass", "c": "call", "u": "undo", "y": "redo"}
# By key, the step of the focus in the hand or among the places.
STEP_KEYS: "dict[str, int | str]" = {
    "ArrowRight": 1,
    "ArrowDown": 1,
    "ArrowLeft": -1,
    "ArrowUp": -1,
    "Home": "first",
    "End": "last",
}
# By key, the name of another command (COMMANDS).
OTHER_KEYS = {"Escape": "let-go", "/": "type", "?": "help", "n": "hurry"}
REPEATING = ("walk-hand", "walk-places")  # the commands that a held key repeats
COMPOSING = 229  # the `keyCode` of keys that an input method takes, in browsers that do not set `isComposing`
FIRST_GREEK = 0x370  # the code point after the Latin letters

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


def command_of(key: "str", row: "str" = "") -> "tuple[str, str | int | None] | None":
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
    name = OTHER_KEYS.get(key) or OTHER_KEYS.get(letter)
    return (name, None) if name else None


def parse_move(text: "str") -> "tuple[str, dict[str, str]]":
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


def parse_question(text: "str") -> "str | None":
    """The fact that a typed word such as "foot", "?foot" or "foot?" asks for; None if it is no question."""
    text = " ".join(text.lower().replace("?", " ").replace("¿", " ").split())
    for key, fact in TYPED_QUESTIONS:
        if text in say(key).split("|"):
            return fact
    return None


def higher_first(tile: "str") -> "str":
    """The text of a tile with its higher number first, as in move codes. Any other text is unchanged."""
    halves = tile.split("-")
    if len(halves) == 2 and halves[0].isdigit() and halves[1].isdigit() and int(halves[0]) < int(halves[1]):
        return halves[1] + "-" + halves[0]
    return tile


@room.on("attach")
def attach_listeners(app: "App") -> "None":
    """Attach the key listener."""
    listen(document, "keydown", lambda event: key_pressed(app, event), passive=False)


def meant_key(key: "str", code: "str") -> "str":
    """The key that a person means: on a layout without Latin letters, the letter of the US layout at the same place.

    `key` and `code` are those of the browser's event.

    >>> meant_key("г", "KeyU"), meant_key("ñ", "Semicolon"), meant_key("Home", "Home")
    ('u', 'ñ', 'Home')
    """
    if len(key) == 1 and ord(key) >= FIRST_GREEK and code.startswith("Key"):
        return code[3:].lower()
    return key


def is_switched_off(key: "str", settings: "Settings") -> "bool":
    """Whether the settings forbid the key: a single character, which a person may type or dictate by mistake."""
    return len(key) == 1 and not settings["single-keys"]


def belongs_to_field(event: "Event") -> "bool":
    """Whether a key is for the field that has the focus. A slider takes arrows, Home, End and pages, but no letters."""
    field = event.target.closest("input, select, textarea")
    return bool(field) and (field.type != "range" or event.key in replay_view.KEYS or event.key in STEP_KEYS)


def key_pressed(app: "App", event: "Event") -> "None":
    """Run the command of a pressed key.

    Ignore keys while a field has the focus, a dialog is open, or an input method composes a character. A held key
    repeats only steps of the focus.
    """
    if event.repeat and event.key == "Enter" and event.target.closest("button"):
        event.preventDefault()  # browsers click the button again and again
    elif not is_ignored(event):
        run_key(app, event, meant_key(event.key, event.code))


def is_ignored(event: "Event") -> "bool":
    """Whether a key belongs to the browser, a field, a dialog or an input method."""
    if event.ctrlKey or event.metaKey or event.altKey or event.isComposing or event.keyCode == COMPOSING:
        return True
    return belongs_to_field(event) or bool(document.querySelector("dialog[open]"))


def run_key(app: "App", event: "Event", key: "str") -> "None":
    """Run the command of a key, if it has one on this screen."""
    if is_switched_off(key, app.state["settings"]):
        return
    if is_beside(app.state["screen"]):
        if key == "Escape":
            back(app, None)
        return
    if app.scene is None:
        return
    if app.scene["phase"] == "replay" and key in replay_view.KEYS:
        event.preventDefault()
        is_single_step = STEP_KEYS.get(key) in (-1, 1)  # repeated, it waits for the step before
        if not event.repeat or (is_single_step and not app.state["tasks_running"]):
            history_actions.pressed(app, key)
        return
    table_visible = app.state["screen"] == "play" and not app.state["sheet_open"]
    if key in STEP_KEYS and table_visible and focus.is_nowhere():
        focus.to_hand(app)  # the first arrow enters the hand
        event.preventDefault()
        return
    row = "hand" if event.target.closest("#hand") else "places" if event.target.closest("#places") else ""
    command = command_of(key, row)
    if command and is_possible(app, command[0]) and not (event.repeat and command[0] not in REPEATING):
        name, detail = command
        if name in ("walk-hand", "walk-places", "type"):
            event.preventDefault()
        COMMANDS[name](app, detail)


def is_possible(app: "App", name: "str") -> "bool":
    """Whether a command is possible now: in a replay nobody can act, but facts are told and the list of keys opens."""
    return app.scene["phase"] != "replay" or name in ("tell", "help")


def walk_hand(app: "App", step: "Any") -> "None":
    """Move the focus along the hand by a step: -1, 1, "first" or "last"."""
    row, stop = app.state["hand_order"], app.state["hand_tab_stop"]
    app.update(hand_tab_stop=row[step_index(len(row), row.index(required(stop)), step)])
    focus.to_hand(app)


def walk_places(app: "App", step: "Any") -> "None":
    """Move the focus among the lit places, one for each move, by a step: -1, 1, "first" or "last"."""
    count = len([place for place in app.state["places"] if not place["also"]])
    app.update(place_tab_stop=step_index(count, app.state["place_tab_stop"], step))
    every("#places > button")[app.state["place_tab_stop"]].focus()


def press_button(app: "App", action: "str") -> "None":
    """Press the button with this action beside the hand or in the menu, if one can be pressed."""
    for button in every('#tray [data-action="{0}"], #menu [data-action="{0}"]'.format(action)):
        if not button.disabled and not button.hidden:
            button.click()
            break


def let_go(app: "App", detail: "Any") -> "None":
    """Close the score sheet if it covers the table, else choose no tile any more."""
    if app.state["sheet_open"] and not window.matchMedia(SHEET_BESIDE_TABLE).matches:
        app.update(sheet_open=False)
    else:
        choosing.deselect(app)


def open_typed_field(app: "App", detail: "Any") -> "None":
    """Show and focus the field for typed moves."""
    change_setting(app, "text", True)
    one("#typed-move").focus()


async def announce_fact(app: "App", fact: "str") -> "None":
    """Let screen readers speak a fact of FACT_KEYS, such as the hand or the scores."""
    answer: list[Message] | None = await app.ask(
        "replay_tell" if app.scene["phase"] == "replay" else "tell", what=fact
    )
    if answer:
        app.set_state(with_announcement(app.state, paragraph([words(each) for each in answer])))


# The commands of keys by name, each called as command(app, detail).
COMMANDS: "dict[str, Callable[[App, Any], object]]" = {
    "walk-hand": walk_hand,
    "walk-places": walk_places,
    "tell": lambda app, fact: app.run(announce_fact(app, fact)),
    "press": press_button,
    "let-go": let_go,
    "type": open_typed_field,
    "help": lambda app, detail: open_dialog("keys"),
    "hurry": lambda app, detail: go_to_end(app) or hurry(app),
}


@room.form("typed")
async def play_typed(app: "App") -> "None":
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
        answer: list[Message] | None = await app.ask("tell", what=fact)
        if answer:
            field.value = ""
            show_notice(app, paragraph([words(each) for each in answer]), "about")
    elif text:
        choosing.deselect(app)
        verb, arguments = parse_move(field.value)
        if await ask_for_scene(app, verb, **arguments, **call_argument(app)):
            field.value = ""
