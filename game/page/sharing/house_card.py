"""The dialog of a link with house rules: their name, their sender, and the options that differ from the rule-book."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import isolate
from game.page.kernel.room import required
from game.page.kernel.words import say
from game.page.new_game.new_game_form import option_word
from game.page.sharing import room

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Menu
    from game.page.page_types import Cell, State
    from game.page.sharing import HouseCard


@room.view("opened_link", "declarations")
def view(state: "State") -> "list[Cell]":
    """The parts of the link dialog that are shown only for house rules."""
    opened = state["opened_link"]
    card = opened if opened and opened["kind"] == "house" else None
    cells = [
        ("#opened-changes", "hidden", not card),
        ("#opened-keep", "hidden", not card or bool(card["id"])),
        ("#opened-here", "hidden", not card or not card["id"]),
    ]
    if not card:
        return cells
    lines = _changed_options(card, required(state["declarations"]))
    return cells + [
        ("#opened-changes", "rows", [(code, "t-said", [("", "text", line)]) for code, line in lines]),
        (
            "#opened-here",
            "text",
            say("house.kept" if card["new"] else "opened.house.here", {"name": card["name"]}),
        ),
    ]


def title(card: "HouseCard") -> "str":
    """The dialog's title: the name of the rules and, if known, of their sender. `card` is the content of the link."""
    values = {"name": isolate(card["name"]), "sender": isolate(card["sender"])}
    return say("opened.house.title-from" if card["sender"] else "opened.house.title", values)


def summary(card: "HouseCard") -> "str":
    """A sentence: which rule-book the rules are based on, and how many options differ from it."""
    count = len(card["changes"])
    if not card["preset"]:
        return say("opened.house.no-book")
    book = say("preset.{}.name".format(card["preset"]))
    return say("opened.house.text" if count else "opened.house.same", {"n": count, "book": book})


def _changed_options(card: "HouseCard", declared: "Menu") -> "list[tuple[str, str]]":
    """[(code, sentence), …]: each option that differs from the rule-book, in the order of the form."""
    # the options of the rule-book {code: value}, in a list of one; empty for rules without a rule-book
    books = [dict(preset["values"]) for preset in declared["presets"] if preset["code"] == card["preset"]]
    lines = []
    for option in declared["options"]:
        code = option["code"]
        if code in card["changes"]:
            values = {
                "option": say("option." + code + ".label"),
                "value": option_word(code, card["changes"][code]),
            }
            if books:
                values["book"] = option_word(code, books[0][code])
            lines.append((code, say("opened.house.line" if books else "house.way", values)))
    return lines
