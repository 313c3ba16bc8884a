"""The row of seats, the labels on the table, and the bar of open ends."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.events.event_bubbles import occasion
from game.page.kernel.dom import counts_up_to
from game.page.kernel.painting import LazyCells
from game.page.kernel.words import SHORT_WORD, display_name, letters, say, words
from game.page.people import at_the_table
from game.page.people.portraits import face_of, portrait_cells
from game.page.screens import OVER
from game.page.seats import room

if TYPE_CHECKING:
    from game.contract.scenes import End, LastAction, SeatData
    from game.page.events import ShownEvent
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Cells, SceneState, State, TableScene

CAUGHT = ("penalty", "skip")  # events in which a seat pays for a forgotten call
DREW_AND_PASSED = ["pass", "drew"]  # a last action
PLEASED = ("double", "out")  # events that please the seat
MOST_BACKS = 14  # the most tile backs (<i>) that a seat shows
MOST_LETTERS = 10  # the most of a word for what a seat did that a phone shows; a longer one becomes a sign


@room.view("scene", "moods", "party", "party_role")
def seats(state: "State") -> "list[Cell]":
    """The row of seats: each with its portrait, name, tile count, total and last action.

    Marks show whose turn it is and who has a single tile.
    """
    scene = state["scene"]
    if not scene:
        return []
    rows = [(seat["seat"], "t-seat", _cells_of_seat(seat, scene, state)) for seat in scene["seats"]]
    return [
        ("#seats", "rows", rows),
        ("#seats", "data-least", counts_up_to(len(rows))),  # for the styles
        ("#tray", "data-seats", counts_up_to(len(rows))),  # many leave the hand less room
        ("#seats", "data-later", "true" if scene["round"]["number"] > 1 else None),
        # names of tiles such as "12-11" are too long for a crowded row
        ("#seats", "data-long", "true" if scene["set"] > 9 else None),
        ("body", "data-onlooker", "true" if at_the_table.is_onlooker(state) else None),
    ]


def _cells_of_seat(seat: "SeatData", scene: "TableScene", state: "State") -> "Cells":
    """The cells of one seat, made if something of the seat has changed."""
    number = seat["seat"]
    return LazyCells(
        _seat,
        seat,
        number == scene["you"],
        number == scene["turn"] and scene["phase"] in ("playing", "replay"),
        state["moods"][number],
        at_the_table.joined(state["party"], number),
        at_the_table.position_of(state, number, len(scene["seats"])),
    )


def _seat(
    seat: "SeatData",
    is_own: "bool",
    has_turn: "bool",
    mood: "str",
    device: "str | None",
    position: "tuple[int, int] | None",
) -> "list[Cell]":
    """The cells of one seat. `device` is its attribute `data-joined`, and `position` its position on a device that only shows."""
    number, count, total = seat["seat"], seat["count"], seat["total"]
    name = display_name(seat["name"], is_own)
    tiles, points = ["count.tiles", {"n": count}], ["count.points", {"n": total}]
    last_action = seat.get("did")  # a host with an older version of the game sends none
    drew = last_action in (["draw"], DREW_AND_PASSED)
    person = ".you" if is_own and is_nameless(seat["name"]) else ""
    word, words_of_action = [_action_words(last_action, length, person) for length in ("short", "long")]
    label = {"name": name, "tiles": tiles, "points": points}
    return (
        at_the_table.position_cells(position)
        + portrait_cells(face_of(seat), number, mood)
        + [
            ("", "data-seat", number),
            (
                "",
                "data-words",
                "long" if letters(name) > SHORT_WORD else None,
            ),  # makes the face smaller on a phone
            ("", "class", "seat s{}".format(number)),
            ("", "data-joined", device),
            (".seat-name", "text", name),
            (".seat-name", "style", "--letters:{}".format(letters(name))),  # for the size of its type
            ("", "data-count", count),
            ("b[data-count]", "data-count", count),
            ("b[data-count]", "text", count),
            ("", "data-total", total),
            ("b[data-total]", "data-total", total),
            ("b[data-total]", "text", total),
            (".backs", "html", "<i></i>" * min(count, MOST_BACKS)),
            ("", "aria-current", "true" if has_turn else None),
            ("", "data-away", "one" if seat["one"] else None),  # away from going out: one tile
            ("", "data-called", "true" if seat["called"] else None),
            (".tap", "data-of", number),
            (".seat-did", "data-did", last_action[0] if last_action else None),
            (".seat-did", "data-wide", "true" if len(word) > MOST_LETTERS else None),
            (".seat-did > span", "text", word),
            (".seat-did > .long", "text", words_of_action),
            (".seat-did use", "href", "#i-draw" if drew else "#i-pass"),
            (
                ".tap",
                "aria-label",
                say("ui.seat-did", dict(label, did=words_of_action))
                if last_action
                else say("ui.seat", label),
            ),
        ]
    )


def _action_words(did: "LastAction | None", length: "str", person: "str") -> "str":
    """A seat's last action in words, "short" (a tile or a word) or "long"; "" without one.

    `did` is [action], or ["play", tile]. If the seat drew first, "drew" follows: the short form says it only of who then passed.
    `person` is ".you" if the words are about the person who reads them, else "".
    """
    if not did:
        return ""
    if length == "short" and did[0] == "play":
        return did[1]
    if length == "short" and did == DREW_AND_PASSED:
        did = ["draw"]
    if length == "long" and did[-1] == "drew":
        key = "did.drew." + did[0]
    else:
        key = "did.play" if did[0] == "play" else "did.{}.{}".format(did[0], length)
    return say(key + person, {"tile": did[1]} if did[0] == "play" else {})


@room.view("scene", "round_card")
def labels(state: "State") -> "list[Cell]":
    """The labels of the round, the occasion and the yard."""
    scene = state["scene"]
    if not scene:
        return []
    round_values, yard, note = scene["round"], scene["yard"], occasion(scene)
    return [
        ("#round-now", "text", say("ui.round-now", round_values)),
        ("#round-of", "text", say("ui.round-of", round_values)),
        ("#round-centre", "text", say("ui.round-centre", round_values)),
        ("#round-note", "text", note),
        ("#round-line", "data-note", "true" if note and not state["round_card"] else None),  # the card has it
        ("[data-yard]", "data-yard", yard),
        ("[data-yard]", "text", yard),
        ("#draw-count", "text", yard),
        ("#draw-left", "text", say("ui.yard-left", {"n": yard})),
        ("#yard", "data-empty", None if yard else "true"),
    ]


@room.view("scene")
def ends(state: "State") -> "list[Cell]":
    """The bar of open ends, each number with its count, and the label of the pending foot.

    While a foot is pending, only its own ends are playable, and the others are locked.
    """
    scene = state["scene"]
    if not scene:
        return []
    foot_lines, some_locked, some_playable = scene["foot"], False, False
    for end in scene["ends"]:
        some_locked, some_playable = some_locked or not end["open"], some_playable or end["open"]
    is_pending = some_locked or bool(foot_lines)  # a foot of the last suit in play locks no other end
    lines = [words(message) for message in foot_lines] + ["", ""]
    rows = [(end["suit"], "t-end", LazyCells(_end, end, is_pending)) for end in scene["ends"]]
    return [
        ("#ends", "rows", rows),
        ("#ends", "data-locked", "true" if some_locked and some_playable else None),
        (".ends-line", "data-least", counts_up_to(len(scene["ends"]))),
        (".ends-line", "data-pending", "true" if foot_lines else None),
        ("#foot", "hidden", not foot_lines),
        ("#foot", "data-tone", "warn" if scene["dead"] else None),  # the foot can never be completed
        ("#foot-toes", "text", lines[0]),
        ("#foot-unseen", "text", lines[1]),
    ]


def _end(end: "End", is_pending: "bool") -> "list[Cell]":
    """The cells of one number in the bar. "live" marks the playable ends of a pending foot."""
    return [
        ("", "data-state", "locked" if not end["open"] else "live" if is_pending else "open"),
        ("", "data-suit", end["suit"]),
        ("b", "text", end["suit"]),
        ("small", "text", "×{}".format(end["count"]) if end["count"] > 1 else ""),
        (".tap", "data-end", end["suit"]),
        (".tap", "aria-label", say("ui.end", {"suits": say("suits.{}".format(end["suit"]))})),
    ]


# --- moods


def mood(state: "State", seat: "int") -> "str":
    """The mood of a seat at the table. It depends on `scene`, `sheet_scene` and `events_shown` of the state."""
    scene = state["scene"]
    if not scene:
        return "waiting"
    for event in reversed(state["events_shown"]):
        if _is_caught(event, seat, scene):
            return "caught"
        if event["seat"] == seat and event["event"] in PLEASED:
            return "pleased"
    if _has_won(state, seat):
        return "pleased"
    return "thinking" if scene["phase"] == "playing" and scene["turn"] == seat else "waiting"


def _is_caught(event: "ShownEvent", seat: "int", scene: "TableScene") -> "bool":
    """Whether the event is a penalty of this seat, or another seat's catch of this seat.

    A catch event does not say who was caught; the scene's steps do.
    """
    if event["event"] != "catch":
        return event["seat"] == seat and event["event"] in CAUGHT
    return any(
        (step["do"], step["seat"], step["target"]) == ("catch", event["seat"], seat)
        for step in scene["steps"]
    )


def _has_won(state: "State", seat: "int") -> "bool":
    """Whether a round is over and the seat has won it. Who won the match is told on its last screen."""
    scene, sheet_scene = state["scene"], state["sheet_scene"]
    if not scene or not sheet_scene or scene["phase"] not in OVER:
        return False
    done = [row for row in sheet_scene["sheet"]["rows"] if "scores" in row]
    return bool(done) and seat in done[-1]["won"]


def moods_of(state: "State") -> "State":
    """The changes of the moods. The same object stays if none has changed, so no seat is painted."""
    moods = [mood(state, seat["seat"]) for seat in state["scene"]["seats"]] if state["scene"] else []
    return {} if moods == state["moods"] else {"moods": moods}


@room.reducer("scene")
def take_moods(state: "SceneState", before: "State") -> "State":
    """The moods that follow from a scene."""
    return moods_of(state)


@room.observer("events_shown")
def change_moods(app: "App", events: "list[ShownEvent]") -> "None":
    """The moods that follow from the events on screen."""
    changes = moods_of(app.state)
    if changes:
        app.update(**changes)
