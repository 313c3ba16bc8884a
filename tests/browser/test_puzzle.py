"""An answered puzzle on a phone: hand and buttons stay in the window with any text of the coach."""

from playwright.sync_api import Browser, ViewportSize

from tests.browser.every_screen import Screens, show_alone

LONG = "Justo lo que jugaría el entrenador. Juega 14-14 en el centro. Es la única jugada. " * 3
PHONES = [ViewportSize(width=360, height=640), ViewportSize(width=844, height=390)]
# Controls that are not fully in the window, or lie under the coach's text.
OUTSIDE = """() => {
    const coach = document.getElementById("riddle").getBoundingClientRect();
    return [...document.querySelectorAll("#hand > button, #buttons > button, #riddle button")]
        .filter((one) => one.checkVisibility())
        .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            const below = top < coach.bottom - 1 && bottom > coach.top + 1;
            const covered = !one.closest("#riddle") && below && left < coach.right && right > coach.left;
            return covered || left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
        }).map((one) => one.dataset.tile ?? one.dataset.action);
}"""


def test_the_hand_of_a_puzzle_stays_in_the_window(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(reduced_motion="reduce")
    show_alone(page, screens("phone")["puzzle, answered"])
    assert page.locator("#hand > button:visible").count() > 8
    for text in (page.locator("#riddle-text").inner_text(), LONG):
        page.locator("#riddle-text").evaluate("(element, text) => { element.textContent = text }", text)
        for phone in PHONES:
            page.set_viewport_size(phone)
            for percent in ("100%", "200%"):
                page.evaluate("(percent) => { document.documentElement.style.fontSize = percent }", percent)
                assert page.evaluate(OUTSIDE) == [], (phone, percent, text)
    page.close()
