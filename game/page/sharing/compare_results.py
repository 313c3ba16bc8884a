"""The end of a challenge: the verdict, all results, and two score sheets side by side."""

from game.narration.localization.texts import isolate
from game.page.sharing.link_card import owner_name, result_row
from game.page.words import monogram, say


def compared(state):
    """The comparison in the last scene, or None if the match was no challenge."""
    scene = state["sheet_scene"]
    return scene.get("compare") if scene and scene["phase"] == "match-over" else None


def view(state):
    """The comparison on the last screen."""
    comparison = compared(state)
    scene = state["sheet_scene"]
    day = bool(scene and scene["phase"] == "match-over" and scene.get("day"))
    cells = [("#compare", "hidden", not comparison), ("#over-day", "hidden", not day)]
    if not comparison:
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
                (place, "t-compare", sheet(result, scene["seats"], comparison["person"]))
                for place, result in enumerate(shown)
            ],
        ),
    ]


def _title(mine, other, person):
    rounds = min(mine["rounds"], other["rounds"])  # compare only rounds that both have played
    own_points, other_points = [
        sum([line[person] for line in each["sheet"][:rounds]]) for each in (mine, other)
    ]
    verdict = "better" if own_points < other_points else "worse" if own_points > other_points else "equal"
    name = isolate(other["name"] or say("opened.somebody"))
    return say("compare." + verdict, {"name": name, "n": abs(own_points - other_points)})


def sheet(result, seats, person):
    """The cells of one score sheet; `seats` are {"seat", "name"}."""
    heads = [(seat["seat"], "t-compare-head", _head(seat, seat["seat"] == person, result)) for seat in seats]
    totals = [sum([line[seat["seat"]] for line in result["sheet"]]) for seat in seats]
    lines = [(n, "t-compare-row", _row(str(n + 1), line, person)) for n, line in enumerate(result["sheet"])]
    lines.append(("total", "t-compare-row", [("", "class", "total")] + _row(say("ui.total"), totals, person)))
    return [
        ("caption", "text", owner_name(result, bare=False)),
        (".compare-heads", "rows", heads),
        (".compare-rows", "rows", lines),
    ]


def _head(seat, person, result):
    """A seat's badge. In the person's seat it shows the name of the result's owner."""
    name = seat["name"]
    if person:
        name = owner_name(result, bare=True)
    return [
        (".avatar", "class", "avatar s{}".format(seat["seat"])),
        (".avatar", "text", monogram(name)),
        (".unseen", "text", name),
    ]


def _row(head, points, person):
    cells = [
        (seat, "t-total", [("", "text", value), ("", "data-own", "true" if seat == person else None)])
        for seat, value in enumerate(points)
    ]
    return [("th", "text", head), ("", "rows", cells)]
