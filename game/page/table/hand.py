"""The person's hand: buttons with one tab stop, sorted as the person likes, and which tile is chosen.

What the document shows is remembered here, so that a scene touches only the tiles that changed.
"""

from pyscript import document

from game.page.dom import attribute, clone, least, one, put
from game.page.words import say

_buttons = {}  # tile: its button
_shown = {}  # tile: (fits, drawn) as the button has it
_row = []  # the tiles in the order shown
_at = {"stop": None, "pressed": None}  # the tile that is the tab stop, the chosen tile

own_order = []  # tiles in the order into which the person dragged them


def show(scene, order):
    """Brings the buttons in step with the scene's hand; buttons of kept tiles stay the same elements.

    True when the focus was on a button that went away: it is then for the caller to put it back, last of all.
    """
    tiles = sorted_hand(scene["hand"], order)
    wanted = [tile["tile"] for tile in tiles]
    gone = [tile for tile in _row if tile not in wanted]
    place = _row.index(_at["stop"]) if _at["stop"] in gone else 0
    lost = _drop(gone)
    for tile in tiles:
        _fill(tile)
    if wanted != _row:
        _arrange(wanted)
    least(one("#hand"), len(wanted))
    attribute(one("#hand"), "data-fives", "true" if len(wanted) % 5 == 0 else None)
    put(one("#hand-points"), scene["points"])
    if _at["stop"] not in _buttons:
        _stop_at(_row[min(place, len(_row) - 1)] if _row else None)
    return lost


def _drop(gone):
    """Takes buttons away; whether one of them had the focus."""
    lost = False
    for tile in gone:
        button = _buttons.pop(tile)
        lost = lost or button.contains(document.activeElement)
        del _shown[tile]
        _row.remove(tile)
        button.remove()
    return lost


def _arrange(wanted):
    hand = one("#hand")
    for place, tile in enumerate(wanted):
        if place >= len(_row) or _row[place] != tile:
            following = _buttons[_row[place]] if place < len(_row) else None
            hand.insertBefore(_buttons[tile], following)
            if tile in _row:
                _row.remove(tile)
            _row.insert(place, tile)


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


def _fill(tile):
    name = tile["tile"]
    if name not in _buttons:
        button = _buttons[name] = clone("t-hand-tile")
        button.dataset.tile = name
        one("svg", button).innerHTML = tile["face"]
    looks = tile["fits"], tile["drawn"]
    if _shown.get(name) != looks:
        _shown[name] = looks
        button = _buttons[name]
        button.dataset.playable = "true" if tile["fits"] else "false"
        attribute(button, "data-drawn", "true" if tile["drawn"] else None)
        button.ariaLabel = say("ui.tile-fits" if tile["fits"] else "ui.tile", {"tile": name})


def _stop_at(tile):
    if _at["stop"] in _buttons:
        _buttons[_at["stop"]].tabIndex = -1
    _at["stop"] = tile
    if tile:
        _buttons[tile].tabIndex = 0


def press(tile):
    """Marks the chosen tile; None: no tile is chosen."""
    before = _at["pressed"]
    if before in _buttons:
        _buttons[before].ariaPressed = "false"
    _at["pressed"] = tile
    if tile in _buttons:
        _buttons[tile].ariaPressed = "true"
        _stop_at(tile)


def away(tile, gone):
    """Shows an empty place for a tile that was just laid, or the tile again; its button stays what it is."""
    if tile in _buttons:
        attribute(_buttons[tile], "data-laid", "true" if gone else None)


def focus(tile=None):
    """Puts the focus on a tile's button, or on the tab stop; False when the hand is empty."""
    button = _buttons.get(tile or _at["stop"]) or _buttons.get(_at["stop"])
    if button:
        button.focus()
    return bool(button)


def walk(step):
    """Moves the focus along the hand: -1, 1, "first" or "last"."""
    if not _row:
        return
    here = _row.index(_at["stop"])
    there = {"first": 0, "last": len(_row) - 1}.get(step)
    if there is None:
        there = (here + step) % len(_row)
    _stop_at(_row[there])
    _buttons[_row[there]].focus()


def button_of(tile):
    """The button of a tile, or None."""
    return _buttons.get(tile)


def reorder(tile, place):
    """Moves a dragged tile to where it was let go (px on screen) in the person's own order."""
    row = [name for name in _row if name != tile]
    before = len(row)
    for number, name in enumerate(row):
        box = _buttons[name].getBoundingClientRect()
        above = place[1] < box.top
        beside = place[1] < box.bottom and place[0] < box.left + box.width / 2
        if above or beside:
            before = number
            break
    row.insert(before, tile)
    own_order[:] = row
