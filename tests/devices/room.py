"""A room of devices for tests: a host, its guests, and connections in memory that delay, lose, reorder and break."""

import json
import random
from collections import deque
from typing import Any

from game.devices.guest import Guest
from game.devices.hosting.host import Host
from game.devices.hosting.members import SeatPlan
from game.engine.guests.shared_table import SharedTable, deal_match
from game.engine.match.current import CurrentMatch
from game.records import fields
from game.rules.errors import RecordError
from game.rules.options.presets import resolve
from game.rules.view import NOBODY
from game.session.saving import restore, save
from game.session.session import Session
from game.store.match_lock import NoLock
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.matches import bots_step

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon")
KINDS = {"h": "host", "g": "guest", "b": "bot"}


def parse(text: str) -> Any:
    """JSON for a Guest, which wants a ValueError."""
    try:
        return fields.parse_json(text)
    except RecordError as problem:
        raise ValueError(problem.key) from problem


def plan_of(kinds: str) -> list[SeatPlan]:
    """The seats of a table: h a person at the host, g a guest, b a bot."""
    return [
        SeatPlan("bot", f"Bot{number}", "", "hen", "balanced")
        if kind == "b"
        else SeatPlan(KINDS[kind], NAMES[number] if kind == "h" else "", "hen")
        for number, kind in enumerate(kinds)
    ]


class Phone:
    """A guest's device: what it keeps, what its page shows, and its connection."""

    def __init__(self, name: str, room: "Room", looks_on: bool = False) -> None:
        self.name = name
        self.room = room
        self.person = {"name": name, "face": "fox", "aspect": 0.5, "looks_on": looks_on}
        self.kept: dict[str, Any] | None = None
        self.connection = ""
        self.reload()

    def reload(self) -> None:
        """Load the page again: only the keepsake is left."""
        self.guest = Guest(dict(self.person), self.room.random_hex, parse, self.kept)
        self.connection = ""
        self.scene: dict[str, Any] | None = None
        self.lobby: dict[str, Any] = {}
        self.seen: list[list[Any]] = []
        self.opened: dict[str, Any] | None = None

    def look(self) -> None:
        """Take the events, as a page does."""
        events: list[Any] = [*self.guest.events]
        self.guest.events = []
        self.kept = self.guest.keepsake
        for kind, value in events:
            self.seen.append([kind, value])
            if kind == "scene":
                self.scene = value
            elif kind == "answer" and isinstance(value[1].get("ok"), dict):
                found = value[1]["ok"].get("scene", value[1]["ok"])
                self.scene = found if "steps" in found else self.scene
            elif kind == "lobby":
                self.lobby = value
            elif kind == "opened":
                self.opened = value

    def last(self, kind: str) -> Any:
        """The newest event of a kind, or None."""
        return next((value for found, value in reversed(self.seen) if found == kind), None)


