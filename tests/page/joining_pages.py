"""The page of a guest who joins, with a stand-in for the browser's connections."""

import json
import random
from types import SimpleNamespace
from typing import Any

from game.devices.pairing.descriptions import write_description
from game.devices.pairing.pairing_code import write_pairing
from tests.devices.descriptions import description
from tests.devices.room import Room
from tests.page.conftest import World
from tests.page.openings import Make

SIGNS = description(random.Random(4), ["uuid4"])
NUMBER = 5  # of the invitation


def invitation(seat: int = -1) -> str:
    return write_pairing("offer", SIGNS, NUMBER, seat, 160)


class Peers:
    """A stand-in for assets/peers.js, answers.js and sharing.js, and for the host at the other end."""

    def __init__(self) -> None:
        self.world: World
        self.room = Room("gb", phones=0)
        self.answered: list[str] = []  # connections
        self.closed: list[str] = []
        self.to_host: list[str] = []
        self.posted: list[str] = []
        self.has_table = True  # whether another tab takes an answer
        self.works = True  # whether the browser can connect
        self.addresses: Any = SIGNS["candidates"]

    async def begin(self, make: Make, code: str = "", kept: dict[str, str] | None = None) -> World:
        """Begin a page at the link with this code. `kept`: the browser's storage."""
        self.world = world = make(code=code)
        world.window.kept.update(kept or {})
        window: Any = world.window
        window.Math = SimpleNamespace(random=lambda: 0.99)
        window.crypto = SimpleNamespace(getRandomValues=lambda numbers: numbers)
        window.Uint8Array = SimpleNamespace(
            new=lambda count: SimpleNamespace(join=lambda mark: mark.join(["7"] * count))
        )
        window.startup.bring = self.bring
        return await world.begin()

    async def bring(self, name: str) -> Any:
        return self

    async def answer(self, connection: str, tell: Any, sdp: str, lines: str) -> str:
        if not self.works:
            raise OSError("no RTCPeerConnection")
        self.answered.append(connection)
        return write_description({**SIGNS, "candidates": self.addresses}, "answer")

    def send(self, connection: str, line: str) -> None:
        self.to_host.append(line)

    def close(self, connection: str) -> None:
        self.closed.append(connection)

    async def post(self, code: str) -> bool:
        self.posted.append(code)
        return self.has_table

    def qr(self, text: str, level: str) -> str:
        return f"<svg><title>{text}</title></svg>"

    @property
    def link(self) -> Any:
        return self.world.app.guest

    async def opens(self) -> None:
        """The connection of the last answer opens, and both sides say hello."""
        connection = self.answered[-1]
        self.room.host.opened(connection, self.room.host.invite(0), self.room.now)
        self.link.tell(connection, "open", "")
        await self.exchange()

    async def exchange(self) -> None:
        """Deliver all lines in both directions."""
        host = self.room.host
        while self.to_host or host.lines.outbox:
            lines, self.to_host = self.to_host, []
            for line in lines:
                host.received(self.answered[-1], line, self.room.now)
            out, host.lines.outbox = host.lines.outbox, []
            for connection, line in out:
                self.link.tell(connection, "line", line)
        await self.world.quiet()


async def invited(make: Make, name: str = "Ann") -> tuple[World, Peers]:
    """A page that shows the form for an invitation."""
    peers = Peers()
    return await peers.begin(make, invitation(), {"chickenfoot-settings": json.dumps({"name": name})}), peers


async def answered(make: Make) -> tuple[World, Peers]:
    """A page that shows its answer to an invitation."""
    world, peers = await invited(make)
    await world.do("join")
    return world, peers
