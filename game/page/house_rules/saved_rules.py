"""Saved sets of house rules in the form, beside the rule-books."""

from game.page.screens.new_game_form import with_option
from game.page.words import say

PREFIX = "house/"  # prefix of an id in the form's field "preset"
LENGTH = "rounds"  # an option that no set holds: each match has its own length


def without_length(changes):
    """The changes without the match length."""
    return {code: changes[code] for code in changes if code != LENGTH}


def current_changes(setup):
    """The options that differ from the rule-book in the form, without the match length."""
    if not setup["summary"]:
        return without_length(setup["changes"])
    values = dict(setup["summary"]["values"])
    return without_length({code: values[code] for code in setup["summary"]["house"]})


def find_set(houses, id):
    """The set with that id, or None."""
    for house in houses:
        if house["id"] == id:
            return house
    return None


def with_set(setup, house):
    """The choices with this set, and the length chosen before."""
    changes = dict(with_option(setup, "preset", house["preset"])["changes"])
    changes.update(house["changes"])
    return dict(
        setup, preset=house["preset"], changes=changes, seed=None, house=house["id"], title=house["name"]
    )


def view(state):
    """The saved sets, the chosen one, its unsaved changes, and its name."""
    setup, houses = state["setup"], state["house_rules"]
    house = find_set(houses, setup["house"])
    is_changed = bool(house) and (
        house["preset"] != setup["preset"] or house["changes"] != current_changes(setup)
    )
    is_renamed = bool(house) and setup["title"] not in ("", house["name"])
    rows = [(each["id"], "t-house", _card(each)) for each in houses]
    return [
        ("#houses", "rows", rows),
        ("#houses", "fields", {"preset": PREFIX + house["id"] if house else ""}),
        ("#house-gone", "hidden", not state["house_removed"]),
        (
            "#house-gone span",
            "text",
            say("house.is-gone", {"name": state["house_removed"]}) if state["house_removed"] else "",
        ),
        ("#house-name", "typed", setup["title"]),
        ("#house-change", "hidden", not (is_changed or is_renamed)),
        ("#house-change", "text", say("house.change", {"name": house["name"]}) if house else ""),
        ("#house-save", "hidden", bool(house) and not is_renamed),
    ]


def _card(house):
    note = say("house.note", {"n": len(house["changes"]), "book": _book(house["preset"])})
    return [
        ("", "data-house-id", house["id"]),
        ("input", "value", PREFIX + house["id"]),
        ("svg.opening", "html", house["picture"]),
        (".card-name", "text", house["name"]),
        (".card-note", "text", note),
        ('[data-action="share-house"]', "aria-label", say("house.share", {"name": house["name"]})),
        ('[data-action="delete-house"]', "aria-label", say("house.delete", {"name": house["name"]})),
    ]


def _book(preset):
    return say("preset.{}.name".format(preset)) if preset else say("house.no-book")
