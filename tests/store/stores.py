"""Run tests with a store."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from game.session.saving import save
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import on_to_me, started
from tests.session.matches import table


def at_store(test: Callable[[MemoryBackend], Awaitable[None]]) -> None:
    """Runs a test with an empty store."""
    asyncio.run(test(MemoryBackend()))


def saves(backend: MemoryBackend) -> dict[str, str]:
    return {key: text for key, text in backend.entries.items() if key.startswith(MATCH)}


async def begun(desk: AskedDesk, seed: str) -> dict[str, Any]:
    """A match in which the person has played."""
    scene = await started(desk, seed)
    return await on_to_me(desk, await desk.act(code=scene["moves"][0]))


def over(backend: MemoryBackend, number: int) -> None:
    """Puts a finished match into the store."""
    session = table(f"over-{number}", set=6, rounds=1, hand_size=5, seats=2)
    label = MatchStore(backend, clock=lambda: number).new_label(f"over{number}")
    head, _, record = save(session, label).partition("\n")
    backend.entries[MATCH + label.id] = (
        json.dumps({**json.loads(head), "phase": "match-over", "begun": True}) + "\n" + record
    )


class JsException(Exception):
    """An exception of the browser, as Pyodide raises it."""
