"""What the person likes: looks, pace, order of the hand, sounds. Kept in the browser, used by the page alone."""

import json

from pyscript import document, window

from game.page.dom import attribute, every, one, show

KEY = "chickenfoot-settings"
DEFAULTS = {
    "theme": "auto",
    "tiles": "ivory",
    "order": "playable",
    "speed": "normal",
    "numerals": False,
    "sound": True,
    "vibrate": True,
    "text": False,
    "at-once": False,
}
PACE = {"slow": 2, "normal": 1, "fast": 0.4, "none": 0}


class Settings:
    """The settings in force; `?pace=0` in the address turns waiting and animation off."""

    def __init__(self):
        self.values = dict(DEFAULTS)
        self.hurried = "pace=0" in window.location.search
        try:
            kept = json.loads(window.localStorage.getItem(KEY) or "{}")
        except ValueError:
            kept = {}
        for name in DEFAULTS:
            if isinstance(kept.get(name), type(DEFAULTS[name])):
                self.values[name] = kept[name]
        self._fill_form()
        self.apply()

    def get(self, name):
        """One setting."""
        return self.values[name]

    def put(self, name, value):
        """Changes one setting, at once and for the next visit."""
        self.values[name] = value
        self._fill_form()
        window.localStorage.setItem(KEY, json.dumps(self.values))
        self.apply()

    def pace(self):
        """What every waiting time is multiplied with."""
        return 0 if self.hurried else PACE[self.values["speed"]]

    def moves(self):
        """Whether tiles glide."""
        quiet = window.matchMedia("(prefers-reduced-motion: reduce)").matches
        return self.pace() > 0 and not quiet

    def apply(self):
        """Writes the looks on the document; the style sheets do the rest."""
        data = document.documentElement.dataset
        if self.values["theme"] == "auto":
            document.documentElement.removeAttribute("data-theme")
        else:
            data.theme = self.values["theme"]
        data.tiles = self.values["tiles"]
        data.numerals = "on" if self.values["numerals"] else "off"
        data.motion = "off" if self.pace() == 0 else "on"
        show(one("#typed"), self.values["text"])
        attribute(one("#tray"), "data-typed", "true" if self.values["text"] else None)

    def _fill_form(self):
        for field in every("#settings input"):
            value = self.values.get(field.name)
            field.checked = bool(value) if field.type == "checkbox" else field.value == value

    def changed(self, field):
        """A field of the settings form was changed by the person."""
        self.put(field.name, bool(field.checked) if field.type == "checkbox" else field.value)
