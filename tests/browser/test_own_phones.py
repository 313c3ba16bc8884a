"""Own phones through the real page: people with devices of their own play one match (docs/own-phones.md).

Every device is a browser context of its own. Codes are passed on by paste. `tests/devices/` tests the protocol without
browsers, `tests/browser/test_scanner.py` the camera.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.common import drive, phones

Device = Callable[[], Page]
ONE_SHORT_ROUND = ("[name=set][value='6']", "[name=rounds][value='1']")
HAND = "[...document.querySelectorAll('#hand [data-tile]')].map((tile) => tile.dataset.tile).sort()"
TABLE = "[...document.querySelectorAll('[data-placed]')].map((tile) => tile.dataset.placed).sort()"


@pytest.fixture
def device(chromium: Browser, address: str) -> Iterator[Device]:
    """Makes pages in contexts of their own. Console errors and requests to other origins fail the test at its end."""
    contexts, problems = [], []

    def make() -> Page:
        context = chromium.new_context(viewport={"width": 390, "height": 844})
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        problems.append(drive.watch(page, address))
        return page

    yield make
    for context in contexts:
        context.close()
    assert [each for wrong in problems for each in wrong] == []


def test_a_match_with_two_guests_a_bot_and_a_screen(page: Page, device: Device, address: str) -> None:
    expect.set_options(timeout=60_000)
    ann, ben, screen = device(), device(), device()
    phones.open_lobby(page, address, *ONE_SHORT_ROUND)
    phones.join(page, ann, "Ann")
    phones.join(page, ben, "Ben")
    phones.join(page, screen, "", only_shows=True)
    phones.deal(page, ann, ben, screen)
    everybody = [page, ann, ben, screen]
    assert [each.locator("body").get_attribute("data-party") for each in everybody] == [
        "host",
        "guest",
        "guest",
        "screen",
    ]
    hands = [each.evaluate(HAND) for each in everybody]
    assert (
        all(hands[:3])
        and hands[3] == []
        and len({tile for hand in hands for tile in hand}) == sum(map(len, hands))
    )
    phones.play(everybody)
    assert len({str(each.evaluate(TABLE)) for each in everybody}) == 1
    for guest in (ann, ben):
        expect(guest.locator("#over-fair")).to_have_attribute("data-fair", "true")
