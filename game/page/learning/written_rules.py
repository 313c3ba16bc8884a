"""The written rules with their list of options, and the glossary."""

from game.narration.localization.terms import TERMS
from game.page.screens.new_game_form import option_word
from game.page.words import say, with_glossary_links, words


def view(state):
    """The rules as the engine wrote them: titles and paragraphs, with house rules marked."""
    rules = state["written_rules"]
    if not rules:
        return []
    preset, house = rules["preset"], rules["house"]
    source = say("rules.by", {"source": say("preset." + preset + ".source")}) if preset else ""
    rows, asked = [], state["rules_clause"]
    for number, section in enumerate(rules["sections"]):
        rows.append((number, "t-rules-title", [("", "text", words(section["title"]))]))
        for place, paragraph in enumerate(section["paragraphs"]):
            is_asked = asked in paragraph["clauses"]  # only the first paragraph with the clause is marked
            rows.append(("{}.{}".format(number, place), "t-rules-paragraph", _paragraph(paragraph, is_asked)))
            asked = None if is_asked else asked
    lines = [(say("option." + code + ".label"), option_word(code, value)) for code, value in rules["values"]]
    if preset:
        lines = [(say("ui.rules"), say("preset." + preset + ".name"))] + lines
    return [
        ("#rules-source", "text", source),
        ("#rules-house", "text", say("rules.house-list", {"rules": house}) if house else ""),
        ("#rules-house", "hidden", not house),
        ("#rules-text", "rows", rows),
        ("#rule-lines", "rows", [(n, "t-rule-line", _line(*line)) for n, line in enumerate(lines)]),
    ]


def _paragraph(paragraph, asked):
    return [
        ("", "data-clause", " ".join(paragraph["clauses"])),
        ("", "data-house", "true" if paragraph["house"] else None),
        ("", "data-asked", "true" if asked else None),
        ("p", "html", with_glossary_links(words(paragraph["text"]))),
        (".house-mark", "hidden", not paragraph["house"]),
        (".rules-picture", "html", paragraph["picture"]),
    ]


def _line(label, text):
    return [("dt", "text", label), ("dd", "text", text)]


def glossary(state):
    """All terms, with one marked; empty until the glossary is opened."""
    if state["glossary_term"] is None:
        return []
    rows = [(term, "t-term", _term(term, state["glossary_term"])) for term in TERMS]
    return [("#glossary-words", "rows", rows)]


def _term(term, asked):
    key = "glossary." + term
    return [
        ("", "data-term", term),
        ("", "data-asked", "true" if term == asked else None),
        ("dt", "text", say(key + ".word")),
        ("dd", "text", say(key + ".text")),
    ]
