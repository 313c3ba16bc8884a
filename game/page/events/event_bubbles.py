"""Show events: a bubble for each, a banner for events that concern the person, the card at a round's start.

Bubbles and banner cover the prompt above the hand, so that nothing lies over the table.

An event is an entry of scene["seen"] (game/engine/scene.py). An event on screen also has a "key", which is unique, and
"since", the time in ms at which the browser first displayed it, or None. A *part* is a list of events that are shown
together. The *search* is the drawing of tiles for the starting double.
"""

from game.for_types import TYPE_CHECKING
from game.page.board import motion
from game.page.events import room
from game.page.hand.hand import pip_count
from game.page.kernel.dom import counts_up_to
from game.page.kernel.room import required, updated
from game.page.kernel.words import say, unbroken, words, written_date
from game.page.people.portraits import face_of, portrait
from game.page.settings import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.contract.basics import Markup
    from game.contract.scenes import EventKind, VisibleEvent
    from game.page.events import Part, ShownCard, ShownEvent
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Measured, SceneState, State, TableScene

# Times at normal pace:
PART_SECONDS = 1.2  # how long a part is shown before the next one
FOOT_SECONDS = (
    2.0  # the same for a double: its call is seen late, when the foot has appeared (board/callouts.py)
)
EXPLAIN_SECONDS = 2.6  # the same in a first match if its words explain something, or are many
SEARCH_SECONDS = 0.6  # the same for a draw of the search
END_SECONDS = (
    3.5  # the same for the end of the round, before the score sheet covers the table (sheet/round_end.py)
)
DEAR = 20  # points: a tile that costs at least so much, and has fewer pips, is dear
LONG = 32  # characters: beside a longer event another bubble says how many tiles it has moved
LONGEST = 60  # characters: a longer event is smaller
TWO_LINES = 40  # characters: a longer event takes two lines on a phone
MOST_SHOWN = MOST_LINES = 3  # events on screen, and their lines: more do not fit above the hand
COMFORTABLE_LINES = 2  # more are close together
# Prompts about a drawn tile.
DRAWN = ("prompt.drawn-again", "prompt.drawn-or-pass", "prompt.drawn-pass", "prompt.drawn-play")
LEAST_SECONDS = 1.1  # how long an event stays at least, also if the next part comes sooner


def parts_of(scene: "TableScene") -> "list[Part]":
    """The events of a scene in parts: successive events of one seat together, but each draw of the search alone."""
    parts: list[Part] = []
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


def with_moved_tiles(parts: "list[Part]", scene: "TableScene") -> "list[Part]":
    """The parts, in which the last play also says that it has moved laid tiles."""
    count = motion.count_moved(scene)
    plays = [event for part in parts for event in part if event["event"] in ("play", "double")]
    if not count or not plays:
        return parts
    return [
        [updated(event, moved=count) if event is plays[-1] else event for event in part] for part in parts
    ]


def is_search(part: "Part") -> "bool":
    """Whether the part is a draw of the search."""
    return part[0]["event"] == "start-draw"


def without_search(parts: "Sequence[Part]") -> "list[Part]":
    """The parts that are no draws of the search. The card of the round sums the search up."""
    return [part for part in parts if not is_search(part)]


def seconds(part: "Part", state: "State") -> "float":
    """How long a part is shown before the next one, in seconds at normal pace."""
    explains = any(_is_called_for_person(event, state) or _is_own_pass(event, state) for event in part)
    if settings.is_first_match(state["settings"]) and (
        explains or _lines(_told(part, state)) >= MOST_LINES  # type: ignore[arg-type]  # without a key
    ):
        return EXPLAIN_SECONDS
    if part[-1]["event"] in ("out", "blocked"):
        return END_SECONDS
    if any(event["event"] == "double" for event in part):
        return FOOT_SECONDS
    return SEARCH_SECONDS if is_search(part) else PART_SECONDS


def reading_seconds(parts: "Sequence[Part]", state: "State") -> "float":
    """Seconds at normal pace to read these parts. A scene without events takes as long as one part."""
    return sum([seconds(part, state) for part in parts]) or PART_SECONDS


