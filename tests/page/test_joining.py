"""A guest comes to a table: the invitation, a name and a face, the answer, and what the page says until the host deals."""

import asyncio
import importlib
import json
from typing import Any

import pytest

from game.devices.pairing.pairing_code import read_pairing, write_pairing
from game.engine.desk import Desk
from game.engine.verbs import verbs
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.devices.loose_lines import write
from tests.page.conftest import TEXTS, Page, States, World, hidden, played
from tests.page.forms import put
from tests.page.joining_pages import NUMBER, SIGNS, Peers, answered, invitation, invited
from tests.page.openings import Make


def chosen_face(world: World) -> list[str]:
    return [field.value for field in world.every("#join-faces input") if field.checked]


@played
async def test_an_invitation_asks_for_a_name_and_a_face_and_keeps_both(make: Make) -> None:
    world, _ = await invited(make, name="Ann")
    assert world.one("html").dataset.screen == "join" and world.window.location.hash == ""
    assert world.document.activeElement is world.one("#join-title")
    assert world.one("#join-name").value == "Ann" and chosen_face(world) == ["person-5"]
    assert not hidden(world.one("#join-form"))
    assert hidden(world.one("#join-answer")) and hidden(world.one("#join-in"))
    assert hidden(world.one("#join-problem")) and not world.every("#join-seats > li")
    await put(world, world.one('#join-faces [value="hen"]'))
    await put(world, world.one("#join-name"), "Anna")
    assert chosen_face(world) == ["hen"] and world.one("#join-name").value == "Anna"
    again = await Peers().begin(make, invitation(), world.window.kept)
    assert chosen_face(again) == ["hen"] and again.one("#join-name").value == "Anna"
    other = await Peers().begin(make, invitation(), {"chickenfoot-face": "a face of another version"})
    assert chosen_face(other) == ["person-5"]


@played
async def test_the_form_begins_with_the_name_of_the_last_link(make: Make) -> None:
    kept = {"chickenfoot-settings": json.dumps({"signature": "Lisa"})}
    world = await Peers().begin(make, invitation(), kept)
    assert world.one("#join-name").value == "Lisa"


@played
async def test_a_player_needs_a_name_and_a_screen_needs_none(make: Make) -> None:
    world, peers = await invited(make, name="")
    await world.do("join")
    assert world.one("#toast").textContent == TEXTS["phones.name-first"] and not peers.answered
    assert world.document.activeElement is world.one("#join-name")
    await put(world, world.one("#join-screen"))
    await world.do("join")
    assert peers.answered and peers.link.guest.person["name"] == TEXTS["phones.screen"]
    assert peers.link.guest.person["looks_on"] is True


@played
async def test_the_answer_is_shown_as_a_link_and_a_qr_code(make: Make) -> None:
    world, peers = await answered(make)
    link = str(world.one("#join-answer").getAttribute("data-answer"))
    code = read_pairing(link[link.index("#") :])
    assert (code["kind"], code["invitation"]) == ("answer", NUMBER)
    assert link in world.one("#join-qr").innerHTML
    assert hidden(world.one("#join-form")) and not hidden(world.one("#join-answer"))
    assert hidden(world.one("#join-late")) and hidden(world.one("#join-in"))
    assert world.document.activeElement is world.one("#answer-title")
    assert len(peers.answered) == 1
    person = peers.link.guest.person
    assert (person["name"], person["face"], person["looks_on"]) == ("Ann", "person-5", False)
    assert person["texts"] == importlib.import_module("game.page.own_phones.pairing_link").texts_version(
        world.app
    )


@pytest.mark.parametrize("comes", [False, True])
@played
async def test_after_some_time_without_a_connection_the_page_says_what_may_help(
    make: Make, monkeypatch: pytest.MonkeyPatch, comes: bool
) -> None:
    world, peers = await invited(make)
    monkeypatch.setattr(importlib.import_module("game.page.own_phones.guest.joining"), "LATE_SECONDS", 0.01)
    await world.do("join")
    if comes:
        await peers.opens()
    await asyncio.sleep(0.03)
    await world.quiet()
    assert world.one("#join-late").hidden is comes


@played
async def test_a_guest_at_the_table_sees_who_is_there(make: Make) -> None:
    world, peers = await answered(make)
    await peers.opens()
    assert not hidden(world.one("#join-in")) and hidden(world.one("#join-answer"))
    assert len(world.every("#join-seats > li")) == 2 and "Ann" in world.one("#join-seats").textContent
    await put(world, world.one("#join-name"), "Anna")
    await peers.exchange()
    assert "Anna" in world.one("#join-seats").textContent


