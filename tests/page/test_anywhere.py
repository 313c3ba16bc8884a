"""A table for people anywhere, on the pages of its host and of a guest. The relay's scripts are stand-ins."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.devices.guest import Guest
from game.devices.pairing.pairing_code import BadCode
from game.devices.pairing.table_link import read_table_link, write_table_link
from game.records.text.code_finder import checksum
from tests.devices.room import parse
from tests.page.conftest import TEXTS, World, hidden, played
from tests.page.forms import put
from tests.page.host_pages import Devices
from tests.page.joining_pages import Peers
from tests.page.relay_pages import OTHER, RELAY, SIGNS, Host

GOLDEN = Path(__file__).parents[1] / "golden"
Make = Callable[..., World]
NAMED = {"chickenfoot-settings": json.dumps({"name": "Lisa"})}


def text(key: str, **values: str) -> str:
    return str(TEXTS[key]).format(**values)


@pytest.mark.parametrize("signs", ["", SIGNS[1:], SIGNS + "a", "+" + SIGNS[1:]])
def test_only_the_signs_of_a_room_make_a_link(signs: str) -> None:
    with pytest.raises(ValueError):
        write_table_link(signs)


def test_a_link_is_read_whole_or_refused_in_a_sentence() -> None:
    code = write_table_link(SIGNS)
    assert read_table_link(code) == SIGNS and len(code) == 53
    later, longer = "t2" + SIGNS, "t1" + SIGNS + "a"
    for bad, key in (
        (code[:-1], "error.link.damaged"),
        ("#j" + code[2:], "error.link.not-ours"),
        (f"#{later}{checksum(later)}", "error.link.version"),
        (f"#{longer}{checksum(longer)}", "error.link.damaged"),
    ):
        with pytest.raises(BadCode) as caught:
            read_table_link(bad)
        assert caught.value.key == key


def test_links_of_released_versions_are_read() -> None:
    for row in json.loads((GOLDEN / "table-links-1.json").read_text()):
        assert read_table_link(row["code"]) == row["signs"] and write_table_link(row["signs"]) == row["code"]


@played
async def test_without_a_relay_the_screen_says_what_a_site_would_need(make: Make) -> None:
    devices = Devices()
    world = await devices.begin(make)
    await world.do("invite")
    assert hidden(world.one("#invite-where")) and hidden(world.one("#table-card"))
    assert world.one("#relay-none").dataset.text == "phones.relay.none"
    assert not hidden(world.one("#relay-none"))


@played
async def test_the_relay_is_named_before_the_link_is_made(make: Make) -> None:
    host = Host()
    world = await host.begin_at_relay(make, "stun:stun.test")
    assert hidden(world.one("#relay-none")) and hidden(world.one("#table-card"))
    await world.click("#where-anywhere")
    assert not hidden(world.one("#table-card")) and world.one("#invite").dataset.where == "anywhere"
    assert world.one("#party-help").dataset.where == "anywhere"
    assert world.one("#table-asks").textContent == text("phones.relay.sees", relay="relay.test")
    assert host.opened == []
    await world.do("open-table")
    [(address, kept, invitation, servers)] = host.opened
    assert (address, kept, servers) == (RELAY, "", ["stun:stun.test"]) and invitation
    link = world.one("#table-card").getAttribute("data-table-link")
    assert link == "https://here.test/" + write_table_link(SIGNS) and link in world.one("#table-qr").innerHTML
    assert hidden(world.one("#table-down"))
    host.told("down")
    assert not hidden(world.one("#table-down")) and "relay.test" in world.one("#table-down").textContent
    host.told("open")
    assert hidden(world.one("#table-down"))
    host.signs = OTHER
    await world.do("renew-table")
    assert host.opened[-1][1] == "" and host.opened[-1][2] != invitation  # the old link is of no use
    assert str(world.one("#table-card").getAttribute("data-table-link")).endswith(write_table_link(OTHER))
    await world.do("party-back")
    assert host.closed == 1 and host.ended == 1 and world.app.state["table_link"] is None


@played
async def test_the_host_reads_who_wants_to_join_and_decides(make: Make) -> None:
    host = Host()
    world = await host.begin_at_relay(make)
    await world.click("#where-anywhere")
    await world.do("open-table")
    texts = importlib.import_module("game.page.own_phones.pairing_link").texts_version(world.app)
    for number, name in enumerate(("Lisa", "Max")):
        person = {"name": name, "face": "fox", "aspect": 0.5, "looks_on": bool(number), "texts": texts}
        guest = host.guests[name] = Guest(person, lambda count: "7" * 2 * count, parse)
        guest.opened(0.0)
        await host.tell("link_opened", connection=name, invitation=host.opened[0][2])
    await host.exchange()
    asks = [text("phones.asks", name="Lisa"), text("phones.asks-to-show", name="Max")]
    assert world.texts("#invite-visitors b") == asks == world.texts("#party-visitors b")
    await world.click('#invite-visitors [data-connection="Max"][data-welcome="no"]')
    await world.click('#invite-visitors [data-connection="Lisa"][data-welcome="yes"]')
    await host.exchange()
    assert host.guests["Lisa"].seat == 1 and not host.guests["Max"].is_joined
    assert world.texts("#invite-seats b")[1] == "Lisa" and not world.every("#invite-visitors > li")


async def reload(world: World) -> None:
    """What the page does after a reload, at the table of its match."""
    open_table = importlib.import_module("game.page.own_phones.anywhere.open_table")
    opened = world.app.object(open_table.OpenRoom)
    opened.script, opened.table = None, ""
    for _ in range(2):  # the engine may tell it more than once
        world.app.run(open_table.open_again(world.app))
    await world.quiet()


@played
async def test_a_host_that_loads_its_page_again_opens_the_same_room(make: Make) -> None:
    host = Host()
    world = await host.begin_at_relay(make)
    await world.click("#where-anywhere")
    await world.do("open-table")
    table, room = world.app.state["party"]["table"], f"{{the room {SIGNS}}}"
    assert world.window.kept["chickenfoot-room"] == f"{table} {room}"
    await reload(world)
    assert [given[:2] for given in host.opened[1:]] == [(RELAY, room)] and world.app.state["anywhere"]
    await reload(world)
    assert len(host.opened) == 3
    world.window.kept["chickenfoot-room"] = f"another-table {room}"
    await reload(world)
    assert len(host.opened) == 3


@played
async def test_after_a_reload_the_guests_of_earlier_links_come_back_too(make: Make) -> None:
    host = Host()
    world = await host.begin_at_relay(make)
    await world.click("#where-anywhere")
    await world.do("open-table")
    texts = importlib.import_module("game.page.own_phones.pairing_link").texts_version(world.app)

    async def comes(name: str, wire: str, invitation: str) -> Guest:
        person = {"name": name, "face": "fox", "aspect": 0.5, "looks_on": False, "texts": texts}
        kept = host.guests[name].keepsake if name in host.guests else None
        guest = host.guests[wire] = Guest(person, lambda count: "7" * 2 * count, parse, kept)
        guest.opened(0.0)
        await host.tell("link_opened", connection=wire, invitation=invitation)
        await host.exchange()
        return guest

    await comes("Lisa", "Lisa", host.opened[0][2])
    await world.click('#invite-visitors [data-welcome="yes"]')
    await host.exchange()
    seat = host.guests["Lisa"].seat
    for number in range(4):  # of five rooms, the last four are kept
        host.signs = f"{number}{SIGNS[1:]}"
        await world.do("renew-table")
    kept = world.window.kept["chickenfoot-room"].partition(" ")[2].split("\n")
    assert kept == [f"{{the room {number}{SIGNS[1:]}}}" for number in (3, 2, 1, 0)]
    host.opened.clear()
    await reload(world)
    assert [given[1] for given in host.opened] == kept[::-1]  # the link on screen is the newest one's
    assert len({given[2] for given in host.opened}) == 4
    again = await comes("Lisa", "again", host.opened[0][2])
    assert again.is_joined and again.seat == seat and not world.every("#invite-visitors > li")
    await comes("Max", "Max", host.opened[0][2])
    assert not world.every("#invite-visitors > li")  # a stranger needs the newest link
    await comes("Max", "Max 2", host.opened[-1][2])
    assert len(world.every("#invite-visitors > li")) == 1


class Friend(Peers):
    """A guest's page with a stand-in for assets/relay/guest.js too."""

    def __init__(self) -> None:
        super().__init__()
        self.entered: list[tuple[str, str]] = []  # (address, signs)

    async def begin_at_relay(self, make: Make, code: str, kept: dict[str, str]) -> World:
        self.world = make(code=code)
        self.world.document.documentElement.setAttribute("data-relay", RELAY)
        self.world.window.URL.new = lambda address: SimpleNamespace(hostname="relay.test")
        return await self.begin(lambda code: self.world, code, kept)

    async def join(self, connection: str, tell: Any, address: str, signs: str, servers: Any) -> None:
        self.answered.append(connection)
        self.entered.append((address, signs))

    async def comes(self) -> None:
        """The host answers the knock, and lets the guest in."""
        host = self.room.host
        host.door.open("door")
        host.opened(self.answered[-1], "door", self.room.now)
        self.link.tell(self.answered[-1], "open", "")
        await self.exchange()


