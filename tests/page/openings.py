"""Open the page at a match in play."""

from collections.abc import Callable
from typing import Any

from tests.page.conftest import World
from tools.common.deal_link import deal_link

SMALL = {"set": 6, "rounds": 1, "hand_size": 5, "may_hold_back": False}
NAMES = ("Hattie", "Otis", "Pearl")
Make = Callable[..., World]


def link(seed: str, seats: int = 2, **changes: Any) -> str:
    """A link to one round with the smallest set, which is fast to play."""
    return deal_link(seed, seats=seats, level="chick", **(SMALL | changes))


async def opened(
    make: Make,
    seed: str = "by-hand",
    seats: int = 2,
    kept: Any = None,
    address: str = "?pace=0",
    store: Any = None,
    **changes: Any,
) -> World:
    """A short round in play."""
    bots = [
        {"name": name, "kind": "bot", "level": "chick", "style": "balanced"} for name in NAMES[: seats - 1]
    ]
    person = {"name": "You", "kind": "human", "level": None, "style": None}
    table = {"preset": "montgomery", "changes": {}, "seats": [person, *bots]}
    kept = {"chickenfoot-table": table} | (kept or {})
    world = await make(code=link(seed, seats, **changes), kept=kept, address=address, store=store).begin()
    await world.do("accept-link")
    return world


async def back(world: World, steps: int = -1) -> None:
    world.window.history.go(steps)
    for _ in range(4):
        await world.quiet()
