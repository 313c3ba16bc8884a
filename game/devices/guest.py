"""A guest: the state machine of a device that has joined another device's table. Runs in CPython and MicroPython.

The caller passes in what happens: `opened`, `received`, `closed`, `tick`. It then sends the lines of `outbox`, and shows
the `events`, each of which is a list [kind, value]:

    ["welcome", seat]             the guest has the seat; -1: it only looks on
    ["lobby", {…}]                the seats and the phase changed, see docs/own-phones.md
    ["scene", scene]              the table changed
    ["answer", [n, answer]]       the answer to request `n`: {"ok": …} or {"refused": {"key", "values"}}
    ["refused", {"key", "values"}]   the host refused something else
    ["quiet", whether]            the host misses heartbeats, or is heard again
    ["unfair", who]               the host published another commitment than it sent, or than this guest sent
    ["opened", {…}]               the match is over: everything that `opening.problems_of` checks
    ["bye", why]                  the host ended the connection: "closed", "taken-out", "replaced", "version"
"""

from game.devices.host_lines import FIELDS, OTHER_VERSION, has_fields, is_message, is_scene, with_known_texts
from game.devices.wire import (
    LONGEST_LINE,
    LONGEST_MESSAGE,
    PROTOCOL,
    SECRET_BYTES,
    Heartbeat,
    digest,
    write,
)

MOST_WITNESSED = 4000  # plays; twenty rounds with a double-18 set have fewer


