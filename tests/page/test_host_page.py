"""A host's page: invitations, answers, guests who come, dealing, and what the host decides. The connections are stand-ins."""

import asyncio
import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from game.devices.pairing.descriptions import write_description
from game.devices.pairing.pairing_code import write_pairing
from tests.page.conftest import TEXTS, World, hidden, played
from tests.page.host_pages import SIGNS, Devices, at_the_table
from tests.page.openings import Make


@played
async def test_the_first_invitation_is_shown_as_a_link_and_a_qr_code(make: Make) -> None:
    world, devices = await at_the_table(make)
    link = str(world.one("#invite-card").getAttribute("data-invitation"))
    assert link.startswith("https://here.test/#j") and link in world.one("#invite-qr").innerHTML
    assert len(link) <= 160 and len(devices.offers) == 1
    assert world.document.activeElement is world.one("#invite-title")
    assert world.one("#invite-card-title").textContent == TEXTS["phones.next"]
    assert world.one("#deal").disabled and hidden(world.one("#invite-wait"))
    assert [seat.getAttribute("data-next") for seat in world.every("#invite-seats > li")] == [None, "true"]


@played
async def test_after_each_guest_the_next_invitation_is_shown(make: Make) -> None:
    world, devices = await at_the_table(make, guests=2)
    first = devices.number
    await devices.guest_comes()
    assert [name for name, _ in devices.accepted] == [devices.offers[0]]
    assert devices.accepted[0][1] == write_description(SIGNS, "answer")
    assert len(devices.offers) == 2 and devices.number != first
    assert world.texts("#invite-seats b")[1:] == ["Ann", TEXTS["phones.seat-next"]]
    assert not world.one("#deal").disabled and "bot" in world.one("#deal").textContent
    await devices.paste(devices.answer())
    await devices.changed()  # the second guest has not said hello
    assert len(devices.offers) == 2 and not hidden(world.one("#invite-wait"))
    await devices.guest_comes("Bea", is_answered=True)
    assert world.one("#invite-card-title").textContent == TEXTS["phones.all-here"]
    assert hidden(world.one("#invitation")) and len(devices.offers) == 2
    assert world.one("#deal").textContent == TEXTS["phones.deal.other"].replace("{n}", "3")


@played
async def test_an_answer_that_is_no_answer_or_was_used_is_refused_in_a_sentence(make: Make) -> None:
    world, devices = await at_the_table(make)
    offer = world.one("#invite-card").getAttribute("data-invitation")
    other = devices.answer((devices.number + 1) % 2)
    refused = [("hello", "phones.no-code"), (offer, "phones.not-an-answer"), (other, "phones.used")]
    for text, sentence in refused:
        await devices.paste(text)
        assert world.one("#toast").textContent == TEXTS[sentence], text
        assert world.one("#paste-answer").value == text and not devices.accepted
    devices.is_good = False
    await devices.paste(devices.answer())
    assert world.one("#toast").textContent == TEXTS["phones.used"] and hidden(world.one("#invite-wait"))
    devices.is_good = True
    await devices.paste(devices.answer())
    assert world.one("#paste-answer").value == "" and not hidden(world.one("#invite-wait"))
    assert world.one("#invite-card").getAttribute("data-answered") == "true"
    await devices.paste(devices.answer())
    assert world.one("#toast").textContent == TEXTS["phones.used"] and len(devices.accepted) == 2


@played
async def test_an_answer_from_another_tab_is_taken_if_it_belongs_to_this_table(make: Make) -> None:
    world, devices = await at_the_table(make)
    other, code = (devices.answer((devices.number + n) % 2).partition("#")[2] for n in (1, 0))
    assert devices.handed and not devices.handed("#" + other) and not devices.handed("#a?")
    devices.is_good = False  # the answer can be taken again
    assert devices.handed("#" + code)
    await world.quiet()
    assert len(devices.accepted) == 1
    await world.do("party-back")  # closes the table
    assert not devices.handed("#" + code)


