"""The table in words: a list for screen readers, which cannot read the drawing.

On a phone the bar of open ends is not displayed, so this list is the only place with the ends.
"""

from game.for_types import TYPE_CHECKING
from game.page.board import room
from game.page.kernel.painting import LazyCells
from game.page.kernel.words import say

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.scenes import End
    from game.page.page_types import Cell, Row, State


@room.view("scene")
def view(state: "State") -> "list[Cell]":
    """The pending foot or opening, then the open ends by number: how many there are, and on which tiles."""
    scene = state["scene"]
    if not scene:
        return []
    rows: list[Row] = []
    if scene["foot"]:
        rows.append(("foot", "t-told", [("", "text", _foot(scene["foot"]))]))
    ends = [end for end in scene["ends"] if end["count"]]
    rows += [(end["suit"], "t-told", LazyCells(_cells, end)) for end in ends]
    if not rows:
        rows.append(("none", "t-told", [("", "text", say("tell.no-ends"))]))
    return [("#told-table", "rows", rows)]


def _foot(lines: "list[Message]") -> "str":
    """The label of the pending foot as a sentence: what is missing and, for a foot, how many unseen tiles fit."""
    if len(lines) == 2:
        return say("tell.foot", {"missing": lines[0], "unseen": lines[1]})
    return say("tell.sentence", {"text": lines[0]})


def _cells(end: "End") -> "list[Cell]":
    """The cells of one number."""
    suit, tiles = end["suit"], []
    for _, _, tile in end["at"]:
        if tile not in tiles:
            tiles.append(tile)
    values = {
        "n": end["count"],
        "suit": ["suit.{}".format(suit), {}],
        "suits": ["suits.{}".format(suit), {}],
    }
    key = "told.end" if end["open"] else "told.end-closed"
    return [("", "text", say(key, {"end": ["tell.end", values], "tiles": tiles}))]