class Guest:
    """One guest's side of the protocol.

    `random_hex(n)` returns n random bytes as hexadecimal digits. `parse(text)` reads JSON, and raises ValueError.
    `keepsake` is that of an earlier Guest on this device: it brings the person back to the same seat.
    `say(key, values)` puts a message into words, and raises KeyError if it cannot. Without it, nobody reads the messages.
    """

    def __init__(self, person, random_hex, parse, keepsake=None, say=None):
        self.person = person  # {"name", "face", "aspect", "looks_on", "texts"}; "texts" may be missing
        self.outbox = []
        self.events = []
        self.seat = -1
        self.is_joined = False
        # "table", "seat" and "secret" bring the guest back; "who", "bytes" and "shares" are of the last draw of a seed
        self.keepsake = keepsake or {
            "table": "",
            "seat": -1,
            "secret": "",
            "who": "",
            "bytes": "",
            "shares": [],
        }
        self._random_hex = random_hex
        self._parse = parse
        self._say = say
        # This device's name in the next draw of a seed. The keepsake has its name in the last one.
        self._who = ""
        self._heartbeat = None  # None: no connection
        self._is_quiet = False
        self._parts = []  # of a long message, so far
        self._asks = 0  # number of requests so far
        self._open_asks = []  # the numbers of the requests without an answer
        self._hands = {}  # the tiles that this device was dealt, by the number of the round as text
        self._plays = []  # the plays that it saw: [round, seat, tile]

    # --- the connection

    def opened(self, now):
        """The connection to the host is open."""
        self._heartbeat = Heartbeat(now)
        self._is_quiet, self._parts = False, []
        hello = dict(self.person)
        if self.keepsake["secret"] and self.keepsake["seat"] >= 0:  # a device that looks on joins anew
            hello["back"] = {name: self.keepsake[name] for name in ("table", "seat", "secret")}
        self._send(now, "hello", **hello)

    def closed(self):
        """The connection has ended. Open requests are refused, because nobody knows whether the host got them."""
        self._heartbeat = None
        self.is_joined = False
        self.outbox = []  # what was meant for this connection must not go to the next one
        waiting, self._open_asks = self._open_asks, []
        for number in waiting:
            self._answered(number, {"refused": {"key": "error.devices.cut", "values": {}}})

    def tick(self, now):
        """Send a heartbeat if one is due, and notice a quiet host. Call it at least once a second."""
        if self._heartbeat is None:
            return
        if self._heartbeat.is_due(now):
            self._send(now, "ping")
        self._set_quiet(self._heartbeat.is_quiet(now))

    def _set_quiet(self, is_quiet):
        if is_quiet != self._is_quiet:
            self._is_quiet = is_quiet
            self.events.append(["quiet", is_quiet])

    def _send(self, now, do, **values):
        self._heartbeat.sent(now)
        self.outbox.append(write(do, **values))

    # --- the person's actions

    def ask(self, now, verb, arguments):
        """Ask the table something. Returns the number of the request; the event "answer" has the same number."""
        self._asks += 1
        self._open_asks.append(self._asks)
        if self.is_joined:
            self._send(now, "ask", n=self._asks, verb=verb, **{"with": arguments})
        else:
            self._open_asks.remove(self._asks)
            self._answered(self._asks, {"refused": {"key": "error.devices.cut", "values": {}}})
        return self._asks

    def rename(self, now, name, face):
        """Change the name and the face, before the match."""
        self.person["name"], self.person["face"] = name, face
        if self.is_joined:
            self._send(now, "me", name=name, face=face)

    def come_back(self, now):
        """Play again, instead of the bot that plays on for this seat."""
        self._send(now, "back")

    def go_away(self, now):
        """Say that the page goes away. The person may come back."""
        if self._heartbeat is not None:
            self._send(now, "bye")

    def leave(self, now):
        """Leave the match for good, and forget the way back."""
        if self._heartbeat is not None:
            self._send(now, "leave")
        self.keepsake["secret"] = ""

    # --- the host's messages

    def received(self, now, line):
        """Take a line from the host. A line that is no message of this protocol changes nothing."""
        if self._heartbeat is None:
            return
        self._heartbeat.heard(now)
        self._set_quiet(False)
        message = self._read(line, LONGEST_LINE)
        if message is not None:
            self._take(now, message)

    def _read(self, line, longest):
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
        if self._say and not with_known_texts(message, self._say):
            self._refuse_version()
            return None
        return message

    def _refuse_version(self):
        self.events.append(["refused", {"key": OTHER_VERSION, "values": {}}])

    def _take(self, now, message):
        do = message["do"]
        if do == "part":
            self._take_part(now, message)
        elif do == "welcome":
            self._take_welcome(now, message)
        elif do == "anew":
            self._commit(now, message["commit"])
        elif do == "hashes":
            self._take_hashes(now, message["shares"])
        elif do == "scene":
            self._see(message["scene"], message["whole"])
            self.events.append(["scene", message["scene"]])
        elif do == "answer":
            self._take_answer(message)
        elif do == "opened":
            opened = {"shares": message["shares"], "record": message["record"], "seat": self.seat}
            opened["mine"] = self.keepsake
            opened["witness"] = {"hands": self._hands, "plays": self._plays}
            self.events.append(["opened", opened])
        elif do in ("lobby", "refused"):
            self.events.append([do, {name: message[name] for name in message if name not in ("v", "do")}])
        elif do == "bye":
            if message["why"] == "taken-out":
                self.keepsake["secret"] = ""
            self.events.append(["bye", message["why"]])

    def _take_part(self, now, message):
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

    def _take_welcome(self, now, message):
        is_new_table = message["table"] != self.keepsake["table"]
        if is_new_table:
            self._hands, self._plays = {}, []
        # A device that looks on and comes after the draw may have missed it. Then its shares may be of an earlier draw, which
        # began anew.
        if is_new_table or (message["seat"] < 0 and not message["commit"]):
            self.keepsake["who"], self.keepsake["bytes"], self.keepsake["shares"] = "", "", []
        self.seat, self.is_joined = message["seat"], True
        for name in ("table", "seat", "secret"):
            self.keepsake[name] = message[name]
        self._who = message["who"]
        self.events.append(["welcome", self.seat])
        if message["commit"]:
            self._commit(now, message["commit"])

    def _commit(self, now, host_hash):
        """Commit to new random bytes, now that the host has committed to its own."""
        who, own = self._who, self._random_hex(SECRET_BYTES)
        self.keepsake["who"], self.keepsake["bytes"] = who, own
        mine = digest(who + ":" + own)
        self.keepsake["shares"] = [{"who": "host", "hash": host_hash}, {"who": who, "hash": mine}]
        self._send(now, "commit", hash=mine)

    def _take_hashes(self, now, shares):
        """Reveal the own bytes, unless the published list lacks a commitment that this guest knows."""
        published = {share["who"]: share["hash"] for share in shares}
        for known in self.keepsake["shares"]:
            if published.get(known["who"]) != known["hash"]:
                self.events.append(["unfair", known["who"]])
                return
        self.keepsake["shares"] = shares
        self._send(now, "reveal", bytes=self.keepsake["bytes"])

    def _take_answer(self, message):
        number = message["n"]
        if number not in self._open_asks:
            return
        self._open_asks.remove(number)
        if has_fields(message.get("refused"), FIELDS["refused"]):
            self._answered(number, {"refused": message["refused"]})
            return
        found = message.get("ok")
        scene = found.get("scene", found) if isinstance(found, dict) else None
        if is_scene(scene):
            self._see(scene, False)
        self._answered(number, {"ok": found})

    def _answered(self, number, answer):
        self.events.append(["answer", [number, answer]])

    # --- what this device has seen, to compare it with the record after the match

    def _see(self, scene, is_whole):
        """Note the dealt hand and all plays that a scene shows. A whole scene tells its round from the beginning."""
        plays, number = self._plays, scene["round"]["number"]
        if is_whole:
            plays[:] = [play for play in plays if play[0] != number]
        if "card" in scene and self.seat >= 0:
            self._hands[str(number)] = [tile["tile"] for tile in scene["hand"]]
        for step in scene["steps"]:
            if step["do"] == "play" and len(plays) < MOST_WITNESSED:
                plays.append([number, step["seat"], step["tile"]])
            elif step["do"] == "take-back":
                own = [index for index in range(len(plays)) if plays[index][:2] == [number, step["seat"]]]
                if own:
                    del plays[own[-1]]
