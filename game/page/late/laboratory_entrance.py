"""The entrance to the rule laboratory: the modules of game/page/laboratory/ come when a person first wants them."""

from game.page.late.late_room import LatePart

_part = LatePart("laboratory", "game.page.laboratory.lab_parts", ("game.page.laboratory",))


async def open_link(app, code):
    """Open the link to a comparison whose code is in the address."""
    parts = await _part.fetch(app)
    if parts:
        await parts.lab_actions.open_link(app, code)


LATE_ACTIONS = """
    laboratory what-changes lab-try lab-stop lab-card lab-play lab-save lab-share lab-copy lab-csv lab-picture
"""
ACTIONS = {name: _part.action(name) for name in LATE_ACTIONS.split()}
FIELDS = (("#laboratory", _part.field_handler("laboratory")),)
