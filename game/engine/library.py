"""The matches that are kept: every verb that begins, opens, leaves, names or removes one. See game/store/match_store.py."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from game.engine import menu
from game.engine.history.known_deals import is_known
from game.engine.match.current import CurrentMatch
from game.engine.scene import Scene
from game.engine.sharing.deal_proof import promised
from game.ledger.summary import Summary, write_summary
from game.players import levels
from game.records import fields
from game.records.reading import LONGEST_SEED
from game.records.record import Seat
from game.records.text.names import clean, seen
from game.rules.errors import RecordError, Refusal
from game.rules.match import start_match
from game.session.save_head import LONGEST_TITLE
from game.session.saving import head_of, opened, record_text, restore, save
from game.session.session import Session
from game.store.entries import SUMMARY, QuarantinedEntry
from game.store.match_lock import MatchLock
from game.store.match_store import MATCH, MatchStore

TRIES = 3  # to take a match from another page that is still writing


class Library:
    """One page's matches. `hand_out` makes a text the page's to save: it answers an address from which it can be downloaded.

    `read_ahead` reads what the menu does not need; it runs once `boot` is answered.
    """

    def __init__(
        self,
        match: CurrentMatch,
        store: MatchStore,
        lock: MatchLock,
        hand_out: Callable[[str], str],
        read_ahead: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._match = match
        self._store = store
        self._lock = lock
        self._hand_out = hand_out
        self._read_ahead = read_ahead
        self.reading: asyncio.Task[None] | None = None
        # a save and what came of it, read before it was asked for
        self._ready: tuple[str, Session] | None = None
        # matches that another page has, and who waits for the end of that
        self._awaited: dict[str, asyncio.Future[None]] = {}

    # --- what there is

    async def boot(self) -> dict[str, Any]:
        """What the menu offers, what is kept, and what of it could not be read.

        {"menu", "settings", "table": as kept or None, "saved": whether there is a match to go on with, and as in `leave`}.
        """
        await self._store.open()
        saved = self._read_newest() is not None
        waits = self._waits(but=self._store.matches()[0].label.id if saved else "")
        asides = [_aside(aside) for aside in self._store.report_quarantined()]
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
        """The match played last, of those that can be read; the others are moved aside."""
        for made in self._store.matches():
            text = self._store.match_text(made.label.id)
            if self._ready is not None and self._ready[0] == text:
                return self._ready[1]
            try:
                session = restore(text)
            except RecordError:
                self._store.quarantine(made.label.id)
                continue
            self._ready = text, session
            return session
        return None

    def _waits(self, but: str) -> dict[str, Any]:
        waiting = self._store.resumable(but)
        return {
            "earlier": waiting.data() if waiting else None,
            "kept": self._store.failure,
        }

    async def matches(self) -> dict[str, Any]:
        """{"matches": [head, …], "asides": [{"id", "when"}, …], "kept"}, the newest first; a head is
        {"id", "when", "title", "preset", "names", "round", "of", "totals", "phase", "begun", "here": it is on the table}."""
        await self._store.refresh()
        matches = [
            {**made.data(), "here": self._match.holds(made.label.id)} for made in self._store.matches()
        ]
        asides = [_aside(aside) for aside in self._store.quarantined.values()]
        await self._store.flush()
        return {"matches": matches, "asides": asides, "kept": self._store.failure}

    async def rename_match(self, id: str, title: str) -> dict[str, Any]:
        """Gives a match a title of its own, none with an empty one; answers as `matches`. Raises Refusal."""
        title = clean(fields.text({"title": title}, "title", LONGEST_TITLE), LONGEST_TITLE)
        finished: Summary | None = self._store.entry(SUMMARY, id)
        if finished is not None:
            self._store.put_entry(SUMMARY, id, write_summary(finished._replace(title=title or None)))
        if finished is None or id in self._store.heads:
            self._rename_kept(id, title)
        await self._store.flush()
        return await self.matches()

    def _rename_kept(self, id: str, title: str) -> None:
        """The same for what is kept of its moves."""
        text = self._store.match_text(id)
        label = self._store.heads[id].label._replace(title=title or None)
        if self._match.holds(id):
            self._match.label = label
            self._match.save()
        else:
            session = restore(text)
            self._store.put_match(save(session, label), head_of(session, label))

    async def delete_match(self, id: str) -> dict[str, Any]:
        """Takes a match away; `undelete_match` brings it back until the next is taken away. Answers as `matches`.

        Raises Refusal for the match on the table.
        """
        if self._match.holds(id):
            raise Refusal("error.match-on-table", {})
        self._store.remove(MATCH + id)
        await self._store.flush()
        return await self.matches()

    async def undelete_match(self) -> dict[str, Any]:
        """Brings the match back that was taken away last; answers as `matches`. Raises Refusal when there is none."""
        self._store.restore_removed()
        await self._store.flush()
        return await self.matches()

    async def keep(self, key: str, value: dict[str, Any]) -> str:
        """Keeps the page's `settings` or the last `table`; answers why they are not kept, or an empty text."""
        if key not in ("settings", "table"):
            raise Refusal("error.save.unreadable")
        self._store.put(key, value)
        await self._store.flush()
        return self._store.failure

    # --- one comes on the table

    async def start(
        self, seats: list[dict[str, Any]], aspect: float, seed: str | None = None, **wanted: Any
    ) -> Scene:
        """A new match; `seed` None draws a fresh one. Every other match waits. Raises RecordError for a seed that no record holds."""
        options = menu.resolved(players=len(seats), **wanted)
        table = tuple(_seat(wishes) for wishes in seats)
        seed = fields.text({"seed": seed or secrets.token_hex(5)}, "seed", LONGEST_SEED)
        match = start_match(options, seed)
        session = promised(Session(match, wanted.get("preset"), table, aspect))
        session.again = bool(seed) and is_known(self._store, match)
        return await self._match.seat(session, self._store.new_label())

    async def resume(self, by_force: bool = False) -> Scene | None:
        """The match that was left, or the one played last; None when there is none. Raises Refusal when another page has it."""
        if self._match.session is not None and self._match.session.kept:
            return self._match.whole_scene()
        self._match.clear()
        await self._store.refresh()
        if self._read_newest() is None:
            return None
        return await self.open_match(self._store.matches()[0].label.id, by_force)

    async def open_match(self, id: str, by_force: bool = False) -> Scene:
        """That match comes on the table. Raises Refusal when another page has it, unless it is taken by force; RecordError when
        it cannot be read, and then it is moved aside."""
        for _ in range(TRIES):
            if not await self._lock.acquire(id, by_force):
                self._tell_when_free(id)
                raise Refusal("error.match-elsewhere", {"id": id})
            await self._store.refresh()  # what the other page wrote last
            text = self._store.match_text(id)
            try:
                session = self._ready[1] if self._ready and self._ready[0] == text else restore(text)
            except RecordError:
                self._store.quarantine(id)
                await self._store.flush()
                await self._hold_on()
                raise
            finally:
                self._ready = None
            try:
                return await self._match.seat(
                    session, self._store.new_label(id, self._store.heads[id].label.title)
                )
            except Refusal:
                continue  # the other page was still writing
        raise Refusal("error.match-elsewhere", {"id": id})

    async def earlier(self) -> Scene:
        """Back to the match before this one, which in turn waits. Raises Refusal or RecordError and then changes nothing."""
        waiting = self._store.resumable(except_id=self._on_table())
        if waiting is None:
            raise Refusal("error.no-match", {})
        return await self.open_match(waiting.label.id)

    def _on_table(self) -> str:
        """The id of the match on the table, or under the lesson there; of the one played last when the table is empty."""
        if self._match.label is not None:
            return self._match.label.id
        return next((made.label.id for made in self._store.matches()), "")

    async def open_record(self, text: str, aspect: float) -> Scene:
        """Goes on from a record, as a match of its own. Raises RecordError and then changes nothing."""
        session = opened(text, aspect)
        session.again = is_known(self._store, session.match)
        return await self._match.seat(session, self._store.new_label())

    async def leave(self) -> dict[str, Any]:
        """The match waits; no bot plays on. Answers {"earlier": the head of another one that waits besides, or None,
        "kept": why nothing is kept, or empty}."""
        self._match.save()
        but = self._on_table()
        self._match.clear()
        waits = self._waits(but)
        await self._store.flush()
        self._lock.release()
        return {**waits, "kept": self._store.failure}

    # --- files

    async def save_file(self, id: str = "", aside: str = "") -> str:
        """The address of a file to save: the record of the match on the table or of the match `id`, or what lies aside as `aside`.

        In the middle of a round it holds hands, yard and seed, as it must; the page gets no text of it, only the file.
        """
        if aside:
            if aside not in self._store.quarantined:
                raise Refusal("error.no-match", {})
            return self._hand_out(self._store.quarantined[aside].text)
        return self._hand_out(record_text(restore(self._store.match_text(id)) if id else self._match.table()))

    # --- keeping

    async def _hold_on(self) -> None:
        """Nothing came of another match: the page has its own on the table as before, or none."""
        if self._match.label is None:
            self._lock.release()
        else:
            await self._lock.acquire(self._match.label.id)

    def _tell_when_free(self, id: str) -> None:
        """The page hears of it when the one that has the match is closed."""

        async def waited() -> None:
            await self._lock.wait_until_free(id)
            del self._awaited[id]
            self._match.tell_page("free")

        if id not in self._awaited:
            self._awaited[id] = asyncio.ensure_future(waited())


def _seat(wishes: dict[str, Any]) -> Seat:
    """A seat as the page's form wants it, its name cleaned. Raises Refusal for what no save could hold."""
    kind, level, style = wishes.get("kind"), wishes.get("level"), wishes.get("style")
    name = seen(fields.text(wishes, "name", 100))
    if kind == "human":
        return Seat(name, "human")
    if kind != "bot" or level not in levels.LEVELS or style not in levels.STYLES:
        raise fields.refused("seats")
    return Seat(name, "bot", level, style)


def _aside(aside: QuarantinedEntry) -> dict[str, Any]:
    return {"id": aside.id, "when": aside.when}
