"""The command that measures the steps between levels: its deals, and its table in docs/strength.md."""

import json
from pathlib import Path

import pytest

from tools.strength import steps
from tools.strength.ctables import compiler


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
def test_a_measurement_in_parts_has_the_deals_of_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = steps.Cell("chickie", "rooster", "hen")
    whole = steps.play_deals(cell, 0, 5)
    assert steps.play_deals(cell, 0, 2) + steps.play_deals(cell, 2, 3) == whole
    monkeypatch.setattr(steps, "FILE", tmp_path / "steps.json")
    monkeypatch.setattr(steps, "CHUNK", 2)
    leads: steps.Leads = {}
    steps.measure([cell], leads, 3, float("inf"), 1)
    leads = json.loads(steps.FILE.read_text())
    steps.measure([cell], leads, 5, float("inf"), 1)
    assert json.loads(steps.FILE.read_text()) == {"chickie rooster-hen": whole}


def test_a_cell_shows_its_interval_and_its_deals() -> None:
    cell = steps.Cell("chickie", "rooster", "hen")
    assert steps.shown([12, 24] * 10, cell) == "+1.50 ± .24 (20)"
    assert steps.shown([-12, -36] * 10, cell) == "−2.00 ± .48 (20)"
    assert steps.shown([12] * 19, cell) == "too few deals"


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
def test_the_child_plays_whole_matches_from_every_seat() -> None:
    cell = steps.Cell("chickie", "child", "pullet")
    whole = steps.play_deals(cell, 0, 3)
    assert steps.play_deals(cell, 0, 1) + steps.play_deals(cell, 1, 2) == whole
    assert all(0 <= twelfths <= 48 for twelfths in whole)
    assert steps.shown([12, 24] * 10, cell) == "37.5 ± 6.0 % (20)"


def test_the_table_in_the_document_is_that_of_the_file() -> None:
    leads = json.loads(steps.FILE.read_text())
    assert steps.table(leads) in steps.PAGE.read_text()