class Room:
    """The devices of one table. `wait` lets the clock run, `settle` delivers everything that is under way."""

    def __init__(self, kinds: str, seed: object = 1, phones: int | None = None) -> None:
        self.lots = random.Random(f"room {seed}")
        self.now = 100.0
        self.host = Host("the-table", plan_of(kinds), self.random_hex)
        self.match: CurrentMatch = CurrentMatch(MatchStore(MemoryBackend()), NoLock(), lambda event: None)
        self.phones = [Phone(NAMES[number], self) for number, kind in enumerate(kinds) if kind == "g"][
            :phones
        ]
        self.wires: dict[
            tuple[str, bool], deque[str]
        ] = {}  # lines under way by (connection, whether to the host)
        self.cut_wires: set[str] = set()
        self.count = 0

    def random_hex(self, n: int) -> str:
        return "".join(self.lots.choice("0123456789abcdef") for _ in range(2 * n))

    @property
    def session(self) -> Session:
        return self.match.require_session()

    # --- connections

    def connect(self, phone: Phone, seat: int | None = None, new_device: bool = False) -> str:
        """Connect a phone by a new invitation."""
        self.count += 1
        phone.connection = f"wire-{self.count}"
        self.host.opened(phone.connection, self.host.invite(self.now, seat, new_device), self.now)
        phone.guest.opened(self.now)
        self.pump()
        return phone.connection

    def pump(self) -> None:
        """Put everything that the devices send onto the wires."""
        outbox, self.host.lines.outbox = self.host.lines.outbox, []
        for connection, line in outbox:
            if connection not in self.cut_wires:
                self.wires.setdefault((connection, False), deque()).append(line)
        for phone in self.phones:
            lines, phone.guest.outbox = phone.guest.outbox, []
            if phone.connection and phone.connection not in self.cut_wires:
                self.wires.setdefault((phone.connection, True), deque()).extend(lines)
            phone.look()

    def deliver(self) -> bool:
        """Deliver one line on a random wire. False if none is under way."""
        waiting = [key for key, lines in self.wires.items() if lines]
        if not waiting:
            return self._close()
        connection, to_host = key = self.lots.choice(waiting)
        line = self.wires[key].popleft()
        if to_host:
            self.host.received(connection, line, self.now)
        else:
            for phone in self.phones:
                if phone.connection == connection:
                    phone.guest.received(self.now, line)
        self.pump()
        return True

    def _close(self) -> bool:
        """Close what the host wants closed, when its last words have arrived."""
        closing, self.host.lines.closing = self.host.lines.closing, []
        for connection in closing:
            self.cut(connection, tell_host=False)
        return bool(closing)

    def settle_lines_to(self, phone: Phone) -> None:
        """Deliver what is under way to one phone. Its own lines stay under way."""
        self.pump()
        lines = self.wires.get((phone.connection, False), deque())
        while lines:
            phone.guest.received(self.now, lines.popleft())

    def settle(self) -> None:
        """Deliver everything."""
        self.pump()
        while self.deliver():
            pass

    def cut(self, connection: str, tell_host: bool = True, lose: bool = True) -> None:
        """Cut a connection. Lines that are under way are lost, or arrive at the host late, after a new connection."""
        self.cut_wires.add(connection)
        self.wires.pop((connection, False), None)
        if lose:
            self.wires.pop((connection, True), None)
        for phone in self.phones:
            if phone.connection == connection:
                phone.connection = ""
                phone.guest.closed()
        if tell_host:
            self.host.closed(connection, self.now)
        self.pump()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(int(seconds)):
            self.now += 1
            self.host.tick(self.now)
            for phone in self.phones:
                phone.guest.tick(self.now)
            self.settle()

    # --- the match

    def with_looker(self) -> "Phone":
        """Connect one more device, which only looks on."""
        looker = Phone("Television", self, looks_on=True)
        self.phones.append(looker)
        self.connect(looker)
        return looker

    def gather(self) -> None:
        """Connect all phones, one after the other."""
        for phone in self.phones:
            self.connect(phone)
            self.settle()

    def start(self, rounds: int = 1, preset: str = "montgomery", **changes: object) -> None:
        """Draw the seed, deal, and show the match to all. `rounds` 0 means all rounds of the rule-book."""
        self.host.draw_lots(self.now)
        self.settle()
        self.deal(rounds, preset, **changes)
        self.settle()

    def deal(self, rounds: int = 1, preset: str = "montgomery", **changes: object) -> None:
        """Deal with the seed that was drawn, and send the match to all."""
        assert self.host.phase == "ready"
        changes |= {"rounds": rounds} if rounds else {}
        options = resolve(preset, changes, len(self.host.gathering.plan))
        self.match.session = deal_match(self.host, options, preset, 1.5)
        self.host.play(SharedTable(self.match), self.now)

    def reload_host(self) -> None:
        """Load the host's page again: the store has the save and the host's data, and all connections are gone."""
        save_text, data = save(self.session), self.host.data()
        for phone in self.phones:
            if phone.connection:
                self.cut(phone.connection, tell_host=False)
        self.wires.clear()
        self.match.session = restore(save_text)
        self.host = Host.restore(parse(json.dumps(data)), self.random_hex)
        self.host.play(SharedTable(self.match), self.now)

    def host_moves(self) -> bool:
        """Let a bot, or the person at the host, make the next step. False if a guest has to move."""
        session = self.session
        if session.phase == "match-over":
            return False
        if session.phase == "round-over":
            session.next_round(1.5)
        elif session.others_must_move():
            bots_step(session)
        elif session.viewer.curtain != NOBODY:
            session.lift()
        elif session.my_turn:
            moves = self.match.scene()["moves"]
            session.execute(self.lots.choice(moves))
        else:
            return False
        self.host.table_changed(self.now)
        self.pump()
        return True

    def guest_moves(self) -> bool:
        """Let the guest on turn ask for a random legal move. False if no connected guest can move."""
        for phone in self.phones:
            scene = phone.scene
            if phone.guest.is_joined and scene is not None and scene["moves"]:
                phone.guest.ask(self.now, "act", {"code": self.lots.choice(scene["moves"])})
                self.pump()
                return True
        return False

    def play_on(self, steps: int = 100_000) -> None:
        """Play, with everything delivered after each step."""
        for _ in range(steps):
            self.now += 0.1
            if not self.host_moves() and not self.guest_moves():
                return
            self.settle()
