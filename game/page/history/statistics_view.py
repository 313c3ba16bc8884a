"""The screen with the statistics of a person, and its actions: numbers, and charts, each with a table of its numbers."""

from game.for_types import TYPE_CHECKING
from game.page.history import room
from game.page.history.match_list import opponents_name, rules_name
from game.page.kernel.dom import data, escaped, one
from game.page.kernel.room import required
from game.page.kernel.words import display_name, say, words, written_date
from game.page.people.portraits import FACES, portrait
from game.page.screens.navigation import show_side_screen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.contract.answers.list_answers import RecentMatch, ShownStatistics, Statistics, Wins
    from game.contract.basics import Markup
    from game.page.kernel.app import App
    from game.page.page_types import Cell, Element, State, Task

# The statistics in their order on the screen; their meanings are in game/narration/statistics/person.py.
STATISTICS = ("matches", "wins", "points", "out", "blocked", "doubles", "loss", "streak", "longest")
ALWAYS = ("matches", "wins", "points")  # those that are shown also if they are 0


@room.view("statistics", "statistics_can_undo")
def view(state: "State") -> "list[Cell]":
    """The screen with the statistics."""
    answer = state["statistics"]
    if not answer:
        return []
    statistics, people = answer["statistics"], answer["people"]
    choices = [(person["name"], display_name(person["name"], True)) for person in people]
    cells = [
        ("#statistics-none", "hidden", bool(people)),
        ("#statistics-some", "hidden", not statistics),
        ("#statistics-undo", "hidden", not state["statistics_can_undo"]),
    ]
    if not statistics:
        return cells
    return cells + [
        ("#statistics-who", "options", choices),
        ("#statistics-who", "typed", statistics["name"]),
        ("#statistics-also", "rows", [(name, "t-also", _also(name)) for name in answer["also"]]),
        ("#statistics-maybe", "hidden", not answer["maybe"]),
        (
            "#statistics-same",
            "options",
            [("", say("statistics.maybe-none"))]
            + [(name, display_name(name, True)) for name in answer["maybe"]],
        ),
        ("#statistics-same", "typed", ""),
        (
            "#statistics-since",
            "text",
            say("statistics.since", {"day": written_date(answer["since"])}) if answer["since"] else "",
        ),
        (
            "#statistics-list",
            "rows",
            [(code, "t-statistic", _statistic(code, statistics)) for code in _with_something(statistics)],
        ),
        (
            "#company-chart",
            "html",
            _labelled(statistics["charts"]["company"], statistics["by_company"], opponents_name),
        ),
        (
            "#company-rows",
            "rows",
            [(row["key"], "t-statistic-row", _wins(row, opponents_name)) for row in statistics["by_company"]],
        ),
        (
            "#rules-chart",
            "html",
            _labelled(statistics["charts"]["rules"], statistics["by_rules"], rules_name),
        ),
        (
            "#rules-rows",
            "rows",
            [(row["key"], "t-statistic-row", _wins(row, rules_name)) for row in statistics["by_rules"]],
        ),
        ("#recent-chart", "html", statistics["charts"]["recent"]),
        ("#recent-none", "hidden", bool(statistics["charts"]["recent"])),
        (
            "#recent-rows",
            "rows",
            [(n, "t-statistic-row", _recent(row)) for n, row in enumerate(statistics["recent"])],
        ),
        ("#statistics-charts", "hidden", not statistics["matches"]),
        ("#company-wins", "hidden", not statistics["wins"]),
        ("#rules-wins", "hidden", not statistics["wins"]),
        ('#statistics [data-action="reset-figures"]', "disabled", not statistics["matches"]),
    ]


def _with_something(statistics: "Statistics") -> "list[str]":
    """The codes of the statistics to show: after few matches many say nothing yet."""
    values: Mapping[str, object] = statistics
    return [code for code in STATISTICS if code in ALWAYS or values[code] not in (None, 0, "0")]


def _also(name: "str") -> "list[Cell]":
    """The row of another name under which the shown person has played."""
    return [
        ("span", "text", say("statistics.also", {"name": display_name(name, True)})),
        ("button", "data-name", name),
    ]


def _labelled(chart: "Markup", rows: "list[Wins]", name_of: "Callable[[str], str]") -> "Markup":
    """The chart with the name of each bar, see `bars_markup` of game/narration/statistics/person.py."""
    for number, row in enumerate(rows):
        chart = chart.replace("{label " + str(number) + "}", escaped(name_of(row["key"])))
    return chart


def _statistic(code: "str", statistics: "Statistics") -> "list[Cell]":
    by_code: Mapping[str, object] = statistics
    value = by_code[code]
    if code in ("out", "blocked"):  # numbers of rounds: show them as "n of all rounds"
        value = say("statistics.of", {"n": value, "of": statistics["rounds"]})
    return [
        ("dt", "text", say("statistics." + code)),
        ("dd", "text", say("statistics.unknown") if value is None else words(value)),
        ("", "data-statistic", code),
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
        (".second", "text", say("statistics.place", {"n": row["place"], "of": row["of"]})),
    ]


# --- actions: action(app, button)


@room.action("statistics", slow=True)
async def open_statistics(app: "App", button: "Element") -> "None":
    """Open the statistics, from the start screen or from the list of matches."""
    came_from = (
        ("matches", '#matches [data-action="statistics"]') if app.state["screen"] == "matches" else None
    )
    show_side_screen(app, "statistics", came_from, statistics_can_undo=False)
    one("#statistics-title").focus()
    await load_statistics(app, "")


async def load_statistics(
    app: "App", name: "str", verb: "str" = "statistics", can_undo: "bool" = False, **arguments: "str"
) -> "None":
    """Load the statistics of a person; the name "" means the person who played most."""
    answer: ShownStatistics | None = await app.ask(verb, name=name, **arguments)
    if answer:
        app.update(statistics=answer, statistics_can_undo=can_undo)


def _shown_person(app: "App") -> "str":
    """The name of the person whose statistics are shown."""
    return required(required(app.state["statistics"])["statistics"])["name"]


@room.action("reset-figures")
def reset(app: "App", button: "Element") -> "Task":
    """Reset the statistics of the shown person, and offer to undo that."""
    return load_statistics(app, _shown_person(app), "reset_statistics", can_undo=True)


@room.action("unreset-figures")
def unreset(app: "App", button: "Element") -> "Task":
    """Restore the statistics that were reset."""
    return load_statistics(app, _shown_person(app), "unreset_statistics")


def join(app: "App", other: "str") -> "Task":
    """Count the matches of another name for the shown person."""
    return load_statistics(app, _shown_person(app), "join_statistics", other=other)


@room.action("part-statistics")
def part(app: "App", button: "Element") -> "Task":
    """Count the matches of the button's name no more for the shown person."""
    return load_statistics(app, _shown_person(app), "part_statistics", other=data(button, "name"))
