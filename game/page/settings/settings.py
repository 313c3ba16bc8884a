"""The settings: looks, pace, order of the hand, sounds. Only the page uses them.

They are saved in the match store, and in localStorage so that the next visit has them before the engine has started.
Each change saves single values, and the other tabs take these over (`changes_elsewhere`).
"""

import json

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import recall, remember
from game.page.kernel.room import updated
from game.page.settings import room

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from typing import Any, TypedDict

    from game.contract.answers.list_answers import Boot
    from game.contract.basics import StorageFailure
    from game.contract.kept import Settings
    from game.page.kernel.app import App
    from game.page.page_types import Cell, SceneState, State, TableScene

    class KeptSettingsState(TypedDict, total=False):
        """The types of the values below."""

        settings: Settings


KEY = "chickenfoot-settings"  # key in localStorage
DEFAULTS: "Settings" = {
    "theme": "auto",  # light or dark; "auto": as the system
    "tiles": "ivory",  # the look of the tiles
    "order": "number",  # the order of the hand; a person can arrange each deal by hand (the state's "own_order")
    "speed": "normal",  # the pace, see PACE
    "numerals": False,  # numerals instead of pips on the tiles
    "sound": True,
    "volume": "normal",
    "size": "normal",  # the size of the texts and buttons
    "left": False,  # buttons placed for the left hand
    "warn": True,  # warn when another seat has one tile left
    "talk": "normal",  # how much is announced to screen readers, see log/log.py
    "vibrate": True,
    "text": False,  # a field to type moves
    "single-keys": True,  # single characters, such as "d", are commands (WCAG 2.1.4)
    "at-once": False,  # a tap on a tile plays it if it fits at one tile of the table only
    "pass-alone": True,  # pass automatically if nothing else is possible
    "pass-told": False,  # the person was told that the game passes for them
    "call-alone": True,  # call the last tile for the person
    "draw-asked": False,  # the person knows that they may draw while a tile fits
    "tap-told": False,  # the person was offered single taps at the table
    "dear-told": False,  # the person was told what the double blank costs
    "catch-told": False,  # the person has had a chance to catch somebody
    "called-told": False,  # a banner has said that the game calls for the person
    "hurry-told": False,  # the person was told that a tap hurries the others
    "draw-alone": False,  # draw automatically if nothing else is possible
    "name": "",  # the person's name
    "signature": "",  # the name that a person with another name typed last for a link; "": the person's name
    "language": "",  # "": the browser's language
    "faces": {},  # the faces that people at this device chose, by their stored names, see people/own_faces.py
}
CHOICES = {
    "theme": ("auto", "light", "dark"),
    "tiles": ("ivory", "dark", "contrast"),
    "order": ("number", "points"),
    "speed": ("slow", "normal", "fast", "none", "new", "first"),
    "volume": ("quiet", "normal", "loud"),
    "talk": ("short", "normal", "full"),
    "size": ("normal", "large", "larger"),
}
SLOW_PACE = 2.2 / 1.2  # events come every 2.2 s instead of every 1.2 s
# The factor for every waiting time, by the setting "speed". That of a first match eases, see `first_pace`.
PACE = {"slow": SLOW_PACE, "normal": 1, "fast": 0.4, "none": 0, "new": SLOW_PACE, "first": SLOW_PACE}
# In a first match: the last turn of the person at slow pace, the first one at EASED_PACE, which is slower than normal to the end of
# the match, because who is new reads every move.
SLOW_TURNS, EASED_TURNS, EASED_PACE = 4, 10, 1.3
# "new": before the first match, "first": during the first match. When a match starts, the value becomes the next one.
NEXT_SPEED = {"new": "first", "first": "normal"}

room.state(
    settings=DEFAULTS,  # the person's settings, by name
)


def has_played_none(values: "Settings") -> "bool":
    """Whether a person with these settings has begun no match yet."""
    return values["speed"] == "new"


def is_first_match(values: "Settings") -> "bool":
    """Whether a person with these settings plays their first match, at the pace that the game chose for it."""
    return values["speed"] == "first"


def is_scripted(scene: "TableScene") -> "bool":
    """Whether a lesson's script says what to do, as in each step but the free round."""
    return scene["phase"] == "lesson" and not scene["lesson"]["free"]


def calls_for_person(state: "State") -> "bool":
    """Whether the game calls the last tile for the person. In the script of a lesson they learn to call it themselves."""
    scene = state["scene"]
    return state["settings"]["call-alone"] and not (scene and is_scripted(scene))


def from_storage(text: "str | None") -> "Settings":
    """The settings from the text in localStorage, which may be None. Missing or invalid values become the defaults."""
    return valid(stored_values(text))


def stored_values(text: "str | None") -> "dict[str, Any]":
    """The values in the text in localStorage, which may be None or anything. They are not checked."""
    try:
        values = json.loads(text or "{}")
    except Exception:  # not JSON, or nested too deeply to parse
        return {}
    return values if isinstance(values, dict) else {}


def to_storage(text: "str | None", changes: "Settings", values: "Settings") -> "str":
    """The text for localStorage, which holds `text` now: that with the changes. `values` are all settings of this page."""
    stored = stored_values(text) or dict(values)
    stored.update(changes)
    return json.dumps(stored)


