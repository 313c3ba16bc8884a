"""The new-game form, and the choices that the person makes in it: rule-book, options, match length and seats.

The choices (`setup`) are a plain dict. The functions never change it: they return a changed copy.
"""

import json

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import required, updated
from game.page.kernel.words import display_name, has_text, say, stored_name
from game.page.new_game import phone_seats, room, seat_rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypedDict, Unpack

    from game.contract.answers.list_answers import Menu, PresetData
    from game.contract.basics import Value, Values, Wanted
    from game.contract.kept import KeptSeat, TableChoices
    from game.page.new_game import Setup, SetupSeat, StartArguments, ValidPart
    from game.page.page_types import Cell, State

    class SetupState(TypedDict, total=False):
        setup: Setup


KEY = "chickenfoot-table"  # key in localStorage: the choices of the last match
# The last parts of the text keys "seat.…": the person, then the bots in the order in which they are added.
NAMES = ("you", "hattie", "otis", "pearl", "mabel", "walt", "ida", "clem", "nell", "gus")
MOST_SEATS = 10
NAME_LENGTH = 40  # characters, of a name that is typed on the page
USUAL_LEVEL = "hen"  # of the bots that a new form has
LONGEST_STORED_NAME = 100  # characters, of a name in stored choices
SWITCH = [False, True]  # the values of an option that is shown as a switch

START: "Setup" = {
    "preset": "montgomery",  # the code of the rule-book
    # options that differ from the rule-book, {code: value}; a first match is short, without calls
    "changes": {"rounds": 2},
    "house": "",  # the id of the chosen set of house rules
    "title": "",  # the name under which to save the rules
    # [{"name", "kind": "human" or "bot", "level", "style", "phone": whether a guest with a phone has a bot's seat}, …]
    "seats": [],
    "phones": False,  # whether the form is for a table with own phones; otherwise "phone" has no meaning
    "summary": None,  # the resolved rules, from the engine; None if options contradict each other
    "wished": None,  # for contradictory options, instead of the summary: {"values", "house"}
    "fitting": None,  # the last choices without a conflict, see `valid_part`
    "problem": "",  # the conflict as a sentence, or ""
    "ways": [],  # fixes for the conflict: [[code, value], …]
}

room.state(setup=START)  # the choices for a new match


def option_word(code: "str", value: "Value") -> "str":
    """An option's value in words, or the number itself."""
    if value is True or value is False:
        return say("ui.on" if value else "ui.off")
    key = "option.{}.{}".format(code, value)
    return say(key) if has_text(key) else str(value)


def refusal_in_words(values: "Values") -> "Values":
    """The values of a refusal's message. The codes of a rule-book and of a hand size become their names."""
    readable = dict(values)
    if "preset" in readable:
        readable["preset"] = say("preset.{}.name".format(readable["preset"]))
    if "table" in readable:
        readable["table"] = option_word("hand_size", str(readable["table"]))
    return readable


# --- the choices


def changed(setup: "Setup", **choices: "Unpack[Setup]") -> "Setup":
    """The choices with some of them changed."""
    return updated(setup, **choices)


def from_storage(text: "str | None", declared: "Menu") -> "Setup":
    """The choices from the text in localStorage, which may be None. An invalid text gives the choices of a first visit.

    `declared` has the rule-books, levels and styles, as the engine declares them (game/engine/menu.py).
    """
    try:
        return valid(json.loads(text or "{}"), declared)
    except Exception:  # not JSON, or nested too deeply to parse
        return valid(None, declared)


def valid(stored: "object", declared: "Menu") -> "Setup":
    """The choices from a stored value of any type. An invalid value gives the choices of a first visit."""
    kept: dict[str, Any] = stored if isinstance(stored, dict) else {}
    preset: Any = kept.get("preset")
    changes: Any = kept.get("changes")
    seats: Any = kept.get("seats")
    codes = [known["code"] for known in declared["presets"]]
    if preset in codes and _are_changes(changes) and _are_seats(seats, declared):
        house = kept.get("house")
        seats = [updated(seat, name=display_name(seat["name"], seat["kind"] == "human")) for seat in seats]
        return changed(
            START, preset=preset, changes=changes, seats=seats, house=house if isinstance(house, str) else ""
        )
    return changed(START, seats=[new_seat(number, declared["levels"]) for number in range(4)])


def _are_changes(changes: "object") -> "bool":
    if not isinstance(changes, dict):
        return False
    return all(isinstance(changes[code], (bool, int, str)) for code in changes)


