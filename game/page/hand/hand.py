"""The person's hand: a row of buttons with one tab stop, sorted by the setting "order"."""

from game.for_types import TYPE_CHECKING
from game.page.hand import room
from game.page.kernel.dom import counts_up_to
from game.page.kernel.painting import LazyCells
from game.page.kernel.room import updated
from game.page.kernel.words import say
from game.page.notices.notice import with_notice, without_notice

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from game.contract.basics import Tile
    from game.contract.kept import Settings
    from game.contract.scenes import HandTile
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Cells, Edges, Element, Point, SceneState, State, TableScene

    Step = Literal["first", "last", -1, 1]


def sort_hand(tiles: "list[HandTile]", order: "str", own_order: "list[Tile]") -> "list[HandTile]":
    """The tiles of a hand, sorted by `order`: "number", "points" or "own".

    "number" and "points" put high tiles first. "own" follows `own_order`, a list of tiles as texts; tiles that it lacks
    come last, and while it is empty "own" is as "number". `tiles` is scene["hand"], low tiles first. No order depends on
    what fits: people remember where a tile is, and lose it if tiles change places with every turn.
    """
    if order == "points":
        return _sorted_by(tiles, lambda tile: -tile["points"])
    if order == "own" and own_order:
        ranks = {name: rank for rank, name in enumerate(own_order)}
        return _sorted_by(tiles, lambda tile: ranks.get(tile["tile"], 999))
    return list(reversed(tiles))


def _sorted_by(tiles: "list[HandTile]", key: "Callable[[HandTile], int]") -> "list[HandTile]":
    """The tiles sorted by `key`. Tiles with equal keys stay in order, unlike with `sorted` in MicroPython."""
    indices = sorted(range(len(tiles)), key=lambda index: (key(tiles[index]), index))
    return [tiles[index] for index in indices]


def tab_stop_after(before: "list[Tile]", stop: "Tile | None", row: "list[Tile]") -> "Tile | None":
    """The tab stop of a changed row: the old one if it is still there, else the tile now at its index; None if `row` is empty.

    `before` is the row before the change, and `stop` its tab stop.
    """
    if stop in row or not row:
        return stop if row else None
    return row[min(before.index(stop) if stop in before else 0, len(row) - 1)]


def step_index(count: "int", index: "int", step: "Step") -> "int":
    """The index after a step in a row of `count`: "first", "last", -1 or 1. The last two wrap round at the ends."""
    if step == "first":
        return 0
    return count - 1 if step == "last" else (index + step) % count


def row_after_drop(row: "list[Tile]", tile: "Tile", boxes: "list[Edges]", drop: "Point") -> "list[Tile]":
    """The row after the person dropped one of its tiles at `drop`.

    `drop` is (x, y), and `boxes` are (left, top, right, bottom) of the row's tiles, all in px.
    """
    others = [name for name in row if name != tile]
    insert_at = len(others)
    for index, name in enumerate(others):
        left, top, right, bottom = boxes[row.index(name)]
        is_above = drop[1] < top
        is_left_of = drop[1] < bottom and drop[0] < (left + right) / 2
        if is_above or is_left_of:
            insert_at = index
            break
    return others[:insert_at] + [tile] + others[insert_at:]


def with_sorted_hand(state: "State") -> "State":
    """The state with a sorted hand."""
    return updated(state, **sorted_hand(state))


def sorted_hand(state: "State") -> "State":
    """The changes that sort the hand by the setting "order", or as the person arranged this deal.

    The tab stop stays on its tile, or moves to the next one.
    """
    if not state["scene"]:
        return {}
    order = "own" if state["own_order"] else state["settings"]["order"]
    tiles = sort_hand(state["scene"]["hand"], order, state["own_order"])
    row = [tile["tile"] for tile in tiles]
    return {
        "hand_order": row,
        "hand_tab_stop": tab_stop_after(state["hand_order"], state["hand_tab_stop"], row),
    }


@room.reducer("scene")
def take_hand(state: "SceneState", before: "State") -> "State":
    """A scene puts the chosen tile back, and brings the hand: a person's order lasts for a deal, also after another person's turn."""
    scene, key = state["scene"], _deal_key(state)
    own = state["own_orders"].get(key, [])
    # A deal by a link has no seal that names it. The same one has no tile that the order lacks.
    if (
        scene.get("whole_round")
        and not _seal(scene)
        and any(tile["tile"] not in own for tile in scene["hand"])
    ):
        own = []
    orders = (
        state["own_orders"] if own or key not in state["own_orders"] else _without(state["own_orders"], key)
    )
    changes = sorted_hand(updated(state, own_order=own))
    if own and scene["hand"]:
        orders = updated(orders, **{key: changes["hand_order"]})  # with the tiles that were drawn since
    return updated(changes, own_order=own, own_orders=orders, chosen_tile=None)


