"""A guest: the state machine of a device that has joined another device's table. Runs in CPython and MicroPython.

The caller passes in what happens: `opened`, `received`, `closed`, `tick`. It then sends the lines of `outbox`, and shows
the `events`, each of which is a tuple (kind, value), see `GuestEvent` in game/contract/devices/guest_device.py:

    ("welcome", seat)         the guest has the seat; -1: it only looks on
    ("lobby", facts)          the seats and the phase changed, see docs/own-phones.md
    ("scene", scene)          the table changed
    ("answer", (n, answer))   the answer to request `n`
    ("refused", refusal)      the host refused something else
    ("reaction", (seat, what)) somebody shows one of REACTIONS
    ("quiet", whether)        the host misses heartbeats, or is heard again
    ("anew", times)           the draw of the seed began again, for so many times
    ("unfair", who)           the host published another commitment than it sent, or than this guest sent, or wants another
                              draw without a reason
    ("opened", opened)        the match is over: everything that `opening.problems_of` checks
    ("bye", why)              the host ended the connection
"""

from game.devices.evidence import Evidence, new_keepsake
from game.devices.host_lines import FIELDS, OTHER_VERSION, has_fields, is_message, scene_in, with_known_texts
from game.devices.open_requests import OpenRequests
from game.devices.wire import (
    BEAT,
    LONGEST_LINE,
    LONGEST_MESSAGE,
    PROTOCOL,
    RELAYED_BEAT,
    SECRET_BYTES,
    Heartbeat,
    write,
)
from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.contract.basics import Refused
    from game.contract.device_lines import (
        AnewLine,
        AnswerLine,
        GuestArguments,
        GuestLine,
        GuestVerb,
        HelloLine,
        HostLine,
        LobbyFacts,
        OpenedLine,
        PartLine,
        Say,
        ShareData,
        TableAnswer,
        WelcomeLine,
    )
    from game.contract.devices.guest_device import GuestEvent, Keepsake, Opened, PersonData


