"""The person's hand: buttons with one tab stop, sorted as the person likes, one of them chosen."""

from game.page.dom import least
from game.page.words import say


def ordered(tiles, order, own):
    """The tiles of a hand in the order asked for: playable, number, points or own (names in the person's order)."""
    if order == "points":
        return sorted(tiles, key=lambda tile: -tile["points"])
    if order == "own":
        places = {name: place for place, name in enumerate(own)}
        return sorted(tiles, key=lambda tile: places.get(tile["tile"], 999))
    high_first = list(reversed(tiles))
    if order == "playable":
        return [t for t in high_first if t["fits"]] + [t for t in high_first if not t["fits"]]
    return high_first


def next_stop(before, stop, row):
    """The tab stop of the row: the tile that it was on, else what stands in its place now; None without tiles."""
    if stop in row or not row:
        return stop if row else None
    return row[min(before.index(stop) if stop in before else 0, len(row) - 1)]


def stepped(count, here, step):
    """The number among `count` that a step leads to: -1, 1 (round the corner), "first" or "last"."""
    if step == "first":
        return 0
    return count - 1 if step == "last" else (here + step) % count


def moved(row, tile, boxes, place):
    """The row after a tile was let go at `place`; `boxes` are (left, top, right, bottom) of the row's tiles, all in px."""
    others = [name for name in row if name != tile]
    before = len(others)
    for number, name in enumerate(others):
        left, top, right, bottom = boxes[row.index(name)]
        above = place[1] < top
        beside = place[1] < bottom and place[0] < (left + right) / 2
        if above or beside:
            before = number
            break
    return others[:before] + [tile] + others[before:]


def view(state):
    """The tiles as buttons; a button of a tile that stays is the same element."""
    scene = state["scene"]
    if not scene:
        return []
    tiles = {tile["tile"]: tile for tile in scene["hand"]}
    row = state["hand_order"]
    return [
        ("#hand", "rows", [(name, "t-hand-tile", _button(tiles[name], state)) for name in row]),
        ("#hand", "data-least", least(len(row))),
        ("#hand", "data-fives", "true" if len(row) % 5 == 0 else None),
        ("#hand", "data-mine", "true" if _mine(scene) else None),
        ("#hand-points", "text", scene["points"]),
    ]


def _mine(scene):
    """Whether it is the person who has to choose; a scripted lesson has no hint to tell it by."""
    return scene["can"]["hint"] or (scene["phase"] in ("lesson", "puzzle") and scene["turn"] == scene["you"])


def _button(tile, state):
    name, fits = tile["tile"], tile["fits"]
    laid = state["laid_early"]
    return [
        ("", "data-tile", name),
        ("svg", "html", tile["face"]),
        ("", "data-playable", "true" if fits else "false"),
        ("", "data-drawn", "true" if tile["drawn"] else None),
        ("", "data-laid", "true" if laid and laid[0] == name else None),
        ("", "data-dragged", "true" if name == state["dragged_tile"] else None),
        ("", "aria-label", say("ui.tile-fits" if fits else "ui.tile", {"tile": name})),
        ("", "aria-pressed", "true" if name == state["chosen_tile"] else "false"),
        ("", "tabindex", "0" if name == state["hand_tab_stop"] else "-1"),
    ]
