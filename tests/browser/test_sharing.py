"""Links in a real browser: a challenge there and back, also offline; hostile names; the daily deal."""

import re
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from game.records.daily_deal import daily_deal
from game.records.links.challenge import Challenge, Result, read_challenge, write_challenge
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.tiles import NAME, tiles_in
from tools.common import drive, phones, provision
from tools.common.deal_link import deal_link

SHORT = {"set": 6, "rounds": 1, "hand_size": 5}
PIXELS = """async (svg) => {
  const image = new Image();
  const whole = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"');
  image.src = `data:image/svg+xml,${encodeURIComponent(whole)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(600, 600);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return jsQR(context.getImageData(0, 0, 600, 600).data, 600, 600).data;
}"""


def read_qr(page: Page) -> str:
    """The text of the drawn code, by an independent reader."""
    page.evaluate((provision.ROOT / "node_modules" / "jsqr" / "dist" / "jsQR.js").read_text())
    drawn = page.locator("#sending-qr svg").evaluate("(svg) => svg.outerHTML")
    told: str = page.evaluate(PIXELS, drawn)
    return told


def link(page: Page) -> str:
    """The link in the share dialog, once it is there."""
    drive.phase(page)
    return page.locator("#sending-link").input_value()


def code(address: str) -> str:
    return "#" + urlsplit(address).fragment


