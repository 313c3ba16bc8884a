"""The options in the form: chapters in the order of play, each option with its help and the rule-books' values."""

from game.page.screens.new_game_form import SWITCH, option_word
from game.page.words import say

MOST_CHAPTERS = 10  # each has a view, and views are listed before the engine declares the chapters


def view(state):
    """The chapters, each with its title."""
    rows = [
        (code, "t-chapter", [("", "data-chapter", code), ("legend", "text", say("rules." + code + ".title"))])
        for code in (state["declarations"]["chapters"] if state["declarations"] else [])
    ]
    return [("#options", "rows", rows)]


def chapter(number):
    """Make a view of one chapter's options. One view for all chapters would block the browser."""

    def options(state):
        declared = state["declarations"]
        if not declared or number >= len(declared["chapters"]):
            return []
        code = declared["chapters"][number]
        books = [(preset, dict(preset["values"])) for preset in declared["presets"]]
        rows = [_option(option, books) for option in declared["options"] if option["chapter"] == code]
        return [('#options > [data-chapter="{}"]'.format(code), "rows", rows)]

    return options


CHAPTERS = [chapter(number) for number in range(MOST_CHAPTERS)]


def _option(option, books):
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
    low, high = option["numbers"] or (1, 0)
    values = values + [number for number in range(low, high + 1) if number not in values]
    offered = [(str(value), option_word(code, value)) for value in values]
    return (
        code,
        "t-choice",
        cells + [(".option-name", "for", "option-" + code), ("select", "options", offered)],
    )


def _book_lines(option, books):
    """A line for each value with the rule-books that have it. Rule-books that do not mention the option are left out."""
    code = option["code"]
    values_with_names = []  # [value, names]
    for preset, values in books:
        if preset["source"] in option["sources"]:
            value, name = values[code], say("preset." + preset["code"] + ".name")
            for line in values_with_names:
                if line[0] == value:
                    line[1].append(name)
                    break
            else:
                values_with_names.append([value, [name]])
    lines = [
        say("house.says", {"value": option_word(code, value), "names": names})
        for value, names in values_with_names
    ]
    return [(n, "t-said", [("", "text", line)]) for n, line in enumerate(lines or [say("house.silent")])]


def house_marks(state):
    """Mark the options that differ from the rule-book."""
    setup, declared = state["setup"], state["declarations"]
    resolved = setup["summary"] or setup["wished"]
    if not declared or not resolved:
        return []
    house = resolved["house"]
    return [
        (
            '[data-option="{}"]'.format(option["code"]),
            "data-house",
            "true" if option["code"] in house else None,
        )
        for option in declared["options"]
    ]


def solutions(state):
    """Buttons that solve a conflict of options, and one that restores the last valid choices."""
    rows = []
    for code, value in state["setup"]["ways"]:
        word = option_word(code, value)
        text = say("house.way", {"option": say("option." + code + ".label"), "value": word})
        rows.append(
            (
                code,
                "t-way",
                [("", "data-way", code), ("", "data-value", attribute_text(value)), ("", "text", text)],
            )
        )
    if state["setup"]["problem"] and state["setup"]["fitting"]:
        rows.append(("", "t-as-it-was", [("", "text", say("house.as-it-was"))]))
    return [("#ways", "rows", rows), ("#ways", "hidden", not rows)]


def attribute_text(value):
    """An option's value as a text for an attribute."""
    return ("on" if value else "off") if value is True or value is False else str(value)
