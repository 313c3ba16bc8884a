"""The options in the new-game form, in chapters: each option with its help and its values in the rule-books."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.words import say
from game.page.new_game import room
from game.page.new_game.new_game_form import SWITCH, option_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.contract.answers.list_answers import OptionData
    from game.contract.basics import Value
    from game.page.new_game import RuleBook
    from game.page.page_types import Cell, Row, State

# The page makes a view for each chapter before it knows how many there are: it makes this many, and the last ones show
# nothing.
MOST_CHAPTERS = 10


@room.view("declarations", screen="setup")
def view(state: "State") -> "list[Cell]":
    """The chapters with their titles, still without options."""
    rows = [
        (code, "t-chapter", [("", "data-chapter", code), ("legend", "text", say("rules." + code + ".title"))])
        for code in (state["declarations"]["chapters"] if state["declarations"] else [])
    ]
    return [("#options", "rows", rows)]


def chapter_view(number: "int") -> "Callable[[State], list[Cell]]":
    """Make the view with the options of chapter `number`. All chapters at once would take the browser too long."""

    def options(state: "State") -> "list[Cell]":
        declared = state["declarations"]
        if not declared or number >= len(declared["chapters"]):
            return []
        code = declared["chapters"][number]
        books = [(preset, dict(preset["values"])) for preset in declared["presets"]]
        rows = [_option_row(option, books) for option in declared["options"] if option["chapter"] == code]
        return [('#options > [data-chapter="{}"]'.format(code), "rows", rows)]

    return options


for _number in range(MOST_CHAPTERS):
    room.view("declarations", screen="setup")(chapter_view(_number))


def _option_row(option: "OptionData", books: "list[RuleBook]") -> "Row":
    """The row of an option.

    `books`: for each preset (rule-book), what the engine declares of it, and its values {code: value}.
    """
    code, values = option["code"], option["values"]
    cells = [
        ("", "data-option", code),
        (".option-name", "text", say("option." + code + ".label")),
        (".option-help", "text", say("option." + code + ".help")),
        ("input, select", "name", code),
        ("input, select", "id", "option-" + code),
        (".books ul", "rows", _book_lines(option, books)),
    ]
    if values == SWITCH:
        return code, "t-switch", cells
    least, most = option["numbers"] or (1, 0)  # (1, 0) makes an empty range
    values = values + [number for number in range(least, most + 1) if number not in values]
    offered = [(str(value), option_word(code, value)) for value in values]
    cells += [(".option-name", "for", "option-" + code), ("select", "options", offered)]
    return code, "t-choice", cells


def _book_lines(option: "OptionData", books: "list[RuleBook]") -> "list[Row]":
    """A line for each value of the option, with the names of its rule-books.

    A rule-book is left out if its published text says nothing about the option.
    """
    code = option["code"]
    names_by_value: list[
        tuple[Value, list[str]]
    ] = []  # [(value, [names of rule-books]), …]; a dict has no order in MicroPython
    for preset, values in books:
        if preset["source"] in option["sources"]:
            value, name = values[code], say("preset." + preset["code"] + ".name")
            for known_value, names in names_by_value:
                if known_value == value:
                    names.append(name)
                    break
            else:
                names_by_value.append((value, [name]))
    lines = [
        say("house.says", {"value": option_word(code, value), "names": names})
        for value, names in names_by_value
    ]
    return [(n, "t-said", [("", "text", line)]) for n, line in enumerate(lines or [say("house.silent")])]


@room.view("setup", "declarations", screen="setup")
def house_marks(state: "State") -> "list[Cell]":
    """The marks of the options that differ from the rule-book, and the notes at those without effect beside the others."""
    setup, declared = state["setup"], state["declarations"]
    # `summary` has the rules that follow from the form's options. If these contradict each other it is None.
    resolved = setup["summary"] or setup["wished"]
    if not declared or not resolved:
        return []
    differing = resolved["house"]
    idle = setup["summary"]["idle"] if setup["summary"] else []
    notes = [
        ('[data-option="{}"] .option-idle'.format(option["code"]), "hidden", option["code"] not in idle)
        for option in declared["options"]
    ]
    return notes + [
        (
            '[data-option="{}"]'.format(option["code"]),
            "data-house",
            "true" if option["code"] in differing else None,
        )
        for option in declared["options"]
    ]


@room.view("setup", screen="setup")
def fixes(state: "State") -> "list[Cell]":
    """The buttons for contradictory options: one for each fix, and one that restores the last valid choices."""
    rows = []
    for code, value in state["setup"]["ways"]:
        values = {"option": say("option." + code + ".label"), "value": option_word(code, value)}
        cells = [
            ("", "data-way", code),
            ("", "data-value", attribute_text(value)),
            ("", "text", say("house.way", values)),
        ]
        rows.append((code, "t-way", cells))
    if state["setup"]["problem"] and state["setup"]["fitting"]:
        rows.append(("", "t-as-it-was", [("", "text", say("house.as-it-was"))]))
    return [("#ways", "rows", rows), ("#ways", "hidden", not rows)]


def attribute_text(value: "Value") -> "str":
    """An option's value as the text of an attribute: a bool as "on" or "off"."""
    return ("on" if value else "off") if value is True or value is False else str(value)
