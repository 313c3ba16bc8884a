"""The new-game form: rule-books, set, length and seats, and the choices for the next match.

The choices (`setup`) are a plain dict; the functions return a changed copy of it.
"""

import json

from game.page.words import display_name, has_text, monogram, say, stored_name

KEY = "chickenfoot-table"  # key in localStorage: the choices of the last match
NAMES = ("you", "hattie", "otis", "pearl", "mabel", "walt", "ida", "clem", "nell", "gus")
MOST_SEATS = 10
NAME_LENGTH, NAME_LENGTH_ELSEWHERE = 40, 100  # the most characters of a name: typed here, and from elsewhere
SWITCH = [False, True]

START = {
    "preset": "montgomery",
    # options that differ from the rule-book, by code; a first match is short, without calls
    "changes": {"last_tile_call": "none", "rounds": 3},
    "house": "",  # the id of the chosen set of house rules
    "title": "",  # the name for saving the rules
    "seats": [],
    "seed": None,
    "summary": None,  # the resolved rules, from the engine; None if the choices conflict
    "wished": None,  # for conflicting choices: "values" and "house" only
    "fitting": None,  # the last choices without a conflict
    "problem": "",  # the conflict as a sentence, or ""
    "ways": [],  # changes that would solve the conflict: [code, value], …
}


def option_word(code, value):
    """An option's value in words, or the number itself."""
    if value is True or value is False:
        return say("ui.on" if value else "ui.off")
    key = "option.{}.{}".format(code, value)
    return say(key) if has_text(key) else str(value)


def refusal_in_words(values):
    """The values of a refusal, with the names of rule-books and tables in words."""
    readable = dict(values)
    if "preset" in readable:
        readable["preset"] = say("preset.{}.name".format(readable["preset"]))
    if "table" in readable:
        readable["table"] = option_word("hand_size", readable["table"])
    return readable


# --- the choices


def from_storage(text, declared):
    """The choices from localStorage's text (or None), or the default for a first visit."""
    try:
        return valid(json.loads(text or "{}"), declared)
    except Exception:  # not JSON, or nested too deeply to parse
        return valid(None, declared)


def valid(kept, declared):
    """The choices from any value; the default if the value is no valid table."""
    kept = kept if isinstance(kept, dict) else {}
    preset, changes, seats = kept.get("preset"), kept.get("changes"), kept.get("seats")
    codes = [other["code"] for other in declared["presets"]]
    if preset in codes and _are_changes(changes) and _are_seats(seats, declared):
        house = kept.get("house")
        seats = [dict(seat, name=display_name(seat["name"], seat["kind"] == "human")) for seat in seats]
        return dict(
            START, preset=preset, changes=changes, seats=seats, house=house if isinstance(house, str) else ""
        )
    return dict(START, seats=[new_seat(number, declared["levels"]) for number in range(4)])


def _are_changes(changes):
    if not isinstance(changes, dict):
        return False
    return all(isinstance(changes[code], (bool, int, str)) for code in changes)


def _are_seats(seats, declared):
    """Whether these are two to MOST valid seats, at least one of them a person's."""
    if not isinstance(seats, list) or not 2 <= len(seats) <= MOST_SEATS:
        return False
    for seat in seats:
        name = seat.get("name") if isinstance(seat, dict) else None
        if not isinstance(name, str) or not 0 < len(name) <= NAME_LENGTH_ELSEWHERE:
            return False
        bot = seat.get("level") in declared["levels"] and seat.get("style") in declared["styles"]
        if seat.get("kind") != "human" and not (seat.get("kind") == "bot" and bot):
            return False
    return any(seat["kind"] == "human" for seat in seats)


def to_storage(setup):
    """The part of the choices that is saved for the next visit."""
    saved = {name: setup[name] for name in ("preset", "changes", "house")}
    return dict(saved, seats=_stored_seats(setup))


def start_arguments(setup):
    """The choices as arguments of the engine's `start`."""
    given = {name: setup[name] for name in ("preset", "changes", "seed")}
    return dict(given, seats=_stored_seats(setup))


def _stored_seats(setup):
    return [
        dict(seat, name=stored_name(seat["name"])) if seat["kind"] == "human" else seat
        for seat in setup["seats"]
    ]


def last_valid(setup):
    """The last choices without a conflict. Names and levels stay as they are now, unless the number of seats changed."""
    before = dict(setup["fitting"])
    if len(before["seats"]) == len(setup["seats"]):
        before["seats"] = setup["seats"]
    return dict(setup, **before)


