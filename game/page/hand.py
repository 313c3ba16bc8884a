"""The person's hand: buttons with one tab stop, sorted as the person likes, and which tile is chosen."""

from pyscript import document

from game.page.dom import attribute, clone, every, one, put
from game.page.words import say

own_order = []  # tiles in the order into which the person dragged them


def show(scene, order):
    """Brings the buttons in step with the scene's hand; buttons of kept tiles stay the same elements."""
    hand = one("#hand")
    tiles = sorted_hand(scene["hand"], order)
    wanted = [tile["tile"] for tile in tiles]
    lost = None  # the place in the row of a focused button that goes away
    old = {}
    for place, button in enumerate(every("#hand > button")):
        if button.dataset.tile in wanted:
            old[button.dataset.tile] = button
        else:
            if button.contains(document.activeElement):
                lost = place
            button.remove()
    for place, tile in enumerate(tiles):
        button = old.get(tile["tile"]) or _button(tile)
        _fill(button, tile)
        present = hand.children.item(place)
        if present is None or present.dataset.tile != tile["tile"]:
            hand.insertBefore(button, present)
    attribute(hand, "data-tiles", len(tiles))
    put(one("#hand-points"), scene["points"])
    _one_stop(lost)


def sorted_hand(tiles, order):
    """The hand in the order asked for: playable, number, points or own."""
    if order == "points":
        return sorted(tiles, key=lambda tile: -tile["points"])
    if order == "own":
        places = {name: place for place, name in enumerate(own_order)}
        return sorted(tiles, key=lambda tile: places.get(tile["tile"], 999))
    high_first = list(reversed(tiles))
    if order == "playable":
        return [t for t in high_first if t["fits"]] + [t for t in high_first if not t["fits"]]
    return high_first


def _button(tile):
    button = clone("t-hand-tile")
    button.dataset.tile = tile["tile"]
    one("svg", button).innerHTML = tile["face"]
    return button


def _fill(button, tile):
    attribute(button, "data-playable", "true" if tile["fits"] else "false")
    attribute(button, "data-drawn", "true" if tile["drawn"] else None)
    attribute(button, "aria-label", say("ui.tile-fits" if tile["fits"] else "ui.tile", tile))


def _one_stop(lost):
    """Keeps exactly one button in the tab order, and the focus in the hand when its button went away."""
    buttons = every("#hand > button")
    if not buttons:
        return
    stops = [button for button in buttons if button.tabIndex == 0]
    heir = buttons[min(lost, len(buttons) - 1)] if lost is not None else stops[0] if stops else buttons[0]
    for button in buttons:
        attribute(button, "tabindex", "0" if button.dataset.tile == heir.dataset.tile else "-1")
    if lost is not None:
        heir.focus()


def press(tile):
    """Marks the chosen tile; None: no tile is chosen."""
    for button in every("#hand > button"):
        attribute(button, "aria-pressed", "true" if button.dataset.tile == tile else "false")


def walk(step):
    """Moves the focus along the hand; -1 and 1 step, None with 0: the first, with -2: the last."""
    buttons = every("#hand > button")
    if not buttons:
        return
    here = next(place for place, button in enumerate(buttons) if button.tabIndex == 0)
    there = {"first": 0, "last": len(buttons) - 1}.get(step)
    if there is None:
        there = (here + step) % len(buttons)
    attribute(buttons[here], "tabindex", "-1")
    attribute(buttons[there], "tabindex", "0")
    buttons[there].focus()
