"""The strip of seats, the yard, the round, the bar of ends, the foot and the prompt: everything that is only shown."""

from game.page.dom import attribute, clone, every, least, one, put, show
from game.page.words import say, words

BACKS = 14  # at most so many little tile backs (<i>) are drawn for a seat


def seats(scene):
    """Names, counts, totals, whose turn, who is on one tile."""
    strip = one("#seats")
    if strip.childElementCount != len(scene["seats"]):
        strip.replaceChildren()
        for seat in scene["seats"]:
            strip.append(_seat(seat))
    least(strip, len(scene["seats"]))
    for seat, line in zip(scene["seats"], every("#seats > li")):
        _fill_seat(line, seat, scene)


def _seat(seat):
    line = clone("t-seat")
    line.dataset.seat = str(seat["seat"])
    line.classList.add(f"s{seat['seat']}")
    return line


def _fill_seat(line, seat, scene):
    name = say("ui.you") if seat["seat"] == scene["you"] else seat["name"]
    put(one(".avatar", line), name[:1])
    put(one(".seat-name", line), name)
    for key in ("count", "total"):
        value = one("[data-{}]".format(key), line)
        attribute(value, "data-" + key, seat[key])
        attribute(line, "data-" + key, seat[key])
        put(value, seat[key])
    backs = one(".backs", line)
    if backs.childElementCount != min(seat["count"], BACKS):
        backs.innerHTML = "<i></i>" * min(seat["count"], BACKS)
    turn = seat["seat"] == scene["turn"] and scene["phase"] == "playing"
    attribute(line, "aria-current", "true" if turn else None)
    attribute(line, "data-away", "one" if seat["one"] else None)
    attribute(line, "data-called", "true" if seat["called"] else None)
    attribute(line, "aria-label", say("ui.seat", {"name": name, "n": seat["count"], "total": seat["total"]}))


def table_lines(scene):
    """The round, the yard, the open ends and what is pending."""
    put(one("#round-now"), say("ui.round-now", scene["round"]))
    put(one("#round-of"), say("ui.round-of", scene["round"]))
    put(one("#round-centre"), say("ui.round-centre", scene["round"]))
    yard = one("[data-yard]")
    attribute(yard, "data-yard", scene["yard"])
    put(yard, scene["yard"])
    put(one("#draw-count"), " · {}".format(scene["yard"]) if scene["yard"] else "")
    attribute(one("#yard"), "data-empty", None if scene["yard"] else "true")
    ends(scene)
    foot(scene)


def ends(scene):
    """The bar of open numbers, with how many ends each has; locked while something is pending."""
    bar = one("#ends")
    while bar.childElementCount > len(scene["ends"]):
        bar.lastElementChild.remove()
    while bar.childElementCount < len(scene["ends"]):
        bar.append(clone("t-end"))
    locked = any(not end["open"] for end in scene["ends"])
    live = any(end["open"] for end in scene["ends"])
    pending = locked or scene["foot"]
    least(bar.parentElement, len(scene["ends"]))
    attribute(bar, "data-locked", "true" if locked and live else None)
    for end, item in zip(scene["ends"], every("#ends > li")):
        state = "locked" if not end["open"] else "live" if pending else "open"
        attribute(item, "data-state", state)
        attribute(item, "data-suit", end["suit"])
        put(one("b", item), end["suit"])
        put(one("small", item), f"×{end['count']}" if end["count"] > 1 else "")


def foot(scene):
    """The banner of a pending foot: what is missing and what is unseen."""
    banner = one("#foot")
    show(banner, scene["foot"])
    attribute(banner.parentElement, "data-pending", "true" if scene["foot"] else None)
    if scene["foot"]:
        attribute(banner, "data-tone", "warn" if scene["dead"] else None)
        parts = words(scene["foot"]).split(" · ")
        put(one("#foot-toes"), parts[0])
        put(one("#foot-unseen"), "· " + parts[1] if len(parts) > 1 else "")


def prompt(scene, more=None):
    """The line above the hand; `more` replaces its quieter part."""
    lines = [words(line) for line in scene["prompt"]]
    put(one("#prompt-do"), lines[0])
    quiet = more or (lines[1] if len(lines) > 1 else "")
    put(one("#prompt-more"), "· " + quiet if quiet else "")
