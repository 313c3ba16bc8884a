"""A crawl presses every control once, in random order, and finds no fault. The longer one presses it in each place where it is.

The tests lead the page to starting points (WAYS). From each, the crawl presses every control that was not pressed before, the newest
first. It returns to a starting point as long as that brings new controls. What was pressed is compared with the actions of index.html.
The last of the PIECES of a long crawl to end does that for all of them.

Every run has a fixed crawl instead: buttons in places that no other browser test opens.
"""

import json
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page

from game.ledger.backup_file import write_backup
from game.ledger.daily_entry import DailyResult, write_daily_result
from game.ledger.summary import make_summary, pack_record, write_summary
from game.records.links.challenge import Challenge, Result, write_challenge
from game.records.record import Record, Seat, write_record
from game.rules.options.presets import resolve
from game.store.entries import DAY, PAD, SUMMARY
from tests.browser.crawler import CLOSE, Crawl
from tests.browser.reached import record
from tests.session.matches import played, table
from tools.common import drive, phones, provision

GOLDEN = Path(__file__).parents[1] / "golden"
SHORT = {"set": 6, "rounds": 1, "hand_size": 5}
BEFORE = """
  window.print = () => {}; // nobody is there to close the browser's own dialogs
  navigator.share = async () => {};
  Object.defineProperty(navigator, "standalone", { value: false }); // as on iOS, where it is said how to install
"""
# Controls that must not be pressed on a screen, with the reason.
NEWS = {
    "update": "only where another version waits, see test_offline.py",
    "begin-round": "no card is shown at ?pace=0, see test_start.py",
}
GUESTS = "only with guests at the table, see test_own_phones.py"
NEWS |= dict.fromkeys(
    (
        *(
            "deal",
            "let-play",
            "mind",
            "party",
            "party-again",
            "party-change",
            "party-leave",
            "pause",
            "react",
            "take-out",
        ),
    ),
    GUESTS,
)
RELAY = "only where the site names a relay, see test_relay.py"
NEWS |= dict.fromkeys(("let-in", "open-table", "renew-table", "send-table", "where"), RELAY)
NEWS["host-name"] = "the crawl's person has a name, see tests/page/test_host_page.py"
NEWS["sort-again"] = "only after a tile was moved within the hand, see tests/page/test_gestures.py"
NEWS["copy-handed"] = "only after an answer that no tab takes, see test_own_phones.py"
NEWS["share-day-end"] = "only after the deal of the day, see tests/page/test_day_end.py"
# Controls that a crawl meets or not, with the test that always does.
BY_CHANCE = {
    "call-myself": "only after a round with a call in a first match, see tests/page/test_first_match.py",
    "check-deal": "only after a match whose seal is known, see tests/page/test_sharing.py",
    "copy-line": "only after that check, see tests/page/test_sharing.py",
    "learn-first": "only for who has finished no match, see tests/page/test_newcomer.py",
    "tap-once": "only after a first match's first round, see tests/page/test_first_match.py",
}
BY_CHANCE |= dict.fromkeys(
    ("lab-card", "lab-copy", "lab-csv", "lab-picture", "lab-play", "lab-save", "lab-share"),
    "only beside figures of the laboratory, which a quick trial brings in time, see test_laboratory.py",
)
BY_CHANCE |= dict.fromkeys(
    (
        *("post-again", "post-forget", "post-here", "post-hold", "post-join", "post-leave-link", "post-open"),
        *("post-send", "post-take-over"),
    ),
    "only with a match by post, see test_post.py and tests/page/test_post_page.py",
)
WIDER = "a phone shows it on the table, in the prompt or after a zoom"
APART: dict[str, dict[str, str]] = {
    "phone": NEWS
    | dict.fromkeys(
        ("yard", "end", "foot", "trail-back", "trail-on", "zoom-in", "zoom-out", "zoom-fit"), WIDER
    ),
    "laptop": NEWS
    | {"close-sheet": "the sheet is a column, always there", "home-more": "only a phone has a short menu"},
}


# --- the starting points


