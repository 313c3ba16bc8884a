"""Rounds played by keyboard alone, by typed moves with announcements, by dragging, and by touch."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tools import build
from tools.common import drive
from tools.common.deal_link import deal_link

CALLS = "calls-0"
DRAGS = 2  # the round is not played to its end
SMALL = {"set": 6, "rounds": 1, "hand_size": 5, "may_hold_back": False}
# Counts the sounds in `heard`.
HEARD = """
    window.heard = 0;
    const start = AudioScheduledSourceNode.prototype.start, begin = AudioBufferSourceNode.prototype.start;
    const count = (kind) => function (...given) {
        if (this.context.state === "running") window.heard += 1;
        return kind.apply(this, given);
    };
    AudioScheduledSourceNode.prototype.start = count(start);
    AudioBufferSourceNode.prototype.start = count(begin);
"""

# The height of the felt (px) as it is measured for a new round, with so many tiles of the hand.
MEASURED_HEIGHT = """
    (most) => {
        const play = document.querySelector("#play"), tiles = [...document.querySelectorAll("#hand > button")];
        tiles.forEach((tile, number) => { tile.hidden = number >= most; });
        play.dataset.measured = "true";
        const { clientHeight } = document.querySelector("#frame");
        delete play.dataset.measured;
        tiles.forEach((tile) => { tile.hidden = false; });
        return clientHeight;
    }
