"""A room of devices for tests: a host's engine, reached by its verbs only, and guests on connections in memory.

`Page` is the host's page: it sends JSON and shows the scenes that it gets. The engine's answers may come late, and many
requests may wait at once, as in a browser.
"""

import asyncio
import json
import random
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from game.devices.wire import digest
from game.engine.desk import Desk
from game.engine.verbs import verbs
from game.rules.view import NOBODY
from game.session.session import Session
from game.store.match_store import MatchStore
from game.store.storage_backend import Guard, MemoryBackend
from tests.devices.room import NAMES, Phone
from tests.session.fake_table import FakeTable

PEOPLE = {"h": "human", "g": "phone", "b": "bot"}


class SlowBackend(MemoryBackend):
    """A store that needs some rounds of the event loop for each write, or waits until `gate` opens."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds = 0
        self.gate: asyncio.Event | None = None

    async def write(self, changes: Mapping[str, str | None], guards: Sequence[Guard] = ()) -> None:
        for _ in range(self.rounds):
            await asyncio.sleep(0)
        if self.gate is not None:
            await self.gate.wait()
        await super().write(changes, guards)


class VerbRoom:
    """The devices of one table. `kinds` has a letter for each seat: h a person at the host, g a guest, b a bot.

    With `at_once`, requests are sent without waiting for the answers of earlier ones.
    """

    def __init__(self, kinds: str, seed: object = 1, at_once: bool = False) -> None:
        self.lots = random.Random(f"verbs {seed}")
        self.kinds = kinds
        self.at_once = at_once
        self.now = 100.0
        self.backend = SlowBackend()
        self.backend.rounds = 3 * at_once
        self.phones = [
            Phone(NAMES[number % 5] + str(number), self) for number, kind in enumerate(kinds) if kind == "g"
        ]
        self.wires: dict[
            tuple[str, bool], deque[str]
        ] = {}  # lines under way by (connection, whether to the host)
        self.count = 0
        self.checked = 0  # lines of which the store was seen to have what they show
        self.start_engine()

    def random_hex(self, n: int) -> str:
        return "".join(self.lots.choice("0123456789abcdef") for _ in range(2 * n))

    # --- the host's page and its engine

    def start_engine(self) -> None:
        """Load the host's page: a new engine on the same store."""
        self.desk = Desk(MatchStore(self.backend), tell_page=self._take_event, post_lines=self._take_lines)
        self.desk.guests.make().guest_party._clock = lambda: self.now
        self.desk.guests.make().guest_party._random_hex = self.random_hex
        self._verbs = verbs(self.desk)
        self.events: list[str] = []  # from the engine, not handled yet
        self.scene: dict[str, Any] = {}
        self.party: dict[str, Any] = {}
        self.table = FakeTable()
        self.requests: list[asyncio.Task[Any]] = []

    async def ask(self, verb: str, **arguments: Any) -> dict[str, Any]:
        """The engine's whole answer. A fault in our code fails the test."""
        answer: dict[str, Any] = json.loads(await self._verbs[verb](json.dumps(arguments)))
        assert "failed" not in answer, answer["failed"]
        return answer

    async def ok(self, verb: str, **arguments: Any) -> Any:
        """The result of a request, which must not be refused. Scenes and party data are shown."""
        answer = await self.ask(verb, **arguments)
        assert "ok" in answer, (verb, arguments, answer)
        self._show(answer["ok"])
        return answer["ok"]

    async def refused(self, verb: str, **arguments: Any) -> str:
        """The key of the sentence with which a request is refused."""
        return str((await self.ask(verb, **arguments))["refused"]["key"])

    def _show(self, found: Any) -> None:
        if isinstance(found, dict) and "lookers" in found:
            self.party = found
            found = found["scene"]
        if isinstance(found, dict) and "steps" in found:
            if self.scene.get("phase") == "match-over" and found["phase"] == "playing":  # another match
                self.scene, self.table = {}, FakeTable()
            assert found["version"] >= self.scene.get("version", 0), "an older scene came later"
            self.scene = found
            self.table.apply(found)

    def _take_event(self, event: str) -> None:
        self.events.append(event)

    def _take_lines(self, text: str) -> None:
        """Put the posted lines onto the wires. The store must have what they show."""
        posted = json.loads(text)
        for connection, line in posted["send"]:
            self._check_stored(line)
            self.wires.setdefault((connection, False), deque()).append(line)
        for connection in posted["close"]:
            self.wires.setdefault((connection, False), deque()).append("")  # closed, after the lines before

    def _check_stored(self, line: str) -> None:
        message = json.loads(line)
        stored = {key.partition("/")[0]: text for key, text in self.backend.entries.items()}
        found = message.get("ok", message)
        scene = found.get("scene", found) if isinstance(found, dict) else {}
        if isinstance(scene, dict) and "steps" in scene:
            record = json.loads(stored["match"].split("\n", 1)[1])
            played = record["rounds"][scene["round"]["number"] - 1]["events"]
            for step in scene["steps"]:
                if step["do"] == "play":
                    assert any(event.get("tile") == step["tile"] for event in played), "not stored yet"
            self.checked += 1
        if message["do"] == "welcome" and "party" in stored and message["seat"] != NOBODY:
            places = json.loads(stored["party"])["places"]
            secrets = [place.get("next_secret", place["secret"]) for place in places]
            assert digest(message["secret"]) in secrets
            self.checked += 1

    @property
    def session(self) -> Session:
        return self.desk.match.require_session()

    async def open(self, rounds: int = 1, preset: str = "montgomery", level: str = "chick") -> None:
        """Open the lobby."""
        seats = [
            {"kind": PEOPLE[kind], "name": f"Seat {number}", "level": level, "style": "balanced"}
            for number, kind in enumerate(self.kinds)
        ]
        await self.ok("boot")
        changes = {"rounds": rounds} if rounds else {}
        await self.ok("open_party", seats=seats, aspect=1.5, preset=preset, changes=changes)

    async def start(self, rounds: int = 1, **wanted: Any) -> None:
        """Gather all guests and deal."""
        await self.open(rounds, **wanted)
        for phone in self.phones:
            await self.connect(phone)
            await self.settle()
        await self.ok("deal_party")
        await self.settle()
        assert self.party["phase"] == "playing"

    async def reload_host(self) -> None:
        """Load the host's page again, and resume the match: all connections are gone."""
        await self.settle_engine()
        for phone in self.phones:
            self.lose(phone)
        self.wires.clear()
        self.start_engine()
        await self.ok("boot")
        await self.ok("resume")
        await self.ok("party")
        await self.settle()

    # --- connections

    async def connect(self, phone: Phone, seat: int | None = None, new_device: bool = False) -> None:
        """Connect a phone by a new invitation."""
        self.count += 1
        phone.connection = f"wire-{self.count}"
        made = await self.ok("invite", seat=seat, new_device=new_device)
        await self.send("link_opened", connection=phone.connection, invitation=made["invitation"])
        phone.guest.opened(self.now)
        self.pump()

    async def send(self, verb: str, **arguments: Any) -> None:
        """Ask a verb of the connections."""
        if self.at_once:
            self.requests.append(asyncio.ensure_future(self.ok(verb, **arguments)))
            await asyncio.sleep(0)
        else:
            await self.ok(verb, **arguments)

    def pump(self) -> None:
        """Put everything that the guests send onto the wires."""
        for phone in self.phones:
            lines, phone.guest.outbox = phone.guest.outbox, []
            if phone.connection:
                self.wires.setdefault((phone.connection, True), deque()).extend(lines)
            phone.look()

    async def deliver(self) -> bool:
        """Deliver one line on a random wire. False if none is under way."""
        waiting = [key for key, lines in self.wires.items() if lines]
        if not waiting:
            return False
        connection, to_host = key = self.lots.choice(waiting)
        line = self.wires[key].popleft()
        if to_host:
            await self.send("received", connection=connection, line=line)
        for phone in self.phones:
            if phone.connection == connection and not to_host:
                if line:
                    phone.guest.received(self.now, line)
                else:
                    self.lose(phone)
        self.pump()
        return True

    def lose(self, phone: Phone) -> None:
        """The phone's connection is gone, and the host does not know."""
        self.wires.pop((phone.connection, False), None)
        self.wires.pop((phone.connection, True), None)
        phone.connection = ""
        phone.guest.closed()
        phone.look()

    async def cut(self, phone: Phone) -> None:
        """Cut a phone's connection."""
        connection = phone.connection
        self.lose(phone)
        await self.send("link_closed", connection=connection)

    async def settle_engine(self) -> None:
        """Wait for all open requests and for the engine's own tasks."""
        while self.requests or self.desk.guests.make().guest_party._tasks:
            requests, self.requests = self.requests, []
            await asyncio.gather(*requests, *self.desk.guests.make().guest_party._tasks)

    async def settle(self) -> None:
        """Deliver everything, and let the page ask for what it was told of."""
        self.pump()
        while True:
            await self.settle_engine()
            if self.events:
                events, self.events = self.events, []
                if "party" in events:
                    await self.ok("party")
            elif not await self.deliver():
                return

    async def wait(self, seconds: int) -> None:
        """Let time pass."""
        for _ in range(seconds):
            self.now += 1
            await self.send("beat")
            for phone in self.phones:
                phone.guest.tick(self.now)
            await self.settle()

    # --- the match

    async def host_moves(self) -> bool:
        """Let the host's page take the next step, as its scene offers it. False if a guest has to move."""
        scene = self.scene
        assert not scene["can"]["undo"] or "g" not in self.kinds
        if scene["phase"] == "round-over":
            await self.ok("next_round", aspect=1.5)
        elif scene["next"]:
            if await self.ok("next_event") is None:  # a bot overlooked its chance to catch
                self.scene["next"] = False
        elif scene["curtain"]:
            await self.ok("lift")
        elif scene["moves"]:
            await self.ok("act", code=self.lots.choice(scene["moves"]))
        else:
            return False
        return True

    def guest_moves(self) -> bool:
        """Let the guest on turn ask for a random legal move. False if no connected guest can move."""
        for phone in self.phones:
            scene = phone.scene
            if phone.guest.is_joined and scene is not None and scene["moves"]:
                assert not scene["next"] and not scene["can"]["undo"]
                phone.guest.ask(self.now, "act", {"code": self.lots.choice(scene["moves"])})
                self.pump()
                return True
        return False

    async def play_on(self, steps: int = 5_000) -> int:
        """Play, with everything delivered after each step, until nobody can move. Returns the number of steps."""
        for step in range(steps):
            self.now += 0.1
            if not await self.host_moves() and not self.guest_moves():
                return step
            await self.settle()
        assert steps < 5_000, "the match does not end"
        return steps
