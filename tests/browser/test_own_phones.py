"""Own phones through the real page: people with devices of their own play one match (docs/own-phones.md).

Every device is a browser context of its own. Codes are passed on by paste. `tests/devices/` tests the protocol without
browsers, `tests/browser/test_scanner.py` the camera.
"""

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.boxes import COVERED
from tools.common import drive, phones

Device = Callable[[], Page]
ONE_ROUND = "[name=rounds][value='1']"
ONE_SHORT_ROUND = ("[name=set][value='6']", ONE_ROUND)
HAND = "[...document.querySelectorAll('#hand [data-tile]')].map((tile) => tile.dataset.tile).sort()"
TABLE = "[...document.querySelectorAll('[data-placed]')].map((tile) => tile.dataset.placed).sort()"


@pytest.fixture
def device(chromium: Browser, address: str) -> Iterator[Device]:
    """Makes pages in contexts of their own. Console errors and requests to other origins fail the test at its end."""
    contexts, problems = [], []

    def make() -> Page:
        context = chromium.new_context(viewport={"width": 390, "height": 844})
        context.add_init_script(drive.NO_OFFLINE_COPY)
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        problems.append(drive.watch(page, address))
        return page

    yield make
    for context in contexts:
        context.close()
    assert [each for wrong in problems for each in wrong] == []


@pytest.mark.long  # in every run: the turns of test_relay.py, and tests/page/test_own_phones_page.py
@pytest.mark.parametrize(
    ("names", "tiles"),
    [(["Maximiliana Theodora"], 11), (["Maximiliana Theodora", "Ben"], 1000)],
    ids=["11 tiles", "a match"],
)
def test_a_full_table_of_guests_bots_and_a_screen(
    page: Page, device: Device, address: str, names: list[str], tiles: int
) -> None:
    """A match of one round, or its beginning: so many tiles on the table.

    On the screen, a television and then a tablet, no seat covers a tile, even one with a long name.
    """
    expect.set_options(timeout=60_000)
    guests, screen = [device() for _ in names], device()
    seats = ("human", *("phone",) * len(guests), *("hen",) * (9 - len(guests)))
    phones.open_lobby(page, address, ONE_ROUND, seats=seats)
    phones.join(page, screen, "", only_shows=True)
    for guest, name in zip(guests, names, strict=True):
        phones.join(page, guest, name)
    screen.set_viewport_size({"width": 1440, "height": 900})
    phones.deal(page, *guests, screen)
    expect(screen.locator("#seats .seat")).to_have_count(10)
    everybody = [page, *guests, screen]
    parties = [each.locator("body").get_attribute("data-party") for each in everybody]
    assert parties == ["host", *("guest",) * len(guests), "screen"]
    *hands, shown = [each.evaluate(HAND) for each in everybody]
    assert (
        all(hands) and shown == [] and len({tile for hand in hands for tile in hand}) == sum(map(len, hands))
    )
    most = 0
    while phones.phase(screen) == "playing" and most < tiles:
        assert screen.evaluate(COVERED) == []
        most = max(most, len(screen.evaluate(TABLE)))
        phones.play(everybody, most_moves=4)
    assert most > 10
    for width, height in ((1440, 900), (1920, 1080), (1024, 1366)):
        screen.set_viewport_size({"width": width, "height": height})
        expect(screen.locator("#seats .seat")).to_have_count(10)
        assert screen.evaluate(COVERED) == [], (width, height)
    if most >= tiles:
        return
    phones.play(everybody)
    assert len({str(each.evaluate(TABLE)) for each in everybody}) == 1
    for guest in guests:
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")


# Stands in for a page of another version: its hello names other texts.
OTHER_TEXTS = """
const { send } = RTCDataChannel.prototype;
RTCDataChannel.prototype.send = function (line) {
  return send.call(this, line.replace(/"texts": *"[^"]*"/, '"texts": "another"'));
};
"""


@pytest.mark.long  # in every run: tests/page/test_host_page.py and tests/devices/test_versions.py
def test_devices_with_other_texts_say_so_and_the_next_one_joins(
    page: Page, device: Device, address: str
) -> None:
    expect.set_options(timeout=60_000)
    old, ann = device(), device()
    old.add_init_script(OTHER_TEXTS)
    phones.open_lobby(page, address)
    invitation = phones.invitation(page)
    phones.open_invitation(old, invitation)
    phones.take(page, phones.answer(old, "Ben"))
    expect(page.locator("#toast")).to_contain_text("another version of the game")
    expect(old.locator("#join-problem")).to_contain_text("another version of the game")
    assert old.locator("body[data-party]").count() == 0
    assert phones.invitation(page, invitation) != invitation
    assert page.locator('#invite-seats [data-joined="true"]').count() == 0
    phones.join(page, ann, "Ann")
    expect(page.locator('#invite-seats [data-joined="true"]')).to_have_count(1)


def lose_both(page: Page, ann: Page) -> None:
    """A guest loads the page again, then the host does. Both come back to the same table and hands."""
    hand = ann.evaluate(HAND)
    ann.goto("about:blank")
    page.locator('.seat[data-seat="1"][data-joined=gone]').wait_for()
    phones.returns(page, ann, "Ann")
    assert (ann.evaluate(HAND), ann.evaluate(TABLE)) == (hand, page.evaluate(TABLE))
    own, table = page.evaluate(HAND), page.evaluate(TABLE)
    page.reload()
    page.locator('.seat[data-seat="1"][data-joined=gone]').wait_for()
    assert (page.evaluate(HAND), page.evaluate(TABLE)) == (own, table)
    phones.returns(page, ann, "Ann")


