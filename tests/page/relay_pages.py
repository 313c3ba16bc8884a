"""The page of a host with a table for people anywhere, with a stand-in for the relay's script."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.page.conftest import World
from tests.page.host_pages import Devices
from tests.page.openings import Make

SIGNS = "Az09-_" * 7 + "xy"
OTHER = "B" + SIGNS[1:]
HOST_SCRIPT = Path(__file__).parents[2] / "assets" / "relay" / "host.js"
RELAY = "wss://relay.test:8443/mqtt"


class Host(Devices):
    """A stand-in for assets/relay/host.js too."""

    MOST_ROOMS = int(re.findall(r"MOST_ROOMS = (\d+)", HOST_SCRIPT.read_text())[0])

    def __init__(self, signs: str = SIGNS) -> None:
        super().__init__()
        self.signs = signs
        self.opened: list[tuple[str, str, str, list[str]]] = []  # (address, kept, invitation, servers)
        self.closed = 0
        self.told: Callable[[str], None]

    async def open(self, address: str, kept: str, invitation: str, servers: Any, tell: Any) -> Any:
        self.opened.append((address, kept, invitation, list(servers)))
        self.told = tell
        return SimpleNamespace(code=self.signs, kept=kept or f"{{the room {self.signs}}}")

    def close(self) -> None:
        self.closed += 1

    async def begin_at_relay(self, make: Make, stun: str = "") -> World:
        world = await self.begin(make)
        html = world.document.documentElement
        html.setAttribute("data-relay", RELAY)
        if stun:
            html.setAttribute("data-stun", stun)
        world.window.URL.new = lambda address: SimpleNamespace(hostname=address.split("/")[2].split(":")[0])
        await world.do("invite")
        return world


async def opened_anywhere(make: Make) -> World:
    """A host's page with the link of its table."""
    world = await Host().begin_at_relay(make)
    await world.click("#where-anywhere")
    await world.do("open-table")
    return world
