"""People who send each other the links of a match by post, each at a desk of their own."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from game.engine.post import post_verbs
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import desk_at, on_to_me

PEOPLE = ("Ann", "Ben")
BOT = {"name": "Hattie", "kind": "bot", "level": "hen", "style": "balanced"}
RULES: dict[str, Any] = {"preset": "hastings", "changes": {"set": 6, "hand_size": 5, "rounds": 2}}


def seats(*names: str, bots: int = 0) -> list[dict[str, Any]]:
    return [{"name": name, "kind": "human"} for name in names] + [BOT] * bots


def with_desks(test: Callable[[dict[str, AskedDesk]], Awaitable[None]], *names: str) -> None:
    """Run a test with a device for each person."""
    asyncio.run(test({name: desk_at(MemoryBackend()) for name in names or PEOPLE}))


def draw_by(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Make the secrets of all devices, and with them the deals, the same in every run."""
    lots = Random(number)
    monkeypatch.setattr(post_verbs, "_new_secret", lambda: f"{lots.getrandbits(128):032x}")


async def to_send(desk: AskedDesk) -> dict[str, Any]:
    """The link that waits at a desk, as sent."""
    [row] = [row for row in await desk.posts() if row["unsent"]]
    made: dict[str, Any] = await desk.post_link(id=row["id"])
    await desk.post_sent(id=row["id"])
    return made


async def open_by(desk: AskedDesk, code: str) -> dict[str, Any]:
    """Open a link as a person does who says yes to everything."""
    content = await desk.open_post_link(code=code)
    choice = "join" if content["kind"] == "invitation" else "open"
    shown: dict[str, Any] = await desk.take_post_link(code=code, choice=choice, aspect=1.0)
    return shown


async def play(desk: AskedDesk, scene: dict[str, Any]) -> None:
    """Play with the first legal moves until the turn is another person's."""
    while True:
        scene = await on_to_me(desk, scene)
        if scene["phase"] == "round-over":
            scene = await desk.next_round(1.0)
        elif scene["phase"] == "match-over" or not scene["post"]["mine"]:
            return
        else:
            scene = await desk.act(scene["moves"][0])