def valid_part(setup):
    """The part of the choices that `last_valid` restores."""
    return {name: setup[name] for name in ("preset", "changes", "seats", "house", "title", "seed")}


def rules_arguments(setup):
    """The rules of the choices, as arguments for the engine."""
    return {"preset": setup["preset"], "changes": setup["changes"], "players": len(setup["seats"])}


def new_seat(number, levels):
    """A seat: the person's for number 0, else a bot's."""
    if number == 0:
        return {"name": say("ui.you"), "kind": "human", "level": None, "style": None}
    level = levels[min(1, len(levels) - 1)]
    return {"name": say("seat." + NAMES[number]), "kind": "bot", "level": level, "style": "balanced"}


def with_option(setup, name, value):
    """The choices after a rule-book or an option was chosen. A new rule-book keeps the match length.

    `value` is a bool for a switch, else the field's text.
    """
    if name == "preset":
        length = {"rounds": setup["changes"]["rounds"]} if "rounds" in setup["changes"] else {}
        return dict(setup, preset=value, changes=length, seed=None, house="", title="")
    if not isinstance(value, bool) and value.isdigit():
        value = int(value)
    changes = dict(setup["changes"])
    changes[name] = value
    return dict(setup, changes=changes, seed=None)


def with_seat_field(setup, number, name, value):
    """The choices after a seat's name, level or style changed. The level "human" means a person; an empty name is ignored."""
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


def with_person_named(setup, before, after):
    """The choices with a person's seat renamed from `before` to `after`."""
    seats = [
        dict(seat, name=after) if (seat["kind"], seat["name"]) == ("human", before) else seat
        for seat in setup["seats"]
    ]
    return dict(setup, seats=seats)


def with_bot_added(setup, levels):
    """The choices with one more bot, if there is room."""
    taken = [seat["name"] for seat in setup["seats"]]
    free = [number for number in range(1, MOST_SEATS) if say("seat." + NAMES[number]) not in taken]
    if len(taken) == MOST_SEATS:
        return setup
    return dict(setup, seats=setup["seats"] + [new_seat(free[0], levels)])


def with_seat_removed(setup, number):
    """The choices without that seat, if two seats and a person remain."""
    seats = setup["seats"]
    if not can_remove(seats, number):
        return setup
    return dict(setup, seats=seats[:number] + seats[number + 1 :])


def can_remove(seats, number):
    """Whether two seats, one of them a person's, remain without this one."""
    others = seats[:number] + seats[number + 1 :]
    return len(others) >= 2 and has_person(others)


def has_person(seats):
    """Whether one of the seats is a person's."""
    return any(seat["kind"] == "human" for seat in seats)


def with_seat_count(setup, count, levels):
    """The choices with `count` seats: bots are added, or the last seats removed."""
    while len(setup["seats"]) < count:
        setup = with_bot_added(setup, levels)
    return dict(setup, seats=setup["seats"][:count])


def from_link(setup, opened, levels):
    """The choices with the rules, seed and seat count of a link."""
    return dict(
        with_seat_count(setup, opened["players"], levels),
        preset=opened["preset"],
        changes=opened["changes"],
        seed=opened["seed"],
        house="",
        title="",
    )


# --- the form


def rule_books(state):
    """The rule-books."""
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
    """The form, in line with the choices, and the conflict in a sentence."""
    setup, declared = state["setup"], state["declarations"]
    if not declared:
        return []
    summary, problem, seats = setup["summary"], setup["problem"], setup["seats"]
    problem = problem or ("" if has_person(seats) else say("ui.nobody"))
    rows = [(number, "t-player", _player(number, setup, declared)) for number in range(len(seats))]
    cells = [
        ("#presets", "fields", {"preset": "" if setup["house"] else setup["preset"]}),
        ("#players", "rows", rows),
        ("#player-count", "text", say("ui.player-count", {"n": len(seats), "most": MOST_SEATS})),
        ("#add-player", "disabled", len(seats) == MOST_SEATS),
        ("#setup-deal", "hidden", setup["seed"] is None),
        ("#setup-problem", "hidden", not problem),
        ("#problem-words", "text", problem),
        ('#setup [data-action="start"]', "disabled", bool(problem)),
    ]
    resolved = summary or setup["wished"]
    if not resolved:
        return cells
    values = dict(resolved["values"])
    values.update(setup["changes"])  # new changes, before the engine has checked them
    return cells + [(form, "fields", values) for form in ("#options", "#sets", "#lengths")]


def start_note(state):
    """The summary on the buttons that start a match."""
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
        (remove, "hidden", not can_remove(setup["seats"], number)),
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
