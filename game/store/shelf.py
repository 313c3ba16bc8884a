"""All that is kept on this device: many matches, settings, and what could not be read, over a `Keeper` that may fail.

    match/ID            a save (game/session/saving.py)       stamp/ID    who wrote it last, so that no two tabs write it
    aside/WHEN/ID/KEY   what could not be read, as it was      settings    what the person likes    table    the last table
    said                ids of what lies aside and was said
    summary/ID          a finished match; this and further kinds of entries are declared in game/store/entries.py

Everything is in memory besides. When the keeper fails, the shelf goes on so, `kept` says why, and the next write tries again to
keep all that was not. What cannot be read is moved aside, and never stands in the way of the rest.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from game.rules.errors import RecordError, Refusal
from game.session.heads import Head, Label
from game.session.saving import NewerSave, head, head_of, restore, save
from game.store.entries import (
    ASIDE,
    KINDS,
    LISTS,
    SUMMARY,
    Aside,
    Kind,
    as_text,
    aside_in,
    ids_in,
    is_newer,
    is_ours,
    now,
    object_in,
    unwrapped,
)
from game.store.keeper import Guard, Keeper, StoreError

MATCH, STAMP = "match/", "stamp/"


class Shelf:
    """One page's view of the store. `kept` is empty while everything is kept, else why it is not (keeper.WHYS).

    What changes here is kept by the next `flush`.
    """

    def __init__(self, keeper: Keeper, clock: Callable[[], int] = now) -> None:
        self.keeper, self.clock = keeper, clock
        self.kept = ""
        self.heads: dict[str, Head] = {}
        self.asides: dict[str, Aside] = {}
        self.lost: set[str] = set()
        """The matches that were written by another page since this one took them: what this one wrote of them is not kept."""
        self._texts: dict[str, str] = {}  # entries by key, as they are kept or ought to be
        self._pending: dict[str, str | None] = {}  # what is still to be written
        self._seen: dict[str, set[str]] = {}  # by match: the stamps that this page may write over
        self._me = secrets.token_hex(4)
        self._known = False  # what is kept was read once
        self._writing = asyncio.Lock()
        self._late: asyncio.Future[None] | None = None
        self._made: dict[str, tuple[str, Any]] = {}  # entries of KINDS by key, with their text
        self._removed: dict[str, str] = {}  # entries by key, so that they can come back

    # --- reading

    async def open(self) -> None:
        """Reads everything that is kept, and takes over what a version before this room kept elsewhere."""
        await self.refresh()
        try:
            older = {} if self.kept else await self.keeper.older()
            if older:
                self._take_over(older)
                await self.flush()
                if not self.kept:
                    await self.keeper.forget_older()
        except StoreError:
            return  # it stays where it is, for the next time

    async def refresh(self) -> None:
        """Reads everything anew, since another page may have written. What is still to be written here stays as it is here."""
        try:
            entries = await self.keeper.load()
        except StoreError as problem:
            self.kept = problem.why
            return
        self.kept, self._known = "", True
        self.heads, self.asides, self._texts = {}, {}, {}
        for key, entry in {**entries, **self._pending}.items():
            self._read(key, entry)

    def _read(self, key: str, entry: Any) -> None:
        """Puts one entry where it belongs, or aside."""
        if entry is None or not isinstance(key, str):
            return
        try:
            if key.startswith(MATCH):
                id = key.removeprefix(MATCH)
                self.heads[id] = head(entry, id)
            elif key.startswith(ASIDE):
                if aside := aside_in(key, entry):
                    self.asides[aside.id] = aside
            elif not is_ours(key, entry) and not (key.startswith(STAMP) and isinstance(entry, str)):
                return
            self._texts[key] = str(entry)
        except NewerSave:
            return  # a later version will go on with it
        except RecordError:
            if key in LISTS:
                self._pending[key] = None  # nobody made these by hand
            else:
                self._put_aside(key, entry)

    def _put_aside(self, key: str, entry: Any) -> None:
        aside = Aside(secrets.token_hex(4), key, self.clock(), as_text(entry))
        self.asides[aside.id] = aside
        self._texts.pop(key, None)
        self.heads.pop(key.removeprefix(MATCH), None)
        self._pending |= {aside.entry: aside.text, key: None}

    def _take_over(self, older: dict[str, Any]) -> None:
        """The one or two matches that were kept before there were many, the one in play last."""
        for key in ("earlier", "save"):
            if key in older:
                label = self.new_label()
                try:
                    session = restore(unwrapped(older[key]))
                    self.put_text(save(session, label), head_of(session, label))
                except RecordError:
                    self._put_aside(MATCH + label.id, older[key])

    # --- matches

    def matches(self) -> list[Head]:
        """All of them, the one played last first."""
        return sorted(self.heads.values(), key=lambda head: (-head.label.when, head.label.id))

    def waiting(self, but: str = "") -> Head | None:
        """The match, `but` not this one, that the person left to begin another and can go on with."""
        heads = (head for head in self.matches() if head.begun and not head.over)
        return next((head for head in heads if head.label.id != but), None)

    def text(self, id: str) -> str:
        """The save of a match. Raises Refusal when there is no such match."""
        if MATCH + id not in self._texts:
            raise Refusal("error.no-match", {})
        return self._texts[MATCH + id]

    def new_label(self, id: str = "", title: str | None = None) -> Label:
        """A label for a match that is played now, after all others; without `id` a new one."""
        latest = max((head.label.when for head in self.heads.values()), default=0)
        return Label(id or secrets.token_hex(4), max(self.clock(), latest + 1), title)

    def put_text(self, text: str, made: Head) -> None:
        """Puts a match on the shelf."""
        key = MATCH + made.label.id
        self.heads[made.label.id] = made
        self._texts[key] = self._pending[key] = text

    def hold(self, id: str) -> None:
        """From now on this page's writes of that match are refused once another page has written it."""
        stamp = self._texts.get(STAMP + id)
        self._seen[id] = set() if stamp is None else {stamp}
        self.lost.discard(id)

    def unreadable(self, id: str) -> None:
        """Moves a match aside that turned out not to be readable when it was opened."""
        self._put_aside(MATCH + id, self.text(id))

    def _drop(self, id: str) -> None:
        self.heads.pop(id, None)
        self._seen.pop(id, None)
        for key in (MATCH + id, STAMP + id):
            self._texts.pop(key, None)
            self._pending[key] = None

    def make_room(self, but: str) -> None:
        """Takes the matches away that are over, `but` not this one, as far as they are kept in the history."""
        over = [id for id, head in self.heads.items() if head.over and id != but]
        for id in [id for id in over if SUMMARY.prefix + id not in self._pending]:
            if self.entry(SUMMARY, id) is not None:
                self._drop(id)

    # --- entries of the other kinds, and what goes away

    def entries(self, kind: Kind) -> dict[str, Any]:
        """What is kept of a kind, read, by id in no order; what cannot be read is moved aside."""
        ids = [key.removeprefix(kind.prefix) for key in self._texts if key.startswith(kind.prefix)]
        return {id: made for id in ids if (made := self.entry(kind, id)) is not None}

    def entry(self, kind: Kind, id: str) -> Any:
        """One of these, None where there is none."""
        key = kind.prefix + id
        text = self._texts.get(key)
        if text is None:
            return None
        if self._made.get(key, ("",))[0] != text:
            try:
                self._made[key] = text, kind.read(text)
            except RecordError:
                if not is_newer(kind, text):
                    self._put_aside(key, text)
                return None
        return self._made[key][1]

    def put_entry(self, kind: Kind, id: str, text: str) -> None:
        """Keeps an entry of a kind, in place of the one with that id. Raises RecordError for what could not be read again."""
        kind.read(text)
        self._put(kind.prefix + id, text)

    def texts(self) -> dict[str, str]:
        """Every entry by its key, as it is kept."""
        return dict(self._texts)

    def take_in(self, entries: Mapping[str, str]) -> None:
        """Keeps entries of any kind that came from elsewhere and were checked."""
        for key, text in entries.items():
            if key.startswith(MATCH):
                self.put_text(text, head(text, key.removeprefix(MATCH)))
            else:
                self._put(key, text)

    def remove(self, *keys: str) -> None:
        """Takes matches or entries away; `bring_back` undoes that until the next are taken away.

        Raises Refusal, changing nothing, when one of them is not there.
        """
        removed = {key: self._texts[key] for key in keys if key in self._texts}
        if len(removed) < len(keys):
            raise Refusal("error.no-match", {})
        self._removed = removed
        for key in keys:
            if key.startswith(MATCH):
                self._drop(key.removeprefix(MATCH))
            else:
                self._take(key)

    def drop_entry(self, kind: Kind, id: str) -> None:
        """Takes an entry away, if it is there, that somebody's change made untrue: nothing that `bring_back` would bring."""
        self._take(kind.prefix + id)

    def _take(self, key: str) -> None:
        if self._texts.pop(key, None) is not None:
            self._pending[key] = None

    def bring_back(self) -> list[str]:
        """Puts back what was removed last and answers its keys. Raises Refusal when there is nothing."""
        if not self._removed:
            raise Refusal("error.nothing-removed", {})
        removed, self._removed = self._removed, {}
        self.take_in(removed)
        return [*removed]

    def _put(self, key: str, text: str) -> None:
        if self._texts.get(key) != text:
            self._texts[key] = self._pending[key] = text

    # --- the rest

    def get(self, key: str) -> Any:
        """The object kept under one of PLAIN, None if nothing is."""
        return json.loads(self._texts[key]) if key in self._texts else None

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Puts an object under one of PLAIN. Raises Refusal for what could not be read again."""
        text = json.dumps(value, ensure_ascii=False)
        object_in(text)
        self._put(key, text)

    def say_asides(self) -> list[Aside]:
        """What lies aside and was not said yet, for the person to be told; from now on it was."""
        said = self._ids("said")
        unsaid = [aside for aside in self.asides.values() if aside.id not in said]
        self._put_ids("said", [*self.asides])
        return unsaid

    def _ids(self, key: str) -> list[str]:
        return ids_in(self._texts[key]) if key in self._texts else []

    def _put_ids(self, key: str, ids: list[str]) -> None:
        if sorted(ids) != sorted(self._ids(key)):
            self._put(key, json.dumps(ids))

    # --- writing

    async def flush(self) -> None:
        """Keeps all that is not kept yet, in one transaction. Returns when it is kept or `kept` says why it is not.

        A keeper that was too slow once is no longer waited for.
        """
        if self.kept == "slow":
            self._late = asyncio.ensure_future(self._flush())
        else:
            await self._flush()

    async def _flush(self) -> None:
        async with self._writing:
            if self._pending and not self._known:  # nothing is written over what could not be read
                await self.refresh()
                if self.kept:
                    return
            while self._pending:
                wanted = self._following()
                changes = dict(wanted)
                guards = self._stamped(changes)
                try:
                    await self.keeper.write(changes, guards)
                except StoreError as problem:
                    if problem.why == "taken":
                        id = problem.detail.removeprefix(STAMP)
                        self.lost.add(id)
                        # what was made of it too
                        for key in (MATCH + id, *(kind.prefix + id for kind in KINDS)):
                            self._pending.pop(key, None)
                    else:
                        self.kept = problem.why
                        if problem.why != "full" or self._following() == wanted:
                            return
                else:
                    self.kept = ""
                    self._written(changes, guards)

    def _following(self) -> dict[str, str | None]:
        """All that is still to be written; while the store is full only what the person took away, so that the rest may fit then."""
        moved = {aside.key for aside in self.asides.values()}  # these go when their copies are kept
        pending = dict(self._pending)
        gone = dict.fromkeys(key for key, text in pending.items() if text is None and key not in moved)
        return gone if gone and self.kept == "full" else pending

    def _stamped(self, changes: dict[str, str | None]) -> list[Guard]:
        """Adds this page's stamp for every match that is written, and guards what another page may have written."""
        guards = []
        for key in [key for key, text in changes.items() if key.startswith(MATCH) and text is not None]:
            id = key.removeprefix(MATCH)
            seen = self._seen.setdefault(id, {self._texts.get(STAMP + id, "")})
            guards.append(Guard(STAMP + id, frozenset(seen)))
            stamp = changes[STAMP + id] = f"{self._me}/{secrets.token_hex(4)}"
            seen.add(stamp)  # it may be kept even if the keeper does not answer
        return guards

    def _written(self, changes: dict[str, str | None], guards: list[Guard]) -> None:
        for guard in guards:
            stamp = str(changes[guard.key])
            self._seen[guard.key.removeprefix(STAMP)] = {stamp}
            self._texts[guard.key] = stamp
        for key, text in changes.items():
            if key in self._pending and self._pending[key] == text:
                del self._pending[key]
