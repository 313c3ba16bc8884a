"""The course in a real browser, by touch on a phone and by keyboard on a laptop; the written rules and the glossary."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.common import drive

COURSE = 150  # seconds of the scripts at normal pace, without the free round
SCRIPTED = range(1, 7)
HOLDING_BACK = 5  # the step that draws although a tile fits
DRAW = "#buttons [data-action=draw]:enabled:visible"
CALL = "#extras [data-action=call].yolk:visible"  # now, with one tile left


@pytest.fixture(params=[True, False], ids=["hurried", "normal pace"])
def phone(request: pytest.FixtureRequest, chromium: Browser, address: str) -> Iterator[Page]:
    """A phone's first visit, hurried or at normal pace."""
    context = chromium.new_context(viewport=drive.SIZES["phone"], has_touch=True, is_mobile=True)
    context.add_init_script(drive.NO_OFFLINE_COPY)
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = drive.watch(page, address)
    drive.open_menu(page, address, hurried=request.param)
    yield page
    context.close()
    assert wrong == []


def done(page: Page) -> bool:
    """Whether the step is complete, once the page is idle."""
    page.locator(drive.QUIET).wait_for()
    return page.locator("body[data-done]").count() > 0


def sentence(page: Page) -> str:
    """The lesson's text, which must be in view."""
    text = page.locator("#lesson-text")
    expect(text).to_be_in_viewport(ratio=1)
    return text.inner_text()


@pytest.mark.long  # in every run: the first step by touch, below, and tests/lessons
def test_the_course_by_touch_on_a_phone(phone: Page) -> None:
    page = phone
    begun = time.monotonic()
    page.locator("#learn").tap()
    for step in SCRIPTED:
        page.locator(f"body[data-phase=lesson][data-step='{step}']").wait_for()
        said = {sentence(page)}
        while not done(page):
            dull = page.locator("#hand [data-playable=false]")
            tile = page.locator("#hand [data-playable=true]").first
            if page.locator(CALL).count():
                page.locator(CALL).tap()
            elif step == HOLDING_BACK and page.locator(DRAW).count():
                page.locator(DRAW).tap()
            elif tile.count():
                if dull.count():  # a wrong try shows the refusal, and "Why?" opens its rule
                    dull.first.tap()
                    expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
                tile.tap()
                page.locator("#places > button").first.tap()
            else:
                page.locator("#buttons button:is([data-action=draw], [data-action=pass]):enabled").first.tap()
            page.locator(drive.QUIET).wait_for()
            said.add(sentence(page))
        assert len(said) > 1
        page.locator("#lesson-next").tap()
    page.locator("body[data-step='7']").wait_for()
    assert time.monotonic() - begun < COURSE
    page.locator("#lesson [data-action=lesson-leave]").tap()
    page.locator("body[data-phase=menu]").wait_for()


@pytest.mark.long  # in every run: the turns by keyboard in test_play.py, and tests/page/test_keyboard.py
@pytest.mark.parametrize("hurried", [True, False])
def test_the_course_by_keyboard_on_a_laptop(page: Page, address: str, hurried: bool) -> None:
    drive.open_menu(page, address, hurried=hurried)
    begun = time.monotonic()
    page.locator("#learn").focus()
    page.keyboard.press("Enter")
    for step in SCRIPTED:
        page.locator(f"body[data-phase=lesson][data-step='{step}'][data-busy=false]").wait_for()
        while not done(page):
            if page.locator(CALL).count():
                page.keyboard.press("c")
            elif step == HOLDING_BACK and page.locator(DRAW).count():
                page.keyboard.press("d")
            elif page.locator("#hand [data-playable=true]").count():
                focused = page.locator(":focus")
                expect(focused).to_have_attribute("data-tile", re.compile("."))
                while focused.get_attribute("data-playable") != "true":
                    page.keyboard.press("ArrowRight")
                page.keyboard.press("Enter")
                page.locator(drive.QUIET).wait_for()
                expect(page.locator(":focus")).to_have_attribute("data-move", re.compile("."))
                page.keyboard.press("Enter")
            else:
                page.keyboard.press("d" if page.locator("#buttons [data-action=draw]").is_enabled() else "p")
            page.locator(drive.QUIET).wait_for()
        expect(page.locator("#lesson-next")).to_be_focused()
        page.keyboard.press("Enter")
    page.locator("body[data-step='7']").wait_for()
    took = time.monotonic() - begun
    print(f"the course by keyboard{'' if hurried else ' at normal pace'}: {took:.1f} s")
    assert took < COURSE


def lies_below_the_heading(page: Page, which: str) -> None:
    """The looked-up entry of the glossary is in the window, and not under the heading."""
    page.locator("#glossary [data-asked]").wait_for()
    heading, asked = (
        page.locator(f"#glossary {part}").evaluate("(part) => part.getBoundingClientRect().toJSON()")
        for part in ("> header", "[data-asked]")
    )
    assert heading["bottom"] <= asked["top"] + 1, which
    assert asked["bottom"] <= drive.SIZES["phone"]["height"], which


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_first_step_by_touch_and_a_refusal_in_the_second(started: Page) -> None:
    """The refusal opens its paragraph, and a word there its entry."""
    page = started
    page.locator("#learn").tap()
    page.locator("body[data-step='1'][data-busy=false]").wait_for()
    sentence(page)
    page.locator("#hand [data-playable=true]").first.tap()
    page.locator("#places > button").first.tap()
    assert done(page)
    sentence(page)
    page.locator("#lesson-next").tap()
    page.locator("body[data-step='2'][data-busy=false]").wait_for()
    page.locator("#hand [data-tile='5-2']").click()
    page.locator("#why").click()
    asked = page.locator("#rules-text [data-asked]")
    expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text("arms")
    page.evaluate("document.documentElement.dataset.size = 'larger'")
    asked.locator(".term").first.click()
    lies_below_the_heading(page, "with the largest text")
    page.locator("#glossary [data-action=close]").click()
    assert page.evaluate("document.querySelector('#rules').scrollTop") > 0
    page.locator("#rules [data-action=close]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("[data-action=menu]:visible").first.click()
    page.locator("#menu [data-action=rules]").click()
    expect(page.locator("#rules")).to_be_visible()
    assert page.evaluate("document.querySelector('#rules').scrollTop") == 0  # not where it was closed


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long  # in every run: the word in the refusal above
def test_a_looked_up_word_lies_below_the_heading(started: Page) -> None:
    """Each word with the largest text, and some with the usual one."""
    page = started
    drive.choose(page, "rules")
    page.locator("#rules[open]").wait_for()
    words = page.locator("#rules .term").evaluate_all(
        "(all) => [...new Set(all.map((one) => one.dataset.term))]"
    )
    assert len(words) > 10
    for size, asked_words in (("larger", words), ("normal", words[::4])):
        page.evaluate("(size) => document.documentElement.dataset.size = size", size)
        for word in asked_words:
            page.locator(f"#rules .term[data-term='{word}']").first.click()
            lies_below_the_heading(page, f"{word}, {size}")
            page.locator("#glossary [data-action=close]").click()
