"""A replay on the board: hands, slider and buttons, and the conversion of a stop into a scene."""

from game.narration.localization.texts import is_nameless
from game.page.dom import counts_up_to
from game.page.words import display_name, monogram, say, words

CAN = dict.fromkeys(("draw", "pass", "undo", "take-back", "hint", "next-round", "call"), False)
KEYS = {
    "ArrowLeft": "back-one",
    "ArrowRight": "on-one",
    "PageUp": "back-round",
    "PageDown": "on-round",
    "Home": "first",
    "End": "last",
}


def as_scene(stop):
    """A stop as a complete scene, in which nobody can do anything."""
    can = dict(CAN, catch=[], beside=[])
    said = stop["said"]
    return dict(
        stop,
        can=can,
        version=stop["at"]["index"],
        curtain=None,
        hand=[],
        points=0,
        prompt=said[-1:] or [["replay.dealt", stop["round"]]],
        by=[step["seat"] for step in stop["steps"]],
        since=[],
        moves=[],
        next=False,
    )


def target_index(at, action):
    """The stop that a button or key leads to from `at` (the stop's position)."""
    index, starts, number = at["index"], at["starts"], at["round"]
    if action == "on-round":
        return starts[number + 1] if number + 1 < len(starts) else at["last"]
    if action == "back-round":
        return starts[number] if index > starts[number] else starts[max(0, number - 1)]
    return {"back-one": index - 1, "on-one": index + 1, "first": 0, "last": at["last"]}[action]


def view(state):
    """The replay's hands, position and buttons."""
    scene = state["scene"]
    stop = scene if scene and scene["phase"] == "replay" else None
    if not stop:
        return [("#replay", "hidden", True)]
    at = stop["at"]
    hands = [(hand["seat"], "t-replay-hand", _hand(hand, stop["you"])) for hand in stop["hands"]]
    seen = [("", say("replay.open"))] + [
        (str(seat["seat"]), _as_seen(seat, stop["you"])) for seat in stop["seats"]
    ]
    where = say("replay.where", {"number": at["index"] + 1, "of": at["last"] + 1})
    cells = [
        ("#replay", "hidden", False),
        ("#replay-hands", "rows", hands),
        ("#replay-hands", "data-least", counts_up_to(len(hands))),
        ("#replay-hidden", "hidden", bool(hands)),
        ("#replay-slider", "max", at["last"]),
        ("#replay-slider", "typed", str(at["index"])),
        ("#replay-slider", "aria-valuetext", where),
        ("#replay-where", "text", where),
        ("#replay-from", "options", seen),
        ("#replay-from", "typed", "" if stop["from"] is None else str(stop["from"])),
        ("#replay-from", "disabled", not stop["open"]),
        ('#replay [data-action="play-from-here"]', "disabled", not stop["on"]),
    ]
    for action, still in (
        ("back-round", at["index"] == 0),
        ("back-one", at["index"] == 0),
        ("on-one", at["index"] == at["last"]),
        ("on-round", at["index"] == at["last"]),
    ):
        cells.append(('#replay [data-action="{}"]'.format(action), "disabled", still))
    return cells


def _as_seen(seat, you):
    """The option to watch from a seat."""
    if seat["seat"] == you and is_nameless(seat["name"]):
        return say("replay.as.you")
    return say("replay.as", {"name": seat["name"]})


def _hand(hand, you):
    name, tiles = display_name(hand["name"], hand["seat"] == you), hand["tiles"]
    held = {"name": name, "tiles": [tile["tile"] for tile in tiles]}
    return [
        ("", "class", "s{}".format(hand["seat"])),
        ("", "data-seat-hand", hand["seat"]),
        (".avatar", "text", monogram(name)),
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
