"""A desk with a match in play."""

import asyncio
import functools
import random
from collections.abc import Awaitable, Callable
from typing import Any

from game.ledger.summary import make_summary, pack_record, write_summary
from game.records.record import Record, write_record
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.matches import NAMES, played, table

SEATS = [{"name": "You", "kind": "human"}] + [
    {"name": name, "kind": "bot", "level": "hen", "style": "balanced"} for name in NAMES[1:4]
]


def desk_at(backend: MemoryBackend) -> AskedDesk:
    """A desk as after a reload."""
    return AskedDesk(MatchStore(backend))


def at_desk(test: Callable[[AskedDesk], Awaitable[None]]) -> None:
    """Run a test with a new desk."""
    asyncio.run(test(desk_at(MemoryBackend())))


async def started(desk: AskedDesk, seed: str = "desk", **changes: Any) -> dict[str, Any]:
    """Start a match and play to the person's first choice; return the last scene."""
    scene = await desk.start(seats=SEATS, aspect=0.7, seed=seed, preset="montgomery", changes=changes)
    return await on_to_me(desk, scene)


async def on_to_me(desk: AskedDesk, scene: dict[str, Any]) -> dict[str, Any]:
    """Play all automatic moves; return the last scene."""
    while True:
        following = await desk.next_event()
        if following is None:
            return scene
        scene = following


TAKEN_BY = ["Bo", "Hattie", "Otis", "Pearl"]


async def finished(desk: AskedDesk, scene: dict[str, Any], wanted: str = "match-over") -> dict[str, Any]:
    """Play the match on, always with the first legal move."""
    while scene["phase"] != wanted:
        if scene["phase"] == "round-over":
            scene = await on_to_me(desk, await desk.next_round(0.7))
        else:
            scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
    return scene


def kept(
    backend: MemoryBackend, number: int, preset: str | None = "montgomery", seats: int = 2, level: str = "hen"
) -> str:
    """Put a finished match into the store; return its record."""
    key, summary, record = finished_match(number, preset, seats, level)
    backend.entries[key] = summary
    return record


@functools.cache
def finished_match(number: int, preset: str | None, seats: int, level: str) -> tuple[str, str, str]:
    """The key and the summary of a short finished match, as a store has them, and its record."""
    session = table(
        f"kept-{number}",
        preset=preset or "montgomery",
        seats=seats,
        level=level,
        set=6,
        rounds=1,
        hand_size=4,
    )
    played(session, lambda: None, random.Random(number), 1)
    record = write_record(Record(session.match, preset, session.seats))
    made = make_summary(session.match, preset, session.seats, f"m{number}", number)
    return SUMMARY.prefix + made.id, write_summary(made._replace(record=pack_record(record))), record
