"""The page of a host, with a stand-in for the browser's connections."""

import asyncio
import importlib
import json
import random
from collections.abc import Callable
from typing import Any

from game.devices.guest import Guest
from game.devices.pairing.descriptions import write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
from game.engine.desk import Desk
from game.engine.verbs import verbs
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.devices.descriptions import description
from tests.devices.room import parse
from tests.page.conftest import World
from tests.page.openings import Make

SIGNS = description(random.Random(4), ["uuid4"])


class Devices:
    """A stand-in for assets/peers.js, answers.js, scanner.js and sharing.js."""

    def __init__(self) -> None:
        self.world: World
        self.guests: dict[str, Guest] = {}  # by connection
        self.offers: list[str] = []
        self.accepted: list[tuple[str, str]] = []
        self.is_good, self.ended, self.stopped = True, 0, 0
        self.handed: Callable[[str], bool] | None = None
        self.missing = ""  # the script that cannot be loaded
        self.camera: list[Any] = []
        self.addresses: Any = SIGNS["candidates"]

    async def begin(self, make: Make) -> World:
        """Begin a page with a real engine, and open the form for a match with phones."""
        desk = Desk(MatchStore(MemoryBackend()), post_lines=self.post_lines)
        self.world = world = make(engine=verbs(desk))
        world.window.startup.bring = self.bring
        world.window.kept.setdefault("chickenfoot-settings", json.dumps({"name": "Bo"}))
        await world.begin()
        await world.do("phones")
        return world

    def post_lines(self, text: str) -> None:
        """Deliver the host's lines."""
        for connection, line in json.loads(text)["send"]:
            if connection in self.guests:
                self.guests[connection].received(0.0, line)

    async def bring(self, name: str) -> Any:
        if self.missing and self.missing in name:
            raise OSError(name)
        return self

    async def hostOffer(self, name: str, invitation: str) -> str:
        self.offers.append(name)
        return write_description({**SIGNS, "candidates": self.addresses}, "offer")

    async def accept(self, name: str, sdp: str) -> bool:
        self.accepted.append((name, sdp))
        return self.is_good

    def endHosting(self) -> None:
        self.ended += 1

    def take(self, handler: Callable[[str], bool]) -> None:
        self.handed = handler

    def qr(self, text: str, level: str) -> str:
        return f"<svg><title>{text}</title></svg>"

    def start(self, *given: Any) -> None:
        self.camera = list(given)

    def stop(self) -> None:
        self.stopped += 1

    @property
    def number(self) -> int:
        """The number in the code of the invitation on screen."""
        link = str(self.world.one("#invite-card").getAttribute("data-invitation"))
        return int(read_pairing(link[link.index("#") :])["invitation"])

    def answer(self, number: int | None = None) -> str:
        """The link with a guest's answer to the invitation on screen, or to the one with this number."""
        code = write_pairing("answer", SIGNS, self.number if number is None else number, -1, 160)
        return f"https://here.test/{code}"

    async def paste(self, text: str) -> None:
        self.world.one("#paste-answer").value = text
        await self.world.do("take-answer")

    async def guest_comes(self, name: str = "Ann", version: str = "", is_answered: bool = False) -> Guest:
        """Take the answer to the invitation on screen, unless it was, and let the guest say hello.

        `version` is that of the guest's texts, "" for the same as the host's.
        """
        invitation = self.world.app.state["invitation"]["name"]
        if not is_answered:
            await self.paste(self.answer())
        texts = importlib.import_module("game.page.own_phones.pairing_link").texts_version(self.world.app)
        person = {"name": name, "face": "fox", "aspect": 0.5, "looks_on": False, "texts": version or texts}
        guest = self.guests[invitation] = Guest(person, lambda count: "7" * 2 * count, parse)
        guest.opened(0.0)
        await self.tell("link_opened", connection=invitation, invitation=invitation)
        await self.exchange()
        return guest

    async def exchange(self) -> None:
        """Deliver the lines of all guests, and tell the page that something changed."""
        while any(guest.outbox for guest in self.guests.values()):
            for connection, guest in self.guests.items():
                lines, guest.outbox = guest.outbox, []
                for line in lines:
                    await self.tell("received", connection=connection, line=line)
            await asyncio.sleep(0)
        await self.changed()

    async def tell(self, verb: str, **given: Any) -> None:
        await self.world.engine[verb](json.dumps(given))

    async def changed(self) -> None:
        """Tell the page that something changed at the table."""
        hosting = importlib.import_module("game.page.own_phones.host.hosting")
        self.world.app.run(hosting.changed(self.world.app))
        await self.world.quiet()


async def at_the_table(make: Make, guests: int = 1) -> tuple[World, Devices]:
    """A host's page with an invitation for the first of so many guests."""
    devices = Devices()
    world = await devices.begin(make)
    while len(world.every("#players > li")) > guests + 1:
        await world.click(world.every("#players [data-action='remove-player']")[-1])
    await world.do("invite")
    assert world.one("html").dataset.screen == "invite"
    return world, devices
