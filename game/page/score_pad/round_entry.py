"""A round on its way to the pad, as a plain value: who went out, and what each seat says; the functions answer another one."""

MOST, LEAST = 10, 2


def fresh(pad):
    """Nothing said yet of the next round."""
    return {
        "number": None,  # the round that is corrected; None: the next is written
        "out": None,  # who went out, -1 nobody, None not said yet
        "double": False,
        "told": [""] * len(pad["names"]),  # by seat: what was typed, or the tiles tapped
        "points": [None] * len(pad["names"]),  # what tapped tiles come to
        "seat": 0,  # whose tiles are tapped
    }


def of_round(pad, number):
    """What was said of a round that is written, to be corrected."""
    row = pad["rows"][number]
    told = []
    for seat, left in enumerate(row["left"]):
        told.append(left if left else "" if seat == row["out"] else str(row["scores"][seat]))
    points = [score if left else None for score, left in zip(row["scores"], row["left"])]
    return dict(fresh(pad), number=number, out=row["out"], double=row["double"], told=told, points=points)


def said(entry, seat, what, points=None):
    """The entry with what a seat was left with: a text, or a list of tiles and what they come to."""
    told, worth = list(entry["told"]), list(entry["points"])
    told[seat], worth[seat] = what, points
    return dict(entry, told=told, points=worth)


def tapped(tiles, tile):
    """A hand with a tile more, or without it."""
    return [other for other in tiles if other != tile] if tile in tiles else tiles + [tile]


def hand(entry, seat):
    """The tiles that were tapped for a seat."""
    told = entry["told"][seat]
    return told if isinstance(told, list) else []


def elsewhere(entry, tile):
    """Whether another seat was left with the tile."""
    others = [seat for seat in range(len(entry["told"])) if seat != entry["seat"]]
    return any(tile in hand(entry, seat) for seat in others)


def missing(entry):
    """The seat of which nothing is said, -1 where none is."""
    for seat, told in enumerate(entry["told"]):
        if seat != entry["out"] and not told:
            return seat
    return -1


def to_write(entry):
    """The round as the engine takes it; a text that is no number is -1, which it refuses."""
    told = []
    for seat, each in enumerate(entry["told"]):
        if seat == entry["out"]:
            told.append(0)
        elif isinstance(each, list):
            told.append(each)
        else:
            told.append(int(each) if each.isdigit() and len(each) < 6 else -1)
    given = {"out": entry["out"], "told": told, "double": entry["double"]}
    if entry["number"] is not None:
        given["number"] = entry["number"]
    return given
