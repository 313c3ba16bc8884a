"""The settings: looks, pace, order of the hand, sounds. The browser stores them; only the page uses them."""

import json

KEY = "chickenfoot-settings"
DEFAULTS = {
    "theme": "auto",
    "tiles": "ivory",
    "order": "playable",
    "speed": "normal",
    "numerals": False,
    "sound": True,
    "volume": "normal",
    "size": "normal",
    "left": False,
    "warn": True,
    "vibrate": True,
    "text": False,
    "at-once": False,
    "pass-alone": True,
    "draw-alone": False,
    "name": "",  # the person's name
    "language": "",  # "": the browser's language
}
CHOICES = {
    "theme": ("auto", "light", "dark"),
    "tiles": ("ivory", "dark", "contrast"),
    "order": ("playable", "number", "points", "own"),
    "speed": ("slow", "normal", "fast", "none", "new", "first"),
    "volume": ("quiet", "normal", "loud"),
    "size": ("normal", "large", "larger"),
}
SLOW_PACE = 2.2 / 1.2
PACE = {"slow": SLOW_PACE, "normal": 1, "fast": 0.4, "none": 0, "new": SLOW_PACE, "first": SLOW_PACE}
NEXT_SPEED = {
    "new": "first",
    "first": "normal",
}  # paces that nobody chose, and the pace that follows when a match starts


def from_storage(text):
    """The settings from localStorage's text (or None), with defaults for missing or invalid values."""
    try:
        return valid(json.loads(text or "{}"))
    except Exception:  # not JSON, or nested too deeply to parse
        return dict(DEFAULTS)


def valid(kept):
    """The settings from any value, with defaults for missing or invalid values."""
    values = dict(DEFAULTS)
    for name in DEFAULTS:
        value = kept.get(name) if isinstance(kept, dict) else None
        if isinstance(value, type(DEFAULTS[name])) and (name not in CHOICES or value in CHOICES[name]):
            values[name] = value
    return values


def view(state):
    """The form, and the settings that style sheets read as attributes of <html>."""
    values = state["settings"]
    still = state["hurried"] or not PACE[values["speed"]]
    shown = dict(values, speed="slow") if values["speed"] in NEXT_SPEED else values
    return [
        ("#settings", "fields", shown),
        ("html", "data-theme", None if values["theme"] == "auto" else values["theme"]),
        ("html", "data-tiles", values["tiles"]),
        ("html", "data-numerals", "on" if values["numerals"] else "off"),
        ("html", "data-motion", "off" if still else "on"),
        ("html", "data-size", values["size"]),
        ("html", "data-hand", "left" if values["left"] else None),
        ("html", "data-warn", None if values["warn"] else "off"),
        ("#typed", "hidden", not values["text"]),
        ("#tray", "data-typed", "true" if values["text"] else None),
    ]


def undo_reset(state):
    """The offer to undo a reset."""
    return [
        ("#settings-back", "hidden", not state["settings_before"]),
        ("#reset-settings", "hidden", bool(state["settings_before"])),
    ]
