"""Small parts that lie close together keep a distance: all of a seat in its cell, two bubbles, the rows of the hand."""

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from game.narration.localization.language import load
from game.narration.localization.terms import without_marks
from tests.browser.every_screen import SIZES, Screens, show_alone
from tests.browser.text_size import FAULTS
from tools.common import drive
from tools.common.deal_link import deal_link

# Makes the second seat a seat on turn with one tile that drew before it played, whatever really happened.
THREE_LINES = """() => {
  const seat = document.querySelectorAll("#seats > .seat")[1], did = seat.querySelector(".seat-did");
  seat.setAttribute("aria-current", "true");
  seat.dataset.away = "one";
  did.dataset.did = "play";
  did.querySelector("span").textContent = "9-5";
  seat.querySelector("b[data-count]").textContent = "1";
  const box = (part) => part.getBoundingClientRect().toJSON();
  return Object.fromEntries([["seat", box(seat)], ...[".seat-name", "b[data-count]", ".seat-did > span", ".backs i", ".avatar"]
    .map((part) => [part, box(seat.querySelector(part))])]);
}"""
TWO_BUBBLES = """() => {
  const bubbles = document.querySelector("#bubbles");
  bubbles.dataset.least = "1 2";
  bubbles.innerHTML = "<p class='bubble s1'>Hattie plays 9-3 on 3-3.</p><p class='bubble s1'>The foot of threes is full.</p>";
  return [bubbles, ...bubbles.children].map((part) => part.getBoundingClientRect().toJSON());
}"""


def seats_and_bubbles_keep_a_distance(page: Page) -> None:
    widths = page.locator("#seats > .seat").evaluate_all("(seats) => seats.map((seat) => seat.offsetWidth)")
    parts = page.evaluate(THREE_LINES)
    seat, name, count = parts["seat"], parts[".seat-name"], parts["b[data-count]"]
    tile, back, portrait = parts[".seat-did > span"], parts[".backs i"], parts[".avatar"]
    assert name["top"] - seat["top"] >= 4
    assert tile["top"] - count["bottom"] >= 1.5
    assert seat["bottom"] - tile["bottom"] >= 2
    # the tile's back lies between the portrait and the count, above the last action
    assert portrait["right"] <= back["left"] < back["right"] < count["left"] and tile["top"] >= back["bottom"]
    assert round(seat["width"]) == widths[1]
    line, upper, lower = page.evaluate(TWO_BUBBLES)
    assert lower["top"] - upper["bottom"] >= 6
    assert line["top"] <= upper["top"] and lower["bottom"] <= line["bottom"]


# Shows the longest sentences of the banner, and returns how far each line of text reaches beyond the banner, in px.
BANNERS = """(sentences) => {
  const banner = document.querySelector("#headline");
  banner.hidden = false;
  return sentences.map((sentence) => {
    banner.textContent = sentence;
    const range = document.createRange(), box = banner.getBoundingClientRect();
    range.selectNodeContents(banner);
    return [...range.getClientRects()].map((line) => Math.max(box.top - line.top, line.bottom - box.bottom));
  });
}"""


def the_banner_holds_its_longest_sentences(page: Page) -> None:
    texts = load("en")
    sentences = [texts.say("say.call.for-you"), texts.say("say.caught-you", {"name": "Hattie"})]
    for lines in page.evaluate(BANNERS, sentences):
        assert len(lines) >= 2 and max(lines) <= 0


