"""The verbs (requests of the page) for stored matches: start, list, open, leave, rename and delete them.

The matches are in game/store/match_store.py.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from game.engine import menu
from game.engine.match.current import CurrentMatch
from game.engine.starting.deal_proof import with_commitment
from game.engine.starting.known_deals import is_known_deal
from game.engine.starting.new_deals import deal_match
from game.engine.starting.next_match import next_match
from game.engine.starting.person_names import note_new_name
from game.engine.starting.seating import read_seat
from game.engine.verb_group import verb
from game.ledger.summary import write_summary
from game.records import fields
from game.records.text.names import clean
from game.rules.errors import RecordError, Refusal
from game.session.saving import day_of, record_text, restore, save, session_from_record, session_head
from game.session.session import Session
from game.store.entries import POST, SUMMARY, QuarantinedEntry
from game.store.match_lock import MatchLock
from game.store.match_store import MATCH, MatchStore

if TYPE_CHECKING:
    from game.contract.answers.list_answers import Boot, MatchList, MatchRow, QuarantinedData, Resumable
    from game.contract.basics import Changes, ChosenSeat, StorageFailure
    from game.contract.kept import Settings, TableChoices
    from game.contract.scenes import Scene

OPEN_ATTEMPTS = 3  # an attempt fails if another page writes the match while this page takes it over


class StoredMatches:
    """The verbs of one page for the stored matches.

    `make_download` makes a file of a text and returns its URL. `read_ahead` parses entries that the menu does not need.
    It runs after the answer to `boot`.
    """

    def __init__(
        self,
        match: CurrentMatch,
        store: MatchStore,
        lock: MatchLock,
        make_download: Callable[[str], str],
        read_ahead: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._match = match
        self._store = store
        self._lock = lock
        self._make_download = make_download
        self._read_ahead = read_ahead
        self.reading: asyncio.Task[None] | None = None  # the running `read_ahead`
        # the newest save and its session, restored before the page asks for it
        self._restored: tuple[str, Session] | None = None
        # by match id: the task that waits until another page releases the match's lock
        self._lock_waiters: dict[str, asyncio.Future[None]] = {}

    # --- lists

    @verb
    async def boot(self) -> Boot:
        """Open the store. Answer the menu's contents, and facts about the stored entries."""
        await self._store.open()
        newest = self._read_newest()
        saved = newest is not None
        resume_data = self._resume_data(except_id=self._store.matches()[0].label.id if saved else "")
        quarantined = [_quarantined_data(entry) for entry in self._store.report_quarantined()]
        await self._store.flush()
        self.reading = asyncio.ensure_future(self._read_ahead())
        return {
            "menu": menu.declared(),
            "settings": self._store.get("settings"),
            "table": self._store.get("table"),
            "saved": saved,
            "over": newest is not None and newest.phase == "match-over",
            "finished": sum(key.startswith(SUMMARY.prefix) for key in self._store.all_entries()),
            "posts": sum(key.startswith(POST.prefix) for key in self._store.all_entries()),
            "quarantined": quarantined,
            "next": resume_data["next"],
            "earlier": resume_data["earlier"],
            "storage_problem": self._store.failure,
        }

    def _read_newest(self) -> Session | None:
        """Restore the newest readable match.

        Quarantine the unreadable matches that are newer. None if no match is readable.
        """
        for head in self._store.matches():
            text = self._store.match_text(head.label.id)
            if self._restored is not None and self._restored[0] == text:
                return self._restored[1]
            try:
                session = restore(text)
            except RecordError:
                self._store.quarantine(head.label.id)
                continue
            self._restored = text, session
            return session
        return None

    def _resume_data(self, except_id: str) -> Resumable:
        """The newest match to resume, and the newest other than `except_id`."""
        head = self._store.resumable(except_id)
        return {
            "saved": bool(self._store.heads),
            "next": next_match(self._store),
            "earlier": head.data() if head else None,
            "storage_problem": self._store.failure,
        }

    @verb
    async def matches(self) -> MatchList:
        """List the stored matches, newest first, and the quarantined entries."""
        await self._store.refresh()
        matches: list[MatchRow] = [
            {
                **head.data(),
                "here": self._match.holds(head.label.id),
                "day": day_of(self._store.match_text(head.label.id)),
            }
            for head in self._store.matches()
        ]
        quarantined = [_quarantined_data(entry) for entry in self._store.quarantined.values()]
        await self._store.flush()
        return {"matches": matches, "quarantined": quarantined, "storage_problem": self._store.failure}

    @verb
    async def rename_match(self, id: str, title: str) -> MatchList:
        """Give a match a title.

        An empty text removes the title. Answers like `matches`. Raises Refusal for an unknown match.
        """
        title = clean(fields.text({"title": title}, "title", fields.LONGEST_TITLE), fields.LONGEST_TITLE)
        finished = self._store.entry(SUMMARY, id)
        if finished is not None:
            self._store.put_entry(SUMMARY, id, write_summary(finished._replace(title=title or None)))
        if finished is None or id in self._store.heads:
            self._rename_save(id, title)
        await self._store.flush()
        return await self.matches()

    def _rename_save(self, id: str, title: str) -> None:
        """Write the title into the save of a match. (The summary of a finished match is another entry.)"""
        text = self._store.match_text(id)
        label = self._store.heads[id].label._replace(title=title or None)
        if self._match.holds(id):
            self._match.label = label
            self._match.save()
        else:
            session = restore(text)
            self._store.put_match(save(session, label), session_head(session, label))

    @verb
    async def delete_match(self, id: str) -> MatchList:
        """Delete a match; `undelete_match` restores it until the next deletion. Answers like `matches`.

        Raises Refusal for the match on the table.
        """
        if self._match.holds(id):
            raise Refusal("error.match-on-table", {})
        self._store.remove(MATCH + id)
        await self._store.flush()
        return await self.matches()

    @verb
    async def undelete_match(self) -> MatchList:
        """Restore the match that was deleted last; answers like `matches`. Raises Refusal when there is none."""
        self._store.restore_removed()
        await self._store.flush()
        return await self.matches()

    @verb
    async def keep(self, key: str, value: Settings | TableChoices) -> StorageFailure:
        """Store some values of the page's `settings`, or its last new-game form (`table`) as a whole.

        Another page may have stored other settings: they stay. Answer why the store failed, or an empty text.
        """
        if key not in ("settings", "table") or not isinstance(value, dict):
            raise Refusal("error.save.unreadable")
        if key == "settings":
            await self._store.refresh()
            note_new_name(self._store, value)
            self._store.put(key, {**(self._store.get(key) or {}), **value})
        else:
            self._store.put(key, value)
        await self._store.flush()
        return self._store.failure

    # --- putting a match on the table

    @verb
    async def start(
        self,
        seats: Sequence[ChosenSeat],
        aspect: float,
        seed: str | None = None,
        *,
        preset: str | None,
        changes: Changes,
    ) -> Scene:
        """Start a match with the wanted options.

        The other matches stay in the store.

        `seats` has for each seat the values that `read_seat` reads. `aspect` is the width of the board view divided by
        its height. Without `seed`, draw a random one (see `deal_match`). Raises OptionError, and RecordError for a
        seed that a record cannot hold.
        """
        options = menu.resolved(preset, changes, len(seats))
        table = tuple(read_seat(choices) for choices in seats)
        match = deal_match(self._store, options, seed)
        session = with_commitment(Session(match, preset, table, aspect))
        # a deal with a random seed was certainly not played before
        session.again = bool(seed) and is_known_deal(self._store, match)
        return await self._match.put(session, self._store.new_label())

    @verb
    async def resume(self, by_force: bool = False) -> Scene | None:
        """Show the match on the table again. If there is none, open the newest match; None if no match is stored.

        Raises Refusal when another page holds the newest match, unless `by_force` takes it from there.
        """
        if self._match.session is not None and self._match.session.is_stored:
            return self._match.complete_scene()
        self._match.clear()
        await self._store.refresh()
        if self._read_newest() is None:
            return None
        return await self.open_match(self._store.matches()[0].label.id, by_force)

    @verb
    async def open_match(self, id: str, by_force: bool = False) -> Scene:
        """Put a stored match on the table. `by_force` takes it from another page.

        Raises Refusal when another page holds the match. Quarantines an unreadable match and raises RecordError.
        """
        for _ in range(OPEN_ATTEMPTS):
            if not await self._lock.acquire(id, by_force):
                self._tell_when_free(id)
                raise Refusal("error.match-elsewhere", {"id": id})
            await self._store.refresh()  # read the last state that the other page wrote
            text = self._store.match_text(id)
            try:
                session = self._restored[1] if self._restored and self._restored[0] == text else restore(text)
            except RecordError:
                self._store.quarantine(id)
                await self._store.flush()
                await self._reclaim_lock()
                raise
            finally:
                self._restored = None
            try:
                return await self._match.put(
                    session, self._store.new_label(id, self._store.heads[id].label.title)
                )
            except Refusal:
                continue  # the other page was still writing
        raise Refusal("error.match-elsewhere", {"id": id})

    @verb
    async def earlier(self) -> Scene:
        """Open the newest other match that can be resumed.

        Raises Refusal if there is none, and the errors of `open_match`.
        """
        head = self._store.resumable(except_id=self._current_id())
        if head is None:
            raise Refusal("error.no-match", {})
        return await self.open_match(head.label.id)

    def _current_id(self) -> str:
        """The id of the match on the table, or of the match that a lesson has replaced there.

        Without such a match, the id of the newest stored match.
        """
        if self._match.label is not None:
            return self._match.label.id
        return next((head.label.id for head in self._store.matches()), "")

    @verb
    async def open_record(self, text: str, aspect: float) -> Scene:
        """Start a new match that continues a record, given as text. Raises RecordError, and then changes nothing."""
        session = session_from_record(text, aspect)
        session.again = is_known_deal(self._store, session.match)
        return await self._match.put(session, self._store.new_label())

    @verb
    async def leave(self) -> Resumable:
        """Store the match and clear the table, so that no bot plays on. A finished match then is only in the history."""
        self._match.save()
        self._match.clear()
        await self._store.flush()
        self._store.delete_finished(except_id="")
        await self._store.flush()
        if self._match.label is None:  # else another match has come to the table while the store was slow
            self._lock.release()
        return self._resume_data(self._current_id())

    # --- files

    @verb
    async def save_file(self, id: str = "", aside: str = "") -> str:
        """Make a file with the record of the match on the table, or of the match `id`. Answer the file's URL.

        With `aside`, the id of a quarantined entry, the file has the text of that entry. Raises Refusal for an unknown
        match or entry, and for a match by post that is not over: opened again, its record would show the hands of people
        at other devices. In the middle of a round the record holds hands, yard and seed. Therefore the page gets only the
        URL, never the text.
        """
        if aside:
            if aside not in self._store.quarantined:
                raise Refusal("error.no-match", {})
            return self._make_download(self._store.quarantined[aside].text)
        session = restore(self._store.match_text(id)) if id else self._match.require_session()
        if session.kept_id and session.phase != "match-over":
            raise Refusal("error.post.save", {})
        return self._make_download(record_text(session))

    # --- locks

    async def _reclaim_lock(self) -> None:
        """Lock the match on the table again, after `open_match` failed. Without a match, release the lock."""
        if self._match.label is None:
            self._lock.release()
        else:
            await self._lock.acquire(self._match.label.id)

    def _tell_when_free(self, id: str) -> None:
        """Send the page the event "free" when no other page holds the match any more."""

        async def wait_and_tell() -> None:
            await self._lock.wait_until_free(id)
            del self._lock_waiters[id]
            self._match.tell_page("free")

        if id not in self._lock_waiters:
            self._lock_waiters[id] = asyncio.ensure_future(wait_and_tell())


def _quarantined_data(entry: QuarantinedEntry) -> QuarantinedData:
    return {"id": entry.id, "when": entry.when}
