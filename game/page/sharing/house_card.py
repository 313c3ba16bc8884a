"""The card of a link with house rules: name, sender, and the differences from the rule-book."""

from game.narration.localization.texts import isolate
from game.page.screens.new_game_form import option_word
from game.page.words import say


def view(state):
    """The parts of the link dialog that only house rules have."""
    opened = state["opened_link"]
    card = opened if opened and opened["kind"] == "house" else None
    cells = [
        ("#opened-changes", "hidden", not card),
        ("#opened-keep", "hidden", not card or bool(card["id"])),
    ]
    cells.append(("#opened-here", "hidden", not card or not card["id"]))
    if not card:
        return cells
    lines = _lines(card, state["declarations"])
    return cells + [
        ("#opened-changes", "rows", [(code, "t-said", [("", "text", line)]) for code, line in lines]),
        (
            "#opened-here",
            "text",
            say("house.kept" if card["new"] else "opened.house.here", {"name": card["name"]}),
        ),
    ]


def title(card):
    """The rules' name and their sender."""
    values = {"name": isolate(card["name"]), "sender": isolate(card["sender"])}
    return say("opened.house.title-from" if card["sender"] else "opened.house.title", values)


def summary(card):
    """The number of options that differ, and from which rule-book."""
    count = len(card["changes"])
    if not card["preset"]:
        return say("opened.house.no-book")
    book = say("preset.{}.name".format(card["preset"]))
    return say("opened.house.text" if count else "opened.house.same", {"n": count, "book": book})


def _lines(card, declared):
    """[(code, sentence)] for each option that differs, in the order of play."""
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
