"""A match that another page holds: the refusal, the news when it is free, and the lock after a failure."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game.rules.errors import RecordError, Refusal
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import Changes, Guard, MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import started
from tests.store.stores import begun


class SharedLocks:
    """The locks of all pages: the page that holds each match, and who waits for it."""

    def __init__(self) -> None:
        self.holders: dict[str, Any] = {}
        self.freed = asyncio.Event()


class PageLock:
    """The lock of one page."""

    def __init__(self, locks: SharedLocks) -> None:
        self.locks, self.held = locks, ""
        self.on_lost: Callable[[str], None] = lambda id: None

    async def acquire(self, id: str, steal: bool = False) -> bool:
        holder = self.locks.holders.get(id)
        if holder not in (None, self) and not steal:
            return False
        if holder not in (None, self):
            holder.held = ""
            holder.on_lost(id)
        self.release()
        self.held, self.locks.holders[id] = id, self
        return True

    async def wait_until_free(self, id: str) -> None:
        await self.locks.freed.wait()

    def release(self) -> None:
        self.locks.holders.pop(self.held, None)
        self.held = ""


class GatedBackend(MemoryBackend):
    """A store that writes nothing while `gate` is shut."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()

    async def write(self, changes: Changes, guards: Sequence[Guard] = ()) -> None:
        await self.gate.wait()
        await super().write(changes, guards)


def page_at(backend: MemoryBackend, locks: SharedLocks) -> tuple[AskedDesk, PageLock, list[str]]:
    """A desk as after a reload, its lock, and what it tells its page."""
    lock = PageLock(locks)
    told: list[str] = []
    return AskedDesk(MatchStore(backend), lock, tell_page=told.append), lock, told


def test_a_match_of_another_page_is_refused_until_it_is_free_or_taken() -> None:
    async def test() -> None:
        backend, locks = MemoryBackend(), SharedLocks()
        (here, _, told_here), (there, lock, told) = page_at(backend, locks), page_at(backend, locks)
        scene = await begun(here, "held")
        (id,) = locks.holders
        for _ in range(2):
            with pytest.raises(Refusal) as refused:
                await there.open_match(id)
            assert (refused.value.key, refused.value.values) == ("error.match-elsewhere", {"id": id})
        await asyncio.sleep(0)
        assert told == [] and lock.held == ""
        locks.freed.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert told == ["free"], "once for both refusals"
        with pytest.raises(Refusal):
            await there.open_match(id)
        for _ in range(5):
            await asyncio.sleep(0)
        assert told == ["free", "free"]
        assert (await there.open_match(id, by_force=True))["hand"] == scene["hand"]
        assert told_here == ["elsewhere"] and lock.held == id

    asyncio.run(test())


def test_a_match_that_cannot_be_opened_leaves_the_lock_with_the_table() -> None:
    async def test() -> None:
        backend = MemoryBackend()
        page, lock, _ = page_at(backend, SharedLocks())
        await begun(page, "damaged")
        damaged, head = lock.held, backend.entries[MATCH + lock.held].partition("\n")[0]
        backend.entries[MATCH + damaged] = head + "\n{"
        for on_table in (False, True):
            page, lock, _ = page_at(backend, SharedLocks())
            await page.boot() if not on_table else await begun(page, "other")
            before = lock.held
            backend.entries[MATCH + damaged] = head + "\n{"
            with pytest.raises(RecordError):
                await page.open_match(damaged)
            assert MATCH + damaged not in backend.entries and bool(lock.held) == on_table
            assert lock.held == before

    asyncio.run(test())


@pytest.mark.parametrize("begins", [False, True])
def test_a_match_that_begins_while_another_one_is_left_keeps_its_lock(begins: bool) -> None:
    """The page shows the menu before the store has written what is left."""

    async def test() -> None:
        backend, locks = GatedBackend(), SharedLocks()
        (here, lock, _), (there, _, _) = page_at(backend, locks), page_at(backend, locks)
        await begun(here, "left")
        left = lock.held
        backend.gate.clear()
        leaving = asyncio.ensure_future(here.leave())
        await asyncio.sleep(0)
        starting = asyncio.ensure_future(started(here, "next")) if begins else None
        for _ in range(5):
            await asyncio.sleep(0)
        backend.gate.set()
        await leaving
        assert bool(lock.held) is begins and lock.held != left
        if starting:
            await starting
            with pytest.raises(Refusal):
                await there.open_match(lock.held)
        assert await there.open_match(left)

    asyncio.run(test())


def test_a_match_that_went_on_elsewhere_is_opened_as_it_is_now() -> None:
    """A page reads the newest match when it starts, so that it can show it at once."""

    async def test() -> None:
        backend, locks = MemoryBackend(), SharedLocks()
        (here, _, _), (there, _, _) = page_at(backend, locks), page_at(backend, locks)
        scene = await begun(here, "ahead")
        (id,) = locks.holders
        await there.boot()
        code = next(code for code in scene["moves"] if code[0].isdecimal() or code == "+")
        await here.act(code=code)
        wanted = here.match.require_session().match
        await there.open_match(id, by_force=True)
        assert there.match.require_session().match == wanted

    asyncio.run(test())


def test_a_match_that_another_page_keeps_writing_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        backend = MemoryBackend()
        attempts: list[Any] = []
        page, lock, _ = page_at(backend, SharedLocks())
        await begun(page, "written")
        id = lock.held
        page, _, _ = page_at(backend, SharedLocks())

        async def put(*_: object) -> None:
            attempts.append(None)
            raise Refusal("error.match-elsewhere", {"id": id})

        monkeypatch.setattr(page.match, "put", put)
        with pytest.raises(Refusal) as refused:
            await page.open_match(id)
        assert (refused.value.key, refused.value.values) == ("error.match-elsewhere", {"id": id})
        assert len(attempts) == 3

    asyncio.run(test())


def test_the_earlier_match_is_another_than_that_on_the_table() -> None:
    async def test() -> None:
        page, lock, _ = page_at(MemoryBackend(), SharedLocks())
        await begun(page, "one")
        one = lock.held
        await begun(page, "two")
        await page.earlier()
        assert lock.held == one

    asyncio.run(test())


def test_without_a_stored_match_nothing_is_resumed() -> None:
    async def test() -> None:
        page, _, _ = page_at(MemoryBackend(), SharedLocks())
        assert await page.resume() is None
        with pytest.raises(Refusal) as refused:
            await page.earlier()
        assert refused.value.key == "error.no-match"

    asyncio.run(test())
