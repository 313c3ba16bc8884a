"""Matches by post in real browsers: people who send each other nothing but links."""

import statistics
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from game.records.post.post_link import read_post, write_post
from game.records.text.code_finder import find_code
from tools.common import drive

QUIET = "body[data-busy=false]"
# A share sheet that notes what it gets. Headless browsers have none.
SHARE = """Object.defineProperty(navigator, "share", {
  value: (data) => { (window.sentByPost ??= []).push(data); return Promise.resolve(); }
});"""
SENT = "() => (window.sentByPost ?? []).at(-1)"
# Plays until the turn waits to be sent, or the match is over, and returns the number of clicks.
PLAY = """() => new Promise((done, fail) => {
  const pressable = (selector) =>
    [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length && !one.disabled);
  const selectors = ["#card-begin", "#next-round", "#places [data-move]", "#hand [data-playable=true]",
    "#buttons [data-action=draw]", "#buttons [data-action=pass]"];
  let presses = 0, last = performance.now();
  const step = () => {
    const { busy, phase } = document.body.dataset;
    if (busy === "false") {
      if (phase === "match-over" || pressable("#post-send")) return done(presses);
      const one = selectors.map(pressable).find(Boolean);
      one?.click();
      if (one) [presses, last] = [presses + 1, performance.now()];
    }
    if (performance.now() - last > 60_000) return fail(Error("nothing to press"));
    setTimeout(step, 10);
  };
  step();
})"""


class Person:
    """A person with a browser profile of their own."""

    def __init__(self, name: str, context: BrowserContext, address: str) -> None:
        context.add_init_script(SHARE)
        self.name, self.address = name, address
        self.page: Page = context.new_page()
        self.faults = drive.watch(self.page, address)
        self.lengths: list[int] = []

    def begin(self, others: list[str], bots: int, *choices: str) -> None:
        """Begin a match by post from the first screen."""
        page = self.page
        drive.open_menu(page, self.address)
        drive.choose(page, "post")
        page.locator("#post-name-0").fill(self.name)
        for number, name in enumerate(others, start=1):
            page.locator(f"#post-name-{number}").fill(name)
        page.locator("#post-bots").select_option(str(bots))
        if choices:
            page.locator("#post-rules").click()
            for choice in choices:
                page.locator(choice).first.dispatch_event("click")
            page.locator(QUIET).wait_for()
            page.locator("#setup [data-action=back]").click()
        page.locator("[data-action=post-begin]").click()
        page.locator("#post-card-title").wait_for()
        page.locator(QUIET).wait_for()

    def send(self) -> str:
        """Press the button that sends, and return the link's code."""
        page = self.page
        before = page.evaluate("() => (window.sentByPost ?? []).length")
        page.locator("[data-action=post-send]:visible").first.click()
        page.locator(QUIET).wait_for()
        while page.evaluate("() => (window.sentByPost ?? []).length") == before:
            page.wait_for_timeout(20)
        page.locator(QUIET).wait_for()
        sent: dict[str, Any] = page.evaluate(SENT)
        code = find_code(sent["url"], "m")
        self.lengths.append(len(code))
        return code

    def open(self, code: str, anew: bool = False) -> None:
        """Tap a link: in the page that is open, or in a new visit."""
        page = self.page
        if anew or page.url == "about:blank":
            drive.visit(page, self.address + "?pace=0" + code)
        else:
            page.evaluate("(code) => { location.hash = code; }", code)
            page.wait_for_timeout(50)
        page.locator(QUIET).wait_for()
        if page.locator("#post-join:visible").count():
            page.locator("#post-join").click()
            page.locator(QUIET).wait_for()

    def play(self) -> None:
        """Play the own turn, if the tiles are dealt."""
        if self.page.locator("#post-card:visible").count() == 0:
            self.page.evaluate(PLAY)


