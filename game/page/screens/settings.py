"""What the person likes: looks, pace, order of the hand, sounds. Kept in the browser, used by the page alone."""

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
    "name": "",  # by which challenges are sent
    "language": "",  # as the browser asks
}
CHOICES = {
    "theme": ("auto", "light", "dark"),
    "tiles": ("ivory", "dark", "contrast"),
    "order": ("playable", "number", "points", "own"),
    "speed": ("slow", "normal", "fast", "none", "new", "first"),
    "volume": ("quiet", "normal", "loud"),
    "size": ("normal", "large", "larger"),
}
SLOW = 2.2 / 1.2
PACE = {"slow": SLOW, "normal": 1, "fast": 0.4, "none": 0, "new": SLOW, "first": SLOW}
AFTER = {"new": "first", "first": "normal"}  # paces that nobody chose, and what each is once a match begins


def recalled(text):
    """The settings from their text, or None, as the browser kept it; what is missing or of another kind is as by default."""
    try:
        return valid(json.loads(text or "{}"))
    except Exception:  # no JSON, or nested so deeply that reading it gives up
        return dict(DEFAULTS)


def valid(kept):
    """The settings out of anything at all; what is missing, of another kind or unknown is as by default."""
    values = dict(DEFAULTS)
    for name in DEFAULTS:
        value = kept.get(name) if isinstance(kept, dict) else None
        if isinstance(value, type(DEFAULTS[name])) and (name not in CHOICES or value in CHOICES[name]):
            values[name] = value
    return values


def view(state):
    """The form, and the looks on the document, of which the style sheets make the rest; see index.html."""
    values = state["settings"]
    still = state["hurried"] or not PACE[values["speed"]]
    shown = dict(values, speed="slow") if values["speed"] in AFTER else values
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


def back(state):
    """The way back to the settings as they were before all were set anew."""
    return [
        ("#settings-back", "hidden", not state["settings_before"]),
        ("#reset-settings", "hidden", bool(state["settings_before"])),
    ]
