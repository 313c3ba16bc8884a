"""The screen of the rule laboratory."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import escaped
from game.page.kernel.words import say, words
from game.page.laboratory import lab_tables, room
from game.page.new_game.new_game_form import option_word

if TYPE_CHECKING:
    from game.contract.answers.laboratory_answers import CheckedTables, FigureCard
    from game.contract.basics import Message, Value
    from game.page.page_types import Cell, Row, State

# Placeholders for the badges A and B while a sentence is escaped as HTML: private-use characters, which no text has.
MARKS = (("\ue000", "a"), ("\ue001", "b"))


@room.view("screen", "declarations", "lab_setup", "lab_linked", "house_rules")
def choices(state: "State") -> "list[Cell]":
    """The form: the rules of table A and of table B, the changed option, seats, level, and number of deals."""
    setup, declared = state["lab_setup"], state["declarations"]
    if state["screen"] != "laboratory" or not declared:
        return []
    offered = lab_tables.offered(state)
    options = [("", say("lab.no-change"))]
    options += [
        (option["code"], say("option." + option["code"] + ".label")) for option in declared["options"]
    ]
    code = setup["option"]
    deals = lab_tables.DEALS if setup["deals"] in lab_tables.DEALS else lab_tables.DEALS + (setup["deals"],)
    cells = [
        ("#lab-a", "options", offered),
        ("#lab-a", "typed", setup["a"]),
        ("#lab-b", "options", offered),
        ("#lab-b", "typed", setup["b"]),
        ("#lab-option", "options", options),
        ("#lab-option", "typed", code),
        ("#lab-value", "hidden", not code),
        ("#lab-players", "options", [(str(n), str(n)) for n in lab_tables.SEATS]),
        ("#lab-players", "typed", str(setup["players"])),
        (
            "#lab-level",
            "options",
            [(level, say("level.{}.name".format(level))) for level in lab_tables.LEVELS],
        ),
        ("#lab-level", "typed", setup["level"]),
        ("#lab-deals", "options", [(str(n), words(n)) for n in deals]),
        ("#lab-deals", "typed", str(setup["deals"])),
    ]
    if code:
        cells.append(("#lab-value", "options", lab_tables.value_choices(state, code)))
        cells.append(("#lab-value", "typed", lab_tables.value_text(setup["value"])))
    return cells


@room.view("lab_check", "lab_problem")
def differences(state: "State") -> "list[Cell]":
    """The rules in which the two tables differ, or why they cannot be compared."""
    check, problem = state["lab_check"], state["lab_problem"]
    differ = check["differ"] if check else []  # no check: the two tables cannot be compared
    rows = [(code, "t-lab-rule", _rule(code, a, b)) for code, a, b in differ]
    return [
        ("#lab-problem", "hidden", not problem),
        ("#lab-problem", "text", problem),
        ("#lab-differ", "hidden", not check),
        ("#lab-differ-title", "text", _differ_title(check)),
        ("#lab-rules", "rows", rows),
    ]


def _differ_title(check: "CheckedTables | None") -> "str":
    if not check:
        return ""
    number = len(check["differ"])
    return say("lab.differ", {"n": number}) if number else say("lab.same-rules")


def _rule(code: "str", a: "Value", b: "Value") -> "list[Cell]":
    return [
        ("b", "text", say("option." + code + ".label")),
        ("span", "text", say("lab.differs", {"a": option_word(code, a), "b": option_word(code, b)})),
    ]


@room.view("lab_survey", "lab_setup", "lab_linked", "declarations", "house_rules", "setup")
def survey(state: "State") -> "list[Cell]":
    """What the chosen option means, and then what was measured beforehand about it."""
    known, code = state["lab_survey"], state["lab_setup"]["option"]
    cells: list[Cell] = [
        ("#lab-survey", "hidden", not code),
        ("#lab-survey-option", "text", say("option." + code + ".label") if code else ""),
        ("#lab-survey-help", "text", say("option." + code + ".help") if code else ""),
        ("#lab-surveyed", "hidden", not known or not known["values"]),
    ]
    if not code or not known or not known["values"]:
        return cells
    rows = []
    for entry in known["values"]:
        sentence = " ".join([words(part) for part in entry["sentence"]])
        cells = [("b", "text", option_word(code, entry["value"])), ("span", "text", sentence)]
        rows.append((lab_tables.value_text(entry["value"]), "t-lab-rule", cells))
    values = {
        "book": say("preset.{}.name".format(known["preset"])),
        "value": option_word(code, lab_tables.value_in(state, lab_tables.BOOK + known["preset"], code)),
        "deals": known["deals"],
        "players": ["count.players", {"n": known["players"]}],
    }
    return cells + [
        ("#lab-survey-note", "text", say("lab.survey-note", values)),
        ("#lab-survey-rows", "rows", rows),
    ]


@room.view("lab_result", "lab_running", "lab_seconds", "lab_check", "lab_setup")
def progress(state: "State") -> "list[Cell]":
    """The progress of the run, and the buttons to start and stop it."""
    result, running, check = state["lab_result"], state["lab_running"], state["lab_check"]
    dealt = result["deals"] if result else 0
    # A result that came with a link has names; one from trials on this device has none.
    is_from_link = bool(result and "names" in result)
    deals = state["lab_setup"]["deals"]
    if not check and not dealt:
        return [
            ("#lab-progress", "hidden", True),
            ("#lab-stop", "hidden", True),
            ("#lab-try", "disabled", True),
        ]
    begun = running or dealt
    text = say("lab.done", {"done": dealt, "deals": deals}) if begun else ""
    if running and state["lab_seconds"] is not None:
        text = say("lab.left", {"text": text, "n": state["lab_seconds"]})
    go_on = 0 < dealt < deals and not is_from_link
    return [
        ("#lab-progress", "hidden", not begun),
        ("#lab-progress span", "text", text),
        ("#lab-progress progress", "max", deals),
        ("#lab-progress progress", "value", min(dealt, deals)),
        ("#lab-stop", "hidden", not running),
        ("#lab-try", "hidden", running or (bool(dealt) and not go_on and not is_from_link)),
        ("#lab-try", "disabled", not check),
        ("#lab-try span", "text", say("lab.go-on" if go_on else "lab.try")),
    ]


@room.view("lab_result", "lab_open")
def figures(state: "State") -> "list[Cell]":
    """The sentence on top, the cards, and the buttons that need a result."""
    result = state["lab_result"]
    cards = result["cards"] if result else []
    sentence = result["sentence"] if result else []
    return [
        ("#lab-none", "hidden", bool(result)),
        ("#lab-sentence", "html", with_badges(sentence[0]) if sentence else ""),
        ("#lab-sentence", "hidden", not result),
        ("#lab-rest", "text", words(sentence[1]) if len(sentence) > 1 else ""),
        ("#lab-cards", "rows", [_card_row(card, state["lab_open"]) for card in cards]),
        ("#lab-bands", "hidden", not result),
        ("#lab-export", "hidden", not result),
    ]


def with_badges(message: "Message") -> "str":
    """A sentence as HTML, with the letters A and B as badges."""
    key, values = message
    if "a" in values:
        values = dict(values, a=MARKS[0][0], b=MARKS[1][0])
    text = escaped(say(key, values))
    for mark, letter in MARKS:
        badge = '<i class="lab-{}">{}</i>'.format(letter, say("lab." + letter))
        text = text.replace(mark, badge)
    return text


def _card_row(card: "FigureCard", opened: "str") -> "Row":
    """A measure's card. Its `gap` is the difference of A and B, `band` the picture of the interval, `clear`: not just chance."""
    code = card["code"]
    is_open = code == opened
    cells = [
        ("", "data-measure", code),
        ("", "data-clear", "true" if card["clear"] else None),
        ("button", "aria-expanded", "true" if is_open else "false"),
        (".lab-name", "text", say("lab.measure.{}.name".format(code))),
        # the verdict and the band once more, in the elements that a closed card shows
        (".lab-short-verdict", "text", say(card["verdict"])),
        (".lab-short-band", "html", card["band"]),
        (".lab-verdict", "text", say(card["verdict"])),
        (".lab-band", "html", card["band"]),
        (".lab-gap", "text", words(card["gap"])),
        (".lab-what", "hidden", not is_open),
        (
            ".lab-what",
            "text",
            " ".join([say("lab.measure.{}.what".format(code))] + [words(note) for note in card["notes"]]),
        ),
    ]
    for place, (letter, value) in enumerate((("a", card["a"]), ("b", card["b"]))):
        cells.append((".lab-picture-" + letter, "html", card["pictures"][place]))
        cells.append((".lab-value-" + letter, "text", words(value)))
    return code, "t-lab-card", cells


@room.view("lab_link")
def share_dialog(state: "State") -> "list[Cell]":
    """The dialog with the link to the result."""
    return [("#lab-link", "typed", state["lab_link"])]
