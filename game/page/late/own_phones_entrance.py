"""The entrance to own phones: game/page/own_phones/ and game/devices/ come when a person first wants them."""

from game.page.late.late_room import LatePart
from game.page.matches import match_actions
from game.page.screens.dialogs import open_dialog

PREFIXES = ("#j", "#a")  # how the codes of invitations and of answers start

_part = LatePart("phones", "game.page.own_phones.phones_parts", ("game.devices", "game.page.own_phones"))


def is_pairing(code):
    """Whether a text is the code of an invitation or of an answer."""
    return code[:2] in PREFIXES


async def open_code(app, code):
    """Open the code of an invitation or of an answer."""
    parts = await _part.fetch(app)
    if parts:
        await parts.joining.open_code(app, code)


async def changed(app):
    """Handle the engine's message that something changed at the host's table."""
    parts = await _part.fetch(app)
    if parts:
        await parts.hosting.changed(app)


# --- actions of buttons


async def phones(app, button):
    """Open the form for a new match with phones: the bots' seats become seats for guests."""
    await match_actions.new_game(app, button, phones=True)


async def leave(app, button):
    """Leave the table. A guest is asked first, because a bot then plays on."""
    if app.guest:
        open_dialog("party-leave")
        return
    if app.state["party_role"]:  # then the modules of own phones are loaded
        await _part.parts.hosting.end(app)
    await match_actions.leave(app, button)


ACTIONS = {
    "phones": phones,
    "leave": leave,
    "invited": lambda app, button: open_dialog("invited"),
    "rejoin": lambda app, button: open_dialog("invited"),
    "party-help": lambda app, button: open_dialog("party-help"),
}
LATE_ACTIONS = """
    invite take-answer scan deal send-invitation party party-back pause mind let-play take-out
    join join-leave send-answer open-invitation party-leave come-back copy-handed
"""
ACTIONS.update({name: _part.action(name) for name in LATE_ACTIONS.split()})
FIELDS = tuple([("#" + form, _part.field_handler(form)) for form in ("elsewhere", "join")])
