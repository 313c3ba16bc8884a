"""The storage backend on IndexedDB, with a fake of the browser's part."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from game.store import indexeddb
from game.store.indexeddb import DATABASE, ENTRIES, LEGACY_DATABASE, IndexedDB
from game.store.storage_backend import Guard, StoreError
from tests.store.stores import JsException


class EventTarget:
    """A target of events, which listeners hear in the next turn of the loop."""

    def __init__(self) -> None:
        self.listeners: dict[str, Any] = {}
        self.error: Any = None

    def addEventListener(self, name: str, listener: Any) -> None:
        self.listeners[name] = listener

    def removeEventListener(self, name: str, listener: Any) -> None:
        assert self.listeners.pop(name) is listener

    def fire(self, name: str) -> None:
        if name in self.listeners:
            self.listeners[name](SimpleNamespace(type=name, target=self))


class Request(EventTarget):
    """A request of a transaction."""

    result: Any = None
    onsuccess: Any = None


class Transaction(EventTarget):
    """A transaction, which completes when it has no requests left, or is aborted and changes nothing."""

    def __init__(self, database: "Database", mode: str) -> None:
        super().__init__()
        self.database, self.mode, self.aborted = database, mode, False
        self.entries: dict[Any, Any] = dict(database.entries)
        self.requests: list[tuple[Request, Any]] = []
        asyncio.get_running_loop().call_soon(self._run)

    def objectStore(self, name: str) -> "Transaction":
        assert name == ENTRIES
        return self

    def _request(self, result: Any) -> Request:
        self.requests.append((Request(), result))
        return self.requests[-1][0]

    def get(self, key: str) -> Request:
        return self._request(self.entries.get(key))

    def getAll(self) -> Request:
        return self._request(list(self.entries.values()))

    def getAllKeys(self) -> Request:
        return self._request(list(self.entries))

    def put(self, text: str, key: str) -> None:
        if self.database.browser.put_error:
            raise JsException(self.database.browser.put_error)
        assert self.mode == "readwrite"
        self.entries[key] = text

    def delete(self, key: str) -> None:
        self.entries.pop(key, None)

    def abort(self) -> None:
        self.aborted = True

    def _run(self) -> None:
        while self.requests and not self.aborted:
            request, result = self.requests.pop(0)
            request.result = result
            if request.onsuccess:
                request.onsuccess(SimpleNamespace(target=request))
        failure = self.database.browser.commit_error or self.database.lost
        if self.aborted or failure:
            self.error = failure and SimpleNamespace(name=failure)
            self.fire("abort")
        else:
            self.database.entries = self.entries
            self.fire("complete")


class Database:
    """A database. `stores`: the names of its object stores."""

    def __init__(self, browser: "Browser", version: int) -> None:
        self.browser, self.version, self.stores = browser, version, set[str]()
        self.entries: dict[Any, Any] = {}
        self.closed = True
        self.lost = ""  # the error that ends every transaction of a lost connection
        self.objectStoreNames = SimpleNamespace(contains=lambda name: name in self.stores)

    def createObjectStore(self, name: str) -> None:
        self.stores.add(name)

    def transaction(self, name: str, mode: str) -> Transaction:
        if self.closed:
            raise JsException("InvalidStateError")
        assert name in self.stores
        return Transaction(self, mode)

    def close(self) -> None:
        self.closed = True


class Browser:
    """A browser's IndexedDB (js.indexedDB)."""

    def __init__(self) -> None:
        self.found: dict[str, Database] = {}
        self.opened: list[tuple[Any, ...]] = []
        self.outcome = "success"  # the event of a request to open or delete; "" for none
        self.open_error = self.put_error = self.commit_error = ""

    def legacy(self, entries: dict[Any, Any], store: str = ENTRIES) -> None:
        self.found[LEGACY_DATABASE] = made = Database(self, 7)
        made.entries, made.stores = entries, {store}

    def open(self, name: str, *version: int) -> Request:
        if self.open_error:
            raise JsException(self.open_error)
        self.opened.append((name, *version))
        request = Request()
        asyncio.get_running_loop().call_soon(self._open, request, name, *(version or (1,)))
        return request

    def _open(self, request: Any, name: str, version: int) -> None:
        if self.outcome == "success":
            before = self.found[name].version if name in self.found else 0
            request.result = self.found.setdefault(name, Database(self, version))
            request.result.closed, request.result.lost = False, ""
            if before < version:
                request.onupgradeneeded(SimpleNamespace(oldVersion=before))
        request.error = JsException()
        request.error.name = "VersionError"
        request.fire(self.outcome)

    def deleteDatabase(self, name: str) -> Request:
        request = Request()
        if self.outcome == "success":
            self.found.pop(name, None)
        asyncio.get_running_loop().call_soon(request.fire, self.outcome)
        return request

    async def databases(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name=name) for name in self.found]


