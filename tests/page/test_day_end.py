"""The deal of the day is an event: its date on the table, its egg, the days in a row and the result at its end."""

from importlib import import_module
from typing import Any

import pytest

from game.ledger.daily_entry import DailyResult, write_daily_result
from game.records.links.any_link import write_day_code
from game.store.entries import DAY
from game.store.storage_backend import MemoryBackend
from tests.page.conftest import TEXTS, Page, World, a_scene, played
from tests.page.opened_links import HERE
from tests.page.openings import Make, opened


async def played_day(make: Make, store: MemoryBackend, date: str = "2026-11-22") -> World:
    """The page at the end of a day's deal, on 22 November 2026."""
    world = await make(store=store).begin()
    await world.do("daily")
    if date != "2026-11-22":
        await world.click(f'#daily-weeks [data-date="{date}"]')
    await world.do("play-day")
    note = world.one("#round-note").textContent
    assert note.startswith("Deal of the day") and date in note
    await world.round()
    return world


def keep_day(store: MemoryBackend, date: str, points: tuple[int, ...] = (10, 20, 30, 40)) -> None:
    store.entries[DAY.prefix + date] = write_daily_result(DailyResult(date, 10**12, points, False))


@played
async def test_a_days_end_has_its_egg_the_days_in_a_row_and_a_share_button(make: Make) -> None:
    store = MemoryBackend()
    for date in ("2026-11-20", "2026-11-21"):
        keep_day(store, date)
    world = await played_day(make, store)
    assert not world.one("#day-end").hidden and "2026-11-22" in world.one("#day-end-title").textContent
    assert world.one("#day-end-egg").dataset.laid == "true"
    assert world.one("#day-end-streak").textContent.startswith("3 days in a row")
    assert world.one("#day-end-note").textContent == TEXTS["daily.next"].format(
        time="numeric 2-digit 2026-11-22T24:00:00Z"
    )
    assert not world.one("#day-end-send").hidden and world.one("#over-again").dataset.second == "true"
    assert not world.one('#over-again [data-text="ui.play-new"]').hidden
    world.window.hours_at_utc_midnight = 0
    assert import_module("game.page.kernel.words").end_of_day() == TEXTS["daily.midnight"]
    await world.do("share-day-end")
    (sent,) = world.window.clipboard
    in_a_row = TEXTS["daily.share-row"].format(n=3)
    assert sent.endswith(
        f" {in_a_row} {TEXTS['daily.share-ask']} {HERE}{write_day_code('2026-11-22', 'montgomery')}"
    )
    await world.do("daily")
    await world.do("share-day")
    assert world.window.clipboard == [sent, sent]  # the calendar says the same


@played
async def test_a_day_played_late_or_before_says_what_the_calendar_counts(make: Make) -> None:
    store = MemoryBackend()
    keep_day(store, "2026-11-21", (1, 2, 3, 4))
    world = await played_day(make, store)
    assert world.one("#day-end-streak").textContent.startswith("2 days in a row")
    assert world.one("#day-end-note").textContent.startswith(TEXTS["daily.egg"])
    late = await played_day(make, MemoryBackend(), "2026-11-20")
    assert late.one("#day-end-egg").dataset.laid is None
    assert late.one("#day-end-streak").textContent == TEXTS["daily.late"]
    assert late.one("#day-end-note").textContent == ""


@played
async def test_a_single_day_is_not_shared_as_a_row(make: Make) -> None:
    world = await played_day(make, MemoryBackend())
    await world.do("share-day-end")
    (sent,) = world.window.clipboard
    assert "day so far" not in sent and "in a row" not in sent and ".  " not in sent


@pytest.mark.parametrize(
    ("totals", "is_last"), [([3, 9, 1], False), ([9, 3, 1], True), ([9, 9, 1], False), ([0, 1, 2], False)]
)
def test_who_came_last_is_first_offered_another_match(page: Page, totals: list[int], is_last: bool) -> None:
    day = {
        "played": {"late": False, "points": totals},
        "date": "2026-11-22",
        "today": "2026-11-22",
        "count": 9,
        "streak": 1,
        "best": 1,
    }
    scene = a_scene(phase="match-over", day="2026-11-22", sheet={"totals": totals})
    cells = page("calendar.day_end").view({"day_end": day, "sheet_scene": scene})
    seconds = {selector: value for selector, name, value in cells if name == "data-second"}
    assert (seconds["#day-end-send"] == "true", seconds["#over-again"] == "true") == (is_last, not is_last)


