"""What happens, seen where it happens: words under the seats, a banner for what happens to the person, a round's card."""

from game.page.words import say, words

# Seconds, at normal pace, for which a part is told; a draw in search of the centre is a short one.
BEAT, SEARCH = 1.2, 0.6
LEAST = 1.1  # for so long a sentence stays at least, also when the next part comes sooner


def beats(scene):
    """What a scene tells, in the parts that are shown one after the other: a seat's at once, each draw of a search by itself."""
    parts = []
    for each in scene.get("seen", []):
        last = parts[-1] if parts else None
        if last and last[0]["seat"] == each["seat"] and each["event"] != "start-draw" and not is_search(last):
            last.append(each)
        else:
            parts.append([each])
    return parts


def is_search(part):
    """Whether the part is a draw in search of the round's double."""
    return part[0]["event"] == "start-draw"


def seconds(part):
    """For how long a part is told before the next, at normal pace."""
    return SEARCH if is_search(part) else BEAT


def told_on(told, part, now, least):
    """The bubbles from `now` (ms) on: those seen for less than `least` ms, and those of the part, which nobody has seen yet."""
    kept = [each for each in told if least and (each["since"] is None or now - each["since"] < least)]
    return kept + [dict(each, since=None) for each in part]


def drawn(told, now):
    """The bubbles after a frame that showed them all: each counts its time from the first such frame."""
    return [each if each["since"] is not None else dict(each, since=now) for each in told]


def view(state):
    """The part that is told now."""
    scene, told, card = state["scene"], state["events_shown"], state["round_card"]
    if not scene:
        return []
    banner = [each["banner"] for each in told if each["banner"]]
    return [
        (
            "#bubbles",
            "rows",
            [(each["key"], "t-bubble", _bubble(each, len(scene["seats"]))) for each in told],
        ),
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
        ("", "style", "--at:{:.1f}%".format(middle)),
        ("", "text", words(each["text"])),
    ]