class Proxy:
    """A proxy of a function, which must be destroyed."""

    alive = 0

    def __init__(self, function: Callable[[Any], None]) -> None:
        self.function = function
        Proxy.alive += 1

    def __call__(self, event: Any) -> None:
        self.function(event)

    def destroy(self) -> None:
        Proxy.alive -= 1


At = Callable[[Callable[[Browser, IndexedDB], Awaitable[None]]], Browser]


@pytest.fixture
def at_browser(monkeypatch: pytest.MonkeyPatch) -> At:
    """Run a test with a browser's IndexedDB. Every proxy must be destroyed in the end."""
    browser = Browser()
    ffi = SimpleNamespace(
        JsException=JsException, create_proxy=Proxy, create_once_callable=lambda function: function
    )
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(indexedDB=browser))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(indexeddb, "TIMEOUT", 0.01)
    monkeypatch.setattr(Proxy, "alive", 0)

    def run(test: Callable[[Browser, IndexedDB], Awaitable[None]]) -> Browser:
        async def in_loop() -> None:
            await test(browser, IndexedDB())

        asyncio.run(in_loop())
        assert Proxy.alive == 0
        return browser

    return run


async def refusal(doing: Awaitable[Any]) -> tuple[str, str]:
    """The failure and the detail of the StoreError that this raises."""
    with pytest.raises(StoreError) as raised:
        await doing
    return raised.value.failure, raised.value.detail


