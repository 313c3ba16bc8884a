"""The verbs (requests of the page) for files: export a backup or the record of a match, and import both.

A backup has all entries of the store. An import makes no duplicates.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from game.engine.verb_group import verb
from game.ledger import backup_file
from game.ledger.summary import make_summary, pack_record, unpack_record, write_summary
from game.records.reading import read_record
from game.records.record import write_record
from game.rules.errors import RecordError
from game.session.save_head import Label
from game.session.saving import read_save_head, save, session_from_record
from game.session.stored_entries import check_entry, entry_content
from game.store.before_release import present_save
from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore

if TYPE_CHECKING:
    from game.contract.answers.list_answers import BroughtIn


class Backup:
    """The verbs for backup files. `make_download` makes a file of a text, and returns its URL.

    `load_archives` waits until modules that are not in the heap snapshot can be imported.
    """

    def __init__(
        self,
        store: MatchStore,
        make_download: Callable[[str], str],
        load_archives: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._load_archives = load_archives
        self._make_download = make_download

    @verb
    async def export(self) -> str:
        """Make a file with all stored entries. Return the file's URL."""
        await self._store.refresh()
        return self._make_download(backup_file.write_backup(self._store.all_entries(), self._store.clock()))

    @verb
    async def export_match(self, id: str) -> str:
        """Make a file with the record of a finished match.

        Return the file's URL. Raises RecordError when there is no record.
        """
        summary = self._store.entry(SUMMARY, id)
        if summary is None:
            raise RecordError("error.no-match")
        return self._make_download(unpack_record(summary))

    @verb
    async def bring_in(self, text: str) -> BroughtIn:
        """Import the text of a backup file or of a record. Raises RecordError, and then changes nothing."""
        await self._store.refresh()
        await self._load_archives()  # what reads a match by post comes late
        incoming = self._record_entry(text) if _is_record(text) else _read_backup(text)
        incoming = self._without_finished_saves(incoming)
        stored = self._finished_saves(incoming) | self._store.all_entries()
        merged = backup_file.merge_entries(stored, incoming, entry_content)
        self._store.import_entries(merged.changes)
        await self._store.flush()
        kinds = backup_file.count_kinds(merged.changes)
        return {"new": merged.new, "longer": merged.longer, "known": merged.known, "kinds": kinds}

    def _without_finished_saves(self, incoming: dict[str, str]) -> dict[str, str]:
        """Leave out the save of each match that has a summary: a finished match is one entry, its summary."""
        summaries = {key for key in (*incoming, *self._store.all_entries()) if key.startswith(SUMMARY.prefix)}

        def is_finished(key: str) -> bool:
            id = key.removeprefix(MATCH)
            return (
                key.startswith(MATCH)
                and SUMMARY.prefix + id in summaries
                and read_save_head(incoming[key], id).over
            )

        return {key: text for key, text in incoming.items() if not is_finished(key)}

    def _finished_saves(self, incoming: dict[str, str]) -> dict[str, str]:
        """The finished matches of which `incoming` has a save, by the save's key, as texts like saves.

        So an earlier state of a finished match is known. A save that went another way gets an id of its own: with the
        id of the finished match, its own end would not enter the history.
        """
        found = {}
        for key in [key for key in incoming if key.startswith(MATCH)]:
            summary = self._store.entry(SUMMARY, key.removeprefix(MATCH))
            if summary is not None:  # without a record, its content is that of no save
                found[key] = "\n" + unpack_record(summary) if summary.record else "-"
        return found

    def _record_entry(self, text: str) -> dict[str, str]:
        """The entry {key: text} of a record's match: a summary if it is finished, else a save.

        The id is a hash of the record, so that a second import has the same key. A match that was played on this device
        has another id: if its record is the same, return its stored entry.
        """
        record = read_record(text)
        written = write_record(record)
        id = sha256(written.encode()).hexdigest()[:8]
        if not record.match.over:
            session = session_from_record(text, aspect=1.0)
            return {MATCH + id: save(session, Label(id, self._store.clock()))}
        for known in self._store.entries(SUMMARY).values():
            if known.record and unpack_record(known) == written:
                return {SUMMARY.prefix + known.id: write_summary(known)}
        summary = make_summary(record.match, record.preset, record.seats, id, self._store.clock())
        return {SUMMARY.prefix + id: write_summary(summary._replace(record=pack_record(written)))}


def _read_backup(text: str) -> dict[str, str]:
    """Read the entries of a backup, which a version before 1.0 may have written. Raises RecordError."""
    entries = backup_file.read_backup(text, lambda key, entry: check_entry(key, _present_entry(key, entry)))
    return {key: _present_entry(key, entry) for key, entry in entries.items()}


def _present_entry(key: str, text: str) -> str:
    return present_save(text, Label(key.removeprefix(MATCH), 0)) if key.startswith(MATCH) else text


def _is_record(text: str) -> bool:
    """Whether a text is a record: its beginning names that format, and not that of a backup, which may contain records."""
    return '"chickenfoot-record/' in text[:200] and '"chickenfoot-archive/' not in text[:200]
