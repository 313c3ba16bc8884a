"""Stored results of daily deals, and streaks."""

import asyncio
import json

import pytest

from game.ledger.daily_entry import (
    DailyResult,
    read_daily_result,
    streaks,
    weeks_of_month,
    write_daily_result,
)
from game.rules.errors import RecordError, Refusal
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk

PLAYED = DailyResult("2026-11-22", 1000, (12, 30, 7, 0), marked=True)


def test_a_daily_result_is_read_unchanged_and_has_a_place() -> None:
    assert read_daily_result(write_daily_result(PLAYED)) == PLAYED
    assert PLAYED.place == 3
    assert PLAYED._replace(points=(0, 0, 5)).place == 1


@pytest.mark.parametrize(
    "change",
    [
        {"format": "chickenfoot-day/0"},
        {"date": "2026-02-30"},
        {"date": 7},
        {"when": -1},
        {"points": [1]},
        {"points": [1, "2"]},
        {"points": [1] * 11},
        {"marked": 1},
        {"preset": 7},
        {"preset": 31 * "x"},
    ],
)
def test_other_texts_are_refused_as_daily_results(change: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        read_daily_result(json.dumps(json.loads(write_daily_result(PLAYED)) | change))


def test_streaks() -> None:
    dates = {"2026-02-27", "2026-02-28", "2026-03-01", "2026-03-03"}
    assert streaks(dates, "2026-03-03") == (1, 3)
    assert streaks(dates, "2026-03-04") == (1, 3)
    assert streaks(dates, "2026-03-01") == (3, 3)
    assert streaks(dates, "2026-03-05") == (0, 3)
    assert streaks(set(), "2026-03-05") == (0, 0)
    assert streaks({"2027-12-31", "2028-01-01"}, "2028-01-01") == (2, 2)


def test_a_month_has_its_days_under_their_weekdays() -> None:
    weeks = weeks_of_month("2026-11-22")
    assert weeks[0] == ["", "", "", "", "", "", "2026-11-01"]  # a Sunday
    assert [day for week in weeks for day in week if day] == [f"2026-11-{day:02}" for day in range(1, 31)]
    assert {len(week) for week in weeks} == {7}
    assert len(weeks_of_month("2027-02-10")) == 4  # it begins on a Monday


def test_an_invalid_date_is_refused() -> None:
    async def test(desk: AskedDesk) -> None:
        for wrong in ("", "2026-13-01", "22.11.2026", "x" * 100):
            with pytest.raises(Refusal):
                await desk.days(wrong)
            with pytest.raises(Refusal):
                await desk.start_day(wrong, [], 1.0)

    asyncio.run(test(AskedDesk(MatchStore(MemoryBackend()))))