def test_entries_are_written_deleted_and_read_again(at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        assert await store.load() == {}
        await store.write({"a": "one", "b": "two"})
        await store.write({"a": None, "c": "three"})
        assert await store.load() == await IndexedDB().load() == {"b": "two", "c": "three"}
        assert browser.opened == [(DATABASE, 1)] * 2

    at_browser(test)


def test_a_value_that_is_no_text_is_read_as_a_list(
    at_browser: At,
) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        await store.load()
        browser.found[DATABASE].entries = {"a": 5, 6: "six", "b": "two"}
        assert await store.load() == {"a": ["5"], "b": "two"}

    at_browser(test)


def test_a_guard_refuses_the_whole_transaction_if_another_page_has_written(at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        await store.write({"one": "1", "two": "2"})
        known = [Guard("one", ("1",)), Guard("new", ()), Guard("two", ("0", "2"))]
        await store.write({"a": "x"}, known)
        failing = [Guard("one", ("1",)), Guard("two", ("0",)), Guard("one", ())]
        assert (await refusal(store.write({"b": "y"}, failing)))[0] == "taken"
        assert await store.load() == {"one": "1", "two": "2", "a": "x"}

    at_browser(test)


@pytest.mark.parametrize(
    ("error", "failure"), [("QuotaExceededError", "full"), ("UnknownError", "refused"), ("timeout", "slow")]
)
def test_a_transaction_that_fails_says_why_and_changes_nothing(
    error: str, failure: str, at_browser: At
) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        await store.write({"a": "one"})
        browser.commit_error = error
        assert (await refusal(store.write({"a": "two"})))[0] == failure
        browser.commit_error = ""
        assert await store.load() == {"a": "one"}

    at_browser(test)


@pytest.mark.parametrize("guards", [(), (Guard("a", ("one",)),)], ids=["at once", "after a guard"])
def test_a_refused_request_fails_the_write(guards: tuple[Guard, ...], at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        await store.write({"a": "one"})
        browser.put_error = "DataError"
        assert await refusal(store.write({"a": "two"}, guards)) == ("refused", "DataError")

    at_browser(test)


@pytest.mark.parametrize("how", ["closed", "aborts", "tells"])
@pytest.mark.parametrize("first", ["write", "load"])
def test_a_lost_connection_is_opened_again_at_once(at_browser: At, how: str, first: str) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        await store.write({"a": "one"})
        database: Any = browser.found[DATABASE]
        for number, text in enumerate(("two", "three"), start=2):
            if how == "closed":
                database.closed = True
            elif how == "aborts":
                database.lost = "UnknownError"
            else:
                for heard in (database.onversionchange, database.onclose):
                    heard(SimpleNamespace(target=database))
                    assert database.closed
            if first == "load":
                assert "a" in await store.load()
            await store.write({"a": text}, [Guard("b", ())])
            assert await store.load() == {"a": text}
            assert len(browser.opened) == number

    at_browser(test)


def test_each_failed_transaction_but_a_guard_closes_its_connection(at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        await store.write({"a": "one"})
        assert (await refusal(store.write({"a": "two"}, [Guard("a", ())])))[0] == "taken"
        assert len(browser.opened) == 1
        for error in ("QuotaExceededError", "UnknownError", "AbortError"):
            browser.commit_error = error
            await refusal(store.write({"a": "two"}))
            assert browser.found[DATABASE].closed
            browser.commit_error = ""
            assert await store.load() == {"a": "one"}
        assert len(browser.opened) == 1 + 1 + 2 + 2  # a refused transaction is tried twice

    at_browser(test)


@pytest.mark.parametrize(("outcome", "failure"), [("", "slow"), ("blocked", "slow"), ("error", "newer")])
def test_a_database_that_does_not_open_says_why(outcome: str, failure: str, at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        browser.outcome = outcome
        assert (await refusal(store.load()))[0] == failure

    at_browser(test)


def test_a_browser_without_indexeddb_or_with_a_forbidden_one_says_so(
    at_browser: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        browser.open_error = "SecurityError"
        assert await refusal(store.load()) == ("refused", "SecurityError")
        monkeypatch.setattr(sys.modules["js"], "indexedDB", None)
        assert (await refusal(store.load()))[0] == "missing"

    at_browser(test)


def test_legacy_entries_are_read_in_any_version_and_deleted(at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        assert await store.load_legacy() == {} and browser.opened == []
        browser.legacy({"match": "old"}, store="other")
        assert await store.load_legacy() == {}
        browser.legacy({"match": "old"})
        assert await store.load_legacy() == {"match": "old"}
        assert browser.found[LEGACY_DATABASE].closed and browser.opened[-1] == (LEGACY_DATABASE,)
        browser.outcome = "blocked"
        assert (await refusal(store.delete_legacy()))[0] == "slow"
        browser.outcome = "success"
        await store.delete_legacy()
        assert LEGACY_DATABASE not in browser.found

    at_browser(test)


def test_a_browser_that_forbids_to_list_its_databases_says_so(at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        async def databases() -> None:
            raise JsException("SecurityError")

        browser.databases = databases
        assert await refusal(store.load_legacy()) == ("refused", "SecurityError")

    at_browser(test)


def test_a_browser_that_cannot_list_its_databases_has_no_legacy_entries(at_browser: At) -> None:
    async def test(browser: Browser, store: IndexedDB) -> None:
        js: Any = sys.modules["js"]
        js.indexedDB = SimpleNamespace(open=browser.open)
        assert await store.load_legacy() == {}

    at_browser(test)
