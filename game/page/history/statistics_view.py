"""The screen with the statistics of a person: figures, and small charts, each with a table of its numbers.

A *cell* is a triple (selector, name, value), see game/page/kernel/painting.py.
"""

from game.for_types import TYPE_CHECKING
from game.page.history import room
from game.page.history.match_list import opponents_name, rules_name
from game.page.kernel.words import display_name, say, words, written_date
from game.page.people.portraits import FACES, portrait

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from game.contract.answers.list_answers import RecentMatch, Statistics, Wins
    from game.page.page_types import Cell, State

# The figures in their order on the screen; their meanings are in game/narration/figures/statistics.py.
FIGURES = ("matches", "wins", "points", "out", "blocked", "doubles", "loss", "streak", "longest")


@room.view("figures", "figures_can_undo")
def view(state: "State") -> "list[Cell]":
    """The screen with the statistics."""
    answer = state["figures"]
    if not answer:
        return []
    figures, people = answer["figures"], answer["people"]
    choices = [(person["name"], display_name(person["name"], True)) for person in people]
    cells = [
        ("#figures-none", "hidden", bool(people)),
        ("#figures-some", "hidden", not figures),
        ("#figures-undo", "hidden", not state["figures_can_undo"]),
    ]
    if not figures:
        return cells
    return cells + [
        ("#figures-who", "options", choices),
        ("#figures-who", "typed", figures["name"]),
        (
            "#figures-since",
            "text",
            say("figures.since", {"day": written_date(answer["since"])}) if answer["since"] else "",
        ),
        ("#figures-list", "rows", [(code, "t-figure", _figure(code, figures)) for code in FIGURES]),
        ("#company-chart", "html", figures["charts"]["company"]),
        (
            "#company-rows",
            "rows",
            [(row["key"], "t-figure-row", _wins(row, opponents_name)) for row in figures["by_company"]],
        ),
        ("#rules-chart", "html", figures["charts"]["rules"]),
        (
            "#rules-rows",
            "rows",
            [(row["key"], "t-figure-row", _wins(row, rules_name)) for row in figures["by_rules"]],
        ),
        ("#recent-chart", "html", figures["charts"]["recent"]),
        (
            "#recent-rows",
            "rows",
            [(n, "t-figure-row", _recent(row)) for n, row in enumerate(figures["recent"])],
        ),
        ("#figures-charts", "hidden", not figures["matches"]),
        ('#figures [data-action="reset-figures"]', "disabled", not figures["matches"]),
    ]


def _figure(code: "str", figures: "Statistics") -> "list[Cell]":
    value: Any = figures[code]  # type: ignore[literal-required]  # one of FIGURES
    if code in ("out", "blocked"):  # numbers of rounds: show them as "n of all rounds"
        value = say("figures.of", {"n": value, "of": figures["rounds"]})
    return [
        ("dt", "text", say("figures." + code)),
        ("dd", "text", say("figures.unknown") if value is None else words(value)),
        ("", "data-figure", code),
    ]


def _wins(row: "Wins", name_of: "Callable[[str], str]") -> "list[Cell]":
    """A row with wins and matches; `name_of` turns the row's key into its heading."""
    return [
        ("th > span", "text", name_of(row["key"])),
        (".row-face", "hidden", row["key"] not in FACES),
        (".row-face", "html", portrait(row["key"], 0) if row["key"] in FACES else ""),
        (".first", "text", words(row["wins"])),
        (".second", "text", words(row["matches"])),
    ]


def _recent(row: "RecentMatch") -> "list[Cell]":
    return [
        ("th > span", "text", written_date(row["when"])),
        (".first", "text", words(row["points"])),
        (".second", "text", say("figures.place", {"n": row["place"], "of": row["of"]})),
    ]