def changes_elsewhere(before: "str | None", after: "str | None") -> "Settings":
    """The settings that another tab has changed, as {name: value}: the texts in localStorage before and after it."""
    old, new = stored_values(before), stored_values(after)
    checked: Any = valid(new)
    changes: Any = {name: checked[name] for name in DEFAULTS if name in new and new[name] != old.get(name)}
    return changes


def valid(stored: "object") -> "Settings":
    """The settings from a stored value of any type. Missing or invalid values become the defaults."""
    values: Any = dict(DEFAULTS)
    for name in DEFAULTS:
        value = stored.get(name) if isinstance(stored, dict) else None
        if isinstance(value, type(values[name])) and (name not in CHOICES or value in CHOICES[name]):
            values[name] = value
    return values


def pace(state: "State") -> "float":
    """The factor for every waiting time, 0 for no waiting. Lessons ignore the slow pace of a first match."""
    speed = state["settings"]["speed"]
    if state["hurried"]:
        return 0
    if speed not in NEXT_SPEED:
        return PACE[speed]
    return 1 if state["phase"] == "lesson" else first_pace(state["own_turns"])


def first_pace(turn: "int") -> "float":
    """The pace of a first match in the person's turn with this number, from 1: slow at first, then step by step less.

    >>> [round(first_pace(turn), 2) for turn in (0, 4, 5, 7, 9, 10, 40)]
    [1.83, 1.83, 1.74, 1.57, 1.39, 1.3, 1.3]
    """
    eased = min(max(turn - SLOW_TURNS, 0) / (EASED_TURNS - SLOW_TURNS), 1)
    return SLOW_PACE - (SLOW_PACE - EASED_PACE) * eased


@room.reducer("scene")
def count_turns(state: "SceneState", before: "State") -> "State":
    """Count the person's turns of a match. An undo begins no turn. After a reload the count begins again."""
    scene, earlier = state["scene"], before["scene"]
    count = before["own_turns"]
    if scene.get("card") and scene["round"]["number"] == 1:
        count = 0
    is_new = scene["steps"] and (not earlier or earlier["turn"] != earlier["you"])
    is_own = scene["phase"] == "playing" and scene["turn"] == scene["you"]
    return {"own_turns": count + 1 if is_own and (is_new or scene.get("whole_round")) else count}


def signature(values: "Settings") -> "str":
    """The name that links carry: the one that was typed last for a link, or else the person's name."""
    return values["signature"] or values["name"]


def known_name(values: "Settings") -> "str":
    """The name with which a field for the person's name begins: theirs, or else the one that was typed last for a link."""
    return values["name"] or values["signature"]


def load(app: "App") -> "None":
    """Take over the settings of the last visit, and what the address says about the pace."""
    app.update(settings=from_storage(recall(KEY)), hurried="pace=0" in window.location.search)


def change_setting(app: "App", name: "str", value: "str | bool") -> "None":
    """Change one setting, now and for the next visit."""
    change: Any = {name: value}
    change_settings(app, change)


def change_settings(app: "App", changes: "Settings") -> "None":
    """Change some settings, now and for the next visit. Save only these: another tab may have saved the others."""
    take_settings(app, changes)
    remember(KEY, to_storage(recall(KEY), changes, app.state["settings"]))
    app.run(_show_storage_problem(app, app.ask("keep", key="settings", value=changes)))


def take_settings(app: "App", changes: "Settings") -> "None":
    """Change some settings without saving them."""
    app.update(settings=updated(app.state["settings"], **changes))


def save_preference(app: "App", name: "str", key: "str", value: "object") -> "None":
    """Save the choices of the last match for the next visit, as a whole.

    The engine stores the value under `name`. localStorage has it under `key` for the first paint, before the engine
    runs.
    """
    remember(key, json.dumps(value))
    app.run(_show_storage_problem(app, app.ask("keep", key=name, value=value)))


async def _show_storage_problem(app: "App", answer: "Awaitable[StorageFailure | None]") -> "None":
    """Await the answer of `keep`: why the value could not be stored, or an empty text."""
    app.update(storage_problem=await answer or "")


@room.reducer("scene")
def take_storage_problem(state: "SceneState", before: "State") -> "State":
    """A scene says whether the match could be saved."""
    return {"storage_problem": state["scene"].get("storage_problem", "")}


@room.reducer("boot")
def take_stored(state: "State", boot: "Boot") -> "State":
    """Take over the stored settings, and why nothing can be saved."""
    stored = stored_values(recall(KEY))
    stored.update(boot["settings"] or {})
    return {"storage_problem": boot["storage_problem"], "settings": valid(stored)}


@room.view("settings", "hurried")
def view(state: "State") -> "list[Cell]":
    """The attributes of <html> that style sheets read, and the field for typed moves."""
    values = state["settings"]
    without_motion = state["hurried"] or not PACE[values["speed"]]
    return [
        ("html", "data-theme", None if values["theme"] == "auto" else values["theme"]),
        ("html", "data-tiles", values["tiles"]),
        ("html", "data-numerals", "on" if values["numerals"] else "off"),
        ("html", "data-motion", "off" if without_motion else "on"),
        ("html", "data-size", values["size"]),
        ("html", "data-hand", "left" if values["left"] else None),
        ("html", "data-warn", None if values["warn"] else "off"),
        ("#typed", "hidden", not values["text"]),
        ("#tray", "data-typed", "true" if values["text"] else None),
    ]