@played
async def test_a_browser_that_cannot_connect_says_so(make: Make) -> None:
    world, peers = await invited(make)
    peers.works = False
    await world.do("join")
    assert world.one("#toast").textContent == TEXTS["phones.no-connection"]
    assert not hidden(world.one("#join-form"))


@played
async def test_a_guest_without_a_network_is_told_so_and_can_try_again(make: Make) -> None:
    world, peers = await invited(make)
    peers.addresses = []
    await world.do("join")
    assert world.one("#toast").textContent == TEXTS["phones.no-network-guest"]
    assert not hidden(world.one("#join-form")) and hidden(world.one("#join-answer"))
    peers.addresses = SIGNS["candidates"]
    await world.do("join")
    assert not hidden(world.one("#join-answer"))


@played
async def test_an_invitation_of_a_device_without_a_network_is_refused(make: Make) -> None:
    world = await Peers().begin(make, write_pairing("offer", {**SIGNS, "candidates": []}, NUMBER, -1, 160))
    assert world.one("#toast").textContent == TEXTS["phones.no-address"]
    assert world.app.state["joining"] is None


@played
async def test_a_damaged_invitation_is_refused_in_a_sentence(make: Make) -> None:
    peers = Peers()
    world = await peers.begin(make, invitation()[:-1])
    assert world.one("#toast").textContent == TEXTS["error.link.damaged"]
    assert not hidden(world.one("#welcome")) and world.app.state["joining"] is None


@played
async def test_an_invitation_can_be_pasted(make: Make) -> None:
    peers = Peers()
    world = await peers.begin(make)
    await world.do("phones")
    await world.do("invited")
    field = world.one("#paste-invitation")
    field.value = "come to my table"
    await world.do("open-invitation")
    assert world.one("#toast").textContent == TEXTS["phones.no-code"] and field.value == ""
    field.value = f"Come! https://here.test/{invitation()}"
    await world.do("open-invitation")
    assert world.one("html").dataset.screen == "join" and not world.one("#invited").open and field.value == ""


@pytest.mark.parametrize("has_table", [True, False])
@played
async def test_an_answer_opened_beside_its_table_is_handed_over_or_can_be_copied(
    make: Make, has_table: bool
) -> None:
    peers, code = Peers(), write_pairing("answer", SIGNS, NUMBER, -1, 160)
    peers.has_table = has_table
    world = await peers.begin(make, code)
    assert peers.posted == [code] and world.one("#handed").open
    said = TEXTS["phones.handed" if has_table else "phones.not-handed"]
    assert world.one("#handed-words").textContent == said
    assert world.one("#handed-copy").hidden is has_table
    if not has_table:
        await world.do("copy-handed")
        assert world.window.clipboard == [f"https://here.test/{code}"]


@played
async def test_a_guest_who_gives_up_returns_to_the_first_screen(make: Make) -> None:
    world, peers = await answered(make)
    await world.do("join-leave")
    assert world.one("html").dataset.screen == "welcome" and world.app.state["joining"] is None
    assert peers.closed == [peers.answered[-1]] and world.app.guest is None


@played
async def test_a_guest_whose_page_is_closed_says_so_and_keeps_the_seat(make: Make) -> None:
    world, peers = await answered(make)
    await peers.opens()
    connection = peers.answered[-1]
    world.window.onpagehide(None)
    assert peers.closed == [connection] and [json.loads(line)["do"] for line in peers.to_host] == ["bye"]
    assert json.loads(world.window.kept["chickenfoot-seat"])["secret"]


@pytest.mark.parametrize("why", ["cut", "closed", "replaced", "taken-out", "version"])
def test_the_form_says_why_the_connection_has_ended(page: Page, why: str) -> None:
    view, start = page("own_phones.guest.join_view").view, States(page).START
    joining = {
        "code": "",
        "name": "",
        "face": "hen",
        "looks_on": False,
        "link": "",
        "qr": "",
        "late": False,
        "way": "",
    }

    def shown(connection: str) -> tuple[bool, str]:
        cells = {cell[:2]: cell[2] for cell in view({**start, "joining": joining, "connection": connection})}
        return cells["#join-problem", "hidden"], cells["#join-problem", "text"]

    sentence = TEXTS["error.devices.version" if why == "version" else "phones.lost." + why]
    sentence = sentence.replace("{name}", TEXTS["phones.host"])
    assert shown(why) == (False, sentence)
    assert shown("open") == shown("quiet") == (True, "")


