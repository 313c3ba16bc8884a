"""Show events where they happen: bubbles under the seats, a banner for events that concern the person, and a round's card.

A *part* is a list of events that are shown together.
"""

from game.page.words import say, words

# Seconds, at normal pace, for which a part is shown; the second for a draw in search of the starting double.
PART_SECONDS, SEARCH_SECONDS = 1.2, 0.6
LEAST_SECONDS = 1.1  # the least seconds for an event, also when the next part comes sooner


def parts_of(scene):
    """The events of a scene in parts: successive events of one seat together, each draw of a search alone."""
    parts = []
    for event in scene.get("seen", []):
        last = parts[-1] if parts else None
        if (
            last
            and last[0]["seat"] == event["seat"]
            and event["event"] != "start-draw"
            and not is_search(last)
        ):
            last.append(event)
        else:
            parts.append([event])
    return parts


def is_search(part):
    """Whether the part is a draw in search of the starting double."""
    return part[0]["event"] == "start-draw"


def seconds(part):
    """How long a part is shown before the next one, in seconds at normal pace."""
    return SEARCH_SECONDS if is_search(part) else PART_SECONDS


def on_screen(shown, part, now, least):
    """The events on screen from `now` (ms) on: earlier events that were visible for less than `least` ms, then the part."""
    kept = [event for event in shown if least and (event["since"] is None or now - event["since"] < least)]
    return kept + [dict(event, since=None) for event in part]


def visible(shown, now):
    """The events after a frame at `now` (ms) that showed them. Each counts its time from its first such frame."""
    return [event if event["since"] is not None else dict(event, since=now) for event in shown]


def view(state):
    """The events on screen, the banner and the round's card."""
    scene, shown, card = state["scene"], state["events_shown"], state["round_card"]
    if not scene:
        return []
    banner = [event["banner"] for event in shown if event["banner"]]
    return [
        (
            "#bubbles",
            "rows",
            [(event["key"], "t-bubble", _bubble(event, len(scene["seats"]))) for event in shown],
        ),
        ("#banner", "text", words(banner[-1]) if banner else ""),
        ("#banner", "hidden", not banner),
        ("#card", "hidden", not card),
        ("#card-title", "text", say("card.title", card) if card else ""),
        ("#card-lines", "text", " ".join([words(line) for line in card["lines"]]) if card else ""),
    ]


def _bubble(event, seats):
    seat = event["seat"]
    middle = 50 if seat < 0 else 100 * (seat + 0.5) / seats
    return [
        ("", "data-event", event["event"]),
        ("", "data-seat", seat if seat >= 0 else ""),
        ("", "class", "bubble s{}".format(seat) if seat >= 0 else "bubble"),
        ("", "style", "--at:{:.1f}%".format(middle)),
        ("", "text", words(event["text"])),
    ]
