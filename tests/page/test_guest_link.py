"""A guest's connection on the page: heartbeats, cuts, refusals, what the page keeps of its seat, and leaving."""

import asyncio
import importlib
import json
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from game.devices.pairing.descriptions import write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
from tests.devices.descriptions import description
from tests.page.conftest import TEXTS, Page, World, played
from tests.page.guest_pages import AGAIN, WIRE, Visit, visit

Make = Callable[..., World]
KEEPSAKE = {"table": "t", "seat": 1, "secret": "s", "who": "w", "bytes": "b", "shares": []}


async def seated(make: Make, tick: float = 1.0) -> Visit:
    """A guest's page that shows the table."""
    guest = await visit(make, tick)
    guest.room.deal()
    guest.to_page()
    await guest.world.quiet()
    assert guest.world.app.state["party_role"] == "guest" and guest.world.hand()
    return guest


def sent(guest: Visit) -> list[str]:
    """The kinds of the lines that the page has sent since the last delivery."""
    return [json.loads(line)["do"] for line in guest.to_host]


@played
async def test_a_silent_host_is_noticed_and_asked_until_the_guest_leaves(make: Make) -> None:
    guest = await seated(make, tick=0.001)
    await asyncio.sleep(0.01)
    assert guest.world.app.state["connection"] == "open" and sent(guest) == []
    guest.clock += 7
    await asyncio.sleep(0.01)
    assert guest.world.app.state["connection"] == "quiet" and sent(guest) == ["ping"]
    guest.link.tell(WIRE, "line", '{"v":1,"do":"ping"}')
    assert guest.world.app.state["connection"] == "open"
    ticks: list[float] = []
    guest.link.end()
    guest.link.guest.tick = ticks.append
    await asyncio.sleep(0.01)
    assert len(ticks) <= 1 and guest.world.app.guest is None


def told(guest: Visit, *event: str) -> str:
    """Tell the link an event of a connection. Returns the state of the connection that the page shows then."""
    guest.link.tell(*event)
    return str(guest.world.app.state["connection"])


@played
async def test_a_cut_is_said_and_events_of_an_earlier_connection_are_ignored(make: Make) -> None:
    guest = await seated(make)
    assert told(guest, AGAIN, "closed", "") == "open"
    assert told(guest, WIRE, "closed", "") == "cut"
    assert told(guest, WIRE, "open", "") == "cut" and guest.to_host == []


@played
async def test_a_reason_for_the_end_stays_when_the_connection_closes(make: Make) -> None:
    guest = await seated(make)
    assert told(guest, WIRE, "line", '{"v":1,"do":"bye","why":"closed"}') == "closed"
    assert told(guest, WIRE, "closed", "") == "closed"


@played
@pytest.mark.parametrize(
    "event", [["unfair", "Bob"], ["bye", "taken-out"], ["bye", "flooded"], ["quiet", True]]
)
async def test_what_the_guest_finds_wrong_with_the_host_stands_on_the_page(
    make: Make, event: list[Any]
) -> None:
    guest = await seated(make)
    guest.link.guest.events.append(event)
    guest.link._handle_events()
    found = event[1] if event[0] == "bye" else event[0]
    assert guest.world.app.state["connection"] == found
    await guest.world.quiet()
    sentence = TEXTS["phones.lost." + found].replace("{name}", TEXTS["phones.host"])
    assert sentence in guest.world.document.body.textContent


@played
async def test_an_answer_whose_connection_can_never_open_is_made_anew(make: Make) -> None:
    guest, again = await visit(make), []

    async def answer_again(app: Any) -> None:
        again.append(app)

    guest.link._answer_again = answer_again
    guest.link.tell(WIRE, "spoiled", "")
    await guest.world.quiet()
    assert again == []  # the guest has its seat already
    guest.world.app.update(
        joining={**guest.link.guest.person, "code": "", "link": "", "qr": "", "late": False, "way": ""}
    )
    guest.link.tell(WIRE, "spoiled", "")
    await guest.world.quiet()
    assert again == [guest.world.app]


@played
async def test_each_answer_begins_a_connection_of_its_own(make: Make) -> None:
    guest, begun = await visit(make), list[str]()
    code = write_pairing("offer", description(random.Random(4), ["uuid4"]), 1, -1, 160)

    async def answer(connection: str, *given: Any) -> str:
        begun.append(connection)
        return "sdp"

    guest.link._peers = SimpleNamespace(answer=answer, close=guest.close, send=guest.send)
    for _ in range(2):
        assert await guest.link.answer(read_pairing(code)) == "sdp"
    assert told(guest, begun[1], "open", "") == "open"
    assert told(guest, begun[0], "closed", "") == "open"  # the end of the earlier connection


