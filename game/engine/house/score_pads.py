"""The verbs for score pads: matches with real tiles, of which only the points are written down here.

What the page shows of a pad:

    {"id", "when", "names", "preset", "set", "over",
     "rows": [{"centre", "face"} and once written {"scores", "totals", "won", "out", "double", "left": [tile names or null by seat]}, …],
     "totals", "leads", "places", "chart": markup or "", "bonus": what going out on a double takes off,
     "tiles": every tile of the set as [name, markup]}
"""

import secrets
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from game.engine import menu
from game.ledger.score_pad import (
    Line,
    Pad,
    PadError,
    Told,
    correct,
    line_of,
    new_pad,
    pad_summary,
    strike,
    write_line,
    write_pad,
)
from game.ledger.summary import write_summary
from game.narration.chart import chart_markup
from game.records import fields
from game.records.text.names import clean
from game.rules.errors import Refusal
from game.rules.round.scoring import lowest_seats
from game.rules.tiles import NAME, parse_tile, tile_of, tiles_in
from game.store.entries import PAD, SUMMARY
from game.store.match_store import MatchStore
from game.table.faces import tile_markup

LONGEST_NAME = 16


class Pads:
    """The score pads in the match store. Each change is made to what is kept, read anew, and kept before it is answered."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    async def pads(self) -> dict[str, Any]:
        """{"pads": [{"id", "when", "names", "round", "of", "totals", "over"}, …] the newest first, "kept"}."""
        await self._store.refresh()
        return await self._pads()

    async def _pads(self) -> dict[str, Any]:
        """The same once what was changed is kept; the store is not read anew."""
        every = sorted(self._store.entries(PAD).values(), key=lambda pad: (-pad.when, pad.id))
        await self._store.flush()
        return {"pads": [_listed(pad) for pad in every], "kept": self._store.failure}

    async def begin_pad(self, names: list[str], **wanted: Any) -> dict[str, Any]:
        """A pad without rounds by the rules of these wishes; answers it. Raises OptionError and PadError."""
        tidy = [clean(fields.text({"name": name}, "name", 100), LONGEST_NAME) for name in names]
        if not all(tidy) or len(set(tidy)) < len(tidy):
            raise PadError("pad.different-names")
        options = menu.resolved(players=len(tidy), **wanted)
        pad = new_pad(wanted.get("preset"), options, tidy, secrets.token_hex(4), self._store.clock())
        return await self._put(pad)

    async def empty_pad(self, players: int, **wanted: Any) -> dict[str, Any]:
        """A pad that is not kept, for so many players without names: a sheet to print. Raises OptionError."""
        options = menu.resolved(players=players, **wanted)
        return shown(new_pad(wanted.get("preset"), options, [""] * players, "", 0))

    async def open_pad(self, id: str) -> dict[str, Any]:
        """That pad. Raises Refusal when it is gone."""
        return shown(await self._pad(id))

    async def pad_points(self, id: str, out: int, told: list[Any], double: bool = False) -> list[int]:
        """What a round comes to, by seat, before it is written down. Raises PadError."""
        return [*line_of(await self._pad(id), out, _said(told), double).points]

    async def write_pad(
        self, id: str, out: int, told: list[Any], double: bool = False, number: int | None = None
    ) -> dict[str, Any]:
        """Writes the next round down, or round `number` (from 0) anew: `out` went out, -1 nobody; `told` has for each seat its
        points or the names of the tiles that it was left with. Answers the pad. Raises Refusal."""
        pad = await self._pad(id)
        line = line_of(pad, out, _said(told), double)
        return await self._put(write_line(pad, line) if number is None else correct(pad, number, line))

    async def strike_pad(self, id: str) -> dict[str, Any]:
        """Takes the last round off a pad; answers the pad. Raises Refusal."""
        return await self._put(strike(await self._pad(id)))

    async def delete_pad(self, id: str) -> dict[str, Any]:
        """Takes a pad away, with what it counts in the figures; `undelete_pad` brings it back. Answers as `pads`. Raises Refusal."""
        await self._store.refresh()
        keys = [PAD.prefix + id]
        if self._store.entry(SUMMARY, id) is not None:
            keys.append(SUMMARY.prefix + id)
        self._store.remove(*keys)
        return await self._pads()

    async def undelete_pad(self) -> dict[str, Any]:
        """Brings back what was taken away last; answers as `pads`. Raises Refusal when there is nothing."""
        self._store.restore_removed()
        return await self._pads()

    async def _pad(self, id: str) -> Pad:
        await self._store.refresh()
        pad: Pad | None = self._store.entry(PAD, id)
        if pad is None:
            raise Refusal("error.pad.gone", {})
        return pad

    async def _put(self, pad: Pad) -> dict[str, Any]:
        """Keeps a pad; one that is over counts in the figures, one that is not any more does not."""
        self._store.put_entry(PAD, pad.id, write_pad(pad))
        if pad.over:
            self._store.put_entry(SUMMARY, pad.id, write_summary(pad_summary(pad)))
        else:
            self._store.delete_entry(SUMMARY, pad.id)
        await self._store.flush()
        return {**shown(pad), "kept": self._store.failure}


def _said(told: list[Any]) -> Sequence[Told]:
    """What the page says of the seats. Raises PadError, and TileError for what is no tile."""
    said: list[Told] = []
    for each in told:
        if type(each) is not int and not isinstance(each, list):
            raise PadError("pad.seats", {"n": len(told)})
        said.append([parse_tile(str(name)) for name in each] if isinstance(each, list) else each)
    return said


def _listed(pad: Pad) -> dict[str, Any]:
    return {
        "id": pad.id,
        "when": pad.when,
        "names": [*pad.names],
        "round": len(pad.lines),
        "of": pad.options.round_count,
        "totals": [*pad.totals],
        "over": pad.over,
    }


def shown(pad: Pad) -> dict[str, Any]:
    """What the page shows of a pad."""
    columns = [[0, *accumulate(column)] for column in zip(*(line.points for line in pad.lines), strict=True)]
    rows = []
    for number, suit in enumerate(pad.options.centres):
        centre = tile_of(suit, suit)
        row: dict[str, Any] = {"centre": NAME[centre], "face": tile_markup(centre)}
        if number < len(pad.lines):
            row |= _written(pad.lines[number])
            row["totals"] = [column[number + 1] for column in columns]
        rows.append(row)
    return {
        **_listed(pad),
        "preset": pad.preset,
        "set": pad.options.set,
        "rows": rows,
        "leads": [*lowest_seats(pad.totals)],
        "places": [*pad.places],
        "chart": chart_markup(pad.names, columns, -1) if pad.lines else "",
        "bonus": pad.options.out_bonus_on_double,
        "tiles": [[NAME[tile], tile_markup(tile)] for tile in tiles_in(pad.options.tiles)],
    }


def _written(line: Line) -> dict[str, Any]:
    return {
        "scores": [*line.points],
        "won": [*lowest_seats(line.points)],
        "out": line.out,
        "double": line.double,
        "left": [None if hand is None else [NAME[tile] for tile in tiles_in(hand)] for hand in line.left],
    }
