"""Check a page in a browser with axe, and the sizes and places of its controls."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.text_size import FAULTS, PAINTED
from tools.common import drive

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
RULED = (360, 1440)  # widths at which the slow axe runs too; the other widths have the same elements

AXE = "(options) => axe.run(document.querySelector('dialog[open]') ?? document, options).then((found) => found.violations)"

# Controls: name, size, and whether a part lies outside the window (in elements that scroll sideways). A term in a text may be as
# low as its line (WCAG 2.5.8).
PRESSABLE = """() => [...document.querySelectorAll("button:not(.term), select, input, summary, a")].filter(e => e.checkVisibility({
  opacityProperty: false, visibilityProperty: true}) && !e.closest("[inert]")).map(e => {
  const target = e.closest("label") ?? e, box = target.getBoundingClientRect();
  return [e.dataset.action ?? e.dataset.tile ?? e.dataset.move ?? e.name ?? e.id, Math.round(box.width), Math.round(box.height),
    !e.closest(".screen, .dialog, .sheet, .hand") &&
    (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)];
})"""

OF_PLAY = "[data-tile], [data-move], #buttons button, #extras button:not([hidden])"


def check(page: Page, where: str, languages: tuple[str, ...] = ("en",)) -> None:
    """Check for violations of WCAG 2.2 AA, and for elements that are too wide, off the window, cut off or too small.

    In each language. axe is slow, so it runs only in the last language, and on the other width in the other one.
    """
    if page.viewport_size["width"] == RULED[-1]:
        languages = languages[::-1]
    for language in languages:
        speak(page, language)
        places(page, f"{where}, {language}")
    if page.viewport_size["width"] in RULED:
        rules(page, f"{where}, {language}")


def speak(page: Page, language: str) -> None:
    """Choose the page's language, as the field in the settings does."""
    if page.locator("html").get_attribute("lang") != language:
        page.locator("#languages").evaluate(
            "(e, value) => { e.value = value; e.dispatchEvent(new Event('change', { bubbles: true })) }",
            language,
        )
        page.locator(f"html[lang={language}]").wait_for(state="attached")
        page.locator(drive.QUIET).wait_for()


def rules(page: Page, where: str) -> None:
    """The violations that axe finds. What lies under a dialog is looked at without it, on another screen."""
    if page.evaluate("!('axe' in window)"):  # it stays while kept screens replace each other
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE, RULES)
    told = [
        (rule["id"], node["target"], (node["any"] or node["all"] or [{"message": ""}])[0]["message"])
        for rule in found
        for node in rule["nodes"]
    ]
    assert told == [], where


def places(page: Page, where: str) -> None:
    """The positions and sizes of controls."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
    for name, width, height, outside in page.evaluate(PRESSABLE):
        assert min(width, height) >= 24, (where, name, width, height)
        assert not outside, (where, name)
    boxes = page.locator(OF_PLAY).evaluate_all(
        "(all) => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert all(min(box) >= 44 for box in boxes), (where, boxes)
    page.evaluate(PAINTED)
    assert page.evaluate(FAULTS) == [], where
