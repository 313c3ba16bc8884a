"""The survey: which values are tried, the command that makes its file, and the file that comes with the game."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.commands.measure.survey import file_text, variants
from game.laboratory.comparison import Comparison, Figure, Lengths
from game.laboratory.measures import MEASURES, UNCOMPARED
from game.laboratory.survey_data import FORMAT, comparison_of, numbers_of
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import resolve

ROOT = Path(__file__).parents[2]


def test_numbers_make_the_same_comparison_again() -> None:
    figures = [Figure(measure.code, 1.0, 2.0, -1.0, 0.2, -1.3, -0.7, "less") for measure in MEASURES]
    figures[3] = Figure(MEASURES[3].code, 1.0, 1.5, 0.5, 0.8, -0.3, 1.3, "unclear")
    figures[2] = Figure(MEASURES[2].code, None, None, None, None, None, None, "never")
    figures[4] = Figure("comeback", None, None, None, None, None, None, "unlike-rounds")
    noted = tuple((measure.code, number + 0.25, number + 0.5) for number, measure in enumerate(UNCOMPARED))
    found = Comparison(
        30, 300, tuple(figures), noted, (Lengths(1.0, 2.0), Lengths(3.0, 4.0)), False, "unlike-rounds"
    )
    assert comparison_of(json.loads(json.dumps(numbers_of(found)))) == found


def test_numbers_of_a_single_trial_have_no_intervals_and_no_verdict() -> None:
    figures = [Figure(measure.code, 1.0, 2.0, -1.0, None, None, None, "early") for measure in MEASURES]
    found = Comparison(1, 10, tuple(figures), (), (Lengths(1.0, 2.0), Lengths(3.0, 4.0)), False, "")
    assert comparison_of(json.loads(json.dumps(numbers_of(found)))) == found


def test_numbers_of_an_older_game_have_the_older_measures() -> None:
    row = [1, 2, -1, 0.2, -1.3, -0.7]
    numbers: Any = {"trials": 30, "deals": 300, "alike": False, "figures": [row, row, row, row, None]}
    numbers |= {"noted": [7, 8], "lengths": [1, 2, 3, 4]}
    found = comparison_of(numbers)
    assert [(figure.code, figure.verdict) for figure in found.figures] == [
        *(("length", "less"), ("blocked", "less"), ("comeback", "never"), ("start", "less"), ("lead", "less"))
    ]
    assert found.noted == ((UNCOMPARED[0].code, 7, 8),)
    assert numbers_of(found)["figures"] == numbers["figures"]


def test_the_survey_tries_each_other_value_of_each_option() -> None:
    tried = [(code, value) for code, value, _ in variants("montgomery", 4)]
    assert ("draw", "until-playable") in tried and ("set", 18) in tried and ("arms", "players") in tried
    assert ("draw", "one") not in tried and ("hand_size", "nathan") in tried
    assert len(set(tried)) == len(tried) and not {"players", "rounds"} & {code for code, _ in tried}
    own = resolve("montgomery", {**EARLIER_VALUES})
    assert "call_again" not in {code for code, _ in tried}  # an option that is newer than the survey
    for code, value, options in variants("montgomery", 4):
        assert {name: each for name, each in options.declared().items() if each != own.declared()[name]} == {
            code: value
        }


def test_the_command_writes_an_entry_for_each_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [each for each in variants("chickie", 3) if each[0] in ("toes", "take_back")]
    monkeypatch.setattr("game.commands.measure.survey.variants", lambda preset, players: iter(few))
    out = tmp_path / "survey.json"
    arguments = ["survey", "--preset", "chickie", "--players", "3", "--deals", "7", "--workers", "1"]
    assert main([*arguments, "--out", str(out)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    data = json.loads(out.read_text())
    assert (data["format"], data["preset"], data["players"], data["deals"]) == (FORMAT, "chickie", 3, 7)
    assert [(entry["option"], entry["value"]) for entry in data["values"]] == [
        ("toes", 2),
        ("take_back", True),
    ]
    assert (data["values"][0]["alike"], data["values"][1]["alike"]) == (False, True)
    two_toes, take_back = (comparison_of(entry) for entry in data["values"])
    assert two_toes.deals == take_back.deals == 7
    # Table A has the changed rule. Table B has the rule-book's, so its figures are the same in both entries.
    assert [(figure.code, figure.b) for figure in two_toes.figures] == [
        (figure.code, figure.b) for figure in take_back.figures
    ]
    whole = out.read_text()
    values = data.pop("values")
    out.write_text(file_text(data, values[:1]))
    assert main([*arguments, "--out", str(out), "--go-on"]) == 0
    assert out.read_text() == whole
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert main([*arguments, "--seed", "other", "--out", str(out), "--go-on"]) == 2
    assert capsys.readouterr().err == f"survey: {out} is not a part of this survey.\n"


def test_a_survey_that_cannot_be_made_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["survey", "--preset", "nothing", "--out", "x"]) == 2
    assert main(["survey", "--deals", "0", "--out", "x"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and said[0].startswith("There are no rules called")


def test_the_survey_that_comes_with_the_game_has_every_value() -> None:
    path = ROOT / "assets" / "survey.json"
    data = json.loads(path.read_text())
    assert (data["format"], data["preset"], data["players"]) == (FORMAT, "montgomery", 4)
    tried = [[code, value] for code, value, _ in variants("montgomery", 4)]
    assert [[entry["option"], entry["value"]] for entry in data["values"]] == tried
    values = data.pop("values")
    assert file_text(data, values) == path.read_text()
