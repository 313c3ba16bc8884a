"""The matches that are kept, and the one on the table: every verb that begins, opens, leaves, names or removes one.

A change of the table is answered when it is kept, or when the store has said why it is not; so what the page shows of the
others' moves is never ahead of what a reload brings back. See game/store/shelf.py.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

from game.engine import menu
from game.engine.memory.finishing import remember
from game.engine.scene import Scene, Shown, scene
from game.engine.sharing.days import remember_day
from game.engine.sharing.proof import promised
from game.players import levels
from game.records import fields
from game.records.record import Seat
from game.rules.errors import RecordError, Refusal
from game.rules.match import start_match
from game.session.heads import LONGEST_TITLE, Label
from game.session.saving import head_of, opened, record_text, restore, save
from game.session.session import Session
from game.store.entries import Aside
from game.store.holder import Anybody, Holder
from game.store.shelf import MATCH, Shelf

TRIES = 3  # to take a match from another page that is still writing


class Library:
    """One page's matches. `hand_out` makes a text the page's to save: it answers an address from which it can be downloaded."""

    def __init__(
        self,
        shelf: Shelf,
        holder: Holder | None = None,
        hand_out: Callable[[str], str] = str,
        tell: Callable[[str], None] = lambda what: None,
    ) -> None:
        self.shelf = shelf
        self.holder = holder or Anybody()
        self.holder.on_lost = self._lost
        self.hand_out = hand_out
        self.tell_page = tell
        self.session: Session | None = None
        self.label: Label | None = None
        self.shown = Shown()
        # a save and what came of it, read before it was asked for
        self._ready: tuple[str, Session] | None = None
        # matches that another page has, and who waits for the end of that
        self._awaited: dict[str, asyncio.Future[None]] = {}

    # --- what there is

    async def boot(self) -> dict[str, Any]:
        """What the menu offers, what is kept, and what of it could not be read.

        {"menu", "settings", "table": as kept or None, "saved": whether there is a match to go on with, and as in `leave`}.
        """
        await self.shelf.open()
        saved = self._read_newest() is not None
        waits = self._waits(but=self.shelf.matches()[0].label.id if saved else "")
        asides = [_aside(aside) for aside in self.shelf.say_asides()]
        await self.shelf.flush()
        return {
            "menu": menu.declared(),
            "settings": self.shelf.get("settings"),
            "table": self.shelf.get("table"),
            "saved": saved,
            "asides": asides,
            **waits,
            "kept": self.shelf.kept,
        }

    def _read_newest(self) -> Session | None:
        """The match played last, of those that can be read; the others are moved aside."""
        for made in self.shelf.matches():
            text = self.shelf.text(made.label.id)
            if self._ready is not None and self._ready[0] == text:
                return self._ready[1]
            try:
                session = restore(text)
            except RecordError:
                self.shelf.unreadable(made.label.id)
                continue
            self._ready = text, session
            return session
        return None

    def _waits(self, but: str) -> dict[str, Any]:
        waiting = self.shelf.waiting(but)
        return {
            "earlier": waiting.data() if waiting else None,
            "kept": self.shelf.kept,
        }

    async def matches(self) -> dict[str, Any]:
        """{"matches": [head, …], "asides": [{"id", "when"}, …], "kept"}, the newest first; a head is
        {"id", "when", "title", "preset", "names", "round", "of", "totals", "phase", "begun", "here": it is on the table}."""
        await self.shelf.refresh()
        matches = [{**made.data(), "here": self._on_table(made.label.id)} for made in self.shelf.matches()]
        asides = [_aside(aside) for aside in self.shelf.asides.values()]
        await self.shelf.flush()
        return {"matches": matches, "asides": asides, "kept": self.shelf.kept}

    async def rename_match(self, id: str, title: str) -> dict[str, Any]:
        """Gives a match a title of its own, none with an empty one; answers as `matches`. Raises Refusal."""
        title = fields.text({"title": title}, "title", LONGEST_TITLE).strip()
        text = self.shelf.text(id)
        label = self.shelf.heads[id].label._replace(title=title or None)
        if self._on_table(id):
            self.label = label
            self._save()
        else:
            session = restore(text)
            self.shelf.put_text(save(session, label), head_of(session, label))
        await self.shelf.flush()
        return await self.matches()

    async def delete_match(self, id: str) -> dict[str, Any]:
        """Takes a match away; `undelete_match` brings it back until the next is taken away. Answers as `matches`.

        Raises Refusal for the match on the table.
        """
        if self._on_table(id):
            raise Refusal("error.match-on-table", {})
        self.shelf.remove(MATCH + id)
        await self.shelf.flush()
        return await self.matches()

    async def undelete_match(self) -> dict[str, Any]:
        """Brings the match back that was taken away last; answers as `matches`. Raises Refusal when there is none."""
        self.shelf.bring_back()
        await self.shelf.flush()
        return await self.matches()

    async def keep(self, key: str, value: dict[str, Any]) -> str:
        """Keeps the page's `settings` or the last `table`; answers why they are not kept, or an empty text."""
        if key not in ("settings", "table"):
            raise Refusal("error.save.unreadable")
        self.shelf.put(key, value)
        await self.shelf.flush()
        return self.shelf.kept

    # --- one comes on the table

    async def start(
        self, seats: list[dict[str, Any]], aspect: float, seed: str | None = None, **wanted: Any
    ) -> Scene:
        """A new match; `seed` None draws a fresh one. Every other match waits."""
        options = menu.resolved(players=len(seats), **wanted)
        table = tuple(_seat(wishes) for wishes in seats)
        match = start_match(options, seed or secrets.token_hex(5))
        session = promised(Session(match, wanted.get("preset"), table, aspect))
        return await self._seated(session, self.shelf.new_label())

    async def resume(self, by_force: bool = False) -> Scene | None:
        """The match that was left, or the one played last; None when there is none. Raises Refusal when another page has it."""
        if self.session is not None and self.session.kept:
            return self._whole_scene()
        self.session, self.label = None, None
        await self.shelf.refresh()
        if self._read_newest() is None:
            return None
        return await self.open_match(self.shelf.matches()[0].label.id, by_force)

    async def open_match(self, id: str, by_force: bool = False) -> Scene:
        """That match comes on the table. Raises Refusal when another page has it, unless it is taken by force; RecordError when
        it cannot be read, and then it is moved aside."""
        for _ in range(TRIES):
            if not await self.holder.hold(id, by_force):
                self._tell_when_free(id)
                raise Refusal("error.match-elsewhere", {"id": id})
            await self.shelf.refresh()  # what the other page wrote last
            text = self.shelf.text(id)
            try:
                session = self._ready[1] if self._ready and self._ready[0] == text else restore(text)
            except RecordError:
                self.shelf.unreadable(id)
                await self.shelf.flush()
                await self._hold_on()
                raise
            finally:
                self._ready = None
            try:
                return await self._seated(session, self.shelf.new_label(id, self.shelf.heads[id].label.title))
            except Refusal:
                continue  # the other page was still writing
        raise Refusal("error.match-elsewhere", {"id": id})

    async def earlier(self) -> Scene:
        """Back to the match before this one, which in turn waits. Raises Refusal or RecordError and then changes nothing."""
        waiting = self.shelf.waiting(but=self.label.id if self.label else self._newest())
        if waiting is None:
            raise Refusal("error.no-match", {})
        return await self.open_match(waiting.label.id)

    def _newest(self) -> str:
        return next((made.label.id for made in self.shelf.matches()), "")

    async def open_record(self, text: str, aspect: float) -> Scene:
        """Goes on from a record, as a match of its own. Raises RecordError and then changes nothing."""
        session = opened(text, aspect)
        return await self._seated(session, self.shelf.new_label())

    async def leave(self) -> dict[str, Any]:
        """The match waits; no bot plays on. Answers {"earlier": the head of another one that waits besides, or None,
        "kept": why nothing is kept, or empty}."""
        self._save()
        but = self.label.id if self.label else self._newest()
        self.session, self.label = None, None
        waits = self._waits(but)
        await self.shelf.flush()
        self.holder.let_go()
        return {**waits, "kept": self.shelf.kept}

    # --- files

    async def save_file(self, id: str = "", aside: str = "") -> str:
        """The address of a file to save: the record of the match on the table or of the match `id`, or what lies aside as `aside`.

        In the middle of a round it holds hands, yard and seed, as it must; the page gets no text of it, only the file.
        """
        if aside:
            if aside not in self.shelf.asides:
                raise Refusal("error.no-match", {})
            return self.hand_out(self.shelf.asides[aside].text)
        return self.hand_out(record_text(restore(self.shelf.text(id)) if id else self._table()))

    # --- keeping

    def _table(self) -> Session:
        if self.session is None:
            raise Refusal("error.no-match", {})
        return self.session

    async def _seated(self, session: Session, label: Label) -> Scene:
        """Puts a match on the table; the one that was there waits."""
        self._save()
        self.shelf.make_room(but=label.id)
        await self.holder.hold(label.id)
        self.session, self.label = session, label
        self.shelf.hold(label.id)
        self.shown.forget()
        return await self._changed()

    async def _changed(self) -> Scene:
        """The scene after a change, once that is kept. Raises Refusal when another page has gone on with the match."""
        made = self._scene()
        self._save()
        id = self.label.id if self.label else ""
        await self.shelf.flush()
        if id in self.shelf.lost:
            self._lost(id)
            raise Refusal("error.match-elsewhere", {"id": id})
        made["kept"] = self.shelf.kept
        return made

    async def _hold_on(self) -> None:
        """Nothing came of another match: the page has its own on the table as before, or none."""
        if self.label is None:
            self.holder.let_go()
        else:
            await self.holder.hold(self.label.id)

    def _save(self) -> None:
        """Puts the match on the table on the shelf as it is now; a lesson is never kept."""
        if self.session is not None and self.session.kept and self.label is not None:
            self.label = self.shelf.new_label(self.label.id, self.label.title)
            self.shelf.put_text(save(self.session, self.label), head_of(self.session, self.label))
            if self.session.phase == "match-over":
                remember(self.shelf, self.session, self.label.id, self.label.when)
                remember_day(self.shelf, self.session)

    def _scene(self) -> Scene:
        return {**scene(self._table(), self.shown), "kept": self.shelf.kept}

    def _whole_scene(self) -> Scene:
        """The scene with all that the page may have forgotten."""
        self.shown.forget()
        return self._scene()

    def _on_table(self, id: str) -> bool:
        """Whether that match is on the table; while there is a lesson its own match only waits."""
        on_table = self.session is not None and self.session.kept
        return on_table and self.label is not None and self.label.id == id

    def _tell_when_free(self, id: str) -> None:
        """The page hears of it when the one that has the match is closed."""

        async def waited() -> None:
            await self.holder.freed(id)
            del self._awaited[id]
            self.tell_page("free")

        if id not in self._awaited:
            self._awaited[id] = asyncio.ensure_future(waited())

    def _lost(self, id: str) -> None:
        """Another page goes on with the match: here it stops."""
        if self._on_table(id):
            self.session = None
            self.tell_page("elsewhere")
        if self.label is not None and self.label.id == id:
            self.label = None


def _seat(wishes: dict[str, Any]) -> Seat:
    """A seat as the page's form wants it. Raises RecordError for what no save could hold."""
    kind, level, style = wishes.get("kind"), wishes.get("level"), wishes.get("style")
    name = fields.text(wishes, "name", 100)
    if kind == "human":
        return Seat(name, "human")
    if kind != "bot" or level not in levels.LEVELS or style not in levels.STYLES:
        raise fields.refused("seats")
    return Seat(name, "bot", level, style)


def _aside(aside: Aside) -> dict[str, Any]:
    return {"id": aside.id, "when": aside.when}
