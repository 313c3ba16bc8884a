"""A round that is being entered on the score pad: a plain dict (`entry`), and functions that return a changed copy."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import updated

if TYPE_CHECKING:
    from typing import Unpack

    from game.contract.answers.list_answers import PadData
    from game.contract.basics import Tile
    from game.page.score_pad import PadDraft, WrittenRound

LEAST_PLAYERS, MOST_PLAYERS = 2, 10
MOST_DIGITS = 5  # how many digits typed points may have


def changed(entry: "PadDraft", **values: "Unpack[PadDraft]") -> "PadDraft":
    """The entry with some of its values changed."""
    return updated(entry, **values)


def fresh(pad: "PadData") -> "PadDraft":
    """An empty entry for the next round."""
    return {
        "number": None,  # the round to correct, from 0; None: a new round
        "out": None,  # the seat that went out, -1 for nobody, None if not entered yet
        "double": False,  # the seat went out on a double
        "values": [""] * len(pad["names"]),  # by seat: the typed points as text, or the list of tapped tiles
        "points": [None] * len(pad["names"]),  # by seat: the points of the tapped tiles, or None
        "seat": 0,  # the seat whose tiles the tile dialog shows
    }


def of_round(pad: "PadData", number: "int") -> "PadDraft":
    """An entry with the values of a written round, for its correction."""
    row = pad["rows"][number]
    values: list[str | list[Tile]] = []
    for seat, remaining in enumerate(row["left"]):
        values.append(remaining if remaining else "" if seat == row["out"] else str(row["scores"][seat]))
    points = [score if remaining else None for score, remaining in zip(row["scores"], row["left"])]
    return changed(
        fresh(pad), number=number, out=row["out"], double=row["double"], values=values, points=points
    )


def with_seat(
    entry: "PadDraft", seat: "int", value: "str | list[Tile]", points: "int | None" = None
) -> "PadDraft":
    """Enter a seat's value: its points as a typed text, or the list of its remaining tiles and their `points`."""
    values, tile_points = list(entry["values"]), list(entry["points"])
    values[seat], tile_points[seat] = value, points
    return changed(entry, values=values, points=tile_points)


def toggle_tile(tiles: "list[Tile]", tile: "Tile") -> "list[Tile]":
    """The list of tiles with `tile` added, or removed if it was in the list."""
    return [other for other in tiles if other != tile] if tile in tiles else tiles + [tile]


def tapped_tiles(entry: "PadDraft", seat: "int") -> "list[Tile]":
    """The tiles that were tapped for a seat; an empty list if its points were typed."""
    value = entry["values"][seat]
    return value if isinstance(value, list) else []


def held_by_other(entry: "PadDraft", tile: "Tile") -> "bool":
    """Whether the tile was tapped for a seat other than the one whose tiles the dialog shows."""
    others = [seat for seat in range(len(entry["values"])) if seat != entry["seat"]]
    return any(tile in tapped_tiles(entry, seat) for seat in others)


def somebody_out(entry: "PadDraft") -> "bool":
    """Whether the entry says that a seat went out."""
    return entry["out"] not in (None, -1)


def missing_seat(entry: "PadDraft") -> "int":
    """The first seat without a value, or -1. The seat that went out needs none."""
    for seat, value in enumerate(entry["values"]):
        if seat != entry["out"] and not value:
            return seat
    return -1


def arguments(entry: "PadDraft") -> "WrittenRound":
    """The entry as arguments of the engine's verb `write_pad`, in which "told" has each seat's points or remaining tiles.

    A text that is no number becomes -1, which the engine refuses.
    """
    values: list[int | list[Tile]] = []
    for seat, value in enumerate(entry["values"]):
        if seat == entry["out"]:
            values.append(0)
        elif isinstance(value, list):
            values.append(value)
        else:
            values.append(int(value) if value.isdigit() and len(value) <= MOST_DIGITS else -1)
    round_values: WrittenRound = {"out": entry["out"], "told": values, "double": entry["double"]}
    if entry["number"] is not None:
        round_values["number"] = entry["number"]
    return round_values