@played
async def test_a_guest_needs_no_engine_so_the_table_stays_when_it_fails(make: Make) -> None:
    world, peers = await answered(make)
    await peers.opens()
    before = len(world.asked)
    world.document.fire("engine:broke", detail="gone")
    await world.quiet()
    assert [verb for verb, _ in world.asked[before:]] == ["restart"]
    assert world.app.guest is peers.link and not hidden(world.one("#join-in"))


@played
async def test_a_guest_plays_before_its_own_engine_has_started(make: Make) -> None:
    """What needs the engine waits for it: here the form for a match of its own."""
    engine, started = verbs(Desk(MatchStore(MemoryBackend()))), asyncio.Event()
    boot, answers = engine["boot"], list[Any]()

    async def late(given: str) -> str:
        await started.wait()
        answers.append(json.loads(await boot(given)))
        answers[-1]["ok"]["settings"] = {"name": "Old", "theme": "dark"}
        return '{"gone": true}' if len(answers) == 1 else json.dumps(answers[-1])  # the engine was restarted

    peers = Peers()
    world = await peers.begin(
        lambda code: make(engine={**engine, "boot": late}, code=code),
        invitation(),
        {"chickenfoot-settings": json.dumps({"name": "Ann"})},
    )
    assert world.window.document.body.dataset.start == "ready"  # presses do not wait
    await put(world, world.one("#join-name"), "Anna")
    await world.do("join")
    await peers.opens()
    assert not hidden(world.one("#join-in")) and not world.app.state["tasks_running"]
    await world.do("join-leave")
    world.one('#menu [data-action="new-game"]').click()
    await asyncio.sleep(0.01)
    assert world.one("html").dataset.screen == "welcome"
    started.set()
    await asyncio.sleep(0.01)
    await world.quiet()
    assert world.one("html").dataset.screen == "setup" and world.every("#players > li")
    assert world.app.state["settings"]["name"] == "Anna"  # newer than what the engine has


@played
async def test_a_page_at_an_invitation_that_cannot_be_read_shows_the_menu(make: Make) -> None:
    world = await Peers().begin(make, invitation()[:-4])
    assert world.one("#toast").textContent and world.phase == "menu"
    assert world.one("html").dataset.screen == "welcome"


@played
async def test_a_reaction_is_drawn_and_said_for_some_seconds_or_not_at_all(make: Make) -> None:
    world, peers = await answered(make)
    await peers.opens()
    reactions, wire = importlib.import_module("game.page.own_phones.reactions"), peers.answered[-1]
    reactions.SECONDS = 0.1  # type: ignore[attr-defined]
    assert len(world.every("#menu-reactions > li")) == 6
    peers.link.tell(wire, "line", write("reaction", seat=1, what="wow"))
    await world.quiet()
    assert world.texts("#reactions b") == ["Bot1"] and world.app.state["announcement"] == "Bot1: Wow"
    peers.link.tell(wire, "line", write("reaction", seat=1, what="bravo"))
    await world.quiet()
    assert world.texts("#reactions b") == ["Bot1"]  # a seat's newest one
    await asyncio.sleep(0.2)
    await world.quiet()
    assert world.every("#reactions > li") == []
    world.one("#reactions-on").checked = False
    world.one("#reactions-on").fire("change")
    await world.quiet()
    peers.link.tell(wire, "line", write("reaction", seat=1, what="wow"))
    assert world.every("#reactions > li") == [] and world.every("#menu-reactions > li") == []
    assert world.window.kept["chickenfoot-reactions"] == "off"


@played
async def test_a_reloaded_guest_opens_an_invitation_and_is_asked_for_its_seat(make: Make) -> None:
    first, peers = await answered(make)
    await peers.opens()
    kept = {key: str(first.window.kept[key]) for key in ("chickenfoot-seat", "chickenfoot-kept-seat")}
    assert json.loads(kept["chickenfoot-seat"])["stage"] == "committed"
    again = Peers()
    world = await again.begin(make, invitation(), kept)
    assert world.one("html").dataset.screen == "join" and world.app.state["joining"]
    again.room = peers.room
    world.app.update(joining={**world.app.state["joining"], "name": "Ann"})
    await world.do("join")
    await again.opens()
    assert again.room.host.gathering.members[0].state == "here" and again.link.guest.seat == 0
