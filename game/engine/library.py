"""The verbs for stored matches: start, list, open, leave, rename and delete them. See game/store/match_store.py."""

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
from game.session.save_head import LONGEST_TITLE
from game.session.saving import record_text, restore, save, session_from_record, session_head
from game.session.session import Session
from game.store.entries import SUMMARY, QuarantinedEntry
from game.store.match_lock import MatchLock
from game.store.match_store import MATCH, MatchStore

OPEN_ATTEMPTS = 3  # when another page still writes the match that this page takes over


class Library:
    """The stored matches, as one page uses them.


    `make_download`: see `Desk`. `read_ahead` reads the entries that the menu does not need; it runs after the answer to `boot`.
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
        self.reading: asyncio.Task[None] | None = None
        # a stored save and the session restored from it, before the page asks for it
        self._restored: tuple[str, Session] | None = None
        # the ids of matches that another page holds, each with the task that waits for its lock
        self._lock_waiters: dict[str, asyncio.Future[None]] = {}

    # --- lists

    async def boot(self) -> dict[str, Any]:
        """Open the store; answer the menu's contents and a summary of the stored entries.

        {"menu", "settings", "table": the page's last seats or None, "saved": whether there is a match to resume,
        "asides": the quarantined entries, and the keys of `leave`}.
        """
        await self._store.open()
        saved = self._read_newest() is not None
        waits = self._resume_data(but=self._store.matches()[0].label.id if saved else "")
        asides = [_quarantined_data(aside) for aside in self._store.report_quarantined()]
        await self._store.flush()
        self.reading = asyncio.ensure_future(self._read_ahead())
        return {
            "menu": menu.declared(),
            "settings": self._store.get("settings"),
            "table": self._store.get("table"),
            "saved": saved,
            "asides": asides,
            **waits,
            "kept": self._store.failure,
        }

    def _read_newest(self) -> Session | None:
        """Restore the newest match that can be read. Quarantine each newer one that cannot."""
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

    def _resume_data(self, but: str) -> dict[str, Any]:
        waiting = self._store.resumable(but)
        return {
            "earlier": waiting.data() if waiting else None,
            "kept": self._store.failure,
        }

    async def matches(self) -> dict[str, Any]:
        """List the stored matches, newest first: {"matches": [head, …], "asides": [{"id", "when"}, …], "kept"}.

        A head is {"id", "when", "title", "preset", "names", "round", "of", "totals", "phase", "begun", "here": it is on the table}.
        "asides" are the quarantined entries. "kept" says why the store has failed, or is empty.
        """
        await self._store.refresh()
        matches = [
            {**head.data(), "here": self._match.holds(head.label.id)} for head in self._store.matches()
        ]
        asides = [_quarantined_data(aside) for aside in self._store.quarantined.values()]
        await self._store.flush()
        return {"matches": matches, "asides": asides, "kept": self._store.failure}

    async def rename_match(self, id: str, title: str) -> dict[str, Any]:
        """Give a match a title; an empty one removes it. Answers like `matches`. Raises Refusal."""
        title = clean(fields.text({"title": title}, "title", LONGEST_TITLE), LONGEST_TITLE)
        finished: Summary | None = self._store.entry(SUMMARY, id)
        if finished is not None:
            self._store.put_entry(SUMMARY, id, write_summary(finished._replace(title=title or None)))
        if finished is None or id in self._store.heads:
            self._rename_in_store(id, title)
        await self._store.flush()
        return await self.matches()

    def _rename_in_store(self, id: str, title: str) -> None:
        """Write the title into the stored match, which holds the moves (a finished match also has a summary)."""
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
        """Store the page's `settings` or its last seats (`table`); answer why the store failed, or an empty text."""
        if key not in ("settings", "table"):
            raise Refusal("error.save.unreadable")
        self._store.put(key, value)
        await self._store.flush()
        return self._store.failure

    # --- putting a match on the table

    async def start(
        self, seats: list[dict[str, Any]], aspect: float, seed: str | None = None, **wanted: Any
    ) -> Scene:
        """Start a match; `seed` None draws a random one. The other matches stay stored.

        Raises RecordError for a seed that a record cannot hold, and OptionError.
        """
        options = menu.resolved(players=len(seats), **wanted)
        table = tuple(_read_seat(wishes) for wishes in seats)
        seed = fields.text({"seed": seed or secrets.token_hex(5)}, "seed", LONGEST_SEED)
        match = start_match(options, seed)
        session = with_commitment(Session(match, wanted.get("preset"), table, aspect))
        session.again = bool(seed) and is_known_deal(self._store, match)
        return await self._match.put(session, self._store.new_label())

    async def resume(self, by_force: bool = False) -> Scene | None:
        """Show the match on the table again, or else open the newest one; None when there is none.

        Raises Refusal when another page holds it.
        """
        if self._match.session is not None and self._match.session.kept:
            return self._match.complete_scene()
        self._match.clear()
        await self._store.refresh()
        if self._read_newest() is None:
            return None
        return await self.open_match(self._store.matches()[0].label.id, by_force)

    async def open_match(self, id: str, by_force: bool = False) -> Scene:
        """Put a stored match on the table. `by_force` takes it from another page.

        Raises Refusal when another page holds it. Raises RecordError when it cannot be read, after quarantining it.
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
        """Open the newest match that is not the current one. Raises Refusal or RecordError, and then changes nothing."""
        waiting = self._store.resumable(except_id=self._current_id())
        if waiting is None:
            raise Refusal("error.no-match", {})
        return await self.open_match(waiting.label.id)

    def _current_id(self) -> str:
        """The id of the match on the table or behind a lesson; if there is none, that of the newest match."""
        if self._match.label is not None:
            return self._match.label.id
        return next((head.label.id for head in self._store.matches()), "")

    async def open_record(self, text: str, aspect: float) -> Scene:
        """Continue a record as a new match. Raises RecordError, and then changes nothing."""
        session = session_from_record(text, aspect)
        session.again = is_known_deal(self._store, session.match)
        return await self._match.put(session, self._store.new_label())

    async def leave(self) -> dict[str, Any]:
        """Store the match and clear the table, so that no bot plays on.

        Answers {"earlier": the head of the newest other match to resume, or None, "kept": why the store failed, or empty}.
        """
        self._match.save()
        but = self._current_id()
        self._match.clear()
        waits = self._resume_data(but)
        await self._store.flush()
        self._lock.release()
        return {**waits, "kept": self._store.failure}

    # --- files

    async def save_file(self, id: str = "", aside: str = "") -> str:
        """The address of a file with a record: of the match on the table, or of the match `id`. `aside` names a quarantined entry.

        In the middle of a round the record holds hands, yard and seed. Therefore the page gets only the file, never the text.
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
        """Lock the match on the table again, after another match could not be opened."""
        if self._match.label is None:
            self._lock.release()
        else:
            await self._lock.acquire(self._match.label.id)

    def _tell_when_free(self, id: str) -> None:
        """Send the page the event "free" when the page that holds this match closes."""

        async def waited() -> None:
            await self._lock.wait_until_free(id)
            del self._lock_waiters[id]
            self._match.tell_page("free")

        if id not in self._lock_waiters:
            self._lock_waiters[id] = asyncio.ensure_future(waited())


def _read_seat(wishes: dict[str, Any]) -> Seat:
    """Read one seat from the page's form and clean its name. Raises Refusal for values that a save cannot hold."""
    kind, level, style = wishes.get("kind"), wishes.get("level"), wishes.get("style")
    name = visible_name(fields.text(wishes, "name", 100))
    if kind == "human":
        return Seat(name, "human")
    if kind != "bot" or level not in levels.LEVELS or style not in levels.STYLES:
        raise fields.invalid("seats")
    return Seat(name, "bot", level, style)


def _quarantined_data(aside: QuarantinedEntry) -> dict[str, Any]:
    return {"id": aside.id, "when": aside.when}