def on_screen(
    shown: "list[ShownEvent]", part: "list[ShownEvent]", now: "float", least_ms: "float"
) -> "list[ShownEvent]":
    """The events on screen from `now` (ms) on: the part, and before it the events of `shown` that must stay.

    An event must stay until it was visible for `least_ms`, unless there are more than MOST_SHOWN.
    """
    staying = [
        event for event in shown if least_ms and (event["since"] is None or now - event["since"] < least_ms)
    ]
    shown_now = staying + [updated(event, since=None) for event in part]
    return shown_now[-max(MOST_SHOWN, len(part)) :]


def visible(shown: "list[ShownEvent]", last: "int", now: "float") -> "list[ShownEvent]":
    """The events after the browser displayed those up to key `last` at `now` (ms).

    An event that was displayed before keeps its earlier time.
    """
    return [
        updated(event, since=now) if event["since"] is None and event["key"] <= last else event
        for event in shown
    ]


@room.view("scene", "events_shown", "round_card", "settings")
def view(state: "State") -> "list[Cell]":
    """The events on screen, the banner and the round's card.

    Where the banner explains a call of the person's last tile, it takes the place of the own bubbles, and that of an own catch the
    place of its bubble.
    """
    scene, shown, card = state["scene"], state["events_shown"], state["round_card"]
    seconds = card["seconds"] if card else None  # None: the card waits for the person
    if not scene:
        return []
    banners = [_banner(event, state) for event in shown]
    banner = [text for text in banners if text]
    has_no_aim = not card or card["number"] > 1 or bool(seconds)  # or no time to read it
    is_called = any(_is_called_for_person(event, state) for event in shown)
    beside = [event for event in shown if not (is_called and event["seat"] == scene["you"])]
    beside = [event for event in beside if not (event["banner"] and _is_own("catch", event, state))]
    told = _told(beside, state)
    if len(told) >= MOST_SHOWN:  # the table shows that, too
        told = [each for each in told if each[0]["event"] != "foot-filled"]
    if _lines(told) > COMFORTABLE_LINES:  # the call-out shows that, too
        told = [each for each in told if not _is_own("call", each[0], state)] or told
    while len(told) > 1 and _lines(told) > MOST_LINES:
        told = told[1:]
    rows = [(str(event["key"]) + text, "t-bubble", _bubble(event, text)) for event, text in told]
    return [
        ("#bubbles", "rows", rows),
        ("#bubbles", "data-least", counts_up_to(_lines(told) if len(told) > 1 else len(told))),
        ("#headline", "text", unbroken(banner[-1]) if banner else ""),
        ("#headline", "hidden", not banner),
        ("#tray", "data-banner", "true" if banner else None),
        ("#card", "hidden", not card),
        ("#card-label", "text", _card_label(card, scene) if card else ""),
        ("#card-title", "text", _card_title(card) if card else ""),
        ("#card-aim", "hidden", has_no_aim),
        ("#card-foot", "hidden", has_no_aim),
        ("#card-aim", "text", unbroken(_aim(card, scene)) if card else ""),
        (".card-opens", "class", "card-opens s{}".format(card["seat"]) if card else "card-opens"),
        (".card-opens .avatar", "html", _opener(card, scene) if card else ""),
        ("#card-begin", "data-countdown", "true" if seconds else None),
        ("#card-begin", "style", "--seconds:{}s".format(seconds) if seconds else None),
        ("#card-lines", "text", unbroken(" ".join(_card_lines(card, scene))) if card else ""),
    ]


def occasion(scene: "TableScene") -> "str":
    """What makes this match special: the date of the deal of the day, or the points to beat in a challenge; or ""."""
    if scene["phase"] == "replay":
        return ""
    if scene.get("day"):
        return say("ui.day", {"date": written_date(scene["day"], day="numeric", month="long")})
    return say("ui.to-beat", {"n": scene["to_beat"]}) if "to_beat" in scene else ""


def _card_label(card: "ShownCard", scene: "TableScene") -> "str":
    """The occasion, and in the first round of several the number of the round, which is the title of later ones."""
    parts = [say("card.title", card)] if card["number"] == 1 and not scene.get("day") else []
    return " · ".join([part for part in parts + [occasion(scene)] if part])


def _card_title(card: "ShownCard") -> "str":
    """The aim of the game in the first round, later the number of the round."""
    return say("card.aim") if card["number"] == 1 else say("card.title", card)


def _opener(card: "ShownCard", scene: "TableScene") -> "Markup":
    """The portrait of the seat that begins the round."""
    return portrait(face_of(scene["seats"][card["seat"]]), card["seat"])


