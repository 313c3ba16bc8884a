"""The controls of a replay: hands, slider and buttons.

A stop is one position of a replay, as the engine sends it (engine/replay_scene.py).
"""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import is_nameless
from game.page.history import room
from game.page.kernel.dom import counts_up_to
from game.page.kernel.words import display_name, say, words
from game.page.people.portraits import face_of, portrait

if TYPE_CHECKING:
    from game.contract.scenes import OpenHand, ReplayScene, SeatData, StopFacts
    from game.page.page_types import Cell, State

KEYS = {  # the targets of `target_index` by key
    "ArrowLeft": "back-one",
    "ArrowRight": "on-one",
    "PageUp": "back-round",
    "PageDown": "on-round",
    "Home": "first",
    "End": "last",
}


def target_index(position: "StopFacts", target: "str") -> "int":
    """The index of the stop that a button or key leads to. `position` is the "at" of the present stop."""
    index, starts, number = position["index"], position["starts"], position["round"] - 1
    if target == "on-round":
        return starts[number + 1] if number + 1 < len(starts) else position["last"]
    if target == "back-round":
        return starts[number] if index > starts[number] else starts[max(0, number - 1)]
    return {"back-one": index - 1, "on-one": index + 1, "first": 0, "last": position["last"]}[target]


@room.view("scene")
def view(state: "State") -> "list[Cell]":
    """The replay's hands, position and buttons."""
    scene = state["scene"]
    stop = scene if scene and scene["phase"] == "replay" else None
    if not stop:
        return [("#replay", "hidden", True)]
    position = stop["at"]
    index, last = position["index"], position["last"]
    hands = [(hand["seat"], "t-replay-hand", _hand(hand, stop)) for hand in stop["hands"]]
    viewpoints = [("", say("replay.open"))]
    viewpoints += [(str(seat["seat"]), _viewpoint(seat, stop["you"])) for seat in stop["seats"]]
    where = say("replay.where", {"number": index + 1, "of": last + 1})
    compared = stop.get("compared")
    cells = [
        ("#replay", "hidden", False),
        ("#compared", "hidden", not compared),
        ("#compared-chosen", "text", say("replay.chosen", {"move": compared["chosen"]}) if compared else ""),
        ("#compared-better", "text", say("replay.better", {"move": compared["better"]}) if compared else ""),
        ("#replay-hands", "rows", hands),
        (
            "#replay-hands",
            "style",
            "--tiles:{}".format(max([1] + [len(hand["tiles"]) for hand in stop["hands"]])),
        ),
        ("#replay-hands", "data-least", counts_up_to(len(hands))),
        ("#replay-hidden", "hidden", bool(hands)),
        ("#replay-slider", "max", last),
        ("#replay-slider", "typed", str(index)),
        ("#replay-slider", "aria-valuetext", where),
        ("#replay-where", "text", where),
        ("#replay-from", "options", viewpoints),
        ("#replay-from", "typed", "" if stop["from"] is None else str(stop["from"])),
        ("#replay-from", "disabled", not stop["open"]),
        ('#replay [data-action="play-from-here"]', "disabled", not stop["on"]),
    ]
    for action, disabled in (
        ("back-round", index == 0),
        ("back-one", index == 0),
        ("on-one", index == last),
        ("on-round", index == last),
    ):
        cells.append(('#replay [data-action="{}"]'.format(action), "disabled", disabled))
    return cells


def _viewpoint(seat: "SeatData", you: "int") -> "str":
    """The text of the option to see the replay as one seat saw it."""
    if seat["seat"] == you and is_nameless(seat["name"]):
        return say("replay.as.you")
    return say("replay.as", {"name": seat["name"]})


def _hand(hand: "OpenHand", stop: "ReplayScene") -> "list[Cell]":
    seat, tiles = hand["seat"], list(reversed(hand["tiles"]))  # high ones first, as a hand is sorted
    name = display_name(hand["name"], seat == stop["you"])
    held = {"name": name, "tiles": [tile["tile"] for tile in tiles]}
    return [
        ("", "class", "s{}".format(seat)),
        ("", "data-seat-hand", seat),
        (".avatar", "html", portrait(face_of(stop["seats"][seat]), seat)),
        (".unseen", "text", say("sheet.held", held) if tiles else name),
        (
            ".held-tiles",
            "rows",
            [
                (tile["tile"], "t-held-tile", [("", "html", tile["face"]), ("", "data-held", tile["tile"])])
                for tile in tiles
            ],
        ),
        (".held-points", "text", words(hand["points"])),
    ]
