"""The two tables of a comparison: which rules the person has chosen, and their names."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.new_game.new_game_form import SWITCH, option_word
from game.page.new_game.saved_rules import find_set, without_length

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from game.contract.answers.list_answers import OptionData
    from game.contract.basics import Value, Wanted
    from game.page.laboratory import LabSetup, LinkedTable, TablePair, TableRules
    from game.page.page_types import State

# How the keys of tables begin, see CHOICES in __init__.py.
BOOK, HOUSE, LINK = "book/", "house/", "link/"
MINE = "mine"  # the key of the rules that are chosen in the new-game form
SEATS = (2, 3, 4, 5, 6, 7, 8, 9, 10)
LEVELS = ("hen", "rooster", "fox")  # for the bots in ordinary matches, see game/laboratory/trials.py
DEALS = (300, 1000, 3000, 10000)  # the numbers of deals to choose from


def changed(setup: "LabSetup", **choices: "Unpack[LabSetup]") -> "LabSetup":
    """The choices with some of them changed."""
    return updated(setup, **choices)


def offered(state: "State") -> "list[tuple[str, str]]":
    """The tables to choose from, as (key, name)."""
    tables = [(LINK + "AB"[place], _linked_label(state, place)) for place in range(len(state["lab_linked"]))]
    tables.append((MINE, say("lab.mine")))
    tables += [(HOUSE + rule_set["id"], rule_set["name"]) for rule_set in state["house_rules"]]
    books = [preset["code"] for preset in required(state["declarations"])["presets"]]
    return tables + [(BOOK + code, say("preset.{}.name".format(code))) for code in books]


def _linked_label(state: "State", place: "int") -> "str":
    linked, table = state["lab_linked"][place], "AB"[place]
    if linked.get("tried"):
        return say("lab.tried", {"table": table, "name": linked["name"]})
    return say(
        "lab.linked-name" if linked["name"] else "lab.linked", {"table": table, "name": linked["name"]}
    )


def name_of(state: "State", key: "str") -> "str":
    """The name of a table, for links and pictures. The own rules have the name of their set, or else of their rule-book."""
    if key.startswith(LINK) and state["lab_linked"]:
        name = state["lab_linked"]["AB".index(key[len(LINK) :])]["name"]
        if name:
            return name
    if key == MINE:
        return state["setup"]["title"] or say("preset.{}.name".format(state["setup"]["preset"]))
    for known, name in offered(state):
        if known == key:
            return name
    return ""


def rules_of(state: "State", key: "str") -> "TableRules":
    """The rules of a table: {"preset", "changes"}. A set that was deleted meanwhile counts as the own rules."""
    if key.startswith(BOOK):
        return {"preset": key[len(BOOK) :], "changes": {}}
    if key.startswith(LINK) and state["lab_linked"]:
        linked = state["lab_linked"]["AB".index(key[len(LINK) :])]
        return {"preset": linked["preset"], "changes": dict(linked["changes"])}
    rule_set = find_set(state["house_rules"], key[len(HOUSE) :]) if key.startswith(HOUSE) else None
    chosen = rule_set or state["setup"]
    return {"preset": chosen["preset"], "changes": without_length(chosen["changes"])}


def tables(state: "State") -> "TablePair":
    """The two tables as arguments of the worker's verbs: {"a", "b"}, each {"preset", "changes", "players"}."""
    setup = state["lab_setup"]
    a, b = rules_of(state, setup["a"]), rules_of(state, setup["b"])
    value = setup["value"]
    if setup["option"] and value is not None:
        a["changes"][setup["option"]] = value
    return {"a": _wanted(a, setup["players"]), "b": _wanted(b, setup["players"])}


def _wanted(rules: "TableRules", players: "int") -> "Wanted":
    return {"preset": rules["preset"], "changes": rules["changes"], "players": players}


def tried_tables(state: "State") -> "list[LinkedTable]":
    """The two tables as `lab_linked` holds them, to offer them again after the choices behind them have changed."""
    chosen = tables(state)
    return [
        {
            "preset": table["preset"],
            "changes": table["changes"],
            "players": table["players"],
            "name": name,
            "tried": True,
        }
        for table, name in zip((chosen["a"], chosen["b"]), names(state))
    ]


def names(state: "State") -> "list[str]":
    """The names of the two tables."""
    setup = state["lab_setup"]
    return [name_of(state, setup["a"]), name_of(state, setup["b"])]


def same_rules(tables: "Sequence[Wanted]", others: "Sequence[Wanted]") -> "bool":
    """Whether two lists of tables have the same rules, whatever their names."""
    for one, other in zip(tables, others):
        for part in ("preset", "changes", "players"):
            if one[part] != other[part]:
                return False
    return True


def value_in(state: "State", key: "str", code: "str") -> "Value":
    """The value of an option in the rules of a table."""
    rules = rules_of(state, key)
    if code in rules["changes"]:
        return rules["changes"][code]
    presets = required(state["declarations"])["presets"]
    values = next(preset["values"] for preset in presets if preset["code"] == rules["preset"])
    return dict(values)[code]


def option_of(state: "State", code: "str") -> "OptionData | None":
    """The declaration of an option."""
    for option in required(state["declarations"])["options"]:
        if option["code"] == code:
            return option
    return None


def values_of(option: "OptionData") -> "list[Value]":
    """All values of an option, first the listed ones, then the numbers."""
    values = list(option["values"])
    if option["numbers"]:
        values += [n for n in range(option["numbers"][0], option["numbers"][1] + 1) if n not in values]
    return values


def value_text(value: "Value | None") -> "str":
    """A value as the value of a select. A switch has "on" and "off"."""
    if value in SWITCH and isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def value_choices(state: "State", code: "str") -> "list[tuple[str, str]]":
    """The values of an option as (value, text) for a select."""
    return [
        (value_text(value), option_word(code, value)) for value in values_of(required(option_of(state, code)))
    ]


def read_value(state: "State", code: "str", text: "str") -> "Value | None":
    """The value that a select's text stands for."""
    for value in values_of(required(option_of(state, code))):
        if value_text(value) == text:
            return value
    return None


def with_option(state: "State", code: "str") -> "LabSetup":
    """The choices that compare one option: A has another value than the own rules, which are B.

    If the own rules differ from the rule-book in it, A has the rule-book's value, otherwise the option's next value.
    """
    own, book = value_in(state, MINE, code), value_in(state, BOOK + required(state["setup"]["preset"]), code)
    value = book if own != book else next_value(state, MINE, code)
    seats = len(state["setup"]["seats"])
    return changed(state["lab_setup"], a=MINE, b=MINE, option=code, value=value, players=seats)


def next_value(state: "State", key: "str", code: "str") -> "Value":
    """The value of an option after the one that a table has."""
    values = values_of(required(option_of(state, code)))
    return values[(values.index(value_in(state, key, code)) + 1) % len(values)]
