"""Everything that is kept as one file, and one match as its record: out, and in again without doubling anything."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from game.ledger import backup_file
from game.ledger.summary import packed, record_in, summary_of, write_summary
from game.records.reading import read_record
from game.records.record import write_record
from game.rules.errors import RecordError
from game.session.save_head import Label
from game.session.saving import opened, save
from game.session.stored_entries import check, holds
from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore


class Whole:
    """Hands out everything that is in the match store, and takes it in. `hand_out` answers the address of a file with a text."""

    def __init__(self, store: MatchStore, hand_out: Callable[[str], str]) -> None:
        self._store = store
        self._hand_out = hand_out

    async def export(self) -> str:
        """The address of a file with everything that is kept."""
        await self._store.refresh()
        return self._hand_out(backup_file.write_archive(self._store.all_entries(), self._store.clock()))

    async def export_match(self, id: str) -> str:
        """The address of a file with the record of a finished match. Raises RecordError when it has none."""
        made = self._store.entry(SUMMARY, id)
        if made is None:
            raise RecordError("error.no-match")
        return self._hand_out(record_in(made))

    async def bring_in(self, text: str) -> dict[str, Any]:
        """Takes in what such a file holds, everything or one match: {"new", "longer", "known"}, how many came, went on, were here,
        and "kinds", of what kind those are that came or went on (see `archive.kinds_of`).

        Raises RecordError and then changes nothing.
        """
        await self._store.refresh()
        came = self._of_record(text) if _is_record(text) else backup_file.read_archive(text, check)
        merged = backup_file.merged(self._store.all_entries(), came, holds)
        self._store.import_entries(merged.changes)
        await self._store.flush()
        kinds = backup_file.kinds_of(merged.changes)
        return {"new": merged.new, "longer": merged.longer, "known": merged.known, "kinds": kinds}

    def _of_record(self, text: str) -> dict[str, str]:
        """The entry that holds the match of a record; the one that is here already, if it is."""
        played = read_record(text)
        written = write_record(played)
        id = sha256(written.encode()).hexdigest()[:8]
        if not played.match.over:
            session = opened(text, 1.0)
            return {MATCH + id: save(session, Label(id, self._store.clock()))}
        for known in self._store.entries(SUMMARY).values():
            if known.record and record_in(known) == written:
                return {SUMMARY.prefix + known.id: write_summary(known)}
        made = summary_of(played.match, played.preset, played.seats, id, self._store.clock())
        return {SUMMARY.prefix + id: write_summary(made._replace(record=packed(written)))}


def _is_record(text: str) -> bool:
    return '"chickenfoot-record/' in text[:200] and '"chickenfoot-archive/' not in text[:200]
