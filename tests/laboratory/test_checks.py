"""The commands that check the laboratory's figures (tools/laboratory/)."""

import pytest

from game.laboratory.intervals import totals
from game.laboratory.measures import MEASURES, count
from game.laboratory.trials import play_trial
from game.rules.options.presets import resolve
from tools.laboratory import coverage, skill


def test_equal_values_share_their_rank() -> None:
    assert skill.ranks([30, 10, 20, 10]) == [4, 1.5, 3, 1.5]


@pytest.mark.parametrize(
    ("other", "found"), [((10, 20, 30, 40), 1), ((4, 3, 2, 1), -1), ((1, 3, 2, 4), 0.8)]
)  # 1 - 6 × 2 / (4 × 15) = .8
def test_spearmans_correlation(other: tuple[int, ...], found: float) -> None:
    assert skill.rank_correlation([1, 2, 3, 4], other) == pytest.approx(found)


def test_the_edge_is_the_measures_value_and_the_gap_is_in_points() -> None:
    counted = [count(play_trial(resolve("chickie", {"rounds": 1}), "hen", "x", number)) for number in (0, 1)]
    edge, half, gap = skill.edge_of(counted)
    pairs = [counts.pairs[[measure.code for measure in MEASURES].index("skill-edge")] for counts in counted]
    won, gaps = totals(pairs)
    assert edge == won / gaps and half > 0
    assert gap == gaps / 2 / 2 / 6  # two rounds with six pairs of players


def test_the_coverage_is_printed_for_each_book_and_number_of_deals(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = "--books chickie --deals 20 60 --trials 8 --repeat 5"
    assert coverage.main(given.split()) == 0
    first, second = capsys.readouterr().out.splitlines()[2:]
    assert first.startswith("| chickie | 20 | 2 | ") and second.startswith("| chickie | 60 | 6 | ")
    assert first.endswith(" | 0 |")
