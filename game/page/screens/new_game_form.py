"""The new-game form, made from what the engine declares: rule-books, options, set, length, and who sits where.

The wishes for the next match are a plain value; the functions here answer another one.
"""

import json

from game.page.words import called, known, monogram, say, stored

KEY = "chickenfoot-table"  # the last table, kept in the browser
NAMES = ("you", "hattie", "otis", "pearl", "mabel", "walt", "ida", "clem", "nell", "gus")
MOST = 10
LONG, LONGEST = 40, 100  # characters of a name: as it can be written here, and as it may come from elsewhere
SWITCH = [False, True]

START = {
    "preset": "montgomery",
    # options that differ from the rule-book’s, by code; a first match is short, and nothing is called
    "changes": {"last_tile_call": "none", "rounds": 3},
    "house": "",  # the id of the set of rules that was chosen, and the name under which the rules can be kept
    "title": "",
    "seats": [],
    "seed": None,
    "summary": None,  # what the wishes come to, from the engine
    "wished": None,  # the same of wishes that do not fit together: "values" and "house" alone
    "fitting": None,  # the last wishes that fitted together
    "problem": "",  # or why they do not fit together
    "ways": [],  # and what would: [code, value], …
}


def option_word(code, value):
    """An option's value in words, or the number itself."""
    if value is True or value is False:
        return say("ui.on" if value else "ui.off")
    key = "option.{}.{}".format(code, value)
    return say(key) if known(key) else str(value)


def in_words(values):
    """What a refusal names, with rule-books and tables by the names that people know."""
    told = dict(values)
    if "preset" in told:
        told["preset"] = say("preset.{}.name".format(told["preset"]))
    if "table" in told:
        told["table"] = option_word("hand_size", told["table"])
    return told


# --- the wishes


def recalled(text, declared):
    """The wishes as the browser kept them (text or None), or those for a first visit."""
    try:
        return valid(json.loads(text or "{}"), declared)
    except Exception:  # no JSON, or nested so deeply that reading it gives up
        return valid(None, declared)


def valid(kept, declared):
    """The wishes out of anything at all: those for a first visit if it is no table that could be sat down to."""
    kept = kept if isinstance(kept, dict) else {}
    preset, changes, seats = kept.get("preset"), kept.get("changes"), kept.get("seats")
    codes = [other["code"] for other in declared["presets"]]
    if preset in codes and _are_changes(changes) and _are_seats(seats, declared):
        house = kept.get("house")
        seats = [dict(seat, name=called(seat["name"], seat["kind"] == "human")) for seat in seats]
        return dict(
            START, preset=preset, changes=changes, seats=seats, house=house if isinstance(house, str) else ""
        )
    return dict(START, seats=[new_seat(number, declared["levels"]) for number in range(4)])


def _are_changes(changes):
    if not isinstance(changes, dict):
        return False
    return all(isinstance(changes[code], (bool, int, str)) for code in changes)


def _are_seats(seats, declared):
    """Whether these are between two and MOST seats, one of them at least a person's."""
    if not isinstance(seats, list) or not 2 <= len(seats) <= MOST:
        return False
    for seat in seats:
        name = seat.get("name") if isinstance(seat, dict) else None
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST:
            return False
        bot = seat.get("level") in declared["levels"] and seat.get("style") in declared["styles"]
        if seat.get("kind") != "human" and not (seat.get("kind") == "bot" and bot):
            return False
    return any(seat["kind"] == "human" for seat in seats)


def to_keep(setup):
    """The wishes, for the next visit."""
    kept = {name: setup[name] for name in ("preset", "changes", "house")}
    return dict(kept, seats=_stored_seats(setup))


def wishes(setup):
    """The wishes as the engine's `start` takes them."""
    wished = {name: setup[name] for name in ("preset", "changes", "seed")}
    return dict(wished, seats=_stored_seats(setup))