@played
async def test_a_new_answer_is_shown_without_the_help_for_a_late_one(make: Make) -> None:
    guest = await visit(make)
    world, signs = guest.world, description(random.Random(4), ["uuid4"])

    async def answer(*given: Any) -> str:
        return write_description(signs, "answer")

    async def bring(name: str) -> Any:
        return SimpleNamespace(qr=lambda text, level: "<svg></svg>")

    guest.link._peers = SimpleNamespace(answer=answer, close=guest.close, send=guest.send)
    world.window.startup.bring = bring
    code = write_pairing("offer", signs, 1, -1, 160)
    world.app.update(
        joining={**guest.link.guest.person, "code": code, "link": "earlier", "qr": "", "late": True}
    )
    await importlib.import_module("game.page.own_phones.guest.joining").show_answer(world.app)
    shown = world.app.state["joining"]
    assert shown["link"] not in ("", "earlier") and shown["qr"] and not shown["late"]


@played
async def test_more_requests_than_the_host_takes_are_refused_at_the_page(make: Make) -> None:
    guest = await seated(make)
    for _ in range(30):
        guest.link.post("tell", {"what": "hand"}).close()
    assert len(guest.to_host) == 30
    refused = await guest.link.post("tell", {"what": "hand"})
    assert refused == {"refused": {"key": "error.devices.too-many", "values": {}}}
    guest.clock += 0.2  # time for three more
    for _ in range(3):
        guest.link.post("tell", {"what": "hand"}).close()
    assert "refused" in await guest.link.post("tell", {"what": "hand"}) and len(guest.to_host) == 33
    guest.clock += 1000
    for _ in range(30):
        guest.link.post("tell", {"what": "hand"}).close()
    assert "refused" in await guest.link.post("tell", {"what": "hand"})


@played
async def test_an_unanswered_request_is_given_up_and_a_late_scene_shown(
    make: Make,
) -> None:
    guest = await seated(make, tick=0.001)
    world, app = guest.world, guest.world.app
    guest.bots_move()
    guest.to_page()
    await world.quiet()
    code = next(move for move in app.scene["moves"] if move[0].isdigit() or move == "+")
    app.run(importlib.import_module("game.page.events.advancing").make_move(app, code))
    await asyncio.sleep(0.01)
    guest.deliver_to_host()
    late, guest.room.host.lines.outbox = guest.room.host.lines.outbox, []
    guest.clock += 19
    await asyncio.sleep(0.01)
    assert app.state["tasks_running"] and not world.one("#toast").textContent
    guest.clock += 1
    await asyncio.sleep(0.01)
    await world.quiet()
    assert world.one("#notice").textContent == TEXTS["error.devices.no-answer"]
    version = app.scene["version"]
    for connection, line in late:
        guest.link.tell(connection, "line", line)
    await world.quiet()
    assert app.scene["version"] > version


@played
async def test_a_missing_argument_is_not_sent(make: Make) -> None:
    guest = await seated(make)
    guest.link.post("act", {"code": "+", "call": None, "toe": False}).close()
    assert json.loads(guest.to_host[0])["with"] == {"code": "+", "toe": False}


@played
async def test_requests_go_to_the_host_and_another_match_ends_the_visit(make: Make) -> None:
    guest = await seated(make)
    link, app = guest.link, guest.world.app
    assert [link.takes(verb) for verb in ("tap", "drag", "act", "typed", "arm", "tell")] == [True] * 6
    assert not link.takes("history") and app.guest is link
    assert not link.takes("start") and app.guest is None
    assert (app.state["party"], app.state["party_role"], app.state["connection"]) == (None, "", "")
    assert sent(guest) == ["bye"]
    assert not link.takes("tap")


@played
async def test_before_the_first_scene_of_a_table_requests_stay_at_this_page(make: Make) -> None:
    guest = await seated(make)
    guest.world.app.update(
        joining={**guest.link.guest.person, "code": "", "link": "", "qr": "", "late": False, "way": ""}
    )
    assert not guest.link.takes("tap") and not guest.link.takes("start")
    assert guest.world.app.guest is guest.link


@played
async def test_a_guest_who_leaves_for_good_says_so_and_forgets_the_seat(make: Make) -> None:
    guest = await seated(make)
    link = guest.link
    kept = json.loads(guest.world.window.kept["chickenfoot-seat"])
    assert kept["seat"] == 0 and kept["table"] == "the-table" and kept["secret"]
    link.come_back()
    link.rename("Anna", "hen")
    link.leave()
    assert sent(guest)[:2] == ["back", "me"] and "leave" in sent(guest)
    assert json.loads(guest.world.window.kept["chickenfoot-seat"])["secret"] == ""
    assert link._connection == "" and guest.world.app.guest is None


