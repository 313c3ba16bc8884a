"""The verbs (requests of the page) for score pads: people play with real tiles, and the pad keeps the score."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from game.engine import menu
from game.engine.verb_group import verb
from game.ledger.score_pad import (
    Line,
    Pad,
    PadError,
    Remains,
    correct_line,
    make_line,
    new_pad,
    pad_summary,
    remove_last_line,
    write_line,
    write_pad,  # the text of a pad; `ScorePads.write_pad` is the verb
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

if TYPE_CHECKING:
    from game.contract.answers.list_answers import PadData, PadList, PadRound, PadRow, StoredPad
    from game.contract.basics import Changes

LONGEST_NAME = 16


class ScorePads:
    """The verbs for score pads in the match store.

    A verb that changes a pad reads the pad from the store again, and stores the change before it returns. Every error that
    a verb raises is a kind of Refusal, for
    example PadError for invalid input, and Refusal itself for a pad that is gone.
    """

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    @verb
    async def pads(self) -> PadList:
        """List the pads, newest first."""
        await self._store.refresh()
        return await self._pads()

    async def _pads(self) -> PadList:
        """The result of `pads`, after waiting until all changes are stored. Does not read the store again."""
        pads = sorted(self._store.entries(PAD).values(), key=lambda pad: (-pad.when, pad.id))
        await self._store.flush()
        return {"pads": [_list_row(pad) for pad in pads], "storage_problem": self._store.failure}

    @verb
    async def begin_pad(self, names: list[str], *, preset: str | None, changes: Changes) -> StoredPad:
        """Start a pad with the wanted options, and return it.

        Raises OptionError, and PadError for an empty or repeated name.
        """
        clean_names = [clean(fields.text({"name": name}, "name", 100), LONGEST_NAME) for name in names]
        if not all(clean_names):
            raise PadError("pad.empty-name", {"n": clean_names.index("") + 1})
        if len(set(clean_names)) < len(clean_names):
            raise PadError("pad.different-names")
        options = menu.resolved(preset, changes, len(clean_names))
        pad = new_pad(preset, options, clean_names, secrets.token_hex(4), self._store.clock())
        return await self._put(pad)

    @verb
    async def empty_pad(self, players: int, *, preset: str | None, changes: Changes) -> PadData:
        """An empty pad for `players` people without names, as a sheet to print.

        It is not stored. Raises OptionError.
        """
        options = menu.resolved(preset, changes, players)
        return pad_data(new_pad(preset, options, [""] * players, "", 0))

    @verb
    async def open_pad(self, id: str) -> PadData:
        """The pad `id`. Raises Refusal when it is gone."""
        return pad_data(await self._pad(id))

    @verb
    async def pad_points(
        self, id: str, out: int, told: Sequence[int | list[str]], double: bool = False
    ) -> list[int]:
        """The points of a round by seat, before the round is written.

        The arguments are those of `write_pad`. Raises Refusal.
        """
        return [*make_line(await self._pad(id), out, _read_hands(told), double).points]

    @verb
    async def write_pad(
        self,
        id: str,
        out: int,
        told: Sequence[int | list[str]],
        double: bool = False,
        number: int | None = None,
    ) -> StoredPad:
        """Write the next round, or correct round `number` (from 0), and return the pad. Raises Refusal.

        `out` is the seat that went out, -1 for none. `told` has for each seat its points, or the names of its remaining
        tiles. `double` says whether the seat went out on a double.
        """
        pad = await self._pad(id)
        line = make_line(pad, out, _read_hands(told), double)
        return await self._put(write_line(pad, line) if number is None else correct_line(pad, number, line))

    @verb
    async def strike_pad(self, id: str) -> StoredPad:
        """Remove the last written round from a pad, and return the pad. Raises Refusal."""
        return await self._put(remove_last_line(await self._pad(id)))

    @verb
    async def delete_pad(self, id: str) -> PadList:
        """Delete a pad, and its summary, which the statistics count. `undelete_pad` restores both.

        Returns the list of `pads`. Raises Refusal for an unknown id.
        """
        await self._store.refresh()
        keys = [PAD.prefix + id]
        if self._store.entry(SUMMARY, id) is not None:
            keys.append(SUMMARY.prefix + id)
        self._store.remove(*keys)
        return await self._pads()

    @verb
    async def undelete_pad(self) -> PadList:
        """Restore the pad that was deleted last. Returns the list of `pads`. Raises Refusal when there is none."""
        self._store.restore_removed()
        return await self._pads()

    async def _pad(self, id: str) -> Pad:
        await self._store.refresh()
        pad = self._store.entry(PAD, id)
        if pad is None:
            raise Refusal("error.pad.gone", {})
        return pad

    async def _put(self, pad: Pad) -> StoredPad:
        """Store a pad, and return it as the page gets it.

        Store a finished pad's summary for the statistics; delete the summary of any other pad.
        """
        self._store.put_entry(PAD, pad.id, write_pad(pad))
        if pad.over:
            self._store.put_entry(SUMMARY, pad.id, write_summary(pad_summary(pad)))
        else:
            self._store.delete_entry(SUMMARY, pad.id)
        await self._store.flush()
        return {**pad_data(pad), "storage_problem": self._store.failure}


def _read_hands(hands: Sequence[object]) -> Sequence[Remains]:
    """Read each seat's points or tile names from the page. Raises PadError, and TileError for a wrong tile name."""
    remains: list[Remains] = []
    for hand in hands:
        if type(hand) is not int and not isinstance(hand, list):
            raise PadError("pad.seats", {"n": len(hands)})
        remains.append([parse_tile(str(name)) for name in hand] if isinstance(hand, list) else hand)
    return remains


def _list_row(pad: Pad) -> PadRow:
    return {
        "id": pad.id,
        "when": pad.when,
        "names": [*pad.names],
        "round": len(pad.lines),
        "of": pad.options.round_count,
        "totals": [*pad.totals],
        "over": pad.over,
    }


def pad_data(pad: Pad) -> PadData:
    """A pad as the page gets it."""
    # by seat: 0, then the total after each round
    columns = [[0, *accumulate(column)] for column in zip(*(line.points for line in pad.lines), strict=True)]
    rows: list[PadRound] = []
    for number, suit in enumerate(pad.options.centres):
        centre = tile_of(suit, suit)
        row: PadRound = {"centre": NAME[centre], "face": tile_markup(centre)}
        if number < len(pad.lines):
            _add_line(row, pad.lines[number])
            row["totals"] = [column[number + 1] for column in columns]
        rows.append(row)
    return {
        **_list_row(pad),
        "preset": pad.preset,
        "set": pad.options.set,
        "rows": rows,
        "leads": [*lowest_seats(pad.totals)],
        "places": [*pad.places],
        "chart": chart_markup(pad.names, columns, -1) if pad.lines else "",
        "bonus": pad.options.out_bonus_on_double,
        "tiles": [[NAME[tile], tile_markup(tile)] for tile in tiles_in(pad.options.tiles)],
    }


def _add_line(row: PadRound, line: Line) -> None:
    """Add the fields of a written round."""
    row["scores"] = [*line.points]
    row["won"] = [*lowest_seats(line.points)]
    row["out"] = line.out
    row["double"] = line.double
    row["left"] = [None if hand is None else [NAME[tile] for tile in tiles_in(hand)] for hand in line.left]