def _aim(card: "ShownCard", scene: "TableScene") -> "str":
    """The aim of the game, with the dear tile, unless the person holds it: then a line does (`card.worth`)."""
    aim, blank = say("card.aim-more"), card.get("blank", 0)
    is_held = any(tile["tile"] == "0-0" for tile in scene["hand"])
    if blank >= DEAR and not is_held:
        aim += " " + say("card.blank", {"n": blank})
    return aim


def _card_lines(card: "ShownCard", scene: "TableScene") -> "list[str]":
    """Who begins and why, and which tiles of the hand were drawn or do not count their pips."""
    lines = [words(line) for line in card["lines"]]
    drawn = len([tile for tile in scene["hand"] if tile["drawn"]])
    if drawn:
        lines.append(say("card.drawn", {"n": drawn}))
    for tile in scene["hand"]:
        if tile["points"] != pip_count(tile["tile"]):
            points = say("count.points", {"n": tile["points"]})
            lines.append(say("card.worth", {"tile": tile["tile"], "points": points}))
    return lines


def _banner(event: "ShownEvent", state: "State") -> "str":
    """The text of the banner for an event, "" for none."""
    if event["banner"]:
        return words(event["banner"])
    return say("say.call.for-you") if _is_called_for_person(event, state) else ""


def _is_own(kind: "EventKind", event: "VisibleEvent", state: "State") -> "bool":
    """Whether the event is of this kind, and of the person."""
    return event["event"] == kind and event["seat"] == required(state["scene"])["you"]


def _is_called_for_person(event: "VisibleEvent", state: "State") -> "bool":
    """Whether the event is a call of the last tile that the game made for the person, who does not know yet that it does."""
    is_silent = settings.calls_for_person(state) and not state["settings"]["called-told"]
    return is_silent and _is_own("call", event, state)


def _is_own_pass(event: "VisibleEvent", state: "State") -> "bool":
    """Whether the event is a pass of the person at an empty yard, which the game may have made for them: nothing has fitted."""
    return _is_own("pass", event, state) and not required(state["scene"])["yard"]


def _is_own_draw(event: "VisibleEvent", state: "State") -> "bool":
    """Whether the event is the person's draw of the tile that the prompt is about."""
    return _is_own("draw", event, state) and required(state["scene"])["prompt"][0][0] in DRAWN


@room.effect("write")
def note_told_call(app: "App", before: "State", after: "SceneState", measured: "Measured") -> "None":
    """Note that the banner has said that the game calls for the person: the scene of that call goes."""
    if before["scene"] and any(_is_called_for_person(event, before) for event in before["events_shown"]):
        settings.change_setting(app, "called-told", True)


def _texts(event: "ShownEvent", state: "State") -> "list[str]":
    """The text of an event's bubble, and of one for the tiles that it has moved, if its own has no room for that.

    In a first match that of an own pass says why. That of an own draw says what the prompt does, which it covers.
    """
    is_first = settings.is_first_match(state["settings"])
    if is_first and _is_own_pass(event, state):
        text = say("say.pass.want")
    elif _is_own_draw(event, state):
        text = words(required(state["scene"])["prompt"][0])
    else:
        text = words(event["text"])
    if not event.get("moved"):
        return [text]
    moved = say("tell.made-room", {"n": event["moved"]})
    return [text + " " + moved] if len(text) <= LONG else [text, moved]


def _told(events: "Sequence[ShownEvent]", state: "State") -> "list[tuple[ShownEvent, str]]":
    """Each text of these events, with its event."""
    return [(event, text) for event in events for text in _texts(event, state)]


def _lines(told: "Sequence[tuple[ShownEvent, str]]") -> "int":
    """How many lines these texts take on a phone."""
    return sum([2 if len(text) > TWO_LINES else 1 for _, text in told])


def _bubble(event: "ShownEvent", text: "str") -> "list[Cell]":
    """The cells of an event's bubble with this text."""
    seat = event["seat"]
    return [
        ("", "data-event", event["event"]),
        ("", "data-seat", seat if seat >= 0 else ""),
        ("", "class", "bubble s{}".format(seat) if seat >= 0 else "bubble"),
        ("", "data-long", "true" if len(text) > LONGEST else None),
        ("", "text", unbroken(text)),
    ]