# Shows these events and this banner; returns how far the banner reaches over the uppermost event, in px.
COVERED = """([events, banner]) => {
  const bubbles = document.querySelector("#bubbles"), headline = document.querySelector("#headline");
  bubbles.replaceChildren(...events.map((text) => Object.assign(document.createElement("p"), { className: "bubble", textContent: text })));
  bubbles.dataset.least = events.map((_, index) => index + 1).join(" ");
  headline.textContent = banner;
  headline.hidden = false;
  const tops = [...bubbles.children].map((bubble) => bubble.getBoundingClientRect().top);
  return headline.getBoundingClientRect().bottom - Math.min(...tops);
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_banner_covers_no_event(chromium: Browser, screens: Screens, language: str) -> None:
    page, texts = chromium.new_page(viewport={"width": 360, "height": 640}), load(language)
    show_alone(page, screens("phone")["table"])
    words = {"tile": "8-8", "suits": texts.say("suits.8"), "suit": texts.say("suit.8")}
    events = [texts.say("say.play.you", words), texts.say("bubble.foot-filled", words)]
    for size in ("normal", "larger"):
        page.evaluate("(size) => document.documentElement.dataset.size = size", size)
        for shown in (events, events[:1]):
            covered = page.evaluate(COVERED, [shown, texts.say("say.call.for-you")])
            assert covered <= 0, f"{size}, {len(shown)} events"
    page.close()


# Shows a notice of many lines, and a lit place behind it; returns what a tap on the middle of the notice hits.
BEHIND_NOTICE = """() => {
  const notice = document.querySelector("#notice"), places = document.querySelector("#places");
  notice.textContent = "Play 9-1 on 9-9. ".repeat(9);
  notice.hidden = false;
  document.querySelector("#tray").dataset.noticed = "true";
  const { left, top, width } = notice.getBoundingClientRect(), felt = places.getBoundingClientRect();
  const place = Object.assign(document.createElement("button"), { className: "place" });
  places.append(place);
  Object.assign(place.style, { left: `${left + width / 2 - felt.left}px`, top: `${top + 20 - felt.top}px` });
  const hit = document.elementFromPoint(left + width / 2, top + 20), at = place.getBoundingClientRect();
  return [hit.id, at.top < top + 20 && top + 20 < at.bottom];
}"""


@pytest.mark.parametrize("size", ["normal", "larger"])
def test_a_tap_on_a_notice_lays_no_tile(chromium: Browser, screens: Screens, size: str) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    show_alone(page, screens("phone")["table"])
    page.evaluate("(size) => document.documentElement.dataset.size = size", size)
    assert page.evaluate(BEHIND_NOTICE) == ["notice", True]
    page.close()


# Shows each sentence as the prompt. Returns those of which the line above the hand shows only a part.
PROMPTS = """(sentences) => {
  const prompt = document.querySelector("#prompt"), words = document.querySelector("#prompt-do");
  document.querySelector("#prompt-more").textContent = "";
  return sentences.filter((sentence) => {
    words.textContent = sentence;
    return prompt.scrollHeight > prompt.clientHeight + 2;
  });
}"""
IN_PROMPTS = {
    "tile": "8-8",
    "suit": "eight",
    "suits": "eights",
    "n": "3",
    "number": "8",
    "count": "three",
    "name": "Hattie",
}


def the_line_above_the_hand_holds_each_prompt(page: Page) -> None:
    for tag in ("en", "es"):
        texts = [
            re.sub(r"{(\w+)}", lambda name: IN_PROMPTS.get(name[1], "Chickenlittle"), without_marks(text))
            for key, text in load(tag).table.items()
            if key.startswith("prompt.") and not key.endswith(".why")  # the score sheet shows these
        ]
        assert len(texts) > 30
        for width, height in ((390, 844), (360, 640), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(PROMPTS, texts) == [], f"{tag}, {width} x {height}"


# Gives every seat each kind of last action in turn, many tiles and points; returns what of a seat is missing, cut off, not
# in its cell or on another part of it.
SEATS = """([actions, wholeNames]) => {
  const wrong = [];
  document.querySelector("#seats").dataset.later = "true";
  document.querySelectorAll("#seats > .seat").forEach((seat, number) => {
    const [what, words] = actions[number % actions.length], did = seat.querySelector(".seat-did");
      did.dataset.did = what;
    seat.querySelectorAll("b[data-count]").forEach((count) => count.textContent = "12");
    seat.querySelectorAll("b[data-total]").forEach((total) => total.textContent = "124");
    did.querySelectorAll("span").forEach((span) => span.textContent = words);
    const cell = seat.getBoundingClientRect();
    const parts = [".avatar", ".seat-name", ".seat-tiles b", ".seat-points b", ".seat-points .short", ".seat-did > .icon",
      ".seat-did > span:not(.long)", ".seat-did > .long"]
      .map((css) => [css, seat.querySelector(css)]).filter(([css, part]) => part.getClientRects().length)
      .map(([css, part]) => [css, part.getBoundingClientRect()]).filter(([css, box]) => box.width > 2);
    parts.forEach(([css, box], index) => {
      if (box.left < cell.left - 1 || box.right > cell.right + 1 || box.top < cell.top - 1 || box.bottom > cell.bottom + 1)
        wrong.push(`${css} of seat ${number} leaves its cell`);
      for (const [other, away] of parts.slice(index + 1))
        if (Math.min(box.right, away.right) - Math.max(box.left, away.left) > 2 &&
          Math.min(box.bottom, away.bottom) - Math.max(box.top, away.top) > 2)
          wrong.push(`${css} of seat ${number} lies on ${other}`);
    });
    if (!parts.some(([css]) => css === ".avatar")) wrong.push(`seat ${number} has no face`);
    const name = seat.querySelector(".seat-name");
    if (wholeNames && !(name.clientWidth >= name.scrollWidth && name.clientWidth)) wrong.push(`the name of seat ${number} is cut off`);
    const isTooLong = what === "play" && document.querySelector("#seats").dataset.long;
    if (!isTooLong && !parts.some(([css]) => css.startsWith(".seat-did"))) wrong.push(`seat ${number} shows no last action`);
  });
  const frame = document.querySelector("#frame").getBoundingClientRect(), seats = document.querySelector("#seats").getBoundingClientRect();
  if (seats.bottom > frame.top + 1 && seats.left < frame.right - 1) wrong.push("the seats lie on the table");
  return wrong;
}"""
ACTIONS = [["pass", "passed"], ["play", "9-8"], ["draw", "drew"], ["caught", "caught"]]
LONG_ACTIONS = [*ACTIONS, ["play", "12-11"]]


@pytest.mark.parametrize("seats", [*(pytest.param(seats, marks=pytest.mark.long) for seats in (4, 6, 8)), 10])
def test_all_that_belongs_to_a_seat_lies_in_its_cell(page: Page, address: str, seats: int) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    size = page.context.new_cdp_session(page)
    drive.visit(page, f"{address}?pace=0{deal_link('crowded', seats=seats, set=12 if seats > 4 else 9)}")
    drive.start_match(page)
    drive.phase(page)
    for width, height in ((390, 844), (360, 640), (844, 390), (1024, 1366), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for pixels in (16, 24):
            size.send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
            actions = LONG_ACTIONS if seats > 4 else ACTIONS
            # three digits of a total beside "Hattie" are too wide for a fifth of a phone's width
            whole_names = pixels == 16 and (seats <= 8 or height < 400)
            assert page.evaluate(SEATS, [actions, whole_names]) == [], f"{width} x {height}, {pixels} px"


def each_last_action_fits_its_seat(page: Page) -> None:
    for tag in ("en", "es"):
        texts = load(tag).table.items()
        said = [[key.split(".")[1], text] for key, text in texts if re.match(r"did\.\w+\.short", key)]
        assert len(said) == 8
        for first in (0, 4):
            assert page.evaluate(SEATS, [said[first : first + 4], True]) == [], said[first : first + 4]


# Gives the hand each number of tiles. Returns for each number the lengths of its rows, the width of a tile, and how far
# the last row is from the middle.
HANDS = """(most) => {
  const hand = document.querySelector("#hand"), tile = hand.firstElementChild, found = [];
  for (let count = 1; count <= most; count++) {
    hand.replaceChildren(...Array.from({ length: count }, () => tile.cloneNode(true)));
    hand.dataset.least = Array.from({ length: count }, (_, index) => index + 1).join(" ");
    const boxes = [...hand.children].map((each) => each.getBoundingClientRect()), rows = new Map();
    for (const box of boxes) rows.set(box.top, [...(rows.get(box.top) ?? []), box]);
    const last = [...rows.values()].at(-1), edge = hand.getBoundingClientRect();
    found.push([[...rows.values()].map((row) => row.length), hand.querySelector("svg").getBoundingClientRect().height,
      Math.abs(last[0].left - edge.left - (edge.right - last.at(-1).right))]);
  }
  return found;
}"""


def the_hand_has_equal_rows_and_its_tiles_grow_as_it_shrinks(page: Page) -> None:
    for width, height in ((360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for rows, _, aside in page.evaluate(HANDS, 15):
            assert len(rows) <= 3 and len(set(rows[:-1])) <= 1 and 0 <= rows[0] - rows[-1] <= 2, rows
            assert aside <= 1, f"{rows} are not in the middle"
    for width, height in ((360, 640), (390, 844), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for size in ("normal", "large", "larger"):
            page.evaluate("(size) => document.documentElement.dataset.size = size", size)
            tiles = [round(tile, 1) for _, tile, _ in page.evaluate(HANDS, 20)]
            assert tiles == sorted(tiles, reverse=True), (
                f"{width} x {height}, {size}: a tile played makes the others smaller: {tiles}"
            )
        page.evaluate("document.documentElement.dataset.size = 'normal'")
    page.set_viewport_size({"width": 390, "height": 844})
    small = page.evaluate(HANDS, 14)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    for (_, tile, _), (_, larger, _) in zip(small[:10], page.evaluate(HANDS, 10), strict=True):
        assert larger > 1.04 * tile, "larger text makes larger tiles"


# Gives the seats short names, two digits and a last action, and returns the names that are cut off.
SHORT_NAMES = """(names) => {
  const seats = document.querySelector("#seats"), cut = [];
  while (seats.children.length > names.length) seats.lastElementChild.remove();
  while (seats.children.length < names.length) seats.append(seats.lastElementChild.cloneNode(true));
  seats.dataset.least = names.map((_, index) => index + 1).join(" ");
  seats.dataset.later = "true";
  [...seats.children].forEach((seat, number) => {
    const name = seat.querySelector(".seat-name"), did = seat.querySelector(".seat-did");
      did.dataset.did = "play";
    did.querySelector("span").textContent = "9-8";
    seat.querySelector("b[data-count]").textContent = "11";
    name.textContent = names[number];
    const letters = Math.max(...names[number].split(" ").map((word) => word.length));
    name.style.setProperty("--letters", letters); // as game/page/seats/seats.py
    if (letters > 6) seat.dataset.words = "long";
    else delete seat.dataset.words;
  });
  for (const name of seats.querySelectorAll(".seat-name"))
    if (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2)
      cut.push(`${name.textContent}: ${name.scrollWidth} in ${name.clientWidth} px`);
  return cut;
}"""
# Gives the hand a number of tiles, and returns how much of it is out of sight, in px.
HIDDEN_ROWS = """(count) => {
  const hand = document.querySelector("#hand"), tile = hand.firstElementChild;
  hand.replaceChildren(...Array.from({ length: count }, () => tile.cloneNode(true)));
  hand.dataset.least = Array.from({ length: count }, (_, index) => index + 1).join(" ");
  return hand.scrollHeight - hand.clientHeight;
}"""


def large_text_keeps_short_names_and_the_rows_of_the_hand_whole(page: Page) -> None:
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for size in ("normal", "large", "larger"):
            page.evaluate("(size) => document.documentElement.dataset.size = size", size)
            at = f"{width} x {height}, {size}"
            for count in range(9, 16):
                assert page.evaluate(HIDDEN_ROWS, count) <= 1, f"{at}: {count} tiles"
            for seats in (4, 5):
                names = ["Hattie", "Pearl", "Walter", "Mabel", "Otis"][:seats]
                assert page.evaluate(SHORT_NAMES, names) == [], f"{at}, {seats} seats"
            names = ["Grandma Ruth", "Hattie", "Otis", "Pearl"]
            assert page.evaluate(SHORT_NAMES, names) == [], f"{at}, a name of two words"


# Shows a short message, and returns where it ends and where the next button or the hand begins, in px.
MESSAGE = """() => {
  const toast = document.querySelector("#toast");
  toast.textContent = "From now on the game passes for you when you can do nothing else. You can switch that off.";
  toast.hidden = false;
  const wanted = [...document.querySelectorAll("#tray, .sheet-foot, .over-foot, .bar-below")].filter((e) => e.checkVisibility());
  return [toast.getBoundingClientRect().bottom, Math.min(...wanted.map((e) => e.getBoundingClientRect().top))];
}"""


def test_a_message_covers_no_button_that_comes_next(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(viewport=SIZES["phone"], reduced_motion="reduce")
    for name in ("table", "round over", "match over", "new game"):
        show_alone(page, screens("phone")[name])
        end, begin = page.evaluate(MESSAGE)
        assert 0 < end <= begin, name
    page.close()


def test_large_text_cuts_off_nothing_on_a_phone(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(viewport=SIZES["phone"], reduced_motion="reduce")
    show_alone(page, screens("phone")["table"])
    large_text_keeps_short_names_and_the_rows_of_the_hand_whole(page)
    page.close()


# What of the tiles in the hand, each as if it were playable, and of the buttons is not all in sight; or that the hand fades.
OUT_OF_SIGHT = """() => {
  const hand = document.querySelector("#hand"), edge = hand.getBoundingClientRect(), wrong = [];
  for (const tile of hand.children) tile.dataset.playable = "true";
  [...hand.querySelectorAll("svg")].forEach((tile, index) => {
    const box = tile.getBoundingClientRect(), dash = 11; // px from the tile to the lower edge of its dash
    if (box.top < edge.top - 1 || box.bottom + dash > edge.bottom + 1) wrong.push(`tile ${index}`);
  });
  if (getComputedStyle(hand).maskImage !== "none") wrong.push("fades");
  const count = document.querySelector("#draw-count"), button = count.closest("button").getBoundingClientRect();
  count.textContent = "145";
  const words = document.createRange();
  words.selectNodeContents(count);
  const box = words.getBoundingClientRect();
  if (box.left < button.left || box.right > button.right || box.bottom > button.bottom) wrong.push("the draw pile's count");
  return wrong;
}"""
# How much of the lowest row in sight is in sight, as a part of its height.
LAST_ROW = """() => {
  const hand = document.querySelector("#hand"), edge = hand.getBoundingClientRect().bottom;
  const rows = [...hand.children].map((tile) => tile.getBoundingClientRect()).filter((box) => box.top < edge);
  return (edge - rows.at(-1).top) / rows.at(-1).height;
}"""


def test_a_phone_on_its_side_shows_fourteen_tiles_and_whole_seats(
    chromium: Browser, screens: Screens
) -> None:
    page, wrong = chromium.new_page(reduced_motion="reduce"), []
    for (width, height), size in product(
        ((640, 360), (667, 375), (740, 360), (844, 390)), ("normal", "larger")
    ):
        page.set_viewport_size({"width": width, "height": height})
        show_alone(page, screens("phone")["table"])
        page.evaluate("(size) => document.documentElement.dataset.size = size", size)
        at = f"{width} x {height}, {size}"
        for count in (5, 9, 10, 12, 14):
            hidden = page.evaluate(HIDDEN_ROWS, count)
            faults = page.evaluate(OUT_OF_SIGHT)
            if hidden > 1 or faults:
                wrong.append(f"{at}, {count} tiles: {hidden} px, {faults}")
        page.evaluate(HIDDEN_ROWS, 40)
        assert 0.3 < page.evaluate(LAST_ROW) < 0.8, f"{at}: nothing says that the hand scrolls"
        wrong += [f"{at}: {fault}" for fault in page.evaluate(SEATS, [ACTIONS, True])]
        wrong += [f"{at}: {cut}" for cut in page.evaluate(SHORT_NAMES, ["Hattie", "Pearl", "Walter", "Otis"])]
    page.close()
    assert wrong == []


# Shows a button above the hand: a catch with two lines, or another with the text. Returns how far the bar below leaves the window, in px.
ABOVE_HAND = """([text, name]) => {
  const button = document.querySelector("#draw-on"), catches = document.querySelector("#catches");
  button.hidden = !text;
  button.textContent = text;
  catches.innerHTML = text ? "" : `<button type="button" class="yolk" data-action="catch"><b>${name}</b><small>${name}</small></button>`;
  return document.querySelector("#buttons").getBoundingClientRect().bottom - innerHeight;
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_button_above_the_hand_pushes_nothing_out_of_the_window(
    chromium: Browser, screens: Screens, language: str
) -> None:
    page, texts = chromium.new_page(reduced_motion="reduce"), load(language)
    for width, height in ((640, 360), (844, 390), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        show_alone(page, screens("phone")["table"])
        for size, count in product(("normal", "larger"), (3, 12)):
            page.evaluate("(size) => document.documentElement.dataset.size = size", size)
            page.evaluate(HIDDEN_ROWS, count)
            for text in (texts.say("ui.pass-on"), ""):
                out = page.evaluate(ABOVE_HAND, [text, texts.say("ui.catch", {"name": "Hattie"})])
                assert out <= 0, f"{width} x {height}, {size}, {count} tiles, {text or 'catch'}"
    page.close()


# The height of a tile of the hand, half as high as it is wide, in px.
TILE = "() => document.querySelector('#hand svg').getBoundingClientRect().height"


@pytest.mark.parametrize("width", [640, 844])
def test_larger_text_has_larger_tiles_on_a_phone_on_its_side(
    chromium: Browser, screens: Screens, width: int
) -> None:
    page, heights = chromium.new_page(reduced_motion="reduce"), {}
    page.set_viewport_size({"width": width, "height": {640: 360, 844: 390}[width]})
    show_alone(page, screens("phone")["table"])
    for count in (6, 11, 14):
        for size in ("normal", "larger"):
            page.evaluate("(size) => document.documentElement.dataset.size = size", size)
            assert page.evaluate(HIDDEN_ROWS, count) <= 1, f"{count} tiles, {size}"
            heights[size] = page.evaluate(TILE)
        assert heights["larger"] > (1 if count > 12 else 1.1) * heights["normal"], f"{count} tiles"
    page.close()


# How far a tile of the hand, twice as wide as it is high, reaches out of its cell or its cell out of the window, in px.
CROSSED = """() => Math.max(...[...document.querySelector("#hand").children].map((each) => {
  const cell = each.getBoundingClientRect(), tile = each.querySelector("svg").getBoundingClientRect();
  return Math.max(2 * tile.height - cell.width, cell.right - innerWidth, -cell.left, cell.bottom - innerHeight);
}))"""


def test_the_tiles_of_a_puzzles_hand_lie_side_by_side(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(reduced_motion="reduce")
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        show_alone(page, screens("phone")["puzzle"])
        for count in (1, 6, 10, 12, 14):
            page.evaluate(HIDDEN_ROWS, count)
            assert page.evaluate(CROSSED) <= 0, f"{width} x {height}: {count} tiles"
    page.close()


def test_a_phone_on_its_side_shows_all_hands_of_a_replay(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(viewport={"width": 844, "height": 390}, reduced_motion="reduce")
    show_alone(page, screens("phone")["replay"])
    hands = page.locator("#replay-hands")
    assert len(hands.locator(".mini").all()) > 40
    assert hands.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 1
    assert page.locator(".replay-more").evaluate("(e) => innerHeight - e.getBoundingClientRect().bottom") < 16
    page.close()


# The places at the end of a match that are not to be read: not inside their block, small, without colour, or over the points.
HIDDEN_PLACES = """() => [...document.querySelectorAll(".placing")].flatMap((block) => {
  const rank = block.querySelector(".rank"), style = getComputedStyle(rank), text = document.createRange();
  text.selectNodeContents(rank);
  const [outer, inner, points] = [block, text, block.querySelector(".placing-points")].map((e) => e.getBoundingClientRect());
  const inside = inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom && inner.height > 8;
  const apart = inner.top >= points.bottom - 5 || inner.right <= points.left;
  const plain = parseFloat(style.fontSize) >= 13 && !/, 0\\)$/.test(style.color);
  return inside && apart && plain ? [] : [rank.textContent];
})"""


# How far the end of a match scrolls as a whole, in px, when a long review with words for assistive tools is shown.
OUTER_SCROLL = """() => {
  const over = document.querySelector("#over"), long = "<p style='height: 999px'></p>";
  over.querySelector(".over-scroll").insertAdjacentHTML("beforeend", long + "<p><span class='unseen'>-</span></p>");
  return over.scrollHeight - over.clientHeight;
}"""


def test_every_seat_says_its_place_at_the_end_of_a_match(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(reduced_motion="reduce")
    for width, height in ((320, 568), (360, 640), (390, 844), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        show_alone(page, screens("phone")["match over"])
        assert page.locator(".placing .rank").count() > 1
        for place in "1", "4":  # as if all shared the first place, and as if nobody had it
            assert page.evaluate(HIDDEN_PLACES) == [], f"{width} x {height}"
            page.evaluate(
                "(place) => document.querySelectorAll('.placing').forEach((e) => (e.dataset.place = place))",
                place,
            )
        assert page.evaluate(HIDDEN_PLACES) == [], f"{width} x {height}"
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(OUTER_SCROLL) <= 1, "only what lies above the buttons scrolls"
    page.close()


# The choices of the first screen whose words are wider than their field.
CUT_CHOICES = """() => [...document.querySelectorAll(".quick select, .settings .line select")].filter((field) => {
  if (field.id === "languages") field.options[0].text = "Como mi dispositivo";
  const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(field.selectedOptions[0].text).width > room + 1;
}).map((field) => field.selectedOptions[0].text)"""
LARGER_ON = (
    "first",
    "day",
    "new game",
    "lesson",
    "round over",
    "match over",
    "history",
    "statistics",
    "settings",
)


@pytest.mark.parametrize("size", ["large", "larger"])
def test_the_lesson_fits_with_larger_text(chromium: Browser, screens: Screens, size: str) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    show_alone(page, screens("phone")["lesson"])
    page.evaluate("(size) => document.documentElement.dataset.size = size", size)
    aim = without_marks(load("es").say("lesson.1.play"))
    page.locator("#lesson-text").evaluate("(part, text) => part.textContent = text", aim)
    assert page.locator("#buttons").evaluate("(part) => part.getBoundingClientRect().bottom <= innerHeight")
    assert page.locator("#hand").evaluate("(part) => part.scrollHeight - part.clientHeight") <= 1
    page.close()


@pytest.mark.parametrize("size", ["large", "larger"])
def test_no_screen_cuts_off_larger_text(chromium: Browser, screens: Screens, size: str) -> None:
    page, wrong = chromium.new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce"), []
    for name in LARGER_ON:
        show_alone(page, screens("phone")[name])
        page.evaluate("(size) => document.documentElement.dataset.size = size", size)
        wrong += [f"{name}: {fault}" for fault in page.evaluate(FAULTS) + page.evaluate(CUT_CHOICES)]
    page.close()
    assert wrong == []


# Shows the day's deal as a person with a streak has it after the deal; returns how far the first screen scrolls, in px.
PLAYED_DAY = """([note, next, phones]) => {
  const texts = { "#day-result": note, "#day-streak": next, ".four button span": phones };
  for (const [part, text] of Object.entries(texts)) document.querySelector(part).textContent = text;
  document.querySelector("#day-note").hidden = true;
  document.querySelector("#day-result").hidden = false;
  const screen = document.querySelector("#welcome");
  return screen.scrollHeight - screen.clientHeight;
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_small_phone_shows_all_of_the_first_screen(
    chromium: Browser, screens: Screens, language: str
) -> None:
    page, texts = chromium.new_page(viewport={"width": 360, "height": 640}), load(language)
    show_alone(page, screens("phone")["first"])
    row = {"days": texts.say("daily.card-streak", {"n": 12}), "time": texts.say("daily.midnight")}
    result = texts.say("daily.card-result", {"place": "second", "points": "108 points"})
    said = [result, texts.say("daily.card-row-next", row), texts.say("phones.title")]
    assert page.evaluate(PLAYED_DAY, said) <= 0
    page.close()


# Shows the card of a first match's first round with these lines; returns how far it scrolls, in px.
FIRST_CARD = """([title, aim, lines]) => {
  const texts = { "#card-title": title, "#card-aim": aim, "#card-lines": lines }, card = document.querySelector("#card");
  for (const [part, text] of Object.entries(texts)) document.querySelector(part).textContent = text;
  document.querySelector("#card-aim").hidden = card.hidden = false;
  return card.scrollHeight - card.clientHeight;
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_small_phone_shows_all_of_the_first_card(
    chromium: Browser, screens: Screens, language: str
) -> None:
    page, texts = chromium.new_page(viewport={"width": 360, "height": 640}), load(language)
    show_alone(page, screens("phone")["round card"])
    found = {"n": 12, "own": "9-9", "centre": "9-9", "name": "Hattie"}
    keys = ("card.searched", "card.found", "card.drawn")
    aim = texts.say("card.aim-more") + " " + texts.say("card.blank", {"n": 50})
    said = [texts.say("card.aim"), aim, " ".join([texts.say(key, found) for key in keys])]
    assert page.evaluate(FIRST_CARD, said) <= 0
    page.close()


# Shows a notice, and returns where it ends, where the tiles of the hand begin (px), and what lies uppermost at its middle and top.
NOTICE = """(text) => {
  const notice = document.querySelector("#notice"), tray = document.querySelector("#tray");
  notice.textContent = text;
  notice.hidden = false;
  tray.dataset.noticed = "true";
  const box = notice.getBoundingClientRect(), middle = (box.left + box.right) / 2;
  const seen = [box.top + 4, (box.top + box.bottom) / 2].map((y) => document.elementFromPoint(middle, y).id);
  const tiles = [...document.querySelectorAll("#hand svg")].map((tile) => tile.getBoundingClientRect().top);
  notice.hidden = true;
  delete tray.dataset.noticed;
  return [box.bottom, Math.min(...tiles), seen];
}"""


def a_phone_on_its_side_shows_the_whole_hand_under_a_notice(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    for count in (5, 14):
        assert page.evaluate(HIDDEN_ROWS, count) <= 1, f"{count} tiles"
        for tag in ("en", "es"):
            long = load(tag).say("about.one-silent", {"name": "Hattie"})
            types = []
            for size in ("normal", "larger"):
                page.evaluate("(size) => document.documentElement.dataset.size = size", size)
                end, begin, seen = page.evaluate(NOTICE, long)
                assert end <= begin and seen == ["notice", "notice"], f"{count} tiles, {tag}, {size}"
                types.append(
                    page.locator("#notice").evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
                )
            assert types[1] > 1.2 * types[0], "a notice grows with the text"
            page.evaluate("document.documentElement.dataset.size = 'normal'")


def test_small_parts_keep_a_distance_on_a_phone(chromium: Browser, screens: Screens) -> None:
    page = chromium.new_page(viewport=SIZES["phone"], reduced_motion="reduce")
    show_alone(page, screens("phone")["table"])
    assert page.evaluate(SEATS, [ACTIONS, True]) == []
    each_last_action_fits_its_seat(page)
    show_alone(page, screens("phone")["table"])
    seats_and_bubbles_keep_a_distance(page)
    the_banner_holds_its_longest_sentences(page)
    the_line_above_the_hand_holds_each_prompt(page)
    a_phone_on_its_side_shows_the_whole_hand_under_a_notice(page)
    the_hand_has_equal_rows_and_its_tiles_grow_as_it_shrinks(page)
    page.close()
