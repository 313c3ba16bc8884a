"""Build the score sheet: a row per round, totals, places, remaining tiles, remarks, and the chart of totals."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from game.narration import messages
from game.narration.chart import chart_markup
from game.rules.round.scoring import lowest_seats, tile_points
from game.rules.tiles import BIT, DOUBLE, NAME, tile_of, tiles_in
from game.rules.view import SeatView
from game.table.faces import tile_markup

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.score_sheets import HeldTiles, Sheet, SheetRow


def score_sheet(view: SeatView, names: list[str], told: list[str]) -> Sheet:
    """The score sheet as the viewer sees it, with the players' `names`. The remarks use the names `told`."""
    running_totals = [list(accumulate(column)) for column in zip(*view.round_scores, strict=True)] or [
        [] for _ in names
    ]
    rows = []
    for number, suit in enumerate(view.options.centres):
        centre = tile_of(suit, suit)
        row: SheetRow = {"centre": NAME[centre], "face": tile_markup(centre)}
        if number < len(view.round_scores):
            scores = view.round_scores[number]
            row["scores"] = list(scores)
            row["totals"] = [column[number] for column in running_totals]
            row["won"] = list(lowest_seats(scores))
        rows.append(row)
    return {
        "names": names,
        "rows": rows,
        "totals": list(view.totals),
        "leads": list(lowest_seats(view.totals)),
        "places": list(view.places),
        "held": _remaining_tiles(view),
        "notes": _notes(view, told),
        "chart": chart_markup(names, [[0, *column] for column in running_totals], view.seat)
        if len(view.round_scores) > 1  # one round would be a line between two points
        else "",
    }


def _remaining_tiles(view: SeatView) -> list[HeldTiles]:
    """The value of "held": each seat's remaining tiles, the tiles with most points first."""
    if view.end is None:
        return []
    held: list[HeldTiles] = []
    for hand, points in zip(view.end.hands, view.end.scores, strict=True):
        tiles = sorted(tiles_in(hand), key=lambda tile: -tile_points(view.options)[tile])
        held.append(
            {
                "tiles": [NAME[tile] for tile in tiles],
                "faces": [tile_markup(tile) for tile in tiles],
                "points": points,
            }
        )
    return held


def _notes(view: SeatView, names: list[str]) -> list[Message]:
    """A remark about the seat that holds the double blank at the end of the round, if that tile has points."""
    if view.end is None:
        return []
    points = tile_points(view.options)[DOUBLE[0]]
    holders = [seat for seat, hand in enumerate(view.end.hands) if hand & BIT[DOUBLE[0]]] if points else []
    return [
        messages.seat_message("sheet.double-blank", view, seat, names, n=points, of=view.end.scores[seat])
        for seat in holders
    ]