@played
async def test_a_guest_who_does_not_come_is_said_after_some_time(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, devices = await at_the_table(make)
    monkeypatch.setattr(importlib.import_module("game.page.own_phones.guest.joining"), "LATE_SECONDS", 0.001)
    await devices.paste(devices.answer())
    await asyncio.sleep(0.01)
    await world.quiet()
    assert not hidden(world.one("#invite-late"))


@pytest.mark.parametrize(
    ("has_script", "sentence"), [(False, "ui.part-not-loaded"), (True, "phones.no-connection")]
)
def test_without_webrtc_there_is_no_invitation_but_a_sentence(
    make: Make, has_script: bool, sentence: str
) -> None:
    async def fail(*given: Any) -> str:
        raise OSError("no RTCPeerConnection")

    async def story() -> None:
        devices = Devices()
        world = await devices.begin(make)
        devices.missing = "" if has_script else "peers"
        devices.hostOffer = fail
        await world.do("invite")
        assert world.one("#toast").textContent == TEXTS[sentence]
        assert hidden(world.one("#invitation")) and world.one("html").dataset.screen == "invite"

    asyncio.run(story())


@played
async def test_a_host_without_a_network_is_told_so_and_can_try_again(make: Make) -> None:
    devices = Devices()
    world = await devices.begin(make)
    devices.addresses = []
    await world.do("invite")
    assert not hidden(world.one("#invite-no-network")) and hidden(world.one("#invite-scan"))
    assert hidden(world.one('#invitation [data-action="send-invitation"]'))
    assert hidden(world.one("#invite-scan-this")) and hidden(world.one("#invite-qr"))
    assert world.one("#invite-card").getAttribute("data-invitation") is None
    devices.addresses = SIGNS["candidates"]
    await world.click('#invitation [data-action="invite"]')
    assert hidden(world.one("#invite-no-network")) and not hidden(world.one("#invite-scan"))
    assert devices.number == 2


@played
async def test_an_answer_of_a_device_without_a_network_is_refused_in_a_sentence(make: Make) -> None:
    world, devices = await at_the_table(make)
    bare = {**SIGNS, "candidates": []}
    await devices.paste(write_pairing("answer", bare, devices.number, -1, 160))
    assert world.one("#toast").textContent == TEXTS["phones.no-address"] and not devices.accepted


async def later_tap(world: World) -> None:
    """Tap the button of the camera again, a while after the last tap."""
    now = world.window.performance.now()
    world.window.performance = SimpleNamespace(now=lambda: now + 2_000)
    await world.do("scan")


@played
async def test_a_double_tap_starts_the_camera_once_and_a_later_tap_stops_it(make: Make) -> None:
    world, devices = await at_the_table(make)
    label = '#invite [data-action="scan"] span'
    assert world.one(label).textContent == TEXTS["phones.scan"]
    button = world.one('#invite [data-action="scan"]')
    for _ in range(2):
        button.fire("click")
    await world.quiet()
    assert not hidden(world.one("#scan-video")) and devices.stopped == 0
    assert world.one(label).textContent == TEXTS["phones.stop-scan"]
    await later_tap(world)
    assert hidden(world.one("#scan-video")) and devices.stopped == 1


@played
async def test_a_foreign_code_and_a_black_camera_are_told_and_the_scan_goes_on(make: Make) -> None:
    world, devices = await at_the_table(make)
    await world.do("scan")
    video, found, _, hint = devices.camera
    for text, key in (
        ("https://elsewhere.test/menu", "phones.no-code"),
        (str(world.one("#invite-card").dataset.invitation), "phones.not-an-answer"),
    ):
        assert found(text) is False
        await world.quiet()
        assert world.one("#toast").textContent == TEXTS[key] and not hidden(video)
    hint("dark")
    assert world.one("#scan-problem").textContent == TEXTS["phones.camera.dark"] and not hidden(video)
    hint("")
    assert hidden(world.one("#scan-problem")) and not hidden(video)
    assert found(devices.answer()) is True
    await world.quiet()
    assert len(devices.accepted) == 1 and hidden(video)


@played
async def test_the_camera_reads_an_answer_and_ends_when_the_host_goes_back(make: Make) -> None:
    world, devices = await at_the_table(make)
    assert hidden(world.one("#scan-video"))
    await world.do("scan")
    video, found, failed, _ = devices.camera
    assert video is world.one("#scan-video") and not hidden(video)
    failed("denied")
    await world.quiet()
    assert hidden(video) and world.one("#scan-problem").textContent == TEXTS["phones.camera.denied"]
    await world.do("scan")
    assert hidden(world.one("#scan-problem"))
    found(devices.answer())
    await world.quiet()
    assert len(devices.accepted) == 1 and hidden(video) and devices.stopped == 0
    await world.do("scan")
    await later_tap(world)
    assert devices.stopped == 1 and hidden(video)
    await world.do("scan")
    await world.do("party-back")
    assert devices.stopped == 2 and devices.ended == 1
    assert world.app.state["party"] is None and world.one("html").dataset.screen == "welcome"
    assert "close_party" in [verb for verb, _ in world.asked]


@played
async def test_a_dealt_match_has_bots_in_empty_seats_and_for_absent_guests(make: Make) -> None:
    world, devices = await at_the_table(make, guests=2)
    guest = await devices.guest_comes()
    await world.do("deal")
    await devices.exchange()
    bots = next(given["bots"] for verb, given in world.asked if verb == "deal_party")
    assert [(bot["seat"], bot["kind"], bot["level"]) for bot in bots] == [(2, "bot", "hen")]
    assert world.one("html").dataset.screen == "play" and len(world.hand()) > 0
    await world.click("#menu-party")

    def shown() -> list[str | None]:
        return [
            button.getAttribute("data-do")
            for button in world.every("#party-seats [data-do]")
            if not hidden(button)
        ]

    assert world.texts("#party-seats b") == ["Ann"] and shown() == ["mind", "take-out"]
    await world.do("mind")
    assert ("mind", {"seat": 1}) in world.asked
    assert shown() == ["invite", "new-device", "let-play", "take-out"]
    await world.do("let-play")
    assert shown() == ["mind", "take-out"]
    assert world.one("#party-pause").textContent == TEXTS["phones.pause"]
    await world.do("pause")
    assert world.one("#party-pause").textContent == TEXTS["phones.go-on"]
    assert world.app.state["party"]["paused"]
    await world.do("pause")
    assert not world.app.state["party"]["paused"]
    await devices.tell("link_closed", connection=next(iter(devices.guests)))
    await devices.changed()
    assert guest.seat == 1 and shown() == ["invite", "new-device", "mind", "take-out"]
    assert world.one("#party-seats > li").className == "party-seat s1"
    await world.click('#party-seats [data-do="invite"]')
    assert world.one("html").dataset.screen == "invite" and not world.one("#party").open
    named = TEXTS["phones.next-named"].replace("{name}", "Ann")
    assert world.one("#invite-card-title").textContent == named
    assert [given["seat"] for verb, given in world.asked if verb == "invite"][-1] == 1
    await world.do("party-back")
    assert world.one("html").dataset.screen == "play" and world.app.state["invitation"] is None
    assert world.app.state["party"]["phase"] == "playing" and devices.ended == 0
    await world.click("#menu-party")
    await world.do("take-out")
    assert shown() == ["invite", "new-device"]  # a bot has the seat


@played
async def test_a_lobby_whose_guest_is_away_says_so_and_offers_what_helps(make: Make) -> None:
    world, devices = await at_the_table(make)
    await devices.guest_comes()
    assert world.one("#invite-card-title").textContent == TEXTS["phones.all-here"]
    assert not world.one("#deal").disabled and hidden(world.one("#invite-absent"))
    await devices.tell("link_closed", connection=next(iter(devices.guests)))
    await devices.changed()
    assert world.one("#invite-card-title").textContent == TEXTS["phones.come-back"]
    assert world.one("#invite-card").getAttribute("data-invitation")  # the next invitation is there already
    assert "Ann" in world.one("#invite-absent-text").textContent and world.one("#deal").disabled
    await world.click("#invite-absent button")
    offered = [
        button.getAttribute("data-do")
        for button in world.every("#party-seats [data-do]")
        if not hidden(button)
    ]
    assert offered == ["invite", "new-device", "mind", "take-out"]
    await world.click('#party-seats [data-do="mind"]')
    assert not world.one("#deal").disabled and hidden(world.one("#invite-absent"))


@played
async def test_a_guest_whose_connection_was_closed_for_a_flood_is_named(make: Make) -> None:
    world, devices = await at_the_table(make)
    await devices.guest_comes()
    await devices.tell("link_closed", connection=next(iter(devices.guests)), flooded=True)
    await devices.changed()
    assert world.one("#toast").textContent == TEXTS["phones.flooded"].replace("{name}", "Ann")


@played
async def test_a_guest_with_other_texts_is_told_to_reload(make: Make) -> None:
    world, devices = await at_the_table(make)
    await devices.guest_comes(version="0123456789abcdef")
    assert world.one("#toast").textContent == TEXTS["error.devices.version"]
    assert len(devices.offers) == 2 and world.app.state["party"]["seats"][1]["state"] == "open"
    assert hidden(world.one("#invite-wait")) and not hidden(world.one("#invitation"))


@played
async def test_a_failure_of_the_engine_ends_the_table(make: Make) -> None:
    world, _ = await at_the_table(make)
    world.document.fire("engine:broke", detail="anything")
    await world.quiet()
    assert (world.app.state["party"], world.app.state["party_role"]) == (None, "")
    assert world.app.state["invitation"] is None


@played
async def test_the_button_of_a_guests_camera_says_stop_while_it_looks(make: Make) -> None:
    world, _ = await at_the_table(make)
    label = world.one('#invited [data-action="scan"] span')
    for scanning, key in ((True, "phones.stop-scan"), (False, "phones.scan-invitation")):
        world.app.update(screen="welcome", scanning=scanning)
        assert label.textContent == TEXTS[key]
        assert world.one("#invited-video").hidden != scanning


@played
async def test_the_host_is_asked_for_a_name_once(make: Make) -> None:
    devices = Devices()
    world = await devices.begin(make)
    rename = importlib.import_module("game.page.new_game.setup_check").rename_person
    rename(world.app, "")
    world.change_setting("signature", "Ana")
    await world.do("invite")
    assert world.one("#host-name-field").value == "Ana"  # from the last link
    world.one("#host-name-field").value = ""
    assert world.one("#host-asked").open and world.app.state["party"] is None
    await world.do("host-name")
    assert world.one("#host-asked").open  # no name, no table
    world.one("#host-name-field").value = "Ana María"
    await world.do("host-name")
    assert world.app.state["party"]["seats"][0]["name"] == "Ana María"
    assert world.app.state["settings"]["name"] == "Ana María"


@played
async def test_the_host_plays_again_and_changes_the_table_with_the_same_guests(make: Make) -> None:
    world, devices = await at_the_table(make)
    guest = await devices.guest_comes()
    setup = world.app.state["setup"]
    # as if the guest had taken a bot's seat, and another seat were for a phone
    bots = [{**seat, "phone": False} for seat in setup["seats"]]
    bots.append({**bots[1], "name": "Otis", "phone": True})
    world.app.update(setup={**setup, "seats": bots})
    party = {**world.app.state["party"], "phase": "over"}
    world.app.update(party=party, screen="over")
    await world.do("party-change")
    changed = world.app.state["setup"]
    assert [seat["phone"] for seat in changed["seats"]] == [False, True, True]
    world.app.update(setup={**changed, "seats": changed["seats"][:2]})
    assert world.one("html").dataset.screen == "setup"
    await world.do("invite")
    assert [verb for verb, _ in world.asked if verb in ("open_party", "change_party")] == [
        "open_party",
        "change_party",
    ]
    assert devices.ended == 0 and world.one("html").dataset.screen == "invite" and guest.is_joined
    world.app.update(party={**world.app.state["party"], "phase": "over"}, screen="over")
    await world.do("party-again")
    await devices.exchange()
    assert ("play_again", {}) in world.asked and world.app.state["party"]["phase"] == "playing"
    assert world.one("html").dataset.screen == "play"