def _stored_seats(setup):
    return [
        dict(seat, name=stored(seat["name"])) if seat["kind"] == "human" else seat for seat in setup["seats"]
    ]


def as_it_was(setup):
    """The last wishes that fitted together; names and levels stay as they are, unless somebody came or went."""
    before = dict(setup["fitting"])
    if len(before["seats"]) == len(setup["seats"]):
        before["seats"] = setup["seats"]
    return dict(setup, **before)


def fitting(setup):
    """What `as_it_was` needs of wishes that fit together."""
    return {name: setup[name] for name in ("preset", "changes", "seats", "house", "title", "seed")}


def rules_wished(setup):
    """Only the rules of it, as the engine resolves them."""
    return {"preset": setup["preset"], "changes": setup["changes"], "players": len(setup["seats"])}


def new_seat(number, levels):
    """The person for number 0, else a bot."""
    if number == 0:
        return {"name": say("ui.you"), "kind": "human", "level": None, "style": None}
    level = levels[min(1, len(levels) - 1)]
    return {"name": say("seat." + NAMES[number]), "kind": "bot", "level": level, "style": "balanced"}


def wished(setup, name, value):
    """A rule-book or an option was chosen: a bool for a switch, else the field's text. A rule-book leaves the length as it is."""
    if name == "preset":
        length = {"rounds": setup["changes"]["rounds"]} if "rounds" in setup["changes"] else {}
        return dict(setup, preset=value, changes=length, seed=None, house="", title="")
    if not isinstance(value, bool) and value.isdigit():
        value = int(value)
    changes = dict(setup["changes"])
    changes[name] = value
    return dict(setup, changes=changes, seed=None)


def seat_wished(setup, number, name, value):
    """A seat's name, level ("human": a person sits there) or style was changed; an empty name is none."""
    seats = list(setup["seats"])
    seat = seats[number] = dict(seats[number])
    if name == "level":
        person = value == "human"
        seat["kind"] = "human" if person else "bot"
        seat["level"] = None if person else value
        seat["style"] = None if person else seat["style"] or "balanced"
    else:
        seat[name] = value.strip() or seat[name]
    return dict(setup, seats=seats)


def renamed(setup, before, after):
    """The wishes with the person who was called so called otherwise: by a new name, or a word of another language."""
    seats = [
        dict(seat, name=after) if (seat["kind"], seat["name"]) == ("human", before) else seat
        for seat in setup["seats"]
    ]
    return dict(setup, seats=seats)


def added(setup, levels):
    """One more bot at the table, as long as there is room."""
    taken = [seat["name"] for seat in setup["seats"]]
    free = [number for number in range(1, MOST) if say("seat." + NAMES[number]) not in taken]
    if len(taken) == MOST:
        return setup
    return dict(setup, seats=setup["seats"] + [new_seat(free[0], levels)])


def removed(setup, number):
    """Somebody leaves the table, as long as two stay and one of them is a person."""
    seats = setup["seats"]
    if not can_go(seats, number):
        return setup
    return dict(setup, seats=seats[:number] + seats[number + 1 :])


def can_go(seats, number):
    """Whether two seats stay without this one, and one of them is a person's."""
    others = seats[:number] + seats[number + 1 :]
    return len(others) >= 2 and has_person(others)


def has_person(seats):
    """Whether one of the seats is a person's."""
    return any(seat["kind"] == "human" for seat in seats)


def seated(setup, count, levels):
    """The wishes with so many seats: bots come, or the last seats go."""
    while len(setup["seats"]) < count:
        setup = added(setup, levels)
    return dict(setup, seats=setup["seats"][:count])


def taken_over(setup, opened, levels):
    """The wishes that a link holds, with the seats that are there."""
    return dict(
        seated(setup, opened["players"], levels),
        preset=opened["preset"],
        changes=opened["changes"],
        seed=opened["seed"],
        house="",
        title="",
    )


# --- the form


