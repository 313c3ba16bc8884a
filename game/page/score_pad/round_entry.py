"""A round that is being entered on the pad: a plain dict, and functions that return a changed copy."""

MOST, LEAST = 10, 2


def fresh(pad):
    """An empty entry for the next round."""
    return {
        "number": None,  # the round to correct; None: a new round
        "out": None,  # the seat that went out, -1 for nobody, None if not entered yet
        "double": False,
        "told": [""] * len(pad["names"]),  # by seat: the typed text, or the list of tapped tiles
        "points": [None] * len(pad["names"]),  # by seat: the points of the tapped tiles
        "seat": 0,  # the seat of the tile dialog
    }


def of_round(pad, number):
    """An entry with the values of a written round, for a correction."""
    row = pad["rows"][number]
    told = []
    for seat, left in enumerate(row["left"]):
        told.append(left if left else "" if seat == row["out"] else str(row["scores"][seat]))
    points = [score if left else None for score, left in zip(row["scores"], row["left"])]
    return dict(fresh(pad), number=number, out=row["out"], double=row["double"], told=told, points=points)


def with_seat(entry, seat, what, points=None):
    """The entry with what a seat was left with: a typed text, or a list of tiles and their points."""
    values, worth = list(entry["told"]), list(entry["points"])
    values[seat], worth[seat] = what, points
    return dict(entry, told=values, points=worth)


def toggle_tile(tiles, tile):
    """The tiles with `tile` added, or removed if it was there."""
    return [other for other in tiles if other != tile] if tile in tiles else tiles + [tile]


def tapped_tiles(entry, seat):
    """The tiles that were tapped for a seat."""
    told = entry["told"][seat]
    return told if isinstance(told, list) else []


def held_by_other(entry, tile):
    """Whether another seat was left with the tile."""
    others = [seat for seat in range(len(entry["told"])) if seat != entry["seat"]]
    return any(tile in tapped_tiles(entry, seat) for seat in others)


def missing_seat(entry):
    """The first seat without a value, or -1."""
    for seat, told in enumerate(entry["told"]):
        if seat != entry["out"] and not told:
            return seat
    return -1


def arguments(entry):
    """The entry as the engine takes it. A text that is no number becomes -1, which the engine refuses."""
    values = []
    for seat, value in enumerate(entry["told"]):
        if seat == entry["out"]:
            values.append(0)
        elif isinstance(value, list):
            values.append(value)
        else:
            values.append(int(value) if value.isdigit() and len(value) < 6 else -1)
    given = {"out": entry["out"], "told": values, "double": entry["double"]}
    if entry["number"] is not None:
        given["number"] = entry["number"]
    return given