def way(world: World) -> str:
    return "" if hidden(world.one("#join-way")) else str(world.one("#join-way-title").textContent)


@played
async def test_a_friend_taps_the_link_types_a_name_and_is_let_in(make: Make) -> None:
    friend, code = Friend(), write_table_link(SIGNS)
    world = await friend.begin_at_relay(make, code, NAMED)
    assert world.one("html").dataset.screen == "join" and friend.entered == []
    assert world.one("#party-help").dataset.where == "anywhere"
    assert "relay.test" in world.one("#join-relay").textContent
    assert world.one('#join-form [data-action="join"]').textContent == TEXTS["phones.join-table"]
    await put(world, world.one("#join-name"), "Lisa")
    await world.do("join")
    assert friend.entered == [(RELAY, SIGNS)] and way(world) == TEXTS["phones.way.connecting"]
    for kind, given, key in (
        ("relay", "down", "no-relay"),
        ("relay", "up", "no-host"),
    ):
        friend.link.tell(friend.answered[-1], kind, given)
        assert way(world) == TEXTS[f"phones.way.{key}"]
    await friend.comes()
    assert way(world) == TEXTS["phones.way.asking"] and world.window.tab == {}
    host = friend.room.host
    host.door.let_in(friend.answered[-1], True, host.lines, friend.room.now)
    await friend.exchange()
    assert way(world) == "" and not hidden(world.one("#join-in"))
    assert world.window.tab["chickenfoot-way-back"] == code
    # A new session takes the place of a silent one, and the host's page goes away and comes again.
    friend.link.tell(friend.answered[-1], "away", "")
    assert world.app.state["connection"] == "away"
    friend.answered.append("again")
    friend.link._connection = "again"
    await friend.comes()
    assert world.app.state["connection"] == "open" and friend.link.guest.seat == 0
    assert host.door.visitors() == []


