"""The page of a guest at the table of a real host."""

import importlib
from types import SimpleNamespace

from tests.devices.room import Room
from tests.page.conftest import World
from tests.page.openings import Make
from tests.session.matches import bots_step

WIRE, AGAIN = "guest-1", "guest-2"


class Visit:
    """A page at the table of a real `Host`. `to_page` delivers all lines that wait at once, without a pause for the page."""

    def __init__(self, world: World, room: Room, tick: float) -> None:
        self.world, self.room = world, room
        self.to_host: list[str] = []
        world.window.crypto = SimpleNamespace(getRandomValues=lambda numbers: numbers)
        world.window.Uint8Array = SimpleNamespace(
            new=lambda count: SimpleNamespace(join=lambda mark: mark.join(["7"] * count))
        )
        self.clock = 0.0  # seconds
        world.window.performance.now = lambda: 1000 * self.clock
        link = importlib.import_module("game.page.own_phones.guest.guest_link")
        link.TICK = tick  # type: ignore[attr-defined]
        person = {"name": "Ann", "face": "fox", "aspect": 0.5, "looks_on": False}
        self.link = link.GuestLink(world.app, person, self, None)
        world.app.guest = self.link
        self.link._connection = WIRE

    def send(self, connection: str, line: str) -> None:
        """Part of a stand-in for assets/peers.js."""
        self.to_host.append(line)

    def close(self, connection: str) -> None:
        """Part of a stand-in for assets/peers.js."""

    def exchange(self) -> None:
        """Deliver all lines in both directions."""
        while self.to_host or self.room.host.lines.outbox:
            self.deliver_to_host()
            self.to_page()

    def deliver_to_host(self, connection: str = WIRE) -> None:
        """Deliver the page's lines."""
        lines, self.to_host = self.to_host, []
        for line in lines:
            self.room.host.received(connection, line, self.room.now)

    def to_page(self) -> None:
        """Deliver the host's lines."""
        lines, self.room.host.lines.outbox = self.room.host.lines.outbox, []
        for connection, line in lines:
            self.link.tell(connection, "line", line)

    def minder_moves(self) -> None:
        """Let a bot move for the guest, and put the scene on the wire."""
        self.room.host.mind(0, self.room.now)
        bots_step(self.room.session)
        self.room.host.table_changed(self.room.now)

    def bots_move(self) -> None:
        """Let the bots move, as far as they go before a guest's turn, and put the scenes on the wire."""
        while self.room.session.phase == "playing" and self.room.session.others_must_move():
            bots_step(self.room.session)
            self.room.host.table_changed(self.room.now)


async def visit(make: Make, tick: float = 1.0) -> Visit:
    """A guest's page at a table with a bot. The seed is drawn, and nothing is dealt yet. `tick`: see guest_link.py."""
    world = await make().begin()
    visit = Visit(world, Room("gb", phones=0), tick)
    visit.room.host.opened(WIRE, visit.room.host.invite(0), visit.room.now)
    visit.link.tell(WIRE, "open", "")
    visit.exchange()
    visit.room.host.draw_lots(visit.room.now)
    visit.exchange()
    return visit
