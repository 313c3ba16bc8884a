"""The verb for a guest's device after the match: check the seed and the record that the host disclosed, and store the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.devices.opening import is_checked, problems_of
from game.devices.wire import digest
from game.engine.verb_group import verb
from game.ledger.summary import make_summary, pack_record, write_summary
from game.records.reading import read_record
from game.records.record import write_record
from game.records.text.names import clean
from game.rules.errors import Reason
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import KeptOpened
    from game.contract.devices.guest_device import Opened

ID_DIGITS = 8


class OpenedMatches:
    """Matches that this device has played as a guest at another device's table."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store

    @verb
    async def keep_opened(self, opened: Opened) -> KeptOpened:
        """Check a finished match, and store it in this device's history if it was fair.

        `opened` is the value of the event "opened" of a Guest, see `problems_of`. Its "mine" is what this device itself
        noted during the match. A device that only looked on stores nothing. A second call stores nothing new.
        """
        problems = problems_of(opened)
        record = None if problems else read_record(opened["record"])
        if record is not None and not record.match.over:
            problems = [Reason("error.match-not-over", {})]
        stored = False
        if record is not None and not problems and opened["seat"] >= 0:
            await self._store.refresh()  # another page may have stored the match
            # The host chose the table's id, so that could be the id of another match here. A digest equals one by chance only.
            table, number = str(opened["mine"]["table"]), opened["mine"].get("match", 1)
            name = table if number == 1 else f"{table}/{number}"
            id = digest("chickenfoot-table:" + name)[:ID_DIGITS]
            if self._store.entry(SUMMARY, id) is None:
                seats = tuple(seat._replace(name=clean(seat.name)) for seat in record.seats)
                people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
                summary = make_summary(record.match, record.preset, seats, id, self._store.clock())
                summary = summary._replace(
                    record=pack_record(write_record(record._replace(seats=seats))),
                    away=tuple(seat for seat in people if seat != opened["seat"]),
                )
                self._store.put_entry(SUMMARY, id, write_summary(summary))
            await self._store.flush()
            stored = True
        return {
            "problems": [(problem.key, problem.values) for problem in problems],
            "checked": is_checked(opened),
            "stored": stored,
        }
