"""The row of seats, the labels on the table, and the bar of open ends."""

from game.page.dom import counts_up_to
from game.page.words import display_name, monogram, say, words

MOST_BACKS = 14  # the most tile backs (<i>) that a seat shows


def seats(state):
    """Each seat's name, tile count and total; whose turn it is, and who is down to one tile."""
    scene = state["scene"]
    if not scene:
        return []
    rows = [(seat["seat"], "t-seat", _seat(seat, scene)) for seat in scene["seats"]]
    return [("#seats", "rows", rows), ("#seats", "data-least", counts_up_to(len(rows)))]


def _seat(seat, scene):
    number, count, total = seat["seat"], seat["count"], seat["total"]
    name = display_name(seat["name"], number == scene["you"])
    tiles, points = ["count.tiles", {"n": count}], ["count.points", {"n": total}]
    turn = number == scene["turn"] and scene["phase"] in ("playing", "replay")
    return [
        ("", "data-seat", number),
        ("", "class", "seat s{}".format(number)),
        (".avatar", "text", monogram(name)),
        (".seat-name", "text", name),
        ("", "data-count", count),
        ("b[data-count]", "data-count", count),
        ("b[data-count]", "text", count),
        ("", "data-total", total),
        ("b[data-total]", "data-total", total),
        ("b[data-total]", "text", total),
        (".backs", "html", "<i></i>" * min(count, MOST_BACKS)),
        ("", "aria-current", "true" if turn else None),
        ("", "data-away", "one" if seat["one"] else None),
        ("", "data-called", "true" if seat["called"] else None),
        (".tap", "data-of", number),
        (".tap", "aria-label", say("ui.seat", {"name": name, "tiles": tiles, "points": points})),
    ]


def down_to_one(before, scene):
    """A warning for each other player who came down to one tile since the scene before."""
    if not before or not scene["steps"] or (before["phase"], scene["phase"]) != ("playing", "playing"):
        return []
    had = [seat["seat"] for seat in before["seats"] if seat["one"]]
    return [
        say("tell.down-to-one", {"name": seat["name"]})
        for seat in scene["seats"]
        if seat["one"] and seat["seat"] not in had and seat["seat"] != scene["you"]
    ]


def labels(state):
    """The labels of the round and the yard."""
    scene = state["scene"]
    if not scene:
        return []
    number, yard = scene["round"], scene["yard"]
    return [
        ("#round-now", "text", say("ui.round-now", number)),
        ("#round-of", "text", say("ui.round-of", number)),
        ("#round-centre", "text", say("ui.round-centre", number)),
        ("[data-yard]", "data-yard", yard),
        ("[data-yard]", "text", yard),
        ("#draw-count", "text", yard or ""),
        ("#yard", "data-empty", None if yard else "true"),
    ]


def ends(state):
    """The bar of open numbers with the count of their ends, locked while a double is pending; and the label of the pending foot."""
    scene = state["scene"]
    if not scene:
        return []
    foot, locked, live = scene["foot"], False, False
    for end in scene["ends"]:
        locked, live = locked or not end["open"], live or end["open"]
    pending = locked or foot
    parts = [words(part) for part in foot] + ["", ""]
    return [
        ("#ends", "rows", [(n, "t-end", _end(end, pending)) for n, end in enumerate(scene["ends"])]),
        ("#ends", "data-locked", "true" if locked and live else None),
        (".ends-line", "data-least", counts_up_to(len(scene["ends"]))),
        (".ends-line", "data-pending", "true" if foot else None),
        ("#foot", "hidden", not foot),
        ("#foot", "data-tone", "warn" if scene["dead"] else None),
        ("#foot-toes", "text", parts[0]),
        ("#foot-unseen", "text", parts[1]),
    ]


def _end(end, pending):
    return [
        ("", "data-state", "locked" if not end["open"] else "live" if pending else "open"),
        ("", "data-suit", end["suit"]),
        ("b", "text", end["suit"]),
        ("small", "text", "×{}".format(end["count"]) if end["count"] > 1 else ""),
        (".tap", "data-end", end["suit"]),
        (".tap", "aria-label", say("ui.end", {"suits": say("suits.{}".format(end["suit"]))})),
    ]
