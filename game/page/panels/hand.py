"""The person's hand: a row of buttons with one tab stop, sorted by a setting."""

from game.page.dom import counts_up_to
from game.page.words import say


def sort_hand(tiles, order, own):
    """The tiles of a hand, sorted by "playable", "number", "points" or "own" (`own` lists tiles in the person's order)."""
    if order == "points":
        return sorted(tiles, key=lambda tile: -tile["points"])
    if order == "own":
        places = {name: place for place, name in enumerate(own)}
        return sorted(tiles, key=lambda tile: places.get(tile["tile"], 999))
    high_first = list(reversed(tiles))
    if order == "playable":
        return [t for t in high_first if t["fits"]] + [t for t in high_first if not t["fits"]]
    return high_first


def tab_stop_after(before, stop, row):
    """The tab stop of a changed row: the same tile, or the tile in its place; None without tiles."""
    if stop in row or not row:
        return stop if row else None
    return row[min(before.index(stop) if stop in before else 0, len(row) - 1)]


def step_index(count, here, step):
    """The index among `count` that a step leads to: -1 or 1 (wrapping round), "first" or "last"."""
    if step == "first":
        return 0
    return count - 1 if step == "last" else (here + step) % count


def row_after_drop(row, tile, boxes, place):
    """The row after a tile was dropped at `place`. `boxes` are (left, top, right, bottom) of the row's tiles. All in px."""
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
    """The tiles as buttons. A tile that stays keeps its button."""
    scene = state["scene"]
    if not scene:
        return []
    tiles = {tile["tile"]: tile for tile in scene["hand"]}
    row = state["hand_order"]
    return [
        ("#hand", "rows", [(name, "t-hand-tile", _button(tiles[name], state)) for name in row]),
        ("#hand", "data-least", counts_up_to(len(row))),
        ("#hand", "data-fives", "true" if len(row) % 5 == 0 else None),
        ("#hand", "data-mine", "true" if _persons_turn(scene) else None),
        ("#hand-points", "text", scene["points"]),
    ]


def _persons_turn(scene):
    """Whether the person has to choose. Lessons and puzzles offer no hint, so there the turn decides."""
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