@pytest.mark.long  # in every run: the turns of test_relay.py, and tests/devices/test_evening.py for its later matches
def test_an_evening_of_three_matches(page: Page, device: Device, address: str) -> None:
    """Guest and host come back in the first match; a latecomer in the second; another table for the third, which only begins."""
    ann, eve = device(), device()
    phones.open_lobby(page, address, *ONE_SHORT_ROUND, seats=("human", "phone", "hen", "hen"))
    phones.join(page, ann, "Ann")
    phones.deal(page, ann)
    phones.play([page, ann], most_moves=2)
    lose_both(page, ann)
    phones.play([page, ann])
    expect(ann.locator("#over-fair")).to_have_attribute("data-fair", "true")
    hands = set()
    for each in (page, ann):
        expect(each.locator("#over-evening")).to_be_hidden()
    page.locator("[data-action=party-again]").click()
    for each in (page, ann):
        each.locator(phones.PLAYING).wait_for()
        each.locator("body[data-busy=false]").wait_for()
        hands.add(str(each.evaluate(HAND)))
    page.locator("[data-action=menu]:visible").first.click()
    page.locator("#menu-party").click()
    page.locator("#party-screen").click()
    phones.join(page, eve, "Eve")
    expect(eve.locator("body")).to_have_attribute("data-party", "guest")
    page.locator(phones.PLAYING).wait_for()
    phones.play([page, ann, eve])
    for each in (page, ann, eve):
        expect(each.locator("#evening-rows > li").first).to_be_visible()
    expect(ann.locator("#over-fair")).to_have_attribute("data-fair", "true")
    expect(eve.locator("#over-fair")).to_have_attribute("data-fair", "unknown")
    page.locator("#party-change").click()
    page.evaluate("document.querySelector('[name=set][value=\"9\"]').click()")
    page.locator("body[data-busy=false]").wait_for()
    page.locator("#setup [data-action=invite]").click()
    expect(ann.locator("#over-news li").first).to_be_visible()
    phones.deal(page, ann, eve)
    phones.play([page, ann, eve], most_moves=3)  # its end is like that of the others
    assert page.evaluate(TABLE) and len({str(each.evaluate(TABLE)) for each in (page, ann, eve)}) == 1
    assert len(hands) == 2


@pytest.mark.long  # test_peers.py has the hand-over between tabs, without a table
def test_an_answers_link_in_another_tab_reaches_the_table(page: Page, device: Device, address: str) -> None:
    ann = device()
    phones.open_lobby(page, address)
    phones.open_invitation(ann, phones.invitation(page))
    answer = phones.answer(ann, "Ann")
    tab = page.context.new_page()
    tab.goto(answer)
    expect(tab.locator("#handed")).to_be_visible()
    ann.locator("body[data-party=guest]").wait_for()
    tab.goto("about:blank")
    tab.goto(answer)  # it was taken: no table wants it any more
    expect(tab.locator("#handed-copy")).to_be_visible()


@pytest.mark.long
def test_a_whole_match_of_five_devices_and_a_screen(
    page: Page, device: Device, chromium: Browser, playwright: Playwright, address: str
) -> None:
    """Four contexts of Chromium and one of Firefox, two bots, three rounds."""
    firefox = drive.launch_firefox(playwright)
    guests, screen = [device(), device(), device(), firefox.new_page()], device()
    wrong = drive.watch(guests[3], address)
    phones.open_lobby(page, address, seats=("human", *("phone",) * 4, "hen", "fox"))
    # the screen before the last guest: with all seats taken, the lobby shows no invitation
    seconds = [
        phones.join(page, guest, name) for guest, name in zip(guests[:3], ("Ann", "Ben", "Mia"), strict=True)
    ]
    phones.join(page, screen, "", only_shows=True)
    seconds.append(phones.join(page, guests[3], "Tom"))
    phones.deal(page, *guests, screen)
    devices = [page, *guests, screen]
    phones.play(devices, seconds=600)
    assert len({str(each.evaluate(TABLE)) for each in devices}) == 1
    for guest in guests:
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")
    print(f"seconds from the invitation to the seat: {sorted(round(each, 2) for each in seconds)}")
    firefox.close()
    assert wrong == []


@pytest.mark.long
def test_sixty_cuts_and_returns(page: Page, device: Device, address: str) -> None:
    """After each return of a guest or of the host, everybody has the same table and their own hand."""
    lots, guests = random.Random(60), {"Ann": device(), "Ben": device()}
    phones.open_lobby(page, address)
    for name, guest in guests.items():
        phones.join(page, guest, name)
    phones.deal(page, *guests.values())
    everybody = [page, *guests.values()]
    count = 0
    while count < 60:
        phones.play(everybody, most_moves=1)
        if phones.phase(page) == "match-over":
            break
        count += 1
        page.locator(phones.PLAYING).wait_for()
        before = [each.evaluate(HAND) for each in everybody]
        name = lots.choice(["Ann", "Ben", "host"])
        if name == "host":
            page.reload()
            page.locator(".seat[data-joined=gone]").first.wait_for()
            for each, guest in guests.items():
                phones.returns(page, guest, each)
        else:
            guests[name].goto("about:blank")
            page.locator(".seat[data-joined=gone]").first.wait_for()
            phones.returns(page, guests[name], name)
        assert [each.evaluate(HAND) for each in everybody] == before
        assert len({str(each.evaluate(TABLE)) for each in everybody}) == 1
    print(f"{count} cuts and returns")
