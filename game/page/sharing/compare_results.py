"""A challenge on the last screen of its match: who did better, all results, and two score sheets side by side."""

from game.for_types import TYPE_CHECKING
from game.narration.localization.texts import isolate
from game.page.kernel.words import say
from game.page.people.portraits import face_of, portrait
from game.page.sharing import room
from game.page.sharing.link_card import owner_name, owner_with_remarks, result_row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypedDict

    from game.contract.score_sheets import ChallengeResult, Comparison
    from game.page.page_types import Cell, Row, State

    class NamedSeat(TypedDict):
        """A seat, of which only these facts matter here."""

        seat: int
        name: str
        level: str | None  # None for a person


def compared(state: "State") -> "Comparison | None":
    """The comparison {"person", "results"} of a finished match; None during a match, or if it was no challenge."""
    scene = state["sheet_scene"]
    return scene.get("compare") if scene and scene["phase"] == "match-over" else None


@room.view("sheet_scene")
def view(state: "State") -> "list[Cell]":
    """The comparison, if the match was a challenge."""
    comparison, scene = compared(state), state["sheet_scene"]
    cells: list[Cell] = [("#compare", "hidden", not comparison)]
    if not comparison or not scene:
        return cells
    results = comparison["results"]
    mine = next(result for result in results if result["mine"])
    others = [result for result in results if not result["mine"]]
    shown = [mine] + others[:1]
    rows = [(number, "t-result", result_row(result)) for number, result in enumerate(results)]
    return cells + [
        (
            "#compare-title",
            "text",
            _title(mine, others[0], comparison["person"]) if others else say("compare.alone"),
        ),
        ("#compare-results", "hidden", len(others) < 2),
        ("#compare-results", "rows", rows),
        (
            "#compare-sheets",
            "rows",
            [
                (number, "t-compare", sheet(result, scene["seats"], comparison["person"]))
                for number, result in enumerate(shown)
            ],
        ),
    ]


def points_to_compare(mine: "ChallengeResult", other: "ChallengeResult", person: "int") -> "list[int]":
    """Two results' points (mine, other's) at the seat `person`, over the rounds that both have played."""
    rounds = min(mine["rounds"], other["rounds"])
    return [sum([points[person] for points in result["sheet"][:rounds]]) for result in (mine, other)]


def _title(mine: "ChallengeResult", other: "ChallengeResult", person: "int") -> "str":
    own_points, other_points = points_to_compare(mine, other, person)
    verdict = "better" if own_points < other_points else "worse" if own_points > other_points else "equal"
    name = isolate(other["name"] or say("opened.somebody"))
    return say("compare." + verdict, {"name": name, "n": abs(own_points - other_points)})


def sheet(result: "ChallengeResult", seats: "Sequence[NamedSeat]", person: "int") -> "list[Cell]":
    """The cells of one result's score sheet. `seats` are dicts with "seat" and "name"; `person` is the owner's seat."""
    heads = [(seat["seat"], "t-compare-head", _head(seat, seat["seat"] == person, result)) for seat in seats]
    totals = [sum([points[seat["seat"]] for points in result["sheet"]]) for seat in seats]
    rows: list[Row] = [
        (n, "t-compare-row", _row(str(n + 1), points, person)) for n, points in enumerate(result["sheet"])
    ]
    rows.append(("total", "t-compare-row", [("", "class", "total")] + _row(say("ui.total"), totals, person)))
    return [
        ("caption", "text", owner_with_remarks(result)),
        (".compare-heads", "rows", heads),
        (".compare-rows", "rows", rows),
    ]


def _head(seat: "NamedSeat", is_owner: "bool", result: "ChallengeResult") -> "list[Cell]":
    """The badge of a seat. The owner of the result has the same name there as in the list of results."""
    name = owner_name(result) if is_owner else seat["name"]
    return [
        (".avatar", "class", "avatar s{}".format(seat["seat"])),
        (".avatar", "html", portrait(face_of(seat), seat["seat"])),
        (".unseen", "text", name),
    ]


def _row(heading: "str", points: "list[int]", person: "int") -> "list[Cell]":
    cells = [
        (seat, "t-total", [("", "text", value), ("", "data-own", "true" if seat == person else None)])
        for seat, value in enumerate(points)
    ]
    return [("th", "text", heading), ("", "rows", cells)]
