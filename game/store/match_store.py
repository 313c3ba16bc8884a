"""The match store: one page's copy of all stored entries, on a `StorageBackend` that may fail.

    match/ID            a save (game/session/saving.py)
    stamp/ID            the id of the last write of a match, so that two pages never write one match
    aside/WHEN/ID/KEY   a quarantined entry, unchanged
    settings, table     the settings, and what the person last entered in the form for a new match
    counted             the times since which the statistics count, after a reset
    said                ids of the quarantined entries that were reported to the person
    summary/ID          a finished match (game/store/entries.py declares this and the other kinds of entries)

The copy is in RAM. If the backend fails, the store goes on with the copy, and `failure` has the reason. The next write
tries all pending changes again, and so does `late_writes` after some seconds. An unreadable entry is quarantined.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from game.records.fields import Entry
from game.rules.errors import RecordError, Refusal
from game.session.save_head import Head, Label
from game.session.saving import NewerSave, read_save_head
from game.store.before_release import FIRST_DATABASE_KEYS, present_save, unwrap
from game.store.entries import (
    ID_LIST_KEYS,
    KINDS,
    PARTY,
    QUARANTINE_PREFIX,
    SUMMARY,
    E,
    Kind,
    QuarantinedEntry,
    as_text,
    has_declared_key,
    is_newer,
    now_ms,
    parse_quarantined,
    read_ids,
    read_object,
)
from game.store.late_writes import LateWrites
from game.store.stamps import STAMP, Stamps
from game.store.storage_backend import NO_FAILURE, Guard, StorageBackend, StoreError

MATCH = "match/"
LASTING_FAILURES = ("missing", "newer")  # another attempt by the same page fails too


class MatchStore:
    """All stored entries, as one page knows them. Changes are pending until `flush` writes them."""

    def __init__(self, backend: StorageBackend, clock: Callable[[], int] = now_ms) -> None:
        self.backend, self.clock = backend, clock
        self.failure = NO_FAILURE  # one of storage_backend.FAILURES, or empty if the last access succeeded
        self.heads: dict[str, Head] = {}  # by match id
        self.quarantined: dict[str, QuarantinedEntry] = {}  # by their own ids
        self.taken_over: set[str] = set()
        """Ids of matches that another page wrote after this page claimed them. This page does not write them again."""
        self._texts: dict[str, str] = {}  # the entries by key, with the pending changes
        self._pending: dict[str, str | None] = {}  # changes still to be written, by key; None deletes
        self._stamps = Stamps(MATCH)
        self._loaded = False  # whether the stored data has been read
        self._writing = asyncio.Lock()
        self.late_writes = LateWrites(self._flush)
        self._parsed: dict[str, tuple[str, Any]] = {}  # cache for KINDS: (text, parsed entry) by key
        self._removed: dict[str, str] = {}  # texts by key, for `restore_removed`

    # --- reading

    async def open(self) -> None:
        """Read all entries, and import the matches of the first database (game/store/before_release.py)."""
        await self.refresh()
        try:
            legacy = {} if self.failure else await self.backend.load_legacy()
            if legacy:
                self._import_legacy(legacy)
                await self.flush()
                if not self.failure:
                    await self.backend.delete_legacy()
        except StoreError:
            return  # the legacy data stays for the next start

    async def refresh(self) -> None:
        """Read all entries again, because another page may have changed them. Pending changes of this page stay."""
        async with self._writing:  # what a running write stores must not be read as it was before
            await self._refresh()

    async def _refresh(self) -> None:
        try:
            entries = await self.backend.load()
        except StoreError as problem:
            self.failure = problem.failure
            return
        self.failure, self._loaded = "", True
        self.heads, self.quarantined, self._texts = {}, {}, {}
        for key, entry in {**entries, **self._pending}.items():
            self._read(key, entry)

    def _read(self, key: str, entry: object) -> None:
        """Add one entry to the copy in RAM, or quarantine it."""
        if entry is None or not isinstance(key, str):
            return
        try:
            if key.startswith(MATCH):
                id, stored = key.removeprefix(MATCH), entry
                entry = present_save(entry, Label(id, 0)) if isinstance(entry, str) else entry
                self.heads[id] = read_save_head(entry, id)
                if entry != stored:
                    self._pending[key] = str(entry)
            elif key.startswith(QUARANTINE_PREFIX):
                if quarantined := parse_quarantined(key, entry):
                    self.quarantined[quarantined.id] = quarantined
            elif not has_declared_key(key, entry) and not (key.startswith(STAMP) and isinstance(entry, str)):
                return
            self._texts[key] = str(entry)
        except NewerSave:
            return  # the stored entry stays unchanged, for the later version
        except RecordError:
            if key in ID_LIST_KEYS:
                self._pending[key] = None  # delete the entry: it contains nothing that the person made
            else:
                self._quarantine(key, entry)

    def _quarantine(self, key: str, entry: object) -> None:
        quarantined = QuarantinedEntry(secrets.token_hex(4), key, self.clock(), as_text(entry))
        self.quarantined[quarantined.id] = quarantined
        self._texts.pop(key, None)
        self.heads.pop(key.removeprefix(MATCH), None)
        self._pending |= {quarantined.stored_key: quarantined.text, key: None}

    def _import_legacy(self, legacy: dict[str, object]) -> None:
        """Import the matches of the first database, the newest one last, so that it gets the latest time."""
        for entry in [legacy[key] for key in FIRST_DATABASE_KEYS if key in legacy]:
            label = self.new_label()
            try:
                text = present_save(unwrap(entry), label)
                self.put_match(text, read_save_head(text, label.id))
            except RecordError:
                self._quarantine(MATCH + label.id, entry)

    # --- matches

    def matches(self) -> list[Head]:
        """The heads of all matches. The match that was played last comes first."""
        return sorted(self.heads.values(), key=lambda head: (-head.label.when, head.label.id))

    def resumable(self, except_id: str = "") -> Head | None:
        """The newest match that a person has begun and can continue, other than the match `except_id`."""
        heads = (head for head in self.matches() if head.begun and not head.over)
        return next((head for head in heads if head.label.id != except_id), None)

    def match_text(self, id: str) -> str:
        """The save of a match. Raises Refusal if there is no such match."""
        if MATCH + id not in self._texts:
            raise Refusal("error.no-match", {})
        return self._texts[MATCH + id]

    def new_label(self, id: str = "", title: str | None = None) -> Label:
        """A label (id, time, title). Its time is now, or just after the latest label if the clock is behind that one."""
        latest = max((head.label.when for head in self.heads.values()), default=0)
        return Label(id or secrets.token_hex(4), max(self.clock(), latest + 1), title)

    def put_match(self, text: str, head: Head) -> None:
        """Store a match. `text` is its save, and `head` the head of that save."""
        key = MATCH + head.label.id
        self.heads[head.label.id] = head
        self._texts[key] = self._pending[key] = text

    def claim(self, id: str) -> None:
        """Claim a match for this page. If another page writes the match after that, this page's writes are dropped."""
        self._stamps.claim(id, self._texts)
        self.taken_over.discard(id)

    def quarantine(self, id: str) -> None:
        """Quarantine a match whose record turned out to be unreadable."""
        self._quarantine(MATCH + id, self.match_text(id))

    def _delete_match(self, id: str) -> None:
        self.heads.pop(id, None)
        self._stamps.forget(id)
        for key in (MATCH + id, STAMP + id, PARTY.prefix + id):
            self._texts.pop(key, None)
            self._pending[key] = None

    def delete_finished(self, except_id: str) -> None:
        """Delete the finished matches whose summaries are stored, but not the match `except_id`."""
        finished = [id for id, head in self.heads.items() if head.over and id != except_id]
        for id in [id for id in finished if SUMMARY.prefix + id not in self._pending]:
            if self.entry(SUMMARY, id) is not None:
                self._delete_match(id)

    # --- entries of the other kinds, and deletion

    def entries(self, kind: Kind[E]) -> dict[str, E]:
        """The parsed entries of a kind, by id. Quarantines unreadable ones."""
        ids = [key.removeprefix(kind.prefix) for key in self._texts if key.startswith(kind.prefix)]
        return {id: entry for id in ids if (entry := self.entry(kind, id)) is not None}

    def entry(self, kind: Kind[E], id: str) -> E | None:
        """The parsed entry of a kind with this id. None if there is none, or if it is unreadable."""
        key = kind.prefix + id
        text = self._texts.get(key)
        if text is None:
            return None
        if key not in self._parsed or self._parsed[key][0] != text:
            try:
                self._parsed[key] = text, kind.read_as(id, text)
            except RecordError:
                if not is_newer(kind, text):
                    self._quarantine(key, text)
                return None
        parsed: E = self._parsed[key][1]
        return parsed

    def put_entry(self, kind: Kind[E], id: str, text: str) -> None:
        """Store an entry of a kind, or replace the entry with that id. Raises RecordError if the text is unreadable."""
        kind.read(text)
        self._put(kind.prefix + id, text)

    def all_entries(self) -> dict[str, str]:
        """The texts of all entries by key."""
        return dict(self._texts)

    def import_entries(self, entries: Mapping[str, str]) -> None:
        """Store entries of any kind, by key. They must have been checked before."""
        for key, text in entries.items():
            if key.startswith(MATCH):
                self.put_match(text, read_save_head(text, key.removeprefix(MATCH)))
            else:
                self._put(key, text)

    def remove(self, *keys: str) -> None:
        """Delete entries, and a match's guests with it. Until the next call of this method, `restore_removed` restores them.

        Raises Refusal and changes nothing if one of the keys does not exist.
        """
        removed = {key: self._texts[key] for key in keys if key in self._texts}
        if len(removed) < len(keys):
            raise Refusal("error.no-match", {})
        parties = [PARTY.prefix + key.removeprefix(MATCH) for key in keys if key.startswith(MATCH)]
        self._removed = removed | {key: self._texts[key] for key in parties if key in self._texts}
        for key in keys:
            if key.startswith(MATCH):
                self._delete_match(key.removeprefix(MATCH))
            else:
                self._delete(key)

    def delete_entry(self, kind: Kind[E], id: str) -> None:
        """Delete an entry that is no longer valid, if it exists. `restore_removed` does not restore it."""
        self._delete(kind.prefix + id)

    def _delete(self, key: str) -> None:
        if self._texts.pop(key, None) is not None:
            self._pending[key] = None

    def restore_removed(self) -> list[str]:
        """Restore the entries removed last and return their keys. Raises Refusal if there are none."""
        if not self._removed:
            raise Refusal("error.nothing-removed", {})
        removed, self._removed = self._removed, {}
        self.import_entries(removed)
        return [*removed]

    def _put(self, key: str, text: str) -> None:
        if self._texts.get(key) != text:
            self._texts[key] = self._pending[key] = text

    # --- settings and reports

    def get(self, key: str) -> Entry | None:
        """The object that is stored under a key of `entries.OBJECT_KEYS`, such as "settings". None if there is none."""
        return read_object(self._texts[key]) if key in self._texts else None

    def put(self, key: str, value: Mapping[str, object]) -> None:
        """Store an object under a key of `entries.OBJECT_KEYS`. Raises RecordError if it is too large to be read back."""
        text = json.dumps(value, ensure_ascii=False)
        read_object(text)
        self._put(key, text)

    def report_quarantined(self) -> list[QuarantinedEntry]:
        """Return the quarantined entries that were not reported to the person yet, and mark them as reported."""
        reported = read_ids(self._texts["said"]) if "said" in self._texts else []
        unreported = [each for each in self.quarantined.values() if each.id not in reported]
        if sorted(self.quarantined) != sorted(reported):
            self._put("said", json.dumps([*self.quarantined]))
        return unreported

    # --- writing

    async def flush(self) -> None:
        """Write all pending changes. Returns after they are stored, or after a failure, which sets `failure`.

        While `failure` is `slow`, calls return at once and the write goes on in the background.
        """
        if self.failure == "slow":
            self.late_writes.start()
        else:
            await self._flush()

    async def _flush(self) -> bool:
        """Write all pending changes. Returns whether they are stored."""
        await self._write_pending()
        self.late_writes.cancel()
        if self._pending and self.failure not in LASTING_FAILURES:
            self.late_writes.schedule()
        return not self.failure

    async def _write_pending(self) -> None:
        async with self._writing:
            if self._pending and not self._loaded:  # never overwrite data that could not be read
                await self._refresh()
                if self.failure:
                    return
            while self._pending:
                first_changes = self._next_changes()
                changes = dict(first_changes)
                guards = self._stamps.add(changes, self._texts)
                try:
                    await self.backend.write(changes, guards)
                except StoreError as problem:
                    if problem.failure == "taken":
                        id = problem.detail.removeprefix(STAMP)
                        self.taken_over.add(id)
                        # drop this page's changes of the match and of the entries with the match's id
                        for key in (MATCH + id, *(kind.prefix + id for kind in KINDS)):
                            self._pending.pop(key, None)
                    else:
                        self.failure = problem.failure
                        if problem.failure != "full" or self._next_changes() == first_changes:
                            return
                else:
                    self.failure = ""
                    self._confirm_written(changes, guards)

    def _next_changes(self) -> dict[str, str | None]:
        """The changes to write next: all pending ones. If the storage is full, only deletions, to make space."""
        # the original of a quarantined entry stays until the quarantined copy is stored
        originals = {quarantined.key for quarantined in self.quarantined.values()}
        pending = dict(self._pending)
        deleted = dict.fromkeys(key for key, text in pending.items() if text is None and key not in originals)
        return deleted if deleted and self.failure == "full" else pending

    def _confirm_written(self, changes: dict[str, str | None], guards: list[Guard]) -> None:
        """Remember the new stamps, and remove the written changes from the pending ones."""
        self._texts.update(self._stamps.confirm(guards, changes))
        for key, text in changes.items():
            if key in self._pending and self._pending[key] == text:
                del self._pending[key]
