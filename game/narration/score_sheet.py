"""The score sheet: rows of rounds, totals and places, remarks, and the chart of totals."""

from itertools import accumulate
from typing import Any

from game.narration import messages
from game.narration.chart import chart_markup
from game.rules.round.scoring import hand_points, lowest_seats
from game.rules.tiles import NAME, tile_of, tiles_in
from game.rules.view import View
from game.table.faces import tile_markup


def sheet(view: View, names: list[str]) -> dict[str, Any]:
    """{"names", "rows": [{"centre", "face", "scores", "totals", "won"}], "totals", "leads", "places", "held", "notes", "chart"}.

    A row not played yet has no scores. `held`, once the round is over, is what each seat was left with, in the order of
    seats: {"tiles": names, "faces": markup, "points"}.
    """
    totals = [list(accumulate(column)) for column in zip(*view.round_scores, strict=True)] or [
        [] for _ in names
    ]
    rows = []
    for number, suit in enumerate(view.options.centres):
        centre = tile_of(suit, suit)
        row: dict[str, Any] = {"centre": NAME[centre], "face": tile_markup(centre)}
        if number < len(view.round_scores):
            scores = view.round_scores[number]
            row["scores"] = list(scores)
            row["totals"] = [column[number] for column in totals]
            row["won"] = list(lowest_seats(scores))
        rows.append(row)
    return {
        "names": names,
        "rows": rows,
        "totals": list(view.totals),
        "leads": list(lowest_seats(view.totals)),
        "places": list(view.places),
        "held": _held(view),
        "notes": _notes(view, names),
        "chart": chart_markup(names, [[0, *column] for column in totals], view.seat)
        if view.round_scores
        else "",
    }


def _held(view: View) -> list[dict[str, Any]]:
    """The tiles that each seat still held when the round ended, the dearest first; none while it is in play."""
    if view.end is None:
        return []
    left = []
    for hand, points in zip(view.end.hands, view.end.scores, strict=True):
        tiles = sorted(tiles_in(hand), key=lambda tile: -hand_points(1 << tile, view.options))
        left.append(
            {
                "tiles": [NAME[tile] for tile in tiles],
                "faces": [tile_markup(tile) for tile in tiles],
                "points": points,
            }
        )
    return left


def _notes(view: View, names: list[str]) -> list[messages.Message]:
    """A remark on whoever was left holding the double blank, when it cost something."""
    if view.end is None:
        return []
    cost = hand_points(1, view.options)
    holders = [seat for seat, hand in enumerate(view.end.hands) if hand & 1] if cost else []
    return [
        messages.who("sheet.double-blank", view, seat, names, n=cost, of=view.end.scores[seat])
        for seat in holders
    ]