"""


def link(seed: str) -> str:
    """A link to one round of two seats with the smallest set, which is fast to play."""
    return deal_link(seed, seats=2, **SMALL)


@pytest.fixture
def small(page: Page, address: str) -> Page:
    """A short round in play, whose sounds are counted."""
    page.add_init_script(HEARD)
    drive.open_menu(page, address, link("by-hand"))
    drive.start_match(page)
    drive.phase(page)
    return page


def playing(page: Page) -> bool:
    """Whether the round goes on."""
    return drive.phase(page) == "playing"


def focused(page: Page) -> Locator:
    """The focused element."""
    return page.locator(":focus")


def turn_by_key(page: Page) -> None:
    """Take one turn by keys alone. The focus must never be lost."""
    if page.locator("#hand [data-playable=true]").count():
        while focused(page).get_attribute("data-playable") != "true":
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.locator(drive.QUIET).wait_for()
        expect(focused(page)).to_have_attribute("data-move", re.compile("."))
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("d" if page.locator("#buttons [data-action=draw]").is_enabled() else "p")


@pytest.mark.parametrize(
    "most", [3, pytest.param(1_000, marks=pytest.mark.long)], ids=["some turns", "a round"]
)
def test_turns_by_keyboard_alone(page: Page, address: str, most: int) -> None:
    """From the link to the turns, and through menu, log, settings and statistics: the focus is never lost."""
    drive.open_menu(page, address, deal_link("by-hand", seats=2, **SMALL | {"rounds": 2}))
    held = page.locator("#hand > :focus")
    page.locator("#opened [data-action=accept-link]").focus()
    page.keyboard.press("Enter")
    page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    tile = held.get_attribute("data-tile")
    page.keyboard.press("ArrowRight")
    expect(held).not_to_have_attribute("data-tile", tile or "")
    turns = 0
    while turns < most and playing(page):
        expect(focused(page)).to_have_count(1)
        assert focused(page).evaluate("e => e !== document.body")
        turn_by_key(page)
        turns += 1
    assert turns > 2
    assert focused(page).evaluate("e => e !== document.body")
    if not playing(page):
        page.locator("#next-round").focus()
        page.keyboard.press("Enter")
        page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    expect(held).to_have_count(1)
    the_focus_returns(page)
    expect(held).to_have_count(1)


def the_focus_returns(page: Page) -> None:
    """Open and close what lies over the table, by keys."""
    opens = page.locator("#buttons [data-action=menu]")
    opens.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()
    story = page.locator(".prompt-line [data-action=story]")
    story.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#story summary")).to_be_focused()
    if page.locator("[data-action=close-sheet]").is_visible():  # else the sheet lies beside the table
        page.locator("[data-action=close-sheet]").press("Enter")
        expect(story).to_be_focused()
    opens.press("Enter")
    page.locator("#menu [data-action=settings]").press("Enter")
    page.locator("#preferences [data-action=close]").press("Enter")
    expect(opens).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#menu [data-action=statistics]").click()
    page.locator("#statistics:not([hidden])").wait_for()
    page.keyboard.press("Escape")


def heard(page: Page) -> str:
    """The last announcement."""
    page.locator(drive.QUIET).wait_for()
    return page.locator("#announcer").inner_text()


@pytest.mark.long
def test_a_round_by_typed_moves_and_announcements_alone(small: Page) -> None:
    page, turns = small, 0
    while playing(page):
        page.locator("body").press("h")
        expect(page.locator("#announcer")).to_contain_text(re.compile("Fits?:"))
        fits = re.search(r"Fits?: (.*?)\. Do", heard(page))
        assert fits
        page.keyboard.press("/")
        field = page.locator("#typed-move")
        expect(field).to_be_focused()
        tile = fits[1].split(", ")[0]
        if tile == "none":
            word = "draw" if page.locator("#buttons [data-action=draw]").is_enabled() else "pass"
            field.fill(word)
            page.keyboard.press("Enter")
        else:
            high, low = tile.split("-")
            for text in (tile, f"{low}-{high} on {high}", f"{tile} on {low}"):
                field.fill(text)
                page.keyboard.press("Enter")
                page.locator(drive.QUIET).wait_for()
                if field.input_value() == "":
                    break
        page.locator(drive.QUIET).wait_for()
        assert field.input_value() == "", page.locator("#notice").inner_text()
        field.blur()
        turns += 1
    assert turns > 2


SINGLE = {"l": "play|draw|pass", "h": "points", "e": "end|to go", "s": "You 0", "w": "your turn"}


@pytest.mark.long  # in every run: tests/page/test_keyboard.py
def test_single_keys_announce(small: Page) -> None:
    small.locator("#hand [tabindex='0']").focus()
    turn_by_key(small)
    assert playing(small)
    for key, says in SINGLE.items():
        small.keyboard.press(key)
        expect(small.locator("#announcer")).to_contain_text(re.compile(says))


def middle(target: Locator) -> tuple[float, float]:
    """The middle of an element on screen."""
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def under(page: Page, label: str) -> bool:
    """Whether a tile lies under the label."""
    covered: bool = page.evaluate(
        """(label) => {
          const own = document.querySelector(label).getBoundingClientRect();
          return [...document.querySelectorAll("#table [data-placed]")].some((tile) => {
            const its = tile.getBoundingClientRect();
            return its.left < own.right && its.right > own.left && its.top < own.bottom && its.bottom > own.top;
          });
        }""",
        label,
    )
    return covered


@pytest.mark.long  # in every run: tests/page/test_framing.py
def test_labels_fade_over_tiles(small: Page) -> None:
    """Zoom until a tile lies under a label, and back."""
    drive.take_turn(small)
    drive.phase(small)
    frame = small.locator("#frame").bounding_box()
    assert frame
    right, bottom = frame["x"] + frame["width"] - 90, frame["y"] + frame["height"] - 3
    for name, x in (("#round-line", right), ("#yard", frame["x"] + 3)):
        label = small.locator(name)
        expect(label).not_to_have_attribute("data-covered", "true")
        small.mouse.move(x, bottom)  # zooming around this point moves the tiles up and away
        for _ in range(30):
            if not under(small, name):
                small.mouse.wheel(0, -60)
                small.evaluate(TWO_FRAMES)
        assert under(small, name)
        expect(label).to_have_attribute("data-covered", "true")
        expect(label).to_have_css("opacity", "0")
        small.locator("[data-action=zoom-fit]").click()
        expect(label).not_to_have_attribute("data-covered", "true")
        expect(label).to_have_css("opacity", "1")
        for _ in range(60):  # frames of the running transition
            if under(small, name):
                small.evaluate(TWO_FRAMES)
        assert not under(small, name)


def test_tiles_are_played_by_dragging(small: Page) -> None:
    page, drags = small, 0
    while playing(page) and drags < DRAGS:
        tile = page.locator("#hand [data-playable=true]").first
        if not tile.count():
            drive.take_turn(page)
            continue
        name = tile.get_attribute("data-tile")
        tile.click()
        place = page.locator("#places > button").first
        place.wait_for()
        there = middle(place)
        page.keyboard.press("Escape")
        expect(page.locator("#places > button")).to_have_count(0)
        x, y = middle(tile)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 30, steps=3)
        page.mouse.move(there[0] + 6, there[1] + 6, steps=3)
        ghost = page.locator("#ghosts > [data-ghost]")  # the other tiles are in groups of their own
        for _ in range(40):  # lifting the tile asks the engine for the ends
            if ghost.count() == 1:
                break
            page.mouse.move(there[0] + 4, there[1] + 5)
        expect(ghost).to_have_count(1)
        page.mouse.up()
        expect(page.locator(f'[data-placed="{name}"]')).to_have_count(1)
        drags += 1
    assert drags == DRAGS
    assert page.evaluate("heard") > 0


@pytest.fixture
def touched(chromium: Browser, address: str) -> Iterator[Page]:
    """A phone with touch."""
    context = chromium.new_context(viewport=drive.SIZES["phone"], has_touch=True, is_mobile=True)
    context.set_default_timeout(30_000)
    page = context.new_page()
    wrong = drive.watch(page, address)
    drive.open_menu(page, address, link("by-touch"))
    yield page
    context.close()
    assert wrong == []


@pytest.mark.long  # in every run: the first step of the course by touch, test_learning.py
def test_a_round_by_touch(touched: Page) -> None:
    page = touched
    page.locator("[data-action=accept-link]:visible").tap()
    page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    taps = 0
    while playing(page):
        tile = page.locator("#hand [data-playable=true]").first
        if tile.count():
            tile.tap()
            page.locator("#places > button").first.tap()
        else:
            page.locator("#buttons button:is([data-action=draw], [data-action=pass]):enabled").first.tap()
        taps += 1
    assert taps > 2


@pytest.mark.long  # in every run: tests/page/test_panels.py, and the choice taken back in test_offline.py
def test_an_illegal_attempt_says_why_and_undo_takes_a_choice_back(started: Page) -> None:
    page = started
    drive.start_match(page)
    assert playing(page)
    before = drive.seen(page)
    dull = page.locator("#hand [data-playable=false]").first
    dull.click()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#notice")).not_to_be_empty()
    assert drive.seen(page) == before
    drive.take_turn(page)
    assert drive.phase(page) == "playing"
    assert drive.seen(page) != before
    page.reload()
    page.locator("body[data-start=ready][data-phase=playing]").wait_for()
    page.locator("#buttons [data-action=undo]:enabled").click()
    page.locator(drive.QUIET).wait_for()
    assert drive.seen(page) == before


CALLS_MYSELF = """localStorage["chickenfoot-settings"] ??= '{"call-alone": false}'"""
CALL = "You call Chickenlittle"


@pytest.mark.long  # in every run: tests/page/test_following.py, tests/session/test_player_actions.py
def test_the_game_calls_the_last_tile_for_a_new_player(page: Page, address: str) -> None:
    drive.open_menu(page, address, deal_link(CALLS, seats=3, **SMALL))
    drive.start_match(page)
    while playing(page) and len(drive.hand(page)) > 1:
        expect(page.locator("#extras [data-action=call]")).to_be_hidden()
        drive.take_turn(page)
        drive.phase(page)
    assert CALL in (page.locator("#log").text_content() or "")


@pytest.mark.long  # in every run: tests/page/test_panels.py, tests/session/test_session.py
def test_a_call_is_armed_and_a_silent_seat_is_caught(page: Page, address: str) -> None:
    """In this deal a bot forgets to call and the person comes down to two tiles."""
    page.add_init_script(CALLS_MYSELF)
    drive.open_menu(page, address, deal_link(CALLS, seats=3, **SMALL))
    drive.start_match(page)
    called = caught = False
    while playing(page):
        catch = page.locator("#catches [data-action=catch]")
        if catch.count():
            catch.first.click()
            drive.phase(page)
            caught = "You catch" in heard(page)
            expect(catch).to_have_count(0)
        call = page.locator("[data-action=call]")
        readied = call.is_visible() and bool(page.locator("#hand [data-playable=true]").count())
        if readied:
            call.click()
            expect(call).to_have_attribute("aria-pressed", "true")
        if not playing(page):
            break
        drive.take_turn(page)
        drive.phase(page)
        called = called or (readied and CALL in str(page.locator("#log").text_content()))
    assert caught
    assert called


@pytest.mark.long  # in every run: the tiles that are played by dragging, above, and tests/page/test_around.py
def test_tiles_are_heard_from_the_first_tap_on_and_not_when_sound_is_off(page: Page, address: str) -> None:
    page.add_init_script(HEARD)
    drive.open_menu(page, address)
    drive.start_match(page)
    while drive.phase(page) == "playing" and not page.evaluate("heard"):
        drive.take_turn(page)
    assert page.evaluate("heard") > 0
    page.locator("[data-action=menu]:visible").first.click()
    page.locator("#menu [data-action=settings]").click()
    expect(page.locator("#version")).to_have_text(build.version())
    page.locator("#settings [name=sound]").evaluate("(box) => box.click()")
    page.keyboard.press("Escape")
    before = page.evaluate("heard")
    for _ in range(2):
        drive.take_turn(page)
    assert page.evaluate("heard") == before


@pytest.mark.parametrize("size", ["phone"], indirect=True)
def test_the_viewport_changes_only_when_necessary(page: Page, address: str) -> None:
    """A notice and a chosen tile keep the tiles' size; a double tap zooms to a point, where the camera follows the places, and back.

    The felt's shape for a new round does not depend on what is left in the hand. In this deal no end is near that point: a tap on
    one would lay a tile.
    """
    drive.visit(page, f"{address}?pace=0{deal_link('camera')}")
    drive.start_match(page)
    assert page.evaluate(MEASURED_HEIGHT, 0) == page.evaluate(MEASURED_HEIGHT, 99)
    assert page.evaluate(MEASURED_HEIGHT, 99) > page.locator("#frame").evaluate(
        "(frame) => frame.clientHeight"
    )
    for _ in range(2):
        drive.take_turn(page)
    page.locator(drive.QUIET).wait_for()
    while not page.locator("#hand [data-playable=true]").count():  # no tile fits at the moment
        drive.take_turn(page)
        page.locator(drive.QUIET).wait_for()

    def scale() -> float:
        """px to the unit of the drawing."""
        return float(
            page.locator("#table > svg").first.evaluate(
                "(svg) => svg.clientWidth / svg.viewBox.baseVal.width"
            )
        )

    before = scale()
    dull = page.locator("#hand [data-playable=false]").first
    tile = page.locator("#hand [data-playable=true]").first
    if dull.count():
        dull.click()
        expect(page.locator("#notice")).to_be_in_viewport(ratio=1)
        assert scale() == pytest.approx(before, rel=0.01)
    frame = page.locator("#frame").bounding_box()
    assert frame
    page.mouse.dblclick(frame["x"] + 60, frame["y"] + frame["height"] - 60)
    near = scale()
    assert near > 1.5 * before
    tile.click()
    page.locator(drive.QUIET).wait_for()
    for place in page.locator("#places > button").all():
        expect(place).to_be_in_viewport()
    assert scale() <= near
    tile.click()
    expect(page.locator("#places > button")).to_have_count(0)
    page.mouse.dblclick(frame["x"] + 60, frame["y"] + frame["height"] - 60)
    assert scale() < near / 1.5  # the whole table again
