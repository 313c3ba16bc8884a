"""The seed of a daily deal names its date."""

import pytest

from game.records.daily_deal import daily_deal, day_of_seed


@pytest.mark.parametrize("day", ["2026-11-21", "2027-02-28"])
def test_the_seed_of_a_daily_deal_has_its_date(day: str) -> None:
    assert day_of_seed(daily_deal(day).seed) == day


@pytest.mark.parametrize(
    "seed", ["", "day-", "day-2026-11-2", "2026-11-21", "day-2026-02-30", "day-day-2026-11-21"]
)
def test_other_seeds_have_none(seed: str) -> None:
    assert day_of_seed(seed) == ""
