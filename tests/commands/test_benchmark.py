"""The frozen benchmarks: their files keep margins by deal, and other deals are refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.commands.measure import benchmark
from game.rules.options.presets import PRESETS

FOLDER = benchmark.FOLDER


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for benchmarks of six deals."""
    monkeypatch.setattr(benchmark, "FOLDER", tmp_path / "benchmarks")
    monkeypatch.setattr(benchmark, "DEALS", 6)
    return tmp_path / "benchmarks" / "chickie.json"


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["arena", "--benchmark", "chickie", "--json", *arguments]) == 0
    printed: dict[str, Any] = json.loads(capsys.readouterr().out)
    return printed


def test_players_are_compared_deal_by_deal(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = report(capsys, "--hero", "random", "--keep")
    assert first["compared"] == {} and first["margin"] < 0
    again = report(capsys, "--hero", "random", "--deals", "4")
    assert again["compared"] == {"random": {"deals": 4, "difference": 0, "difference_ci95": 0}}
    greedy = report(capsys, "--hero", "greedy", "--keep")
    assert greedy["margin"] == 0
    assert greedy["compared"]["random"]["difference"] == pytest.approx(-first["margin"])
    data = json.loads(small.read_text())
    assert (data["format"], data["deals"], data["seed"]) == (benchmark.FORMAT, 6, "benchmark-chickie")
    assert data["leads"]["greedy"] == [0] * 6 and len(data["leads"]["random"]) == 6


def test_other_deals_and_bad_usage_are_refused(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report(capsys, "--hero", "greedy", "--keep")
    assert main(["arena", "--benchmark", "chickie", "--hero", "greedy", "--deals", "7"]) == 2
    assert main(["arena", "--hero", "greedy"]) == 2
    assert main(["arena", "--benchmark", "chickie", "--hero", "dragon"]) == 2
    data = json.loads(small.read_text())
    small.write_text(json.dumps(data | {"sha256": "0" * 64}))
    assert main(["arena", "--benchmark", "chickie", "--hero", "greedy"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 4 and said[3] == "arena: this program deals other tiles than the benchmark."


@pytest.mark.parametrize("preset", PRESETS)
def test_each_benchmark_has_these_deals_and_complete_margins(preset: str) -> None:
    known = benchmark.read_benchmark(preset)
    assert benchmark.hash_of_deals(known) == known.sha256
    assert {len(leads) for leads in known.leads.values()} == {benchmark.DEALS}
