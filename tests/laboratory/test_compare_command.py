"""The command `compare`."""

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.commands.measure import compare
from game.commands.measure.compare import Tables, read_rules
from game.laboratory.comparison import Comparison, Figure
from game.laboratory.measures import MEASURES, UNCOMPARED
from game.records.links.any_link import HouseRules, SentRules, write_house_code
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import resolve

A, B = "hastings/3,rounds=2", "hastings/3,rounds=2,short_foot=blocks"
ROOT = Path(__file__).parents[2]
SMALL = ("--deals", "50", "--workers", "1")


def test_the_three_forms_of_output_have_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", A, B, *SMALL, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["trials"], data["deals"], data["a"], data["bots"]) == (25, 50, A, "hen")
    assert [figure["code"] for figure in data["figures"]] == [measure.code for measure in MEASURES]
    assert [note["code"] for note in data["noted"]] == [measure.code for measure in UNCOMPARED]
    assert data["lengths"]["a"]["median"] <= data["lengths"]["a"]["slowest_tenth"]
    assert main(["compare", A, B, *SMALL, "--csv"]) == 0
    rows = [*csv.DictReader(io.StringIO(capsys.readouterr().out))]
    assert [row["measure"] for row in rows] == [measure.code for measure in MEASURES]
    for row, figure in zip(rows, data["figures"], strict=True):
        assert {
            key: str(figure[key]) for key in ("a", "b", "difference", "ci95", "low", "high", "verdict")
        } == {key: row[key] for key in ("a", "b", "difference", "ci95", "low", "high", "verdict")}
    assert main(["compare", A, B, *SMALL]) == 0
    table = capsys.readouterr().out
    assert table.startswith(data["sentence"])
    assert all(figure["name"] in table for figure in data["figures"])


def test_each_table_has_at_least_so_many_deals(capsys: pytest.CaptureFixture[str]) -> None:
    longer = "hastings/3,rounds=3,short_foot=blocks"
    for tables in ((A, longer), (longer, A)):
        assert main(["compare", *tables, "--deals", "5", "--workers", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["trials"] == 3  # of at least two rounds


def test_rules_are_named_by_a_rule_book_a_record_or_a_code(tmp_path: Path) -> None:
    options = resolve("chickie", {"rounds": 1}, 3)
    assert read_rules("chickie/3,rounds=1") == options
    assert read_rules("chickie") == resolve("chickie")
    assert read_rules("plain,set=12") == resolve(None, {"set": 12})
    house = SentRules(HouseRules("Ours", "chickie", options), "Ann")
    assert read_rules(write_house_code(house)) == options
    main(
        ["simulate", "--preset", "chickie", "--players", "3", "--option", "rounds=1", "--out", str(tmp_path)]
    )
    assert read_rules(str(tmp_path / "match-00001.json")) == options


def test_codes_of_house_rules_name_their_rules() -> None:
    for house in json.loads((ROOT / "tests" / "golden" / "houses-2.json").read_text(encoding="utf-8")):
        assert read_rules(house["code"]).declared() == {**EARLIER_VALUES, **house["meant"]["options"]}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing", B], "There are no rules called “nothing”"),
        ([A, "plain,toes=9"], "The option toes cannot be “9”"),
        ([A, "#hxyz"], "link"),
        ([A, "#h1short"], "This link was made by a version before 1.0"),
        ([A, "missing.json"], "missing.json cannot be read: No such file or directory."),
        ([A, B, "--deals", "0"], "compare: --deals and --workers must be 1 or more"),
        ([A, B, "--bots", "dragon"], "compare: argument --bots: invalid choice"),
    ],
)
def test_bad_usage_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["compare", *arguments])
    except SystemExit as stop:
        code = stop.code
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert sentence in said.err and said.err.count("\n") == 1


@pytest.mark.parametrize(("processors", "workers"), [(3, 3), (None, 1)])
def test_as_many_processes_play_as_the_computer_has_processors(
    monkeypatch: pytest.MonkeyPatch, processors: int | None, workers: int
) -> None:
    asked, play = [], compare.play

    def noted(tables: Tables, seed: str, trials: int, workers: int) -> Any:
        asked.append(workers)
        return play(tables, seed, trials, 1)

    monkeypatch.setattr(compare, "play", noted)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert main(["compare", A, B, "--deals", "2"]) == 0
    assert asked == [workers]


def test_the_coverage_of_the_intervals_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", A, B, "--deals", "4", "--repeat", "3", "--workers", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["repetitions"], data["trials"]) == (3, 2)
    assert set(data["alone"]) == {measure.code for measure in MEASURES}
    assert 0 <= data["together"] <= 1 and data["zero_widths"] == 0


def test_a_measure_that_cannot_be_counted_has_no_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    one_round = [tables.replace("rounds=2", "rounds=1") for tables in (A, B)]
    assert main(["compare", *one_round, "--deals", "4", "--repeat", "3", "--workers", "1"]) == 0
    alone = json.loads(capsys.readouterr().out)["alone"]
    assert {code for code, share in alone.items() if share is None} == {"lead-changes", "comeback"}


def test_a_repetition_holds_if_each_interval_holds_the_truth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def made(*figures: tuple[float | None, float, float, float]) -> Comparison:
        """A comparison with (difference, ci95, low, high) for its measures."""
        named = [Figure(code, 0, 0, *figure, "unclear") for code, figure in zip("xy", figures, strict=True)]
        return Comparison(1, 0, tuple(named), (), (), False, "")

    truth = made((5, 0, 0, 0), (2, 0, 0, 0))
    parts = [
        made((4, 1, 3, 5), (3, 2, 2, 5)),  # both hold it, at their ends
        made((4, 0.9, 3, 4.9), (2, 1, 1, 3)),  # the first misses
        made((5, 1, 4, 6), (4, 1.5, 2.1, 6)),  # the second misses
        made((None, 0, 0, 0), (2, 1, 1, 3)),  # nothing was measured
    ]
    given = iter([truth, *parts])
    monkeypatch.setattr(compare, "compare", lambda of_a, of_b: next(given))
    nothing: tuple[Any, Any] = ({}, {})
    found = compare.coverage([nothing] * 4, 1)
    assert (found["alone"], found["together"]) == ({"x": 2 / 3, "y": 3 / 4}, 2 / 4)


def test_every_trial_belongs_to_one_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def noted(of_a: list[int], of_b: list[int]) -> Comparison:
        compared.append((of_a, of_b))
        return Comparison(len(of_a), 0, (), (), (), False, "")

    monkeypatch.setattr(compare, "compare", noted)
    found = compare.coverage([(number, -number) for number in range(1, 6)], 2)
    assert compared[1:] == [([1, 2], [-1, -2]), ([3, 4], [-3, -4]), ([5], [-5])]
    assert (found["repetitions"], found["together"]) == (3, None)
