"""Installation on the home screen. test_people.py has the wake lock."""

import pytest
from playwright.sync_api import Page, expect

from tools.common import drive

# Simulates Chromium's offer to install the page, and counts the prompts.
OFFERED = """() => {
  window.prompts = 0;
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.prompts += 1; };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""
IOS = "Object.defineProperty(navigator, 'standalone', { value: false })"


def test_the_home_screen_is_offered_where_the_browser_offers_it(page: Page, address: str) -> None:
    drive.open_menu(page, address)
    button = page.locator("#install")
    expect(button).to_be_hidden()
    places = [page.locator(f"#welcome {name}") for name in (".foot-picture", "#play-now", ".four")]
    before = [place.bounding_box() for place in places]
    assert page.evaluate(OFFERED)  # the browser's own banner does not appear
    expect(button).to_be_visible()
    assert [
        place.bounding_box() for place in places
    ] == before  # a browser may offer it at any time, so nothing may move
    button.click()
    expect(button).to_be_hidden()
    assert page.evaluate("window.prompts") == 1


@pytest.mark.long  # in every run: the offer above, which opens the same button
def test_ios_shows_how_to_install(page: Page, address: str) -> None:
    page.add_init_script(IOS)
    drive.open_menu(page, address)
    page.locator("#install").click()
    expect(page.locator("#install-by-hand li").first).to_be_visible()
