"""The list of the rules at this table."""

from game.page.dom import clone, one, put
from game.page.screens.dialogs import close_dialogs
from game.page.screens.setup import option_word
from game.page.words import say


async def table_rules(app, button):
    """The options of the match in play."""
    close_dialogs()
    told = await app.ask("rules")
    if told is None:
        return
    lines = one("#rule-lines")
    lines.replaceChildren()
    if told["preset"]:
        rule_line(lines, say("ui.rules"), say("preset." + told["preset"] + ".name"))
    for code in told["values"]:
        rule_line(lines, say("option." + code + ".label"), option_word(code, told["values"][code]))
    one("#table-rules").showModal()


def rule_line(lines, label, value):
    """One line of the list of rules."""
    line = clone("t-rule-line")
    put(one("dt", line), label)
    put(one("dd", line), value)
    lines.append(line)
