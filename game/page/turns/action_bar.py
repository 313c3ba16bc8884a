"""The action bar around the hand: the prompt, the notice, and the buttons."""

from game.for_types import TYPE_CHECKING
from game.page.events.pacing import nothing_fits
from game.page.kernel.words import say, unbroken, words
from game.page.play.alike import are_alike
from game.page.screens import OVER
from game.page.settings import settings
from game.page.turns import room
from game.page.turns.automatic_turns import is_stuck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.contract.play_answers import Place
    from game.page.page_types import Cell, SceneState, State, TableScene

BOLD = 1.12  # the width of a bold letter, in letters


@room.view("scene", "places", "settings", "told_passing", "end_hidden")
def prompt(state: "State") -> "list[Cell]":
    """The two parts of the line above the hand. While places are lit: the chosen tile, and what to do with it.

    After a round how it ended, and while its end is on the table how to go on: the score sheet says why it ended.
    """
    scene, places = state["scene"], state["places"]
    if not scene:
        return []
    lines = [words(line) for line in scene["prompt"][: 1 if scene["phase"] in OVER else 2]]
    second = lines[1] if len(lines) > 1 else ""
    is_first = settings.is_first_match(state["settings"])
    if is_first and scene["prompt"][0][0] == "prompt.foot-first":  # a first match gives the reason, too
        lines[0] = say("prompt.foot-first-why", scene["prompt"][0][1])
    # On an empty board no dot shows where a tile fits, and on a foot its toes do.
    has_dots = not scene["foot"] and scene["prompt"][0][0] != "prompt.centre"
    key, values = scene["prompt"][-1]
    if key == "prompt.fits" and must_play(scene):  # else who would rather wait looks for a button
        second = say("prompt.fits-must", values)
    elif key == "prompt.fits" and is_first and has_dots:
        second = say("prompt.fits-dots", values)
    if state["told_passing"]:
        second = say("ui.pass-told")
    if state["end_hidden"] and scene["phase"] in OVER:
        second = say("prompt.tap-on")
    if places:
        lines[0] = say("prompt.chosen", {"tile": places[0]["tile"]})
        warning = places[0]["warning"]
        ahead = places[0].get("foot") if is_first else None  # who has played a match knows
        second = (
            words(warning or ahead) if warning or ahead else _where_to_tap(places, len(scene["hand"]) == 1)
        )
    # the card of the lesson or puzzle already prompts the person
    if settings.is_scripted(scene) or scene["phase"] == "puzzle":
        lines[0], second = (lines[0], second) if places else ("", "")
    return [
        ("#prompt", "data-chosen", "true" if places else None),
        ("#prompt", "style", length_style(lines[0], second)),
        ("#prompt-do", "text", unbroken(lines[0])),
        ("#prompt-more", "text", unbroken(second)),
    ]


def length_style(bold: "str", rest: "str") -> "str":
    """The style that says how long the prompt is, for the size of its type."""
    return "--letters:{}".format(round(BOLD * len(bold)) + len(rest))


def _where_to_tap(places: "Sequence[Place]", is_last: "bool") -> "str":
    """What to do with the lit places. One may be a dot, which leaves the tiles clear; the only one is, if tiles will move for it.

    `is_last`: the tile is the last of the hand, which wins at every place.
    """
    if len(places) == 1 and not places[0]["laid"]:
        return say("prompt.places-room")
    has_dot = any(place.get("dot") for place in places)
    if len(places) > 1 and (is_last or are_alike(places)):
        return say("prompt.places-alike-dot" if has_dot else "prompt.places-alike")
    if has_dot:
        return say("prompt.places-dot")
    return say("prompt.places", {"n": len(places)})


@room.view("scene", "hinted_action", "settings", "countdown")
def buttons(state: "State") -> "list[Cell]":
    """Which buttons can be used now, and which ones stand out: the advised one and the required one."""
    scene, hinted = state["scene"], state["hinted_action"]
    if not scene:
        return []
    can = scene["can"]
    can_redo = can.get("redo", False)  # a host with an older version of the game sends none
    cells: list[Cell] = [
        ('#menu [data-action="undo"]', "disabled", not can["undo"]),
        # Redo takes the place of Undo, so that no button below moves. It stands in the notice of an undo, too.
        ('#menu [data-action="undo"]', "hidden", can_redo and not can["take-back"]),
        ('#menu [data-action="redo"]', "hidden", not can_redo),
    ]
    required = required_action(scene)
    ends = nothing_fits(scene) and is_stuck(scene)  # then only the button to the end of the round is yellow
    for name in ("draw", "pass", "hint", "undo"):
        button = '#buttons [data-action="{}"]'.format(name)
        explains = name == "draw" and must_play(scene)
        cells.append((button, "disabled", not can[name] and not explains))
        cells.append((button, "aria-disabled", "true" if explains else None))  # pressed, it says why
        cells.append(
            (button, "data-wanted", "true" if name in (hinted, None if ends else required) else None)
        )
        cells.append((button, "data-countdown", "true" if name == state["countdown"] else None))
    # While the game passes by itself, nobody need ask whether to press the button.
    cells.append(("#pass-words", "text", say("ui.passing" if state["countdown"] == "pass" else "ui.pass")))
    # Pass takes the place of Draw where drawing is not allowed.
    cells.append(('#buttons [data-action="pass"]', "hidden", not can["pass"]))
    cells.append(('#buttons [data-action="draw"]', "hidden", can["pass"] and not can["draw"]))
    by_itself = can["call"] == "arm" and settings.calls_for_person(state)
    call, call_state = '[data-action="call"]', None if by_itself else can["call"]
    cells.append(("body", "data-task", required))
    return cells + [
        ('#buttons [data-action="take-back"]', "hidden", not can["take-back"]),
        ('#buttons [data-action="undo"]', "hidden", can["take-back"]),
        (call, "hidden", not call_state),
        (call, "text", say("ui.call-" + (call_state or "now"))),
        (call, "class", "yolk" if call_state == "now" else "tray-button"),
        (call, "aria-pressed", "true" if call_state == "armed" else None),
    ]


def required_action(scene: "TableScene") -> "str | None":
    """The action that the person must take now: "play", "draw" or "pass"; None if it is not their turn."""
    if scene["turn"] != scene["you"] or scene["phase"] not in ("playing", "lesson"):
        return None
    if scene["phase"] == "lesson" and scene["lesson"]["draws"]:
        return "draw"
    if any(tile["fits"] for tile in scene["hand"]):
        return "play"
    return "draw" if scene["can"]["draw"] else "pass" if scene["can"]["pass"] else None


def must_play(scene: "TableScene") -> "bool":
    """Whether the person can neither draw nor pass: a tile fits, and the yard is empty."""
    is_free = scene["yard"] > 0 or scene["can"]["draw"] or scene["can"]["pass"]
    return scene["phase"] == "playing" and required_action(scene) == "play" and not is_free


@room.reducer("scene")
def end_advice(state: "SceneState", before: "State") -> "State":
    """A scene ends the advice of a hint, the countdown of an automatic turn, and the playback of missed events."""
    return {"hinted_action": None, "countdown": None, "told_passing": False, "missed_event": None}
