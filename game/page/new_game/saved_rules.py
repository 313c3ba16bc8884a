"""Saved sets of house rules, which the new-game form offers beside the rule-books.

A set is {"id", "name", "preset", "changes", "players", "picture"}. "changes" are the options {code: value} that differ
from the rule-book "preset".
"""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import required
from game.page.kernel.words import say
from game.page.new_game import room
from game.page.new_game.new_game_form import changed, with_option

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from game.contract.answers.list_answers import HouseData
    from game.contract.basics import Changes
    from game.page.kernel.app import App
    from game.page.new_game import NamedRules, Setup
    from game.page.page_types import Cell, State

PREFIX = "house/"  # if a set is chosen, the form's field "preset" holds this prefix and the id of the set
LENGTH_OPTION = "rounds"  # sets leave this option out, because people choose it for each match


def without_length(changes: "Changes") -> "Changes":
    """The changes without the number of rounds."""
    return {code: changes[code] for code in changes if code != LENGTH_OPTION}


def current_changes(setup: "Setup") -> "Changes":
    """The chosen options {code: value} that differ from the rule-book, without the number of rounds."""
    if not setup["summary"]:
        return without_length(setup["changes"])
    values = dict(setup["summary"]["values"])
    return without_length({code: values[code] for code in setup["summary"]["house"]})


def find_set(rule_sets: "Sequence[HouseData]", id: "str") -> "HouseData | None":
    """The set with this id, or None."""
    for rule_set in rule_sets:
        if rule_set["id"] == id:
            return rule_set
    return None


def with_set(setup: "Setup", rule_set: "NamedRules") -> "Setup":
    """The form's choices `setup` with this set chosen. The number of rounds stays."""
    changes = dict(with_option(setup, "preset", required(rule_set["preset"]))["changes"])
    changes.update(rule_set["changes"])
    return changed(
        setup,
        preset=rule_set["preset"],
        changes=changes,
        house=rule_set["id"],
        title=rule_set["name"],
    )


@room.view("setup", "house_rules", "removed_house_name", screen="setup")
def view(state: "State") -> "list[Cell]":
    """What the form shows (cells): the saved sets, the name for the rules, and the buttons to save or change a set."""
    setup, rule_sets = state["setup"], state["house_rules"]
    chosen = find_set(rule_sets, setup["house"])
    is_changed = bool(
        chosen and (chosen["preset"] != setup["preset"] or chosen["changes"] != current_changes(setup))
    )
    is_renamed = bool(chosen and setup["title"] not in ("", chosen["name"]))
    rows = [(rule_set["id"], "t-house", _card(rule_set)) for rule_set in rule_sets]
    return [
        ("#houses", "rows", rows),
        ("#houses", "fields", {"preset": PREFIX + chosen["id"] if chosen else ""}),
        ("#house-gone", "hidden", not state["removed_house_name"]),
        (
            "#house-gone span",
            "text",
            say("house.is-gone", {"name": state["removed_house_name"]})
            if state["removed_house_name"]
            else "",
        ),
        ("#house-name", "typed", setup["title"]),
        ("#house-change", "hidden", not (is_changed or is_renamed)),
        ("#house-change", "text", say("house.change", {"name": chosen["name"]}) if chosen else ""),
        ("#house-save", "hidden", bool(chosen) and not is_renamed),
    ]


def _card(rule_set: "HouseData") -> "list[Cell]":
    name = rule_set["name"]
    book, changes = rule_set["preset"], {"n": len(rule_set["changes"])}
    key = "house.note" if book else "house.note-no-book"
    note = say(key, dict(changes, book=say("preset.{}.name".format(book))) if book else changes)
    return [
        ("", "data-house-id", rule_set["id"]),
        ("input", "value", PREFIX + rule_set["id"]),
        ("svg.opening", "html", rule_set["picture"]),
        (".card-name", "text", name),
        (".card-note", "text", note),
        ('[data-action="share-house"]', "aria-label", say("house.share", {"name": name})),
        ('[data-action="delete-house"]', "aria-label", say("house.delete", {"name": name})),
    ]


def update_setup(app: "App", **changes: "Unpack[Setup]") -> "None":
    """Change some choices of the form."""
    app.update(setup=changed(app.state["setup"], **changes))


def choose(app: "App", value: "str") -> "None":
    """Choose a saved set in the form. `value` is PREFIX with the id of the set."""
    rule_set = required(find_set(app.state["house_rules"], value[len(PREFIX) :]))
    app.update(setup=with_set(app.state["setup"], rule_set))
