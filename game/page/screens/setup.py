"""The new-game form, made from what the engine declares: rule-books, options, set, length, and who sits where."""

import json

from pyscript import document, window

from game.page.dom import attribute, clone, every, one, put, show
from game.page.words import say, table

KEY = "chickenfoot-table"  # the last table, kept in the browser
NAMES = ("you", "hattie", "otis", "pearl", "mabel", "walt", "ida", "clem", "nell", "gus")
MOST = 10


def option_word(code, value):
    """An option's value in words, or the number itself."""
    if value is True or value is False:
        return say("ui.on" if value else "ui.off")
    key = f"option.{code}.{value}"
    return say(key) if key in table else str(value)


class Setup:
    """The wishes for the next match."""

    def __init__(self, declared, check):
        self.declared = declared
        self.check = check  # async: the engine's summary of the wishes, or None when they do not fit
        self.preset = "montgomery"
        self.changes = {}
        self.seed = None
        self.seats = [self._seat(number) for number in range(4)]
        self._recall()
        self._presets()
        self._options()

    def _seat(self, number):
        levels = self.declared["levels"]
        if number == 0:
            return {"name": say("ui.you"), "kind": "human", "level": None, "style": None}
        level = levels[min(1, len(levels) - 1)]
        return {"name": say("seat." + NAMES[number]), "kind": "bot", "level": level, "style": "balanced"}

    def _recall(self):
        try:
            kept = json.loads(window.localStorage.getItem(KEY) or "{}")
        except ValueError:
            kept = {}
        codes = [preset["code"] for preset in self.declared["presets"]]
        if kept.get("preset") in codes and 2 <= len(kept.get("seats", [])) <= MOST:
            self.preset, self.changes, self.seats = kept["preset"], kept["changes"], kept["seats"]

    def remember(self):
        """Keeps the wishes for the next visit."""
        kept = {"preset": self.preset, "changes": self.changes, "seats": self.seats}
        window.localStorage.setItem(KEY, json.dumps(kept))

    def wishes(self):
        """The wishes as the engine's `start` takes them."""
        return {"preset": self.preset, "changes": self.changes, "seats": self.seats, "seed": self.seed}

    # --- the parts of the form

    def _presets(self):
        row = one("#presets")
        row.replaceChildren()
        for preset in self.declared["presets"]:
            card = clone("t-preset")
            code = preset["code"]
            one("input", card).value = code
            one("svg", card).innerHTML = preset["picture"]
            put(one(".card-name", card), say("preset.{}.name".format(code)))
            put(one(".card-note", card), say("preset.{}.help".format(code)))
            put(one(".card-source", card), say("preset.{}.source".format(code)))
            row.append(card)

    def _options(self):
        column = one("#options")
        column.replaceChildren()
        for option in self.declared["options"]:
            column.append(self._field(option))

    def _field(self, option):
        code, values = option["code"], option["values"]
        line = clone("t-switch") if values == [False, True] else clone("t-choice")
        field = one("input, select", line)
        field.name = code
        field.id = "option-" + code
        label = one(".option-name", line)
        if label.tagName == "LABEL":
            attribute(label, "for", field.id)
        put(label, say("option.{}.label".format(code)))
        put(one(".option-help", line), say("option.{}.help".format(code)))
        if field.tagName == "SELECT":
            low, high = option["numbers"] or (1, 0)
            for value in values + [number for number in range(low, high + 1) if number not in values]:
                choice = document.createElement("option")
                choice.value = str(value)
                choice.textContent = option_word(code, value)
                field.append(choice)
        return line

    async def show(self):
        """Brings the form in step with the wishes; says in a sentence what does not fit."""
        for card in every('#presets input[name="preset"]'):
            card.checked = card.value == self.preset
        self._players()
        summary = await self.check(preset=self.preset, changes=self.changes, players=len(self.seats))
        fits = "refused" not in summary
        show(one("#setup-problem"), not fits)
        one('#setup [data-action="start"]').disabled = not fits
        if not fits:
            put(one("#setup-problem"), summary["refused"])
            return
        values = summary["values"]
        for field in every("#options input, #options select"):
            if field.type == "checkbox":
                field.checked = values[field.name]
            else:
                field.value = str(values[field.name])
        for field in every("#sets input"):
            field.checked = int(field.value) == values["set"]
        for field in every("#lengths input"):
            field.checked = field.value == str(values["rounds"])
        note = {"players": len(self.seats), "set": values["set"], "n": summary["rounds"]}
        put(one("#start-note"), say("ui.start-note", note))
        put(one("#play-note"), say("ui.start-note", note))
        show(one("#play-note"), True)

    def _players(self):
        rows = one("#players")
        rows.replaceChildren()
        for number, seat in enumerate(self.seats):
            rows.append(self._player(number, seat))
        put(one("#player-count"), say("ui.player-count", {"n": len(self.seats), "most": MOST}))
        one("#add-player").disabled = len(self.seats) == MOST

    def _player(self, number, seat):
        row = clone("t-player")
        row.classList.add(f"s{number}")
        row.dataset.number = str(number)
        put(one(".avatar", row), seat["name"][:1])
        put(one(".player-name", row), seat["name"])
        one('[name="name"]', row).value = seat["name"]
        levels = self.declared["levels"]
        human = seat["kind"] == "human"
        put(
            one(".player-level", row),
            say("ui.at-this-screen") if human else say("level.{}.name".format(seat["level"])),
        )
        for place, dot in enumerate(every(".dots i", row)):
            attribute(dot, "class", "on" if not human and place <= levels.index(seat["level"]) else None)
        show(one(".dots", row), not human)
        show(one('[data-action="remove-player"]', row), not human and len(self.seats) > 2)
        attribute(one('[data-action="remove-player"]', row), "aria-label", say("ui.remove-player", seat))
        for name, codes in (("level", levels), ("style", self.declared["styles"])):
            field = one('[name="{}"]'.format(name), row)
            show(field.parentElement, not human)
            for code in codes:
                choice = document.createElement("option")
                choice.value, choice.textContent = code, say("{}.{}.name".format(name, code))
                choice.selected = code == seat[name]
                field.append(choice)
        put(one(".player-note", row), "" if human else say("level.{}.help".format(seat["level"])))
        return row

    # --- what the person changes

    async def changed(self, field):
        """A field of the form was changed."""
        name = field.name
        if not name:
            return  # it only shows more of the form
        row = field.closest("#players > li")
        if row:
            seat = self.seats[int(row.dataset.number)]
            seat[name] = field.value.strip() or seat[name]
            put(one(".player-name", row), seat["name"])
            if name != "name":
                put(one(".player-level", row), say("level.{}.name".format(seat["level"])))
                put(one(".player-note", row), say("level.{}.help".format(seat["level"])))
            return
        if name == "preset":
            self.preset, self.changes = field.value, {}
        elif field.type == "checkbox":
            self.changes[name] = bool(field.checked)
        else:
            value = field.value
            self.changes[name] = int(value) if value.isdigit() else value
        self.seed = None
        await self.show()

    async def add(self):
        """One more bot at the table."""
        if len(self.seats) < MOST:
            taken = [seat["name"] for seat in self.seats]
            free = [n for n in range(1, MOST) if say("seat." + NAMES[n]) not in taken]
            self.seats.append(self._seat(free[0]))
            await self.show()

    async def remove(self, number):
        """A bot leaves the table."""
        if len(self.seats) > 2 and self.seats[number]["kind"] == "bot":
            del self.seats[number]
            await self.show()

    async def take(self, opened):
        """Takes over what a link holds."""
        self.preset, self.changes, self.seed = opened["preset"], opened["changes"], opened["seed"]
        while len(self.seats) < opened["players"]:
            taken = [seat["name"] for seat in self.seats]
            free = [n for n in range(1, MOST) if say("seat." + NAMES[n]) not in taken]
            self.seats.append(self._seat(free[0]))
        del self.seats[opened["players"] :]
        await self.show()