def play_by_links(people: dict[str, Person], first: str, again_every: int = 0) -> tuple[str, int]:
    """Play a match that has begun to its end. Return the last link and the number of links."""
    sender, links = people[first], 0
    while True:
        code = sender.send()
        links += 1
        posted = read_post(code)
        if posted.turn < 0:
            break
        receiver = people[posted.seats[posted.turn].name]
        receiver.open(code, anew=bool(again_every) and links % again_every == 0)
        receiver.play()
        sender = receiver
    for person in people.values():
        if person is not sender:
            person.open(code)
    return code, links


def check_ends(people: dict[str, Person], code: str) -> None:
    """Everybody's page shows the end of the same match, and no page has a fault or a request."""
    totals = [*read_post(code).played.totals]  # type: ignore[union-attr]  # it is over
    for person in people.values():
        expect(person.page.locator("body[data-phase=match-over]")).to_be_visible()
        shown = person.page.locator("#placings .placing-points").all_text_contents()
        assert sorted(map(int, shown)) == sorted(totals), person.name
        assert person.send() == code, person.name  # the link holds all moves of the match
        assert person.faults == [], person.name


@pytest.mark.parametrize(
    "to_the_end",
    # in every run: tests/session/test_post.py and tests/page/test_post_page.py for the end
    [False, pytest.param(True, marks=pytest.mark.long)],
    ids=["some turns", "a round"],
)
@pytest.mark.slow
def test_two_people_play_by_links(chromium: Browser, address: str, to_the_end: bool) -> None:
    contexts = [chromium.new_context(viewport=drive.SIZES["phone"], has_touch=True) for _ in range(2)]
    for each in contexts:
        each.add_init_script(drive.NO_OFFLINE_COPY)
    people = {name: Person(name, each, address) for name, each in zip(("Ann", "Ben"), contexts, strict=True)}
    ann, ben = people["Ann"], people["Ben"]
    ann.begin(["Ben"], 0, '#sets [value="6"]', '#lengths [value="1"]')
    code = ann.send()
    ben.open(code)
    expect(ben.page.locator("#post-card-send")).to_contain_text("Ann")
    ann.open(code)  # the own link: nothing changes
    expect(ann.page.locator("#post-card-send")).to_contain_text("Ben")
    back = ben.send()
    ann.open(back)
    expect(ann.page.locator("body[data-phase=playing]")).to_be_visible()
    ann.open(code)  # an old link
    expect(ann.page.locator("#toast")).to_have_text("This link is from an earlier turn. Nothing has changed.")
    ann.play()
    if to_the_end:
        last, links = play_by_links(people, "Ann")
        check_ends(people, last)
        assert links > 3
        drive.open_menu(ben.page, address)
        expect(ben.page.locator("#post-waiting")).to_be_hidden()
    else:
        ben.open(ann.send())
        ben.play()
        assert read_post(ben.send()).turn == 0
        assert ann.faults == ben.faults == []
    for each in contexts:
        each.close()


@pytest.mark.long  # in every run: the test above, and tests/session/test_post.py
def test_four_browsers_play_three_rounds_with_a_bot(
    chromium: Browser, playwright: Playwright, address: str
) -> None:
    firefox = drive.launch_firefox(playwright)
    contexts = [chromium.new_context(viewport=drive.SIZES["phone"]) for _ in range(3)]
    contexts.append(firefox.new_context(viewport=drive.SIZES["phone"]))
    names = ("Ann", "Ben", "Cleo", "Dan")
    people = {name: Person(name, each, address) for name, each in zip(names, contexts, strict=True)}
    people["Ann"].begin([*names[1:]], 1, '#lengths [value="3"]')
    last, links = play_by_links(people, "Ann", again_every=20)
    check_ends(people, last)
    lengths = [length for person in people.values() for length in person.lengths]
    posted = read_post(last)
    assert len(posted.seats) == 5 and posted.is_over and len(posted.played.rounds) == 3  # type: ignore[union-attr]
    assert write_post(posted) == last
    print(
        f"\n{links} links: median {statistics.median(lengths)}, longest {max(lengths)}, last {len(last)} signs"
    )
    for each in contexts:
        each.close()
    firefox.close()