def choices(state):
    """The rule-books that there are."""
    declared = state["declarations"]
    if not declared:
        return []
    presets = [(preset["code"], "t-preset", _preset(preset)) for preset in declared["presets"]]
    return [("#presets", "rows", presets)]


def _preset(preset):
    code = preset["code"]
    return [
        ("input", "value", code),
        ("svg", "html", preset["picture"]),
        (".card-name", "text", say("preset.{}.name".format(code))),
        (".card-note", "text", say("preset.{}.help".format(code))),
        (".card-source", "text", say("preset.{}.source".format(code))),
    ]


def view(state):
    """The form in step with the wishes, and in a sentence what does not fit."""
    setup, declared = state["setup"], state["declarations"]
    if not declared:
        return []
    summary, problem, seats = setup["summary"], setup["problem"], setup["seats"]
    problem = problem or ("" if has_person(seats) else say("ui.nobody"))
    rows = [(number, "t-player", _player(number, setup, declared)) for number in range(len(seats))]
    cells = [
        ("#presets", "fields", {"preset": "" if setup["house"] else setup["preset"]}),
        ("#players", "rows", rows),
        ("#player-count", "text", say("ui.player-count", {"n": len(seats), "most": MOST})),
        ("#add-player", "disabled", len(seats) == MOST),
        ("#setup-deal", "hidden", setup["seed"] is None),
        ("#setup-problem", "hidden", not problem),
        ("#problem-words", "text", problem),
        ('#setup [data-action="start"]', "disabled", bool(problem)),
    ]
    told = summary or setup["wished"]
    if not told:
        return cells
    values = dict(told["values"])
    values.update(setup["changes"])  # what was chosen just now, before the engine has answered
    return cells + [(form, "fields", values) for form in ("#options", "#sets", "#lengths")]


def note(state):
    """What a match would be, on the buttons that begin one."""
    setup = state["setup"]
    summary, seats = setup["summary"], setup["seats"]
    if not state["declarations"] or setup["problem"] or not summary or not has_person(seats):
        return []
    players, rounds = ["count.players", {"n": len(seats)}], ["count.rounds", {"n": summary["rounds"]}]
    values = dict(summary["values"])
    said = say("ui.start-note", {"players": players, "set": values["set"], "rounds": rounds})
    return [(part, "text", said) for part in ("#start-note", "#play-note")]


def _player(number, setup, declared):
    seat, levels = setup["seats"][number], declared["levels"]
    human = seat["kind"] == "human"
    skill = -1 if human else levels.index(seat["level"])
    dots = ['<i class="on"></i>' if place <= skill else "<i></i>" for place in range(len(levels))]
    remove = '[data-action="remove-player"]'
    cells = [
        ("", "class", "player s{}".format(number)),
        ("", "data-number", number),
        (".avatar", "text", monogram(seat["name"])),
        (".player-name", "text", seat["name"]),
        ('[name="name"]', "typed", seat["name"]),
        (
            ".player-level",
            "text",
            say("ui.at-this-screen") if human else say("level.{}.name".format(seat["level"])),
        ),
        (".player-note", "text", "" if human else say("level.{}.help".format(seat["level"]))),
        (".dots", "html", "".join(dots)),
        (".dots", "hidden", human),
        (remove, "hidden", not can_go(setup["seats"], number)),
        (remove, "aria-label", say("ui.remove-player", {"name": seat["name"]})),
    ]
    who = [("human", say("ui.at-this-screen"))] + [(code, say("level." + code + ".name")) for code in levels]
    styles = [(code, say("style." + code + ".name")) for code in declared["styles"]]
    return cells + [
        ('[name="level"]', "options", who),
        ('[name="level"]', "typed", "human" if human else seat["level"]),
        ('[data-field="style"]', "hidden", human),
        ('[name="style"]', "options", styles),
        ('[name="style"]', "typed", seat["style"] or "balanced"),
    ]
