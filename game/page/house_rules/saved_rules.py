"""Sets of rules under a name, beside the rule-books in the form: chosen, made, changed, shared, taken away and brought back."""

from game.page.screens.new_game_form import wished
from game.page.words import say

MARK = "house/"  # before the id, as a value of the form's field "preset"
LENGTH = "rounds"  # chosen for each match


def own(changes):
    """What of the changes is a rule of the house."""
    return {code: changes[code] for code in changes if code != LENGTH}


def now(setup):
    """What the wishes change in their rule-book, without what is as there anyway."""
    if not setup["summary"]:
        return own(setup["changes"])
    values = dict(setup["summary"]["values"])
    return own({code: values[code] for code in setup["summary"]["house"]})


def of(houses, id):
    """The rules with that id, None where there are none."""
    for house in houses:
        if house["id"] == id:
            return house
    return None


def chosen(setup, house):
    """The wishes with these rules, of the length that was wished for."""
    changes = dict(wished(setup, "preset", house["preset"])["changes"])
    changes.update(house["changes"])
    return dict(
        setup, preset=house["preset"], changes=changes, seed=None, house=house["id"], title=house["name"]
    )


def view(state):
    """The sets, which of them is chosen, what is changed in it, and the name under which it can be kept."""
    setup, houses = state["setup"], state["house_rules"]
    house = of(houses, setup["house"])
    touched = bool(house) and (house["preset"] != setup["preset"] or house["changes"] != now(setup))
    other = bool(house) and setup["title"] not in ("", house["name"])
    rows = [(each["id"], "t-house", _card(each)) for each in houses]
    return [
        ("#houses", "rows", rows),
        ("#houses", "fields", {"preset": MARK + house["id"] if house else ""}),
        ("#house-gone", "hidden", not state["house_removed"]),
        (
            "#house-gone span",
            "text",
            say("house.is-gone", {"name": state["house_removed"]}) if state["house_removed"] else "",
        ),
        ("#house-name", "typed", setup["title"]),
        ("#house-change", "hidden", not (touched or other)),
        ("#house-change", "text", say("house.change", {"name": house["name"]}) if house else ""),
        ("#house-save", "hidden", bool(house) and not other),
    ]


def _card(house):
    note = say("house.note", {"n": len(house["changes"]), "book": _book(house["preset"])})
    return [
        ("", "data-house-id", house["id"]),
        ("input", "value", MARK + house["id"]),
        ("svg.opening", "html", house["picture"]),
        (".card-name", "text", house["name"]),
        (".card-note", "text", note),
        ('[data-action="share-house"]', "aria-label", say("house.share", {"name": house["name"]})),
        ('[data-action="delete-house"]', "aria-label", say("house.delete", {"name": house["name"]})),
    ]


def _book(preset):
    return say("preset.{}.name".format(preset)) if preset else say("house.no-book")
