"""The dialogs with the written rules and with the glossary."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.terms import TERMS
from game.page.kernel.words import say, with_glossary_links, words
from game.page.learning import room
from game.page.new_game.new_game_form import option_word
from game.page.settings import settings

if TYPE_CHECKING:
    from game.contract.play_answers import RulesParagraph
    from game.page.page_types import Cell, Row, State


@room.view("written_rules", "rules_clause", "settings", "scene")
def view(state: "State") -> "list[Cell]":
    """The rules text (titles and paragraphs), and the list of all options.

    House rules have a badge. The first paragraph with the clause that the person asked for is highlighted.
    """
    rules = state["written_rules"]
    if not rules:
        return []
    preset, house_rules = rules["preset"], rules["house"]
    source = say("rules.by", {"source": say("preset." + preset + ".source")}) if preset else ""
    rows: list[Row] = []
    wanted_clause = state["rules_clause"]
    for number, section in enumerate(rules["sections"]):
        rows.append((number, "t-rules-title", [("", "text", words(section["title"]))]))
        for index, paragraph in enumerate(section["paragraphs"]):
            key = "{}.{}".format(number, index)
            is_asked = wanted_clause in paragraph["clauses"]
            text = words(paragraph["text"])
            if paragraph["text"][0] == "rules.last.call" and settings.calls_for_person(state):
                text += " " + say("ui.called-for-you")
            rows.append((key, "t-rules-paragraph", _paragraph(paragraph, text, is_asked)))
            if is_asked:  # only the first paragraph with the clause
                wanted_clause = None
    lines = [(say("option." + code + ".label"), option_word(code, value)) for code, value in rules["values"]]
    if preset:
        lines = [(say("ui.rules"), say("preset." + preset + ".name"))] + lines
    return [
        ("#rules-source", "text", source),
        ("#rules-house", "text", say("rules.house-list", {"rules": house_rules}) if house_rules else ""),
        ("#rules-house", "hidden", not house_rules),
        ("#rules-text", "rows", rows),
        ("#rule-lines", "rows", [(n, "t-rule-line", _option_line(*line)) for n, line in enumerate(lines)]),
    ]


def _paragraph(paragraph: "RulesParagraph", text: "str", is_asked: "bool") -> "list[Cell]":
    return [
        ("", "data-clause", " ".join(paragraph["clauses"])),
        ("", "data-house", "true" if paragraph["house"] else None),
        ("", "data-asked", "true" if is_asked else None),
        ("p", "html", with_glossary_links(text)),
        (".house-mark", "hidden", not paragraph["house"]),
        (".rules-picture", "html", paragraph["picture"]),
    ]


def _option_line(label: "str", value: "str") -> "list[Cell]":
    return [("dt", "text", label), ("dd", "text", value)]


@room.view("glossary_term")
def glossary(state: "State") -> "list[Cell]":
    """All terms of the glossary, one of them marked. No cells until the glossary is opened."""
    if state["glossary_term"] is None:
        return []
    rows = [(term, "t-term", _term(term, state["glossary_term"])) for term in TERMS]
    return [("#glossary-words", "rows", rows)]


def _term(term: "str", asked_term: "str") -> "list[Cell]":
    key = "glossary." + term
    return [
        ("", "data-term", term),
        ("", "data-asked", "true" if term == asked_term else None),
        ("dt", "text", say(key + ".word")),
        ("dd", "text", say(key + ".text")),
    ]