@pytest.mark.long  # in every run: tests/page/test_sharing.py, and test_offline.py for a server that is gone
def test_a_challenge_is_sent_opened_offline_answered_and_compared(
    page: Page, chromium: Browser, address: str
) -> None:
    drive.open_menu(page, address, deal_link("sent", seats=2, **SHORT))
    drive.start_match(page)
    drive.rush_round(page)
    page.locator("#over [data-action=share]:visible").click()
    page.locator("#sending-name").fill("Ann")
    page.locator("#sending-name").press("Tab")
    sent = link(page)
    (ann,) = read_challenge(code(sent)).results
    assert ann.name == "Ann"
    page.locator("[data-action=qr]").click()
    assert read_qr(page) == sent
    with page.expect_download() as download:
        page.locator("[data-action=poster]").click()
    assert download.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"

    fresh = chromium.new_context(viewport=drive.SIZES["phone"])
    other = fresh.new_page()
    wrong = drive.watch(other, address)
    drive.open_menu(other, address)
    other.locator("body[data-offline=ready]").wait_for()
    fresh.set_offline(True)
    other.goto("about:blank")
    other.goto(sent.replace("#", "?pace=0#"))
    expect(other.locator("#opened-text")).to_contain_text("Ann")
    expect(other.locator("#opened-text")).to_contain_text("How will you do?")
    other.locator("[data-action=accept-link]").click()
    other.locator("body[data-phase=playing][data-busy=false]").wait_for()
    drive.rush_round(other)
    expect(other.locator("#compare-sheets caption")).to_have_text(["You", "Ann"])
    both = other.locator("#compare-sheets .total").evaluate_all(
        "(rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => +cell.textContent))"
    )
    assert both[1] == [*ann.sheet[0]]
    assert both[0] == both[1]  # both played the first tile that fits: the same choices, the same answers
    other.locator("[data-action=answer]").click()
    back = read_challenge(code(link(other)))
    assert [[*result.sheet[0]] for result in back.results] == both
    fresh.close()
    assert wrong == []


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_first_tap_after_typing_a_name_does_what_its_button_says(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    drive.open_menu(page, address, deal_link("signed", seats=2, **SHORT))
    drive.start_match(page)
    drive.rush_round(page)
    more = page.locator("#over-more")
    more.locator("summary").tap()
    expect(more.locator("button:visible").last).to_be_in_viewport(
        ratio=1
    )  # not beneath the buttons at the edge
    page.locator("#over [data-action=share]:visible").first.tap()
    link(page)
    page.locator("#sending-name").tap()
    page.keyboard.type("Ann")
    page.locator("#sending [data-action=copy-link]:visible").tap()
    expect(page.locator("#toast")).to_have_text("The words and the link are copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert [result.name for result in read_challenge(code(copied.split(" ")[-1])).results] == ["Ann"]
    page.locator("#sending-name").tap()
    page.keyboard.type(" Lee")
    page.locator("#sending-whats label").nth(1).tap()
    drive.phase(page)
    expect(page.locator("#sending-whats input").nth(1)).to_be_checked()
    page.context.clear_permissions()


# A tab that is hidden or busy handles the end of a dialog and the arrival of a link in one step.
IN_ONE_STEP = """async (code) => {
  document.querySelector("#rules").close();
  await null; // the page learns that the dialog is closed, and leaves its entry of the history
  location.hash = code;
}"""


def test_a_link_that_arrives_while_a_dialog_closes_is_opened(page: Page, address: str) -> None:
    wrong = drive.watch(page, address)
    drive.open_menu(page, address)
    code = deal_link("closing", seats=2, **SHORT)
    for _ in range(2):
        drive.choose(page, "rules")
        page.locator("#rules[open]").wait_for()
        page.evaluate(IN_ONE_STEP, code)
        page.locator("#opened[open]").wait_for()
        page.go_back()
        page.locator("#opened:not([open])").wait_for(state="attached")
    assert wrong == []


NAMES = ("<img src=x onerror=alert(1)><script>alert(2)</script>", "evil\u202egnp.exe\u200b", "x" * 10_000)


def test_names_in_a_link_are_text(page: Page, address: str) -> None:
    options = resolve("montgomery", SHORT, 2)
    seats = (Seat("", "human"), Seat("", "bot", "hen", "balanced"))
    deal = Challenge("montgomery", options, "a1b2c3d4e5", seats)
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    drive.open_menu(page, address)
    for name in NAMES:
        challenge = deal.with_result(Result(name, ((3, 9),))).with_result(Result("Bo", ((4, 1),)))
        page.evaluate("(code) => { location.hash = code; }", write_challenge(challenge))
        expect(page.locator("#opened-results .result-name").first).to_have_text(challenge.results[0].name)
        expect(page.locator("#opened img, #opened script")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#opened").evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
        page.locator("#opened [data-action=pass-by-link]").click()
        page.locator("#opened:not([open])").wait_for(state="attached")
    assert asked == []


# The time of this page stands still. Playwright's clock would stop for the later pages of this profile too.
FIXED = """(moment) => {
  const Real = Date;
  Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [moment])) }
    static now() { return moment }
  };
}"""


@pytest.mark.parametrize(
    ("now", "zone", "date"),
    [
        ("2026-11-22T23:59:00Z", "Pacific/Auckland", "2026-11-22"),
        pytest.param("2026-11-23T00:01:00Z", "America/Los_Angeles", "2026-11-23", marks=pytest.mark.long),
    ],
)
def test_the_daily_deal_changes_at_midnight_utc(
    page: Page, address: str, now: str, zone: str, date: str
) -> None:
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": zone})
    moment = int(datetime.fromisoformat(now).timestamp() * 1000)
    page.add_init_script(f"({FIXED})({moment})")
    drive.open_menu(page, address)
    drive.choose(page, "daily")
    expect(page.locator("#daily-date")).to_contain_text(str(int(date[8:])))
    page.locator("[data-action=play-day]").click()
    page.locator("body[data-phase=playing][data-busy=false]").wait_for()
    today = daily_deal(date, "montgomery")  # the rule-book of a first match
    dealt = {NAME[tile] for tile in tiles_in(start_match(today.options, today.seed).round.deal.hands[0])}
    assert dealt <= {*drive.hand(page), *drive.table(page)}


SHARE = """
  window.shared = [];
  navigator.share = async (data) => { shared.push(data); if (window.outcome) throw new DOMException("no", window.outcome); };
  navigator.canShare = () => true;
"""


@pytest.mark.long  # in every run: tests/page/test_passing_on.py
def test_a_refused_share_sheet_selects_the_text_a_closed_one_nothing(page: Page, address: str) -> None:
    page.add_init_script(SHARE)
    phones.open_lobby(page, address)
    page.locator("#invite-qr svg").wait_for()
    send, field, toast = (
        page.locator(name) for name in ("[data-action=send-invitation]", "#invitation-link", "#toast")
    )
    for outcome in ("", "AbortError"):
        page.evaluate("(outcome) => { window.outcome = outcome; window.shared = []; }", outcome)
        send.click()
        page.wait_for_function("shared.length === 1")
        page.locator(drive.QUIET).wait_for()
        expect(field).to_be_hidden()
        expect(toast).to_be_hidden()
    page.evaluate("window.outcome = 'NotAllowedError'")
    send.click()
    expect(toast).to_contain_text("does not send from here")
    expect(field).to_have_value(re.compile(r"#j1"))
    assert page.evaluate("getSelection().toString() || document.activeElement.id") in (
        field.input_value(),
        "invitation-link",
    )
