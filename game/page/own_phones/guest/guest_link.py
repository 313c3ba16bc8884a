"""The connection of a guest's page to its host: the protocol's `Guest`, and what its events change on the page."""

import asyncio
import json

from pyscript import ffi, window

from game.devices.guest import Guest
from game.for_types import TYPE_CHECKING
from game.page.kernel.room import required, updated
from game.page.kernel.words import say
from game.page.matches import match_actions
from game.page.own_phones import pairing_link, reactions, relay
from game.page.own_phones.guest import keepsake
from game.page.people import party_notices
from game.page.screens.announcer import announce
from game.page.screens.dialogs import toast
from game.page.screens.navigation import is_beside

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from game.contract.answers.sharing_answers import KeptOpened
    from game.contract.basics import Refused
    from game.contract.device_lines import ByeReason, LobbyFacts, TableAnswer
    from game.contract.devices.guest_device import Opened, PersonData
    from game.contract.devices.pairing import Pairing
    from game.contract.scenes import Scene
    from game.page.kernel.app import App
    from game.page.page_types import Task

VERBS = ("tap", "drag", "act", "typed", "arm", "tell", "hint")  # the requests that go to the host
# Verbs of this page's engine that put another match on the table
LEAVING_VERBS = (
    "start",
    "resume",
    "open_match",
    "earlier",
    "open_record",
    "lesson",
    "replay",
    "replay_here",
    "take_link",
    "start_day",
)
TICK = 1.0  # seconds between two calls of `Guest.tick`
# Requests at once, and requests a second on average. The host's limits are 40 and 20 (game/devices/hosting/lines/switchboard.py).
BURST, RATE = 30, 15


def seconds() -> "float":
    """The page's clock in seconds."""
    return float(window.performance.now()) / 1000


async def _refuse(key: "str") -> "TableAnswer":
    """The answer to a request that is not sent."""
    return {"refused": {"key": key, "values": {}}}


class Awaited:
    """The answer to a request."""

    def __init__(self) -> "None":
        self.has_come = asyncio.Event()
        self.answer: TableAnswer | None = None