class Guest:
    """One guest's side of the protocol.

    `random_hex(n)` returns n random bytes as hexadecimal digits. `parse(text)` reads JSON, and raises ValueError.
    `keepsake` is that of an earlier Guest on this device: it brings the person back to the same seat.
    `say(key, values)` puts a message into words, and raises KeyError if it cannot. Without it, nobody reads the messages.
    """

    def __init__(
        self,
        person: "PersonData",
        random_hex: "Callable[[int], str]",
        parse: "Callable[[str], object]",
        keepsake: "Keepsake | None" = None,
        say: "Say | None" = None,
    ) -> "None":
        self.person = person
        self.outbox: list[str] = []
        self.events: list[GuestEvent] = []
        self.seat = -1
        self.is_joined = False
        # "table", "seat" and "secret" bring the guest back; the others are the evidence of the last draw of a seed
        self.keepsake = new_keepsake()
        if keepsake:
            self.keepsake["match"] = 1 if keepsake["shares"] else 0  # unless the keepsake says so
            self.keepsake.update(keepsake)
        self._evidence = Evidence(self.keepsake)
        self._random_hex = random_hex
        self._parse = parse
        self._say = say
        # This device's name in the next draw of a seed. The keepsake has its name in the last one.
        self._who = ""
        self._heartbeat: Heartbeat | None = None  # None: no connection
        self._is_quiet = False
        self._parts: list[str] = []  # of a long message, so far
        self._requests = OpenRequests()

    # --- the connection

    def opened(self, now: "float", is_relayed: "bool" = False) -> "None":
        """The connection to the host is open, directly or by a relay."""
        self._heartbeat = Heartbeat(now, RELAYED_BEAT if is_relayed else BEAT)
        self._is_quiet, self._parts = False, []
        person, kept = self.person, self.keepsake
        hello: HelloLine = {
            "do": "hello",
            "name": person["name"],
            "face": person["face"],
            "aspect": person["aspect"],
            "looks_on": person["looks_on"],
        }
        if "texts" in person:
            hello["texts"] = person["texts"]
        if kept["secret"] and kept["seat"] >= 0:  # a device that looks on joins anew
            hello["back"] = {"table": kept["table"], "seat": kept["seat"], "secret": kept["secret"]}
        self._send(now, hello)

    def closed(self) -> "None":
        """The connection has ended. Open requests are refused, because nobody knows whether the host got them."""
        self._heartbeat = None
        self.is_joined = False
        self.outbox = []  # what was meant for this connection must not go to the next one
        for number in self._requests.cut():
            self._refuse(number, "error.devices.cut")

    def tick(self, now: "float") -> "None":
        """Send a heartbeat if one is due, notice a quiet host, and give up requests without an answer.

        Call it at least once a second.
        The first line after `hello` tells the host that its `welcome` has arrived, so no heartbeat goes before.
        """
        if self._heartbeat is None:
            return
        if self.is_joined and self._heartbeat.is_due(now):
            self._send(now, {"do": "ping"})
        self._set_quiet(self._heartbeat.is_quiet(now))
        for number in self._requests.give_up(now):
            self._refuse(number, "error.devices.no-answer")

    def _set_quiet(self, is_quiet: "bool") -> "None":
        if is_quiet != self._is_quiet:
            self._is_quiet = is_quiet
            self.events.append(("quiet", is_quiet))

    def _send(self, now: "float", line: "GuestLine") -> "None":
        if self._heartbeat is not None:
            self._heartbeat.sent(now)
            self.outbox.append(write(line))

    # --- the person's actions

    def ask(self, now: "float", verb: "GuestVerb", arguments: "GuestArguments") -> "int":
        """Ask the table something. Returns the number of the request; the event "answer" has the same number."""
        number = self._requests.add(now)
        if self.is_joined:
            self._send(now, {"do": "ask", "n": number, "verb": verb, "with": arguments})
        else:
            self._requests.close(number)
            self._refuse(number, "error.devices.cut")
        return number

    def rename(self, now: "float", name: "str", face: "str") -> "None":
        """Change the name and the face, before the match."""
        self.person["name"], self.person["face"] = name, face
        if self.is_joined:
            self._send(now, {"do": "me", "name": name, "face": face})

    def come_back(self, now: "float") -> "None":
        """Play again, instead of the bot that plays on for this seat."""
        self._send(now, {"do": "back"})

    def react(self, now: "float", what: "str") -> "None":
        """Show the others a reaction, one of REACTIONS."""
        if self.is_joined:
            self._send(now, {"do": "react", "what": what})

    def go_away(self, now: "float") -> "None":
        """Say that the page goes away. The person may come back."""
        if self._heartbeat is not None:
            self._send(now, {"do": "bye"})

    def leave(self, now: "float") -> "None":
        """Leave the match for good, and forget the way back."""
        if self._heartbeat is not None:
            self._send(now, {"do": "leave"})
        self.keepsake["secret"] = ""

    # --- the host's messages

    def received(self, now: "float", line: "str") -> "None":
        """Take a line from the host. A line that is no message of this protocol changes nothing."""
        if self._heartbeat is None:
            return
        self._heartbeat.heard(now)
        self._set_quiet(False)
        message = self._read(line, LONGEST_LINE)
        if message is not None:
            self._take(now, message)

    def _read(self, line: "str", longest: "int") -> "HostLine | None":
        """The message in a line, or None."""
        if len(line) > longest:
            return None
        try:
            message = self._parse(line)
        except ValueError:
            return None
        if isinstance(message, dict) and message.get("v") != PROTOCOL:
            self._refuse_version()
            return None
        if not is_message(message):
            return None
        if self._say and isinstance(message, dict) and not with_known_texts(message, self._say):
            self._refuse_version()
            return None
        return message

    def _refuse_version(self) -> "None":
        other_version: Refused = {"key": OTHER_VERSION, "values": {}}
        self.events.append(("refused", other_version))

    def _take(self, now: "float", message: "HostLine") -> "None":
        if message["do"] == "part":
            self._take_part(now, message)
        elif message["do"] == "welcome":
            self._take_welcome(now, message)
        elif message["do"] == "anew":
            self._take_anew(now, message)
        elif message["do"] == "hashes":
            self._take_hashes(now, message["shares"])
        elif message["do"] == "scene":
            self._evidence.see(message["scene"], message["whole"])
            self.events.append(("scene", message["scene"]))
        elif message["do"] == "answer":
            self._take_answer(message)
        elif message["do"] == "opened":
            self._take_opened(message)
        else:
            self._take_words(message)

    def _take_words(self, message: "HostLine") -> "None":
        """Take a message that the page shows as it is."""
        if message["do"] == "lobby":
            lobby: LobbyFacts = {
                "phase": message["phase"],
                "paused": message["paused"],
                "seats": message["seats"],
                "lookers": message.get("lookers", 0),
                "match": message.get("match", 1),
                "news": message.get("news", []),
                "evening": message.get("evening", []),
            }
            self._evidence.see_lobby(lobby)
            self.events.append(("lobby", lobby))
        elif message["do"] == "refused":
            refused: Refused = {"key": message["key"], "values": message["values"]}
            self.events.append(("refused", refused))
        elif message["do"] == "reaction":
            self.events.append(("reaction", (message["seat"], message["what"])))
        elif message["do"] == "bye":
            if message["why"] == "taken-out":
                self.keepsake["secret"] = ""
            self.events.append(("bye", message["why"]))

    def _take_part(self, now: "float", message: "PartLine") -> "None":
        """Collect the parts of a long message, and take the message when all are there."""
        at, of, text = message["at"], message["of"], message["text"]
        if at != len(self._parts) or sum(map(len, self._parts)) > LONGEST_MESSAGE:
            self._parts = []
            return
        self._parts.append(text)
        if len(self._parts) == of:
            line, self._parts = "".join(self._parts), []
            whole = self._read(line, LONGEST_MESSAGE)
            if whole is not None and whole["do"] != "part":
                self._take(now, whole)

    def _take_welcome(self, now: "float", message: "WelcomeLine") -> "None":
        if self.is_joined:  # a second one could only replace what this device knows
            self.events.append(("unfair", "host"))
            return
        match = message.get("match", 1)
        self._evidence.join(message["table"], match, bool(message["commit"]))
        self.seat, self.is_joined = message["seat"], True
        self.keepsake["table"], self.keepsake["seat"] = message["table"], message["seat"]
        self.keepsake["secret"] = message["secret"]
        self._who = message["who"]
        self.events.append(("welcome", self.seat))
        if message["commit"]:
            self._commit(now, match, message["commit"])

    def _take_anew(self, now: "float", message: "AnewLine") -> "None":
        """Commit again: for a draw that began again, or for the next match. A match that was not disclosed cannot be replaced."""
        before = self.keepsake["draws"]
        if self.keepsake["stage"] == "played":
            self.events.append(("unfair", "host"))
        else:
            self.seat = self.keepsake["seat"] = message.get("seat", self.seat)
            self._commit(now, message.get("match", self.keepsake["match"]), message["commit"])
        if self.keepsake["draws"] > before:
            self.events.append(("anew", self.keepsake["draws"]))

    def _commit(self, now: "float", match: "int", host_hash: "str") -> "None":
        """Commit to new random bytes, now that the host has committed to its own."""
        mine = self._evidence.commit(match, self._who, self._random_hex(SECRET_BYTES), host_hash)
        if mine:
            self._send(now, {"do": "commit", "hash": mine})
        else:
            self.events.append(("unfair", "host"))

    def _take_hashes(self, now: "float", shares: "list[ShareData]") -> "None":
        """Reveal the own bytes, unless the published list lacks a commitment that this guest knows."""
        wrong = self._evidence.publish(shares)
        if wrong:
            self.events.append(("unfair", wrong))
        else:
            self._send(now, {"do": "reveal", "bytes": self.keepsake["bytes"]})

    def _take_opened(self, message: "OpenedLine") -> "None":
        mine, witness = self._evidence.open(message)
        opened: Opened = {
            "shares": message["shares"],
            "record": message["record"],
            "seat": self.seat,
            "mine": mine,
            "witness": witness,
        }
        self.events.append(("opened", opened))

    def _take_answer(self, message: "AnswerLine") -> "None":
        number, found = message["n"], message.get("ok")
        scene, refused = scene_in(found), message.get("refused")
        is_open, is_late = self._requests.close(number), self._requests.is_late(number)
        if scene and (is_open or is_late):
            self._evidence.see(scene, False)
        if scene and is_late:  # the next scenes have only what changes after it
            self.events.append(("scene", scene))
        if not is_open:
            return
        if has_fields(refused, FIELDS["refused"]):
            self._answered(number, {"refused": {"key": refused["key"], "values": refused["values"]}})
        else:
            self._answered(number, {"ok": found})

    def _refuse(self, number: "int", key: "str") -> "None":
        """Answer an own request with a sentence."""
        self._answered(number, {"refused": {"key": key, "values": {}}})

    def _answered(self, number: "int", answer: "TableAnswer") -> "None":
        self.events.append(("answer", (number, answer)))