@played
async def test_a_reload_and_a_later_tap_bring_the_friend_back_without_a_form(make: Make) -> None:
    friend, code = Friend(), write_table_link(SIGNS)
    world = await friend.begin_at_relay(make, code, NAMED)
    await world.do("join")
    await friend.comes()
    friend.room.host.door.let_in(friend.answered[-1], True, friend.room.host.lines, friend.room.now)
    await friend.exchange()
    kept = dict(world.window.kept)
    later = Friend()
    again = await later.begin_at_relay(make, code, kept)
    assert later.entered == [(RELAY, SIGNS)] and hidden(again.one("#join-form"))
    other = Friend()
    await other.begin_at_relay(make, write_table_link(OTHER), kept)
    assert other.entered == []  # another table asks for a name
    for way_back in (code, ""):  # in the tab of the table, and on the first screen of another one
        reloaded = Friend()
        reloaded.world = make(code="")
        reloaded.world.window.tab["chickenfoot-way-back"] = way_back
        reloaded.world.document.documentElement.setAttribute("data-relay", RELAY)
        reloaded.world.window.URL.new = lambda address: SimpleNamespace(hostname="relay.test")
        await reloaded.begin(lambda code, world=reloaded.world: world, "", kept)
        assert reloaded.entered == [(RELAY, SIGNS)] * bool(way_back)
        if not way_back:
            await reloaded.world.click("#standing [data-action=return]")
            assert reloaded.entered == [(RELAY, SIGNS)]


@played
async def test_a_friend_who_is_sent_away_or_leaves_does_not_come_back_by_itself(make: Make) -> None:
    friend = Friend()
    world = await friend.begin_at_relay(make, write_table_link(SIGNS), NAMED)
    await world.do("join")
    await friend.comes()
    friend.room.host.door.let_in(friend.answered[-1], False, friend.room.host.lines, friend.room.now)
    await friend.exchange()
    assert world.one("#join-problem").textContent == TEXTS["phones.lost.declined"]
    assert friend.closed == [friend.answered[-1]] and not hidden(world.one("#join-form"))
    assert not world.window.tab.get("chickenfoot-way-back")
    await world.do("join-leave")
    assert world.app.guest is None


@played
async def test_a_friend_who_is_taken_out_waits_for_no_answer_any_more(make: Make) -> None:
    friend = Friend()
    world = await friend.begin_at_relay(make, write_table_link(SIGNS), NAMED)
    await world.do("join")
    await friend.comes()
    host = friend.room.host
    host.door.let_in(friend.answered[-1], True, host.lines, friend.room.now)
    await friend.exchange()
    guest = friend.link.guest
    assert guest.is_joined
    host.take_out(guest.seat, friend.room.now)
    await friend.exchange()
    assert not guest.is_joined and world.app.state["connection"] == "taken-out"


@played
async def test_a_browser_that_cannot_come_to_the_table_says_so(make: Make) -> None:
    async def fail(*given: Any) -> None:
        raise OSError("no WebCrypto")

    friend = Friend()
    world = await friend.begin_at_relay(make, write_table_link(SIGNS), NAMED)
    friend.join = fail
    await world.do("join")
    assert world.one("#toast").textContent == TEXTS["phones.no-connection"]
    assert not hidden(world.one("#join-form"))


@played
async def test_a_link_at_a_site_without_a_relay_is_refused_in_a_sentence(make: Make) -> None:
    friend = Peers()
    world = await friend.begin(make, write_table_link(SIGNS), NAMED)
    assert world.one("#toast").textContent == TEXTS["phones.relay.none"] and world.app.guest is None