@played
async def test_the_person_stays_at_another_screen_when_the_table_changes(make: Make) -> None:
    guest = await seated(make)
    guest.world.app.update(screen="matches")
    guest.minder_moves()
    guest.to_page()
    await guest.world.quiet()
    assert guest.world.app.scene["version"] == guest.room.session.version
    assert guest.world.app.state["screen"] == "matches"


@played
async def test_a_pause_is_announced_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = await seated(make)
    said: list[Any] = []
    link = importlib.import_module("game.page.own_phones.guest.guest_link")
    monkeypatch.setattr(link, "announce", lambda app, message: said.append(message))
    for paused in (True, True, False):
        guest.room.host.pause(paused, guest.room.now)
        guest.to_page()
    assert said == [("phones.paused", {})] and not guest.world.app.state["party"]["paused"]


@played
async def test_the_finished_match_is_checked_by_the_own_engine(make: Make) -> None:
    guest = await seated(make)
    asked: list[str] = []
    kept = {"problems": [["phones.paused", {}]], "checked": True, "stored": False}

    async def ask(verb: str, **given: Any) -> Any:
        asked.append(verb)
        return kept

    guest.world.app.ask = ask
    guest.link.guest.events.append(["opened", {}])
    guest.link._handle_events()
    await guest.world.quiet()
    assert asked == ["keep_opened"] and guest.world.app.state["fairness"] == kept


@pytest.mark.parametrize(
    ("change", "is_kept"),
    [
        ({}, True),
        ({"table": None}, False),
        ({"secret": 1}, False),
        ({"who": 1}, False),
        ({"bytes": 1}, False),
        ({"seat": "1"}, False),
        ({"shares": None}, False),
    ],
)
def test_only_a_whole_keepsake_brings_the_person_back(
    page: Page, change: dict[str, Any], is_kept: bool
) -> None:
    keepsake, kept = page("own_phones.guest.keepsake"), {**KEEPSAKE, **change}
    keepsake.relay.keep("chickenfoot-seat", json.dumps(kept))
    assert keepsake.read() == (kept if is_kept else None)


@pytest.mark.parametrize(("change", "is_seat"), [({}, True), ({"seat": -1}, False), ({"secret": ""}, False)])
def test_only_who_has_a_seat_comes_back_to_it_without_the_form(
    page: Page, change: dict[str, Any], is_seat: bool
) -> None:
    keepsake = page("own_phones.guest.keepsake")
    keepsake.write({**KEEPSAKE, **change})
    keepsake.write_link("#tcode")
    assert keepsake.is_seat_of("#tcode") == is_seat and not keepsake.is_seat_of("#tother")


@pytest.mark.parametrize("text", ["", "[]", "no json", "null"])
def test_another_text_is_no_keepsake(page: Page, text: str) -> None:
    keepsake = page("own_phones.guest.keepsake")
    keepsake.relay.keep("chickenfoot-seat", text)
    assert keepsake.read() is None


def test_the_sentence_of_a_lost_connection(page: Page) -> None:
    lost = page("people.party_notices").lost
    assert lost("version", None) == TEXTS["error.devices.version"]
    assert lost("cut", None) == TEXTS["phones.lost.cut"]
    seats = [{"seat": 0, "kind": "guest", "name": "Ann"}, {"seat": 1, "kind": "host", "name": "Bo"}]
    for party, name in (({"seats": seats}, "Bo"), (None, TEXTS["phones.host"])):
        assert lost("closed", party) == TEXTS["phones.lost.closed"].replace("{name}", name)


@played
@pytest.mark.parametrize(
    ("why", "phase", "is_kept"),
    [("closed", "playing", True), ("closed", "match-over", False), ("taken-out", "playing", False)],
)
async def test_a_seat_is_kept_until_the_guest_has_lost_it(
    make: Make, why: str, phase: str, is_kept: bool
) -> None:
    guest = await seated(make)
    world = guest.world
    assert world.app.state["kept_seat"] and world.window.kept["chickenfoot-kept-seat"].startswith("1000000 ")
    world.app.update(scene={**world.app.state["scene"], "phase": phase})
    told(guest, WIRE, "line", json.dumps({"v": 1, "do": "bye", "why": why}))
    assert bool(world.app.state["kept_seat"]) is is_kept is bool(world.window.kept["chickenfoot-kept-seat"])
