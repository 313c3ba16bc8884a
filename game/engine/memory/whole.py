"""Everything that is kept as one file, and one match as its record: out, and in again without doubling anything."""

from collections.abc import Callable
from hashlib import sha256

from game.ledger import archive
from game.ledger.summary import packed, record_in, summary_of, write_summary
from game.records.record import write_record
from game.records.replay import read_record
from game.rules.errors import RecordError
from game.session.heads import Label
from game.session.kept import check, holds
from game.session.saving import opened, save
from game.store.entries import SUMMARY
from game.store.shelf import MATCH, Shelf


class Whole:
    """The part of the desk that hands everything out and takes it in."""

    shelf: Shelf
    hand_out: Callable[[str], str]

    async def export(self) -> str:
        """The address of a file with everything that is kept."""
        await self.shelf.refresh()
        return self.hand_out(archive.write_archive(self.shelf.texts(), self.shelf.clock()))

    async def export_match(self, id: str) -> str:
        """The address of a file with the record of a finished match. Raises RecordError when it has none."""
        made = self.shelf.entry(SUMMARY, id)
        if made is None:
            raise RecordError("error.no-match")
        return self.hand_out(record_in(made))

    async def bring_in(self, text: str) -> dict[str, int]:
        """Takes in what such a file holds, everything or one match: {"new", "longer", "known"}, how many came, went on, were here.

        Raises RecordError and then changes nothing.
        """
        await self.shelf.refresh()
        came = self._of_record(text) if _is_record(text) else archive.read_archive(text, check)
        merged = archive.merged(self.shelf.texts(), came, holds)
        self.shelf.take_in(merged.changes)
        await self.shelf.flush()
        return {"new": merged.new, "longer": merged.longer, "known": merged.known}

    def _of_record(self, text: str) -> dict[str, str]:
        """The entry that holds the match of a record; the one that is here already, if it is."""
        played = read_record(text)
        written = write_record(played)
        id = sha256(written.encode()).hexdigest()[:8]
        if not played.match.over:
            session = opened(text, 1.0)
            return {MATCH + id: save(session, Label(id, self.shelf.clock()))}
        for known in self.shelf.entries(SUMMARY).values():
            if known.record and record_in(known) == written:
                return {SUMMARY.prefix + known.id: write_summary(known)}
        made = summary_of(played.match, played.preset, played.seats, id, self.shelf.clock())
        return {SUMMARY.prefix + id: write_summary(made._replace(record=packed(written)))}


def _is_record(text: str) -> bool:
    return '"chickenfoot-record/' in text[:200] and '"chickenfoot-archive/' not in text[:200]
