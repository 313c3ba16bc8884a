"""The way back from a replay: the button that opened it, and how far each part of the page was scrolled."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import data, one

if TYPE_CHECKING:
    from game.page.history import ReplayPlace
    from game.page.page_types import Element

SCROLLED = ("#sheet", ".sheet-paper", "#over", ".over-scroll", ".over-side", ".over-main", "#matches")


def place_of(button: "Element") -> "ReplayPlace":
    """The place to return to. Call it before the replay covers the page."""
    return {
        "opener": selector_of(button),
        "scrolled": [(part, one(part).scrollTop) for part in SCROLLED],
    }


def selector_of(button: "Element") -> "str":
    """A CSS selector that finds the button again: lists are made anew while the replay is open."""
    if button.id:
        return "#" + str(button.id)
    selector = '[data-action="{}"]'.format(data(button, "action"))
    for name in ("at", "match", "number"):
        if data(button, name) is not None:
            selector += '[data-{}="{}"]'.format(name, data(button, name))
    return selector


def go_back(place: "ReplayPlace") -> "None":
    """Focus the button, then scroll each part as it was, because the focus may have scrolled it."""
    opener = one(place["opener"])
    if opener:
        opener.focus()
    for part, top in place["scrolled"]:
        one(part).scrollTop = top