class GuestLink:
    """One guest's way to the host's table. It outlives connections: after a cut the person scans a new invitation.

    `person` is as for `Guest` (game/devices/guest.py). `peers` is the JavaScript module assets/peers.js.
    """

    def __init__(
        self, app: "App", person: "PersonData", peers: "Any", answer_again: "Callable[[App], Task]"
    ) -> "None":
        self.app = app
        self.guest = Guest(person, pairing_link.random_hex, json.loads, keepsake.read(), say)
        self.has_ended = False
        self.is_relayed = False  # whether `peers` is assets/relay/guest.js
        self._peers = peers
        self._answer_again = answer_again  # the task that answers the same invitation anew
        self._connection = ""  # the connection's id in assets/peers.js; "" without a connection
        self._count = 0  # how many connections there were
        self._code = ""  # of the table's link, if the way leads over a relay
        # A token bucket: how many requests may be sent now, and when that was computed.
        self._tokens: float = BURST
        self._filled_at = seconds()
        self._answers: dict[int, Awaited] = {}  # by the number of the request
        self._scenes: list[Scene] = []  # scenes that wait until earlier answers are shown
        self._tell = ffi.create_proxy(self.tell)
        self.app.run_in_background(self._tick())

    # --- the connection

    async def answer(self, invitation: "Pairing") -> "str":
        """Answer an invitation, as `pairing_link.read` reads it. Returns the answer's session description (SDP)."""
        self.disconnect()
        self._count += 1
        self._connection = "guest-{}".format(self._count)
        bare = pairing_link.description(invitation, "offer", False)
        lines = pairing_link.candidates(invitation)
        return str(await self._peers.answer(self._connection, self._tell, bare, lines))

    async def enter(self, signs: "str", code: "str") -> "None":
        """Come to a table at the relay, by the signs of its link and by the link's code. The connection comes back by itself."""
        self.disconnect()
        self._count += 1
        self._connection, self._code = "guest-{}".format(self._count), code
        self._show_way("connecting")
        address, servers = relay.address(), relay.servers()
        await self._peers.join(self._connection, self._tell, address, signs, servers)

    def disconnect(self) -> "None":
        """Close the connection, if there is one."""
        if self._connection:
            closed, self._connection = self._connection, ""
            self._peers.close(closed)
            self.guest.closed()
            self._handle_events()

    def tell(self, connection: "str", kind: "str", text: "str") -> "None":
        """Handle an event of a connection: "open", "line", "closed", or "spoiled": it can never open."""
        if connection != self._connection:
            return
        if kind == "open":
            self.guest.closed()  # at a relay a new session may take the place of a silent one
            self.guest.opened(seconds(), self.is_relayed)
            self._show_connection("open")
            self._show_way("asking")
        elif kind == "line":
            self.guest.received(seconds(), str(text))
        elif kind == "closed":
            self._connection = ""
            self.guest.closed()
            if self.app.state["connection"] in ("", "open", "quiet"):
                self._show_connection("cut")
        elif kind == "relay":
            self._show_way("no-relay" if text == "down" else "no-host")
        elif kind == "away":
            self.guest.closed()
            self._show_connection("away")
            self._show_way("no-host")
        elif kind == "spoiled" and self.app.state["joining"]:
            self.app.run(self._answer_again(self.app))
        self._flush()

    def _flush(self) -> "None":
        """Send the lines that wait, and handle the events."""
        lines, self.guest.outbox = self.guest.outbox, []
        for line in lines:
            self._peers.send(self._connection, line)
        self._handle_events()

    async def _tick(self) -> "None":
        while not self.has_ended:
            await asyncio.sleep(TICK)
            self.guest.tick(seconds())
            self._flush()

    # --- requests

    @property
    def is_seated(self) -> "bool":
        """Whether the page shows the host's table. Before, it may show a match of its own."""
        return self.app.state["party_role"] in ("guest", "screen") and not self.app.state["joining"]

    def takes(self, verb: "str") -> "bool":
        """Whether the host answers this verb. Ends the visit at the host first, if the verb puts another match on the table."""
        if verb in LEAVING_VERBS and self.is_seated:
            self.end()
        return verb in VERBS and self.is_seated

    def rename(self, name: "str", face: "str") -> "None":
        """Change the name and the face, before the match."""
        self.guest.rename(seconds(), name, face)
        self._flush()

    def post(self, verb: "str", arguments: "dict[str, object]") -> "Awaitable[TableAnswer]":
        """Send a request for the table now. Returns an awaitable of the answer, see `engine_client.answer`."""
        # The host accepts no null; a missing argument means the same.
        given: Any = {name: arguments[name] for name in arguments if arguments[name] is not None}
        if not self._may_ask():
            return _refuse("error.devices.too-many")
        number = self.guest.ask(seconds(), verb, given)  # type: ignore[arg-type]  # one of VERBS, see `takes`
        self._answers[number] = Awaited()
        self._flush()
        return self._answer(number)

    def _may_ask(self) -> "bool":
        """Count one more request, if the host would accept it. Otherwise return False: the host answers no request that it drops."""
        now = seconds()
        self._tokens, self._filled_at = min(BURST, self._tokens + (now - self._filled_at) * RATE), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    async def _answer(self, number: "int") -> "TableAnswer":
        await self._answers[number].has_come.wait()
        answer = required(self._answers.pop(number).answer)
        # This task begins when the caller, which has shown the answer by then, awaits something else.
        self.app.run_in_background(self._show_waiting_scenes())
        return answer

    async def _show_waiting_scenes(self) -> "None":
        self._show_scenes()

    def react(self, what: "str") -> "None":
        """Show the others a reaction."""
        self.guest.react(seconds(), what)
        self._flush()

    def come_back(self) -> "None":
        """Play again, instead of the bot that plays on."""
        self.guest.come_back(seconds())
        self._flush()

    def go_away(self) -> "None":
        """Say that the page goes away, and close. The person may come back to the seat."""
        self.guest.go_away(seconds())
        self._flush()
        self.disconnect()

    def leave(self) -> "None":
        """Leave the match for good."""
        self.guest.leave(seconds())
        self._flush()
        keepsake.write(self.guest.keepsake)
        party_notices.keep_seat(self.app, "")
        self.end()

    def end(self) -> "None":
        """End the connection and forget the table. The page shows the menu next, or another match."""
        self.has_ended = True
        keepsake.write_way_back("")
        self.go_away()
        self.app.guest = None
        self.app.update(party=None, party_role="", connection="", joining=None)

    # --- the events of the protocol

    def _handle_events(self) -> "None":
        """Handle each event of `Guest`, [kind, value], by the method `_take_KIND`."""
        while self.guest.events:
            kind, value = self.guest.events.pop(0)
            handler = getattr(self, "_take_" + kind)
            handler(value)

    def _show_connection(self, connection: "str") -> "None":
        self.app.update(connection=connection)

    def _show_way(self, way: "str") -> "None":
        """Show how far the way to a table at a relay is."""
        joining = self.app.state["joining"]
        if self._code and joining:
            self.app.update(joining=updated(joining, way=way))

    def _take_welcome(self, seat: "int") -> "None":
        keepsake.write(self.guest.keepsake)
        keepsake.write_link(self._code)
        keepsake.write_way_back(self._code)
        self.app.update(party_role="screen" if seat < 0 else "guest")

    def _take_lobby(self, party: "LobbyFacts") -> "None":
        before = self.app.state["party"]
        if not before or party["phase"] != before["phase"]:
            keepsake.write(self.guest.keepsake)  # only now the keepsake has the commitments of all devices
        self.app.update(party=party)
        name = party_notices.host_name(party)
        if self.guest.seat >= 0 and self.app.state["kept_seat"] != name:
            party_notices.keep_seat(self.app, name)
        if party["paused"] and not (before and before["paused"]):
            announce(self.app, ("phones.paused", {}))

    def _take_scene(self, scene: "Scene") -> "None":
        self._scenes.append(scene)
        self._show_scenes()

    def _show_scenes(self) -> "None":
        """Show the scenes that came, in their order: each has only what changed since the one before.

        An answer may have a scene too. The task that awaits the answer shows it a little later; newer scenes wait until
        then.
        """
        while self._scenes and not any(awaited.answer for awaited in self._answers.values()):
            self._show(self._scenes.pop(0))

    def _show(self, scene: "Scene") -> "None":
        """Show a scene. The first one replaces what was on the page."""
        app = self.app
        is_next_match = bool(app.scene and app.scene["phase"] == "match-over")
        if app.state["joining"] or not app.scene or is_next_match:
            app.update(joining=None)
            match_actions.replace_match(app, scene)
        else:
            screen = app.state["screen"]
            app.show(scene)
            if is_beside(screen):  # the person looks at something else meanwhile
                app.update(screen=screen)

    def _take_answer(self, value: "tuple[int, TableAnswer]") -> "None":
        number, answer = value
        if number in self._answers:
            self._answers[number].answer = answer
            self._answers[number].has_come.set()

    def _take_refused(self, value: "Refused") -> "None":
        toast(self.app, say(value["key"], value["values"]))

    def _take_reaction(self, value: "tuple[int, str]") -> "None":
        reactions.show(self.app, *value)

    def _take_quiet(self, is_quiet: "bool") -> "None":
        self._show_connection("quiet" if is_quiet else "open")

    def _take_anew(self, times: "int") -> "None":
        """Say that the draw of the seed began again: a host could do so because it did not like the seed."""
        text = say("phones.drawn-again", {"n": times})
        toast(self.app, text)
        announce(self.app, ("phones.drawn-again", {"n": times}))

    def _take_unfair(self, who: "str") -> "None":
        """Show that the host published a wrong commitment. The page does not name the device that made it (`who`)."""
        self._show_connection("unfair")

    def _take_bye(self, why: "ByeReason") -> "None":
        if self._code:  # a relay's connection would come back by itself
            closed, self._connection = self._connection, ""
            self._peers.close(closed)
            self.guest.closed()  # nothing else tells it: open requests are refused, and no heartbeat is missed
            keepsake.write_way_back("")
            keepsake.write(self.guest.keepsake)
        self._show_connection(why)
        self._show_way("")
        is_over = bool(self.app.scene and self.app.scene["phase"] == "match-over")
        if why in ("taken-out", "replaced") or (why == "closed" and is_over):
            party_notices.keep_seat(self.app, "")

    def _take_opened(self, opened: "Opened") -> "None":
        keepsake.write(self.guest.keepsake)
        self.app.run(self._check(opened))

    async def _check(self, opened: "Opened") -> "None":
        """Let this page's engine check the finished match, and store it."""
        answer: KeptOpened | None = await self.app.ask("keep_opened", opened=opened)
        if answer:
            self.app.update(fairness=answer)