def everything() -> str:
    """A backup file with more finished matches than one list shows, pads, and a played daily deal."""
    session = table("crawl", seats=2, **SHORT)
    played(session, lambda: None, random.Random(1), 1)
    summary = make_summary(session.match, session.preset, session.seats, "", 0)
    record = pack_record(write_record(Record(session.match, session.preset, session.seats)))
    made = {
        f"{SUMMARY.prefix}m{number:02}": write_summary(
            summary._replace(id=f"m{number:02}", when=10**12 + number, record=record)
        )
        for number in range(35)
    }
    texts = [json.loads(path.read_text())["text"] for path in (GOLDEN / "pads-1").iterdir()]
    pads = {PAD.prefix + json.loads(text)["id"]: text for text in texts}
    now = datetime.now(UTC)
    dates = [f"{now + timedelta(days=days):%Y-%m-%d}" for days in (0, 1)]  # in case a new day starts
    days = {
        DAY.prefix + date: write_daily_result(DailyResult(date, 10**12, (10, 20, 30), False))
        for date in dates
    }
    return write_backup(made | pads | days, 10**12)


def golden(name: str, number: int) -> str:
    """A link code from tests/golden/."""
    code: str = json.loads((GOLDEN / f"{name}.json").read_text())[number]["code"]
    return code


def challenge(name: str = "Ann") -> str:
    """A short challenge, with the result of a player of that name."""
    seats = (Seat("", "human"), Seat("", "bot", "hen", "balanced"))
    dealt = Challenge("montgomery", resolve("montgomery", SHORT, 2), "a1b2c3d4e5", seats)
    return write_challenge(dealt.with_result(Result(name, ((3, 9),))))


def slowly(crawl: Crawl) -> None:
    """The first match ever, at its own pace: controls that appear only while the others think, and after the first round."""
    crawl.visit("")
    crawl.page.evaluate("localStorage['chickenfoot-settings'] = '{\"speed\": \"first\"}'")
    crawl.visit("")
    for point, action in (("last tile", "tap-once"), ("to take back", "take-back")):
        crawl.file("#record-file", record(point))  # without waiting for all events
        crawl.page.locator("body[data-phase=playing] #hand [data-playable=true]").first.click()
        crawl.page.locator("#places > button").first.click()
        crawl.by_hand(action)


def welcome(crawl: Crawl) -> None:
    """The first screen, or a match that goes on."""
    crawl.home()


def lobby(crawl: Crawl) -> None:
    """A table for guests, by a person who has given their name."""
    crawl.home()
    drive.choose(crawl.page, "phones")
    phones.invite(crawl.page)
    crawl.page.locator("#invite-qr svg").wait_for()


def learning(crawl: Crawl) -> None:
    """The last lesson, which is a free round."""
    crawl.page.evaluate("localStorage['chickenfoot-lesson'] = '7'")
    crawl.visit()
    crawl.page.evaluate("document.querySelector('#learn').click()")
    crawl.page.locator(f"{drive.QUIET}[data-phase=lesson]").wait_for()


def learnt(crawl: Crawl) -> None:
    """The end of the course."""
    learning(crawl)
    crawl.page.evaluate("crawl.play('body[data-done]')")


def at(point: str) -> Callable[[Crawl], None]:
    """A match at this point."""
    return lambda crawl: drive.open_record(crawl.page, record(point))


def gone_out(point: str) -> Callable[[Crawl], None]:
    """A round that the person has ended."""

    def lead(crawl: Crawl) -> None:
        drive.open_record(crawl.page, record(point))
        drive.rush_round(crawl.page)

    return lead


def invitation() -> str:
    """The code of an invitation to a table that nobody hosts any more."""
    code: str = json.loads((GOLDEN / "pairing-1.json").read_text())["chromium"]["offer"]["code"]
    return code


def by(code: str) -> Callable[[Crawl], None]:
    """A link that is opened over the current page."""
    return lambda crawl: crawl.link(code)


def open_challenge(crawl: Crawl) -> bool:
    """Open a challenge. Return whether it was played here before."""
    crawl.link(challenge())
    crawl.quiet()
    return crawl.page.locator("#answered").is_visible()


def play_challenge(crawl: Crawl, action: str) -> None:
    """Accept the open challenge by this button, and play it to the end."""
    crawl.by_hand(action)
    crawl.page.locator(f"{drive.QUIET}[data-phase=playing]").wait_for()
    drive.rush_round(crawl.page)


def compared(crawl: Crawl) -> None:
    """A challenge that was played to the end."""
    play_challenge(crawl, "accept-again" if open_challenge(crawl) else "accept-link")


def have_played(crawl: Crawl) -> None:
    """Make sure that the challenge was played here, and not forgotten."""
    if not open_challenge(crawl):
        play_challenge(crawl, "accept-link")


def answer_home(crawl: Crawl) -> None:
    """An answer to a challenge that was played here."""
    have_played(crawl)
    crawl.link(challenge("Bo"))