def _are_seats(seats: "object", declared: "Menu") -> "bool":
    """Whether these are two to MOST_SEATS valid seats, and a person has at least one of them."""
    if not isinstance(seats, list) or not 2 <= len(seats) <= MOST_SEATS:
        return False
    for seat in seats:
        name = seat.get("name") if isinstance(seat, dict) else None
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_STORED_NAME:
            return False
        is_known_bot = seat.get("level") in declared["levels"] and seat.get("style") in declared["styles"]
        if seat.get("kind") != "human" and not (seat.get("kind") == "bot" and is_known_bot):
            return False
    return has_person(seats)


def to_storage(setup: "Setup") -> "TableChoices":
    """The part of the choices to save for the next visit."""
    return {
        "preset": setup["preset"],
        "changes": setup["changes"],
        "house": setup["house"],
        "seats": _stored_seats(setup),
    }


def start_arguments(setup: "Setup") -> "StartArguments":
    """The choices as arguments of the engine's verb `start`."""
    return {"preset": setup["preset"], "changes": setup["changes"], "seats": _stored_seats(setup)}


def _stored_seats(setup: "Setup") -> "list[KeptSeat]":
    """The seats, with the names as the engine stores them."""
    return [
        {
            "name": stored_name(seat["name"]) if seat["kind"] == "human" else seat["name"],
            "kind": seat["kind"],
            "level": seat["level"],
            "style": seat["style"],
        }
        for seat in setup["seats"]
    ]


def last_valid(setup: "Setup") -> "Setup":
    """Return to the last choices without a conflict. The present seats stay, unless their number has changed since."""
    restored = required(setup["fitting"]).copy()
    if len(restored["seats"]) == len(setup["seats"]):
        restored["seats"] = setup["seats"]
    return changed(setup, **restored)


def valid_part(setup: "Setup") -> "ValidPart":
    """The part of the choices that `last_valid` restores."""
    return {
        "preset": setup["preset"],
        "changes": setup["changes"],
        "seats": setup["seats"],
        "house": setup["house"],
        "title": setup["title"],
    }


def rules_arguments(setup: "Setup") -> "Wanted":
    """The chosen rules as arguments for the engine's verbs, for example `check`."""
    return {"preset": setup["preset"], "changes": setup["changes"], "players": len(setup["seats"])}


def new_seat(number: "int", levels: "list[str]") -> "SetupSeat":
    """A new seat with the name NAMES[number]: the person's for number 0, else a bot's with the level USUAL_LEVEL."""
    if number == 0:
        return {"name": say("ui.you"), "kind": "human", "level": None, "style": None}
    level = USUAL_LEVEL if USUAL_LEVEL in levels else levels[0]
    return {"name": say("seat." + NAMES[number]), "kind": "bot", "level": level, "style": "balanced"}


def bots_names(first: "int") -> "list[str]":
    """The game's names for bots, those from number `first` on before the others."""
    return [say("seat." + name) for name in NAMES[first:] + NAMES[1:first]]


def with_option(setup: "Setup", name: "str", value: "str | bool") -> "Setup":
    """Choose a rule-book (name "preset") or the value of an option. A new rule-book keeps the match length.

    `value` is a bool for a switch, else the text of the field.
    """
    if name == "preset":
        length = {"rounds": setup["changes"]["rounds"]} if "rounds" in setup["changes"] else {}
        return changed(setup, preset=str(value), changes=length, house="", title="")
    changes = dict(setup["changes"])
    changes[name] = int(value) if isinstance(value, str) and value.isdigit() else value
    return changed(setup, changes=changes)


def with_seat_field(setup: "Setup", number: "int", name: "str", value: "Any") -> "Setup":
    """Change the name, level or style of a seat. An empty name is ignored.

    The level "human" means a person at this screen, the level "phone" a guest.
    """
    seats = list(setup["seats"])
    seat = seats[number] = seats[number].copy()
    if name == "level" and value == phone_seats.PHONE:
        seat["phone"] = True
    elif name == "level":
        is_person = value == "human"
        seat.pop("phone", None)
        seat["kind"] = "human" if is_person else "bot"
        seat["level"] = None if is_person else value
        seat["style"] = None if is_person else seat["style"] or "balanced"
    else:
        by_field: Any = seat
        by_field[name] = value.strip() or by_field[name]
    return changed(setup, seats=seats)


def with_person_named(setup: "Setup", before: "str", after: "str") -> "Setup":
    """Change the name of each person's seat that is called `before` to `after`."""
    seats = [
        updated(seat, name=after) if (seat["kind"], seat["name"]) == ("human", before) else seat
        for seat in setup["seats"]
    ]
    return changed(setup, seats=seats)


