"""The options in the form, in chapters in the order of play: each with its sentence and what the rule-books say of it."""

from game.page.screens.setup import SWITCH, lines, option_word
from game.page.words import say

# The chapters, in this order.
CODES = ("match", "setup", "start", "doubles", "turn", "last", "end", "score")
MOST = 64  # options


def view(state):
    """The chapters that there are."""
    rows = [
        (code, "t-chapter", [("", "data-chapter", code), ("legend", "text", say("rules." + code + ".title"))])
        for code in CODES
    ]
    return [("#options", "rows", rows if state["declared"] else [])]


def chapter(code):
    """A view: the options of a chapter, as yet without words."""

    def options(state):
        declared = state["declared"]
        if not declared:
            return []
        rows = [
            (option["code"], "t-switch" if option["values"] == SWITCH else "t-choice", _names(option["code"]))
            for option in declared["options"]
            if option["chapter"] == code
        ]
        return [('#options > [data-chapter="{}"]'.format(code), "rows", rows)]

    return options


def option(number):
    """A view: what is said of the option of that number. Each is one, because all in one piece would keep the browser waiting."""

    def said(state):
        declared = state["declared"]
        if not declared or number >= len(declared["options"]):
            return []
        here = '[data-option="{}"] '.format(declared["options"][number]["code"])
        return [
            (here + part, name, value) for part, name, value in _option(declared["options"][number], declared)
        ]

    return said


CHAPTERS = [chapter(code) for code in CODES] + [option(number) for number in range(MOST)]


def _names(code):
    return [
        ("", "data-option", code),
        ("input, select", "name", code),
        ("input, select", "id", "option-" + code),
    ]


def _option(option, declared):
    code, values = option["code"], option["values"]
    cells = [
        (".option-name", "text", say("option." + code + ".label")),
        (".option-help", "text", say("option." + code + ".help")),
        (".books ul", "rows", _said(option, declared["presets"])),
    ]
    if values == SWITCH:
        return cells
    low, high = option["numbers"] or (1, 0)
    values = values + [number for number in range(low, high + 1) if number not in values]
    offered = [(str(value), option_word(code, value)) for value in values]
    return cells + [(".option-name", "for", "option-" + code), ("select", "rows", lines(offered))]


def _said(option, presets):
    """A line for each value that a rule-book has, with the rule-books; those that do not speak of it are left out."""
    code = option["code"]
    said = []  # [value, names]
    for preset in presets:
        if preset["source"] in option["sources"]:
            value, name = dict(preset["values"])[code], say("preset." + preset["code"] + ".name")
            for line in said:
                if line[0] == value:
                    line[1].append(name)
                    break
            else:
                said.append([value, [name]])
    told = [say("house.says", {"value": option_word(code, value), "names": names}) for value, names in said]
    return [(n, "t-said", [("", "text", line)]) for n, line in enumerate(told or [say("house.silent")])]


def marks(state):
    """What is another way than in the rule-book is marked."""
    setup, declared = state["setup"], state["declared"]
    if not declared or not setup["summary"]:
        return []
    own = setup["summary"]["house"]
    return [
        ('[data-option="{}"]'.format(option["code"]), "data-house", "true" if option["code"] in own else None)
        for option in declared["options"]
    ]


def problem(state):
    """What does not fit together, and buttons for what would."""
    rows = []
    for code, value in state["setup"]["ways"]:
        word = option_word(code, value)
        text = say("house.way", {"option": say("option." + code + ".label"), "value": word})
        rows.append(
            (code, "t-way", [("", "data-way", code), ("", "data-value", word_of(value)), ("", "text", text)])
        )
    return [("#ways", "rows", rows), ("#ways", "hidden", not rows)]


def word_of(value):
    """An option's value as it stands in an attribute."""
    return ("on" if value else "off") if value is True or value is False else str(value)