def challenges(crawl: Crawl) -> None:
    """The list of challenges, with one that was played here."""
    have_played(crawl)
    opening("challenges")(crawl)


def history(crawl: Crawl) -> None:
    """An imported backup file."""
    crawl.file("#archive-file", everything())
    crawl.page.locator("#toast:not([hidden])").wait_for()
    opening("history")(crawl)
    crawl.quiet()
    crawl.by_hand("history-more")


def two_persons(crawl: Crawl) -> None:
    """Two persons at one screen."""
    told = json.loads(record("middle"))
    told["seats"][1] |= {"kind": "human", "level": None}
    crawl.file("#record-file", json.dumps(told))
    crawl.page.locator(f"{drive.QUIET}[data-phase=curtain]").wait_for()


def answered(crawl: Crawl) -> None:
    """A puzzle that the person has answered."""
    crawl.link(golden("positions-2", 5))
    crawl.by_hand("accept-link")
    crawl.page.locator(f"{drive.QUIET}[data-phase=puzzle]").wait_for()
    crawl.page.evaluate("crawl.play('#riddle-answer:not([hidden])')")


def house(crawl: Crawl) -> None:
    """A saved set of house rules."""
    drive.open_record(crawl.page, record("middle"))
    crawl.link(golden("houses-2", 0))
    crawl.quiet()
    if crawl.page.locator("#opened-keep").is_visible():  # not after they were saved
        crawl.by_hand("keep-rules")
    crawl.by_hand("pass-by-link")
    opening("new-game")(crawl)
    crawl.page.locator("#houses label:visible").first.click()
    crawl.page.evaluate("document.querySelector('#own-rules').open = true")
    crawl.page.locator("#option-hand_size").select_option("5")


def opening(action: str) -> Callable[[Crawl], None]:
    """Press a button that may be out of sight."""
    return lambda crawl: crawl.page.evaluate(
        "(action) => document.querySelector(`[data-action=${action}]`).click()", action
    )


def asked(crawl: Crawl) -> None:
    """A link that arrives during a match."""
    drive.open_record(crawl.page, record("middle"))
    crawl.link(golden("challenges-4", 0))


def no_fit(crawl: Crawl) -> None:
    """Conflicting rules."""
    crawl.visit()
    crawl.page.evaluate(
        "document.querySelector('#choose').click(); document.querySelector('#own-rules').open = true"
    )
    crawl.page.locator("#option-arms").select_option("4")
    crawl.page.locator("#option-hand_size").select_option("60")
    crawl.page.locator("#ways button").first.wait_for()


def on_the_pad(crawl: Crawl) -> None:
    """A pad with a round."""
    opening("pad")(crawl)
    names = crawl.page.locator("#pad-names input")
    names.first.wait_for()
    for number, field in enumerate(names.all()):
        field.fill(f"Hen {number}")
    crawl.by_hand("begin-pad")
    crawl.page.locator("#pad-seats label").first.click()
    for field in crawl.page.locator("#pad-seats [data-points]:enabled").all():
        field.fill("5")
    crawl.by_hand("write-round")
    crawl.page.locator("#pad-rows > tr").first.wait_for()


def silent(crawl: Crawl) -> None:
    """An engine that does not answer."""
    crawl.page.evaluate(CLOSE)
    crawl.page.evaluate("document.dispatchEvent(new CustomEvent('engine:silent'))")


FULL = """() => {
  const { ask } = window.engine;
  window.engine.ask = async (verb, given) => (verb === "keep" ? '{"ok": "full"}' : ask(verb, given));
  document.querySelector("#settings [name=numerals]").click();
}"""


def full(crawl: Crawl) -> None:
    """A device without free storage."""
    crawl.visit()
    crawl.page.evaluate(FULL)


WAYS: dict[str, Callable[[Crawl], None]] = {
    "lobby": lobby,
    "welcome": welcome,
    "learning": learning,
    "learnt": learnt,
    "middle": at("middle"),
    "to draw": at("to draw"),
    "to draw on": at("to draw on"),
    "to pass": at("to pass"),
    "to call": at("to call"),
    "to catch": at("to catch"),
    "round over": gone_out("last tile"),
    "match over": gone_out("last tile of all"),
    "no fit": no_fit,
    "two persons": two_persons,
    "house": house,
    "puzzle": by(golden("positions-2", 5)),
    "puzzle, answered": answered,
    "position": by(golden("positions-2", 0)),
    "replay": by(golden("replays-2", 0)),
    "table": asked,
    "compared": compared,
    "answer home": answer_home,
    "challenges": challenges,
    "invited": by(invitation()),
    "history": history,
    "statistics": opening("statistics"),
    "pads": opening("pad"),
    "on the pad": on_the_pad,
    "day": opening("daily"),
    "silent": silent,
    "full": full,
}