def with_bot_added(setup: "Setup", levels: "list[str]") -> "Setup":
    """Add a bot with a free name, if there are less than MOST_SEATS seats."""
    taken_names = [seat["name"] for seat in setup["seats"]]
    free = [number for number in range(1, MOST_SEATS) if say("seat." + NAMES[number]) not in taken_names]
    if len(taken_names) == MOST_SEATS:
        return setup
    return changed(setup, seats=setup["seats"] + [new_seat(free[0], levels)])


def with_seat_removed(setup: "Setup", number: "int") -> "Setup":
    """Remove a seat, if two seats and a person remain."""
    seats = setup["seats"]
    if not can_remove(seats, number):
        return setup
    return changed(setup, seats=seats[:number] + seats[number + 1 :])


def can_remove(seats: "list[SetupSeat]", number: "int") -> "bool":
    """Whether at least two seats remain without seat `number`, and a person has one of them."""
    others = seats[:number] + seats[number + 1 :]
    return len(others) >= 2 and has_person(others)


def has_person(seats: "Sequence[SetupSeat]") -> "bool":
    """Whether a person has at least one of the seats."""
    return any(seat["kind"] == "human" for seat in seats)


def with_seat_count(setup: "Setup", count: "int", levels: "list[str]") -> "Setup":
    """Add bots, or remove the last seats, until there are `count` seats."""
    while len(setup["seats"]) < count:
        setup = with_bot_added(setup, levels)
    return changed(setup, seats=setup["seats"][:count])


# --- the form


@room.view("declarations", screen="setup")
def rule_books(state: "State") -> "list[Cell]":
    """The rule-books to choose from."""
    declared = state["declarations"]
    if not declared:
        return []
    return [("#presets", "rows", [(book["code"], "t-preset", _preset(book)) for book in declared["presets"]])]


def _preset(preset: "PresetData") -> "list[Cell]":
    code = preset["code"]
    return [
        ("input", "value", code),
        ("svg", "html", preset["picture"]),
        (".card-name", "text", say("preset.{}.name".format(code))),
        (".card-note", "text", say("preset.{}.help".format(code))),
        (".card-source", "text", say("preset.{}.source".format(code))),
    ]


@room.view("setup", "settings", "declarations", "party", "party_role", screen="setup")
def view(state: "State") -> "list[Cell]":
    """The fields of the form with the present choices, and the sentence about a conflict."""
    setup, declared = state["setup"], state["declarations"]
    if not declared:
        return []
    seats, phones = setup["seats"], setup["phones"]
    any_phone = phone_seats.any_phone(setup)
    party = state["party"] if phones and state["party_role"] == "host" else None
    guests = phone_seats.guests(setup, party)
    problem = setup["problem"]
    if not problem and phones and not any_phone:
        problem = say("phones.nobody")
    elif not problem and not phones and not has_person(seats):
        problem = say("ui.nobody")
    rows = [
        (
            number,
            "t-player",
            seat_rows.cells(
                number, setup, state["settings"], declared, can_remove(seats, number), guests[number]
            ),
        )
        for number in range(len(seats))
    ]
    cells = [
        ("#presets", "fields", {"preset": "" if setup["house"] else setup["preset"]}),
        ("#players", "rows", rows),
        ("#player-count", "text", say("ui.player-count", {"n": len(seats), "most": MOST_SEATS})),
        ("#add-player", "disabled", len(seats) == MOST_SEATS),
        ("#most-players", "hidden", len(seats) < MOST_SEATS),
        (
            "#most-players",
            "text",
            say("ui.most-players", {"n": MOST_SEATS}) if len(seats) == MOST_SEATS else "",
        ),
        ("#setup-problem", "hidden", not problem),
        ("#problem-words", "text", problem),
        ('#setup [data-action="start"]', "disabled", bool(problem)),
        ('#setup [data-action="start"]', "hidden", phones),
        ('#setup [data-action="invite"]', "disabled", bool(problem)),
        ('#setup [data-action="invite"]', "hidden", not phones),
        ('#setup [data-action="invite"]', "text", say("phones.go-on" if party else "phones.invite")),
        (
            "#setup-title",
            "text",
            say("phones.change" if party else "phones.title" if phones else "ui.new-game"),
        ),
        ("#setup-phones", "hidden", not phones or bool(party)),
    ]
    resolved = setup["summary"] or setup["wished"]
    if not resolved:
        return cells
    values = dict(resolved["values"])
    values.update(setup["changes"])  # the newest changes, which the engine may not have checked yet
    return cells + [(form, "fields", values) for form in ("#options", "#sets", "#lengths")]
