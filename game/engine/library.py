"""The verbs (requests of the page) for stored matches: start, list, open, leave, rename and delete them.

The matches are in game/store/match_store.py. In the answers, "storage_problem" is an empty text if the store works, else the
reason of its failure (storage_backend.FAILURES).
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from game.engine import menu
from game.engine.history.known_deals import is_known_deal
from game.engine.match.current import CurrentMatch
from game.engine.scene import Scene
from game.engine.sharing.deal_proof import with_commitment
from game.ledger.summary import Summary, write_summary
from game.players import levels
from game.records import fields
from game.records.reading import LONGEST_SEED
from game.records.record import Seat
from game.records.text.names import clean, visible_name
from game.rules.errors import RecordError, Refusal
from game.rules.match import start_match
from game.session.saving import record_text, restore, save, session_from_record, session_head
from game.session.session import Session
from game.store.entries import SUMMARY, QuarantinedEntry
from game.store.match_lock import MatchLock
from game.store.match_store import MATCH, MatchStore

OPEN_ATTEMPTS = 3  # an attempt fails if another page writes the match while this page takes it over


class Library:
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

    async def boot(self) -> dict[str, Any]:
        """Open the store. Answer the menu's contents, and facts about the stored entries.

        {"menu": see `menu.declared`, "settings": the page's settings or None, "table": the last new-game form or None,
        "saved": whether there is a match to resume, "over": whether that match is finished, "quarantined": the quarantined
        entries that were not reported before, as in `matches`, and the keys of `leave`}.
        """
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
            "quarantined": quarantined,
            **resume_data,
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

    def _resume_data(self, except_id: str) -> dict[str, Any]:
        """{"earlier": the head of the newest match to resume other than `except_id`, or None, "storage_problem"}."""
        head = self._store.resumable(except_id)
        return {
            "earlier": head.data() if head else None,
            "storage_problem": self._store.failure,
        }

    async def matches(self) -> dict[str, Any]:
        """List the stored matches, newest first, and the quarantined entries.

        {"matches": [{the values of `save_head.Head.data`, "here": whether the match is on the table}, …],
         "quarantined": [{"id", "when"}, …], "storage_problem"}
        """
        await self._store.refresh()
        matches = [
            {**head.data(), "here": self._match.holds(head.label.id)} for head in self._store.matches()
        ]
        quarantined = [_quarantined_data(entry) for entry in self._store.quarantined.values()]
        await self._store.flush()
        return {"matches": matches, "quarantined": quarantined, "storage_problem": self._store.failure}

    async def rename_match(self, id: str, title: str) -> dict[str, Any]:
        """Give a match a title.

        An empty text removes the title. Answers like `matches`. Raises Refusal for an unknown match.
        """
        title = clean(fields.text({"title": title}, "title", fields.LONGEST_TITLE), fields.LONGEST_TITLE)
        finished: Summary | None = self._store.entry(SUMMARY, id)
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

    async def delete_match(self, id: str) -> dict[str, Any]:
        """Delete a match; `undelete_match` restores it until the next deletion. Answers like `matches`.

        Raises Refusal for the match on the table.
        """
        if self._match.holds(id):
            raise Refusal("error.match-on-table", {})
        self._store.remove(MATCH + id)
        await self._store.flush()
        return await self.matches()

    async def undelete_match(self) -> dict[str, Any]:
        """Restore the match that was deleted last; answers like `matches`. Raises Refusal when there is none."""
        self._store.restore_removed()
        await self._store.flush()
        return await self.matches()

    async def keep(self, key: str, value: dict[str, Any]) -> str:
        """Store some values of the page's `settings`, or its last new-game form (`table`) as a whole.

        Another page may have stored other settings: they stay. Answer why the store failed, or an empty text.
        """
        if key == "settings" and isinstance(value, dict):
            await self._store.refresh()
            value = {**(self._store.get(key) or {}), **value}
        elif key not in ("settings", "table"):
            raise Refusal("error.save.unreadable")
        self._store.put(key, value)
        await self._store.flush()
        return self._store.failure

    # --- putting a match on the table

    async def start(
        self, seats: list[dict[str, Any]], aspect: float, seed: str | None = None, **wanted: Any
    ) -> Scene:
        """Start a match with the `wanted` "preset" and "changes" (see `menu.resolved`).

        The other matches stay in the store.

        `seats` has for each seat the values that `read_seat` reads. `aspect` is the width of the board view divided by
        its height. Without `seed`, draw a random one. Raises OptionError, and RecordError for a seed that a record
        cannot hold.
        """
        options = menu.resolved(players=len(seats), **wanted)
        table = tuple(read_seat(choices) for choices in seats)
        is_chosen = bool(seed)  # a deal with a random seed was certainly not played before
        seed = fields.text({"seed": seed or secrets.token_hex(5)}, "seed", LONGEST_SEED)
        match = start_match(options, seed)
        session = with_commitment(Session(match, wanted.get("preset"), table, aspect))
        session.again = is_chosen and is_known_deal(self._store, match)
        return await self._match.put(session, self._store.new_label())

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

    async def open_record(self, text: str, aspect: float) -> Scene:
        """Start a new match that continues a record, given as text. Raises RecordError, and then changes nothing."""
        session = session_from_record(text, aspect)
        session.again = is_known_deal(self._store, session.match)
        return await self._match.put(session, self._store.new_label())

    async def leave(self) -> dict[str, Any]:
        """Store the match and clear the table, so that no bot plays on. A finished match then is only in the history.

        Answers {"saved": whether there is a match to resume, "earlier": the head of the newest other match to resume, or
        None, "storage_problem": see the docstring of the module}.
        """
        self._match.save()
        self._match.clear()
        await self._store.flush()
        self._store.delete_finished(except_id="")
        await self._store.flush()
        self._lock.release()
        return {"saved": bool(self._store.heads), **self._resume_data(self._current_id())}

    # --- files

    async def save_file(self, id: str = "", aside: str = "") -> str:
        """Make a file with the record of the match on the table, or of the match `id`. Answer the file's URL.

        With `aside`, the id of a quarantined entry, the file has the text of that entry. Raises Refusal for an unknown
        match or entry. In the middle of a round the record holds hands, yard and seed. Therefore the page gets only the
        URL, never the text.
        """
        if aside:
            if aside not in self._store.quarantined:
                raise Refusal("error.no-match", {})
            return self._make_download(self._store.quarantined[aside].text)
        return self._make_download(
            record_text(restore(self._store.match_text(id)) if id else self._match.require_session())
        )

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


def read_seat(choices: dict[str, Any]) -> Seat:
    """Read one seat of the page's form, {"kind", "name", "level", "style"}, and clean the name.

    Raises Refusal for a bad value.
    """
    kind, level, style = choices.get("kind"), choices.get("level"), choices.get("style")
    name = visible_name(fields.text(choices, "name", 100))
    if kind == "human":
        return Seat(name, "human")
    if kind != "bot" or level not in levels.LEVELS or style not in levels.STYLES:
        raise fields.invalid("seats")
    return Seat(name, "bot", level, style)


def _quarantined_data(entry: QuarantinedEntry) -> dict[str, Any]:
    return {"id": entry.id, "when": entry.when}