NAMES = [*WAYS]
# The workers share a long crawl: each piece has its own starting points, and presses what can be pressed from there.
PIECES = {
    "at its own pace": [],
    "to the table": NAMES[: NAMES.index("no fit")],
    "from the table": NAMES[NAMES.index("no fit") : NAMES.index("compared")],
    "what is kept": NAMES[NAMES.index("compared") :],
}


def crawl_from(crawl: Crawl, names: list[str]) -> None:
    """Press what can be pressed from these starting points."""
    crawl.visit()
    for name in names:
        crawl.all_of(WAYS[name])
    # at the table some controls appear only for a moment, and every crawl plays other matches
    assert {key for key in crawl.left if crawl.is_new(key) and " play: " not in key} == set()


def check_actions(pressed: set[str], size: str) -> None:
    """Compare the pressed actions with those of index.html."""
    there = set(re.findall(r'data-action="([a-z-]+)"', (provision.ROOT / "index.html").read_text()))
    assert there - pressed - {*BY_CHANCE} == set(APART[size])


def actions(pressed: list[str]) -> list[str]:
    return [action for key in pressed for action in re.findall(r"\[([a-z-]+)", key)]


# By starting point, buttons that are pressed there in a fixed order.
FIXED = {
    "match over": "review-match scores print share poster close close-sheet show-round",
    "house": "change-house delete-house undelete-house share-house copy-house close",
    "compared": "answer challenges open-challenge close forget-challenge bring-back-match",
    "history": "export rename-match close forget-match bring-back-match replay on-one back-one on-round back-round replay-leave",
    "on the pad": "correct-round leave-round correct-round strike-round pad-leave delete-pad undelete-pad open-pad",
}


@pytest.mark.parametrize(
    "places",
    [
        ("history", "on the pad"),
        # in every run: the end of a match in test_every_screen.py, tests/page/test_saved_rules.py, tests/page/test_sharing.py
        pytest.param(("match over", "house", "compared"), marks=pytest.mark.long),
    ],
    ids=" and ".join,
)
@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.slow
def test_what_is_kept_can_be_changed_sent_and_shown_without_a_fault(
    page: Page, address: str, places: tuple[str, ...]
) -> None:
    page.add_init_script(BEFORE)
    crawl = Crawl(page, address)
    crawl.visit()
    for name in places:
        WAYS[name](crawl)
        crawl.buttons(FIXED[name])


@pytest.mark.parametrize("size", ["phone"], indirect=True)
@pytest.mark.long  # in every run: the fixed crawl above, and the walk of test_every_screen.py
def test_every_control_can_be_pressed_without_a_fault(page: Page, address: str, size: str) -> None:
    page.add_init_script(BEFORE)
    crawl = Crawl(page, address, everywhere=False)
    slowly(crawl)
    crawl_from(crawl, NAMES)
    check_actions({*actions(crawl.pressed)}, size)


@pytest.mark.parametrize("size", ["phone", "laptop"], indirect=True)
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.long
def test_every_control_can_be_pressed_in_every_place(
    page: Page,
    address: str,
    size: str,
    piece: str,
    tmp_path_factory: pytest.TempPathFactory,
    testrun_uid: str,
) -> None:
    page.add_init_script(BEFORE)
    crawl = Crawl(page, address)
    if PIECES[piece]:
        crawl_from(crawl, PIECES[piece])
    else:
        slowly(crawl)
    noted = tmp_path_factory.getbasetemp().parent / f"crawl-{size}-{testrun_uid}.json"
    done = pressed_in_all(noted, piece, crawl.pressed)
    if done is not None:
        check_actions(done, size)


def pressed_in_all(file: Path, piece: str, pressed: list[str]) -> set[str] | None:
    """Note what a piece has pressed. Return the actions of all pieces if this was the last, else None."""
    with provision.locked("crawl"):
        noted: dict[str, list[str]] = json.loads(file.read_text()) if file.exists() else {}
        noted[piece] = actions(pressed)
        file.write_text(json.dumps(noted))
    return (
        {action for actions in noted.values() for action in actions}
        if noted.keys() == PIECES.keys()
        else None
    )
