"""The list of the rules at this table."""

from game.page.screens.setup import option_word
from game.page.words import say


def view(state):
    """The rule-book and the options of the match in play, as the engine lists them."""
    rules = state["rules"]
    if not rules:
        return []
    lines = [(say("option." + code + ".label"), option_word(code, value)) for code, value in rules["values"]]
    if rules["preset"]:
        lines = [(say("ui.rules"), say("preset." + rules["preset"] + ".name"))] + lines
    rows = [
        (n, "t-rule-line", [("dt", "text", label), ("dd", "text", text)])
        for n, (label, text) in enumerate(lines)
    ]
    return [("#rule-lines", "rows", rows)]
