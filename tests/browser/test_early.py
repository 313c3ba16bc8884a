"""A played tile is on the table before the engine has answered; then the engine's answer decides."""

import pytest
from playwright.sync_api import Page, expect

from tools.common import drive
from tools.common.deal_link import deal_link

# Lets a test hold back and change the page's request `act`.
BETWEEN = """
  const post = Worker.prototype.postMessage;
  window.held = [];
  Worker.prototype.postMessage = function (message, ...more) {
    if (window.holding && message.verb === "act") window.held.push([this, message, more]);
    else post.call(this, message, ...more);
  };
  window.letGo = async (change) => {
    // The page paints the tile before it asks: a test can be here first.
    for (let frames = 0; !window.held.length; frames++) {
      if (frames > 600) throw new Error("the page asked for no move");
      await new Promise(requestAnimationFrame);
    }
    window.holding = false;
    for (const [worker, message, more] of window.held.splice(0))
      post.call(worker, JSON.parse(change(JSON.stringify(message))), ...more);
  };
"""


def offered(page: Page) -> str:
    """Choose a tile. From now on no move reaches the engine."""
    while not (drive.table(page) and page.locator("#hand [data-playable=true]").count()):
        drive.take_turn(page)
        drive.phase(page)
    chosen = page.locator("#hand [data-playable=true]").first
    tile = chosen.get_attribute("data-tile") or ""
    chosen.click()
    drive.phase(page)
    page.evaluate("window.holding = true")
    return tile


def test_a_refused_tile_returns_and_then_is_laid_with_the_click(page: Page, address: str) -> None:
    page.add_init_script(BETWEEN)
    drive.open_menu(page, address, deal_link("early"))
    drive.start_match(page)
    tile = offered(page)
    before = drive.seen(page)
    page.locator(f"[data-move^='{tile}>']").first.click()
    expect(page.locator(f"#table [data-placed='{tile}']")).to_be_visible()
    page.evaluate("(tile) => window.letGo((text) => text.replace(/>\\d+-\\d+/, '>' + tile))", tile)
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice")).not_to_be_empty()
    assert drive.seen(page) == before
    expect(page.locator(f"#hand [data-tile='{tile}'] svg")).to_be_visible()
    expect(page.locator(f"#hand [data-tile='{tile}']")).to_be_focused()
    expect(page.locator("#places > *")).to_have_count(0)
    page.locator(f"#hand [data-tile='{tile}']").click()  # the tile can still be played
    drive.phase(page)
    page.evaluate("window.holding = true")
    hand = drive.hand(page)
    page.locator(f"[data-move^='{tile}>']").first.click()
    expect(page.locator(f"#table [data-placed='{tile}']")).to_be_visible()
    expect(page.locator(f"#hand [data-tile='{tile}'] svg")).to_be_hidden()
    expect(page.locator("#ghosts > *")).to_have_count(0)
    assert drive.hand(page) == hand  # the engine has not answered
    where = drive.table(page)[tile]
    page.evaluate("window.letGo((text) => text)")
    drive.phase(page)
    assert drive.table(page)[tile] == where
    assert tile not in drive.hand(page)
    expect(page.locator(f"#table [data-placed='{tile}']")).to_have_count(1)


@pytest.mark.long  # in every run: tests/session/test_toes.py
def test_a_tile_lies_on_the_toe_that_was_tapped(page: Page, address: str) -> None:
    """Also after a reload."""
    page.add_init_script(BETWEEN)
    drive.open_menu(page, address, deal_link("early"))
    drive.start_match(page)
    tile = offered(page)
    page.evaluate("window.holding = false")
    toe = page.locator("#places > button:not([data-toe='-1'])").last
    box = toe.bounding_box()
    assert box
    toe.click()
    drive.phase(page)
    laid = page.locator(f"#table [data-placed='{tile}']").bounding_box()
    assert laid
    for side, length in (("x", "width"), ("y", "height")):
        assert abs(box[side] + box[length] / 2 - laid[side] - laid[length] / 2) < 8  # type: ignore[literal-required]
    where = drive.table(page)[tile]
    drive.reload(page)
    drive.phase(page)
    assert drive.table(page)[tile] == where
