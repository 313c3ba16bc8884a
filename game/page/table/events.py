"""What happens, seen where it happens: words under the seats, a banner for what happens to the person, a round's card."""

from game.page.words import say, words


def beats(scene):
    """What a scene tells, in the parts that are shown one after the other: a seat's at once, and all that search at once."""
    parts = []
    for each in scene.get("seen", []):
        search = each["event"] == "start-draw"
        last = parts[-1][-1] if parts else None
        if last and (last["seat"] == each["seat"] or (search and last["event"] == "start-draw")):
            parts[-1].append(each)
        else:
            parts.append([each])
    return parts


def view(state):
    """The part that is told now."""
    scene, told, card = state["scene"], state["told"], state["card"]
    if not scene:
        return []
    seats = len(scene["seats"])
    latest = {}
    for number, each in enumerate(told):
        if each["event"] == "start-draw":
            latest[each["seat"]] = number  # a seat that draws more than once in a search is told of once
    shown = [
        (number, each)
        for number, each in enumerate(told)
        if each["event"] != "start-draw" or latest[each["seat"]] == number
    ]
    banner = [each["banner"] for each in told if each["banner"]]
    return [
        (
            "#bubbles",
            "rows",
            [("{}.{}".format(state["beat"], n), "t-bubble", _bubble(each, seats)) for n, each in shown],
        ),
        ("#bubbles", "data-many", "true" if len(latest) > 1 else None),
        ("#banner", "text", words(banner[-1]) if banner else ""),
        ("#banner", "hidden", not banner),
        ("#card", "hidden", not card),
        ("#card-title", "text", say("card.title", card) if card else ""),
        ("#card-lines", "text", " ".join([words(line) for line in card["lines"]]) if card else ""),
    ]


def _bubble(each, seats):
    seat = each["seat"]
    middle = 50 if seat < 0 else 100 * (seat + 0.5) / seats
    return [
        ("", "data-event", each["event"]),
        ("", "data-seat", seat if seat >= 0 else ""),
        ("", "class", "bubble s{}".format(seat) if seat >= 0 else "bubble"),
        ("", "style", "--at:{:.1f}%;--seats:{}".format(middle, seats)),
        ("", "text", words(each["text"])),
    ]