@played
async def test_another_match_ends_as_before(make: Make) -> None:
    world = await opened(make)
    assert world.one("#round-note").textContent == ""
    await world.round()
    assert world.one("#day-end").hidden and world.one("#day-end-send").hidden
    assert world.one("#over-again").dataset.second is None and not world.one("#over-send").hidden


@played
async def test_a_match_ends_beside_todays_deal(make: Make) -> None:
    """It is under "More". Begun and left, it says so there, on its card, in the calendar and in the list."""
    store = MemoryBackend()
    world = await opened(make, store=store)
    await world.round()
    offer, named = world.one("#over-day"), world.one("#over-day span")
    assert not offer.hidden and named.textContent == TEXTS["over.day"]
    await world.click(offer)
    button = world.one('#daily [data-action="play-day"]')
    assert button.textContent == TEXTS["ui.play"]
    await world.click(button)
    hand = world.hand()
    await world.do("menu")
    await world.do("leave")
    assert world.one("#day-streak").textContent == TEXTS["daily.go-on"]
    assert world.one("#resume-note").textContent.startswith("Deal of the day, ")
    await world.do("daily")
    assert button.textContent == TEXTS["daily.go-on"]
    assert world.one("#daily-streak").textContent == TEXTS["daily.begun"]
    await world.click('#daily-weeks [data-date="2026-11-20"]')
    assert button.textContent == TEXTS["ui.play"]
    [today] = world.every('#daily-weeks [data-today="true"] .day')
    assert today.dataset.date == "2026-11-22" and ", today" in str(today.getAttribute("aria-label"))
    await world.click(world.every('#daily [data-action="close"]')[0])
    await world.do("history")
    assert any("Deal of the day" in about.textContent for about in world.every("#waiting .match-about"))
    await world.do("back")
    await world.do("daily")
    await world.click(button)
    assert world.hand() == hand and named.textContent == TEXTS["daily.go-on"]
    await world.round()
    assert named.textContent == TEXTS["over.day"]


PERSON, BOT = {"level": None}, {"level": "hen"}


@pytest.mark.parametrize(
    ("seats", "you", "is_alone", "is_day"),
    [
        ([PERSON, BOT], 0, True, False),
        ([PERSON, BOT], 0, True, True),
        ([PERSON, PERSON], 0, False, False),
        ([PERSON, PERSON, BOT], -1, False, False),
    ],
)
def test_only_a_deal_that_one_person_played_is_a_challenge(
    page: Page, seats: list[dict[str, Any]], you: int, is_alone: bool, is_day: bool
) -> None:
    """Another match can only be watched: sending it is under "More", as after a deal of the day."""
    scene = a_scene(phase="match-over", you=you, sheet={"totals": [3, 9]}) | {"seats": seats}
    day = {
        "played": {"late": False, "points": [3, 9]},
        "date": "2026-11-22",
        "today": "2026-11-22",
        "count": 9,
        "streak": 1,
        "best": 1,
    }
    cells = page("calendar.day_end").view({"day_end": day if is_day else None, "sheet_scene": scene})
    found = {selector: value for selector, name, value in cells if "over-send" in selector}
    assert found == {
        "#over-send": is_day or not is_alone,
        "#over-send-plain": is_alone and not is_day,
        '#over-send-plain [data-text="over.challenge"]': not is_alone,
        '#over-send-plain [data-text="over.send-match"]': is_alone,
    }


@pytest.mark.parametrize(("used", "said"), [("undo", "using Undo;"), ("both", "using Undo and hints;")])
def test_a_result_names_only_the_help_that_was_used(page: Page, used: str, said: str) -> None:
    played = {"points": [5, 10], "place": 1, "used": used, "late": False}
    assert said in page("calendar.calendar_view").result({"played": played})
    result = {"rounds": 1, "again": False, "used": used}
    assert said.replace("using", "with").rstrip(";") in page("sharing.link_card").result_note(result)


def test_a_second_match_of_a_day_says_that_the_first_one_counts(page: Page) -> None:
    """As after a day by one rule-book that was begun before the same day by another one, and finished later."""
    played = {"points": [5, 10, 15, 20], "place": 1, "used": "", "late": False}
    day = {"date": "2026-11-21", "today": "2026-11-22", "played": played, "count": 3}
    notes = page("calendar.day_end")._notes
    (said,) = notes(day, [32, 10, 15, 20], 0)
    assert said.startswith("Your first try counts. Came first")
    assert notes(day, [10, 5, 15, 20], 1) == []  # this is the first try