def _seal(scene: "TableScene") -> "str":
    """What names the match: the hash of its seed, or its day; "" for a deal by a link, a lesson, a puzzle or a replay."""
    if scene["phase"] == "replay":
        return ""
    return scene.get("sealed") or scene.get("day") or ""


def _deal_key(state: "State") -> "str":
    """The key of a person's order in the state: the match, the round and the seat. A replay has none of its own."""
    scene = state["scene"]
    if not scene:
        return ""
    return "{} {} {} {}".format(
        scene["phase"] == "replay", _seal(scene), scene["round"]["number"], scene["you"]
    )


def _without(orders: "dict[str, list[Tile]]", key: "str") -> "dict[str, list[Tile]]":
    """The orders but that of the key."""
    return {other: orders[other] for other in orders if other != key}


def without_own_order(state: "State") -> "State":
    """The state with the hand on the table sorted by the settings again."""
    orders = _without(state["own_orders"], _deal_key(state))
    return with_sorted_hand(updated(state, own_order=[], own_orders=orders))


@room.observer("settings")
def sort_again(app: "App", settings: "Settings") -> "None":
    """Sort the hand again, because the order may have changed."""
    if app.scene:
        app.set_state(with_sorted_hand(app.state))


def with_own_order(state: "State", tile: "Tile", row: "list[Tile]") -> "State":
    """The state after the person moved a tile within the hand. Until the next deal the hand keeps the order `row`.

    A notice says so, and offers to sort the hand again.
    """
    if row == state["hand_order"]:
        return state
    orders = updated(state["own_orders"], **{_deal_key(state): row})
    moved = with_sorted_hand(updated(state, own_order=row, own_orders=orders))
    return with_notice(moved, say("ui.hand-moved", {"tile": tile}), "order")


@room.action("sort-again")
def sort_hand_again(app: "App", button: "Element") -> "None":
    """Sort the hand by the settings again, after the person moved a tile within it."""
    app.set_state(without_notice(without_own_order(app.state)))


@room.view("scene", "hand_order", "hand_tab_stop", "chosen_tile", "laid_early", "dragged_tile")
def view(state: "State") -> "list[Cell]":
    """The tiles as buttons, and the points of the hand. A tile that stays in the hand keeps its button."""
    scene = state["scene"]
    if not scene:
        return []
    tiles = {tile["tile"]: tile for tile in scene["hand"]}
    row = state["hand_order"]
    return [
        ("#hand", "rows", [(name, "t-hand-tile", _cells_of_tile(tiles[name], state)) for name in row]),
        ("#hand", "data-least", counts_up_to(len(row))),  # "1 2 3": at least so many tiles, for the styles
        ("#hand", "data-mine", "true" if _persons_turn(scene) else None),
        ("#hand-points", "text", scene["points"]),
        ("#in-hand", "text", say("ui.in-hand", {"n": scene["points"]})),
    ]


def _persons_turn(scene: "TableScene") -> "bool":
    """Whether it is the person's turn to choose a move.

    In lessons and puzzles, "hint" is never possible, so look at the turn.
    """
    return scene["can"]["hint"] or (scene["phase"] in ("lesson", "puzzle") and scene["turn"] == scene["you"])


def pip_count(tile: "Tile") -> "int":
    """The pips of a tile such as "9-4". Most tiles count so many points."""
    return sum([int(half) for half in tile.split("-")])


def _label(tile: "HandTile") -> "str":
    name, points = tile["tile"], tile["points"]
    label = say("ui.tile-fits" if tile["fits"] else "ui.tile", {"tile": name})
    if points == pip_count(name):
        return label
    return say("ui.tile-worth", {"tile": label, "points": say("count.points", {"n": points})})


def _cells_of_tile(tile: "HandTile", state: "State") -> "Cells":
    """The cells of a tile's button, made if something of the tile has changed."""
    name, laid = tile["tile"], state["laid_early"]
    return LazyCells(
        _button,
        tile,
        laid is not None and laid[0] == name,
        name == state["dragged_tile"],
        name == state["chosen_tile"],
        name == state["hand_tab_stop"],
    )


def _button(
    tile: "HandTile", is_laid: "bool", is_dragged: "bool", is_chosen: "bool", is_tab_stop: "bool"
) -> "list[Cell]":
    """The cells of a tile's button."""
    name, fits = tile["tile"], tile["fits"]
    return [
        ("", "data-tile", name),
        ("svg", "html", tile["face"]),
        (".worth", "text", tile["points"]),
        (".worth", "hidden", tile["points"] == pip_count(name)),
        ("", "data-playable", "true" if fits else "false"),
        ("", "data-drawn", "true" if tile["drawn"] else None),
        ("", "data-laid", "true" if is_laid else None),
        ("", "data-dragged", "true" if is_dragged else None),
        ("", "aria-label", _label(tile)),
        ("", "aria-pressed", "true" if is_chosen else "false"),
        ("", "tabindex", "0" if is_tab_stop else "-1"),
    ]
