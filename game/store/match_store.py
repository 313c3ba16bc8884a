"""The match store: one page's view of all stored entries, on a `StorageBackend` that may fail.

    match/ID            a save (game/session/saving.py)
    stamp/ID            the last writer of a match, so that two tabs never write one match
    aside/WHEN/ID/KEY   a quarantined entry, unchanged
    settings, table     the person's settings, and the last form for a new game
    said                ids of the quarantined entries that were reported
    summary/ID          a finished match (game/store/entries.py declares this and the other kinds of entries)

The store has a copy of all entries in RAM. If the backend fails, the store works on with it, `failure` holds the reason, and the next
write tries again to store all pending changes. Unreadable entries are quarantined and never block the others.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from game.rules.errors import RecordError, Refusal
from game.session.save_head import Head, Label
from game.session.saving import NewerSave, read_save_head, restore, save, session_head
from game.store.entries import (
    ID_LIST_KEYS,
    KINDS,
    QUARANTINE_PREFIX,
    SUMMARY,
    Kind,
    QuarantinedEntry,
    as_text,
    has_declared_key,
    is_newer,
    now_ms,
    parse_quarantined,
    read_ids,
    read_object,
    unwrap,
)
from game.store.storage_backend import Guard, StorageBackend, StoreError

MATCH, STAMP = "match/", "stamp/"


class MatchStore:
    """Changes are pending until `flush` writes them. `failure` is empty, or one of storage_backend.FAILURES after a failure."""

    def __init__(self, backend: StorageBackend, clock: Callable[[], int] = now_ms) -> None:
        self.backend, self.clock = backend, clock
        self.failure = ""
        self.heads: dict[str, Head] = {}
        self.quarantined: dict[str, QuarantinedEntry] = {}
        self.taken_over: set[str] = set()
        """Ids of matches that another page has written since this one claimed them. This page's later writes are dropped."""
        self._texts: dict[str, str] = {}  # entries by key, as they are or should be stored
        self._pending: dict[str, str | None] = {}  # changes still to be written
        self._seen: dict[str, set[str]] = {}  # by match: the stamps that this page may overwrite
        self._page_id = secrets.token_hex(4)
        self._loaded = False  # whether the stored data was read once
        self._writing = asyncio.Lock()
        self._late_write: asyncio.Future[None] | None = None
        self._parsed: dict[str, tuple[str, Any]] = {}  # entries of KINDS by key, with their text
        self._removed: dict[str, str] = {}  # entries by key, for `restore_removed`

    # --- reading

    async def open(self) -> None:
        """Read all entries, and import the matches that an earlier version stored elsewhere."""
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
        """Read all entries again, because another page may have written. This page's pending changes stay."""
        try:
            entries = await self.backend.load()
        except StoreError as problem:
            self.failure = problem.failure
            return
        self.failure, self._loaded = "", True
        self.heads, self.quarantined, self._texts = {}, {}, {}
        for key, entry in {**entries, **self._pending}.items():
            self._read(key, entry)

    def _read(self, key: str, entry: Any) -> None:
        """Take one entry into the copy in RAM, or quarantine it."""
        if entry is None or not isinstance(key, str):
            return
        try:
            if key.startswith(MATCH):
                id = key.removeprefix(MATCH)
                self.heads[id] = read_save_head(entry, id)
            elif key.startswith(QUARANTINE_PREFIX):
                if quarantined := parse_quarantined(key, entry):
                    self.quarantined[quarantined.id] = quarantined
            elif not has_declared_key(key, entry) and not (key.startswith(STAMP) and isinstance(entry, str)):
                return
            self._texts[key] = str(entry)
        except NewerSave:
            return  # it stays for the later version
        except RecordError:
            if key in ID_LIST_KEYS:
                self._pending[key] = None  # delete it: it holds nothing that the person made
            else:
                self._quarantine(key, entry)

    def _quarantine(self, key: str, entry: Any) -> None:
        quarantined = QuarantinedEntry(secrets.token_hex(4), key, self.clock(), as_text(entry))
        self.quarantined[quarantined.id] = quarantined
        self._texts.pop(key, None)
        self.heads.pop(key.removeprefix(MATCH), None)
        self._pending |= {quarantined.stored_key: quarantined.text, key: None}

    def _import_legacy(self, legacy: dict[str, Any]) -> None:
        """Import the one or two matches of the earlier version, the one in play last."""
        for key in ("earlier", "save"):
            if key in legacy:
                label = self.new_label()
                try:
                    session = restore(unwrap(legacy[key]))
                    self.put_match(save(session, label), session_head(session, label))
                except RecordError:
                    self._quarantine(MATCH + label.id, legacy[key])

    # --- matches

    def matches(self) -> list[Head]:
        """All matches, the one played last comes first."""
        return sorted(self.heads.values(), key=lambda head: (-head.label.when, head.label.id))

    def resumable(self, except_id: str = "") -> Head | None:
        """The newest match, other than `except_id`, that the person has begun and can continue."""
        heads = (head for head in self.matches() if head.begun and not head.over)
        return next((head for head in heads if head.label.id != except_id), None)

    def match_text(self, id: str) -> str:
        """The save of a match. Raises Refusal if there is no such match."""
        if MATCH + id not in self._texts:
            raise Refusal("error.no-match", {})
        return self._texts[MATCH + id]

    def new_label(self, id: str = "", title: str | None = None) -> Label:
        """A label with the present time, later than all others. Without `id` it is for a new match."""
        latest = max((head.label.when for head in self.heads.values()), default=0)
        return Label(id or secrets.token_hex(4), max(self.clock(), latest + 1), title)

    def put_match(self, text: str, head: Head) -> None:
        """Store a match."""
        key = MATCH + head.label.id
        self.heads[head.label.id] = head
        self._texts[key] = self._pending[key] = text

    def claim(self, id: str) -> None:
        """Claim a match for this page: if another page writes it from now on, this page's writes are dropped."""
        stamp = self._texts.get(STAMP + id)
        self._seen[id] = set() if stamp is None else {stamp}
        self.taken_over.discard(id)

    def quarantine(self, id: str) -> None:
        """Quarantine a match whose record turned out to be unreadable."""
        self._quarantine(MATCH + id, self.match_text(id))

    def _delete_match(self, id: str) -> None:
        self.heads.pop(id, None)
        self._seen.pop(id, None)
        for key in (MATCH + id, STAMP + id):
            self._texts.pop(key, None)
            self._pending[key] = None

    def drop_finished(self, except_id: str) -> None:
        """Delete the finished matches whose summaries are stored, except `except_id`."""
        over = [id for id, head in self.heads.items() if head.over and id != except_id]
        for id in [id for id in over if SUMMARY.prefix + id not in self._pending]:
            if self.entry(SUMMARY, id) is not None:
                self._delete_match(id)

    # --- entries of the other kinds, and deletion

    def entries(self, kind: Kind) -> dict[str, Any]:
        """The parsed entries of a kind, by id. Quarantines unreadable ones."""
        ids = [key.removeprefix(kind.prefix) for key in self._texts if key.startswith(kind.prefix)]
        return {id: entry for id in ids if (entry := self.entry(kind, id)) is not None}

    def entry(self, kind: Kind, id: str) -> Any:
        """One parsed entry; None if there is none, or if it is unreadable."""
        key = kind.prefix + id
        text = self._texts.get(key)
        if text is None:
            return None
        if self._parsed.get(key, ("",))[0] != text:
            try:
                self._parsed[key] = text, kind.read_as(id, text)
            except RecordError:
                if not is_newer(kind, text):
                    self._quarantine(key, text)
                return None
        return self._parsed[key][1]

    def put_entry(self, kind: Kind, id: str, text: str) -> None:
        """Store an entry of a kind, replacing the one with that id. Raises RecordError if it could not be read back."""
        kind.read(text)
        self._put(kind.prefix + id, text)

    def all_entries(self) -> dict[str, str]:
        """The texts of all entries by key."""
        return dict(self._texts)

    def import_entries(self, entries: Mapping[str, str]) -> None:
        """Store entries of any kind from a backup. They must have been checked before."""
        for key, text in entries.items():
            if key.startswith(MATCH):
                self.put_match(text, read_save_head(text, key.removeprefix(MATCH)))
            else:
                self._put(key, text)

    def remove(self, *keys: str) -> None:
        """Delete matches or entries. `restore_removed` restores them until the next call of this method.

        Raises Refusal and changes nothing if one of them does not exist.
        """
        removed = {key: self._texts[key] for key in keys if key in self._texts}
        if len(removed) < len(keys):
            raise Refusal("error.no-match", {})
        self._removed = removed
        for key in keys:
            if key.startswith(MATCH):
                self._delete_match(key.removeprefix(MATCH))
            else:
                self._delete(key)

    def delete_entry(self, kind: Kind, id: str) -> None:
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

    def get(self, key: str) -> Any:
        """The object stored under one of OBJECT_KEYS; None if there is none."""
        return read_object(self._texts[key]) if key in self._texts else None

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Store an object under one of OBJECT_KEYS. Raises Refusal if it could not be read back."""
        text = json.dumps(value, ensure_ascii=False)
        read_object(text)
        self._put(key, text)

    def report_quarantined(self) -> list[QuarantinedEntry]:
        """The quarantined entries that were not reported yet; mark them as reported."""
        reported = self._read_id_list("said")
        unreported = [each for each in self.quarantined.values() if each.id not in reported]
        self._put_id_list("said", [*self.quarantined])
        return unreported

    def _read_id_list(self, key: str) -> list[str]:
        return read_ids(self._texts[key]) if key in self._texts else []

    def _put_id_list(self, key: str, ids: list[str]) -> None:
        if sorted(ids) != sorted(self._read_id_list(key)):
            self._put(key, json.dumps(ids))

    # --- writing

    async def flush(self) -> None:
        """Write all pending changes in one transaction. Returns when they are stored, or after setting `failure`.

        After the backend was too slow once, calls do not wait for it.
        """
        if self.failure == "slow":
            self._late_write = asyncio.ensure_future(self._flush())
        else:
            await self._flush()

    async def _flush(self) -> None:
        async with self._writing:
            if self._pending and not self._loaded:  # never overwrite data that could not be read
                await self.refresh()
                if self.failure:
                    return
            while self._pending:
                first_changes = self._next_changes()
                changes = dict(first_changes)
                guards = self._add_stamps(changes)
                try:
                    await self.backend.write(changes, guards)
                except StoreError as problem:
                    if problem.failure == "taken":
                        id = problem.detail.removeprefix(STAMP)
                        self.taken_over.add(id)
                        # drop the match and the entries derived from it
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
        """The changes to write next. If the store is full, only deletions, so that the other changes may fit afterwards."""
        # keys of entries in quarantine: the originals stay until the quarantined copies are stored
        originals = {quarantined.key for quarantined in self.quarantined.values()}
        pending = dict(self._pending)
        deleted = dict.fromkeys(key for key, text in pending.items() if text is None and key not in originals)
        return deleted if deleted and self.failure == "full" else pending

    def _add_stamps(self, changes: dict[str, str | None]) -> list[Guard]:
        """Add this page's stamp for every changed match; return the guards against another page's writes."""
        guards = []
        for key in [key for key, text in changes.items() if key.startswith(MATCH) and text is not None]:
            id = key.removeprefix(MATCH)
            seen = self._seen.setdefault(id, {self._texts.get(STAMP + id, "")})
            guards.append(Guard(STAMP + id, frozenset(seen)))
            stamp = changes[STAMP + id] = f"{self._page_id}/{secrets.token_hex(4)}"
            seen.add(stamp)  # the backend may store it and still not reply in time
        return guards

    def _confirm_written(self, changes: dict[str, str | None], guards: list[Guard]) -> None:
        for guard in guards:
            stamp = str(changes[guard.key])
            self._seen[guard.key.removeprefix(STAMP)] = {stamp}
            self._texts[guard.key] = stamp
        for key, text in changes.items():
            if key in self._pending and self._pending[key] == text:
                del self._pending[key]
