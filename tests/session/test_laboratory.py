"""The verbs of a laboratory worker: they give the figures of the command, and texts that the page can show."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.engine.laboratory import lab_verbs
from game.engine.laboratory.figure_pictures import band, pictures
from game.laboratory.comparison import MORE, Comparison, Figure, Lengths
from game.laboratory.measures import MEASURE, MEASURES, STORED
from game.narration.localization.language import load

A = {"preset": "chickie", "changes": {"rounds": 2, "draw": "until-playable"}, "players": 3}
B = {"preset": "chickie", "changes": {"rounds": 2}, "players": 3}
ROOT = Path(__file__).parents[2]


def ask(verb: str, **given: Any) -> Any:
    """Ask as the page does, in JSON."""
    answer = json.loads(asyncio.run(lab_verbs.open_verbs()(verb, json.dumps(given))))
    return answer.get("ok", answer)


def rows(count: int) -> list[Any]:
    return [ask("trial", a=A, b=B, level="hen", seed="laboratory", number=number) for number in range(count)]


def test_page_and_command_agree_to_the_last_digit(capsys: pytest.CaptureFixture[str]) -> None:
    shown = ask("figures", rows=rows(21)[::-1])
    main(
        [
            *("compare", "chickie/3,rounds=2,draw=until-playable", "chickie/3,rounds=2"),
            *("--deals", "42", "--workers", "1", "--json"),
        ]
    )
    told = json.loads(capsys.readouterr().out)
    keys = ("a", "b", "difference", "ci95", "low", "high")
    of_command = {figure["code"]: figure for figure in told["figures"]}
    assert [card["code"] for card in shown["cards"]] == [*of_command]
    assert shown["numbers"]["figures"] == [
        [of_command[code][key] for key in keys] if code in of_command else None for code in STORED
    ]
    assert load().paragraph(shown["sentence"]) == told["sentence"]
    assert shown["numbers"]["lengths"] == [*told["lengths"]["a"].values(), *told["lengths"]["b"].values()]
    assert (shown["trials"], shown["deals"]) == (21, 42)
    main(
        [
            *("compare", "chickie/3,rounds=2,draw=until-playable", "chickie/3,rounds=2"),
            *("--deals", "42", "--workers", "1", "--csv"),
        ]
    )
    assert ask("table_csv", numbers=shown["numbers"])["text"] == capsys.readouterr().out


def test_values_below_ten_have_a_decimal_and_others_have_none() -> None:
    cards = ask("figures", rows=rows(3))["cards"]
    values = [card[side][1]["n"] for card in cards for side in "ab" if card[side] != "–"]
    assert all(isinstance(value, int) for value in values if abs(value) >= 10)
    assert any(isinstance(value, float) for value in values if abs(value) < 10)
    assert all(value == round(value, 1) for value in values)


def test_a_narrow_interval_has_two_decimals_and_only_more_has_a_sign() -> None:
    def gap(difference: float, half: float) -> Any:
        ends = difference - half, difference + half
        return lab_verbs._gap(
            MEASURE["points"], Figure("points", 1.0, 1.0, difference, half / 2, *ends, MORE)
        )

    assert gap(0.123, 0.05) == ("lab.gap.plus", {"gap": 0.12, "low": 0.07, "high": 0.17})
    assert gap(1.23, 0.5) == ("lab.gap.plus", {"gap": 1.2, "low": 0.7, "high": 1.7})
    assert gap(0.0, 0.5) == ("lab.gap", {"gap": 0, "low": -0.5, "high": 0.5})


def test_tables_are_checked_and_their_differences_named() -> None:
    assert ask("check", a=A, b=B) == {
        "rounds": 2,
        "levels": ["hen", "rooster", "fox"],
        "differ": [["draw", "until-playable", "one"]],
    }
    assert ask("check", a={**A, "players": 9}, b=B)["refused"]["key"] == "option.seats-of-preset"


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_part_of_a_card_can_be_said(language: str) -> None:
    say = load(language)
    shown = ask("figures", rows=rows(2))
    assert [card["code"] for card in shown["cards"]] == [measure.code for measure in MEASURES]
    for card in shown["cards"]:
        for part in (card["a"], card["b"], card["gap"], [card["verdict"], {}], *card["notes"]):
            assert say.words(part)
        assert all(card["pictures"]) and card["band"].startswith("<svg")


def test_a_link_shows_the_same_and_can_be_tried_again() -> None:
    shown = ask("figures", rows=rows(3))
    made = ask("link", a=A, b=B, names=["Ours", ""], level="hen", seed="laboratory", numbers=shown["numbers"])
    opened = ask("open_link", code=made["code"])
    assert {key: opened[key] for key in shown} == shown
    assert (opened["names"], opened["level"], opened["seed"]) == (["Ours", ""], "hen", "laboratory")
    again = ask("trial", a=opened["a"], b=opened["b"], level=opened["level"], seed=opened["seed"], number=1)
    assert again == rows(2)[1]
    assert ask("open_link", code=made["code"][:-1] + "~")["refused"]["key"].startswith("error.link.")


def test_an_older_link_shows_the_measures_of_its_time() -> None:
    golden = json.loads((ROOT / "tests" / "golden" / "comparisons-1.json").read_text(encoding="utf-8"))[0]
    opened = ask("open_link", code=golden["code"])
    cards = {card["code"]: card for card in opened["cards"]}
    assert [*cards] == [
        *("length", "blocked", "comeback", "choice", "waiting", "points"),
        *("start", "lead", "skill"),
    ]
    assert cards["lead"]["a"] == ["lab.unit.times", {"n": 1.5}] and all(cards["lead"]["pictures"])
    assert opened["numbers"]["figures"] == golden["meant"]["figures"]
    made = ask(
        "link",
        **{key: opened[key] for key in ("a", "b", "names", "level", "seed")},
        numbers=opened["numbers"],
    )
    assert made["code"] == golden["code"]


def test_a_link_of_unlike_matches_says_why_they_are_not_compared() -> None:
    longer = {**B, "changes": {"rounds": 3}}
    trials = [ask("trial", a=A, b=longer, level="hen", seed="laboratory", number=number) for number in (0, 1)]
    shown = ask("figures", rows=trials)
    given = {"a": A, "b": longer, "names": ["", ""], "level": "hen", "seed": "laboratory"}
    opened = ask("open_link", code=ask("link", **given, numbers=shown["numbers"])["code"])
    for comparison in (shown, opened):
        (card,) = (card for card in comparison["cards"] if card["code"] == "comeback")
        assert (card["verdict"], card["a"], card["pictures"]) == (
            "lab.verdict.unlike-rounds",
            "–",
            ["", ""],
        )


def test_a_single_trial_has_no_interval_and_no_link() -> None:
    shown = ask("figures", rows=rows(1))
    assert ask("table_csv", numbers=shown["numbers"])["text"].count(",early\n") == len(MEASURES)
    given = {"a": A, "b": B, "names": ["", ""], "level": "hen", "seed": "s", "numbers": shown["numbers"]}
    assert ask("link", **given)["refused"]["key"] == "error.lab.too-early"


def test_pictures_stay_in_their_frames() -> None:
    """Extreme values: nothing, everything, far beyond, below zero."""
    lengths = (Lengths(1.0, 2.0), Lengths(3.0, 4.0))
    for measure in MEASURES:
        for a, b in ((0.0, 0.0), (1.0, 0.0), (-5.0, 900.0), (0.003, 1.0)):
            figure = Figure(measure.code, a, b, a - b, 0.1, a - b - 1, a - b + 1, "unclear")
            for picture in (*pictures(figure, Comparison(9, 90, (), (), lengths, False, "")), band(figure)):
                assert picture and "nan" not in picture and "inf" not in picture and len(picture) < 2000
    never = Figure("start", None, None, None, None, None, None, "never")
    assert (pictures(never, Comparison(9, 90, (), (), lengths, False, "")), band(never)) == (["", ""], "")


def test_a_negative_figure_has_a_bar_to_the_left() -> None:
    negative = Figure("start", -0.4, 0.2, 0.6, 0.1, 0.5, 0.7, "more")
    left, right = pictures(negative, Comparison(9, 90, (), (), (), False, ""))
    assert "left:10.0%;width:40.0%" in left and "left:50.0%;width:20.0%" in right


def test_a_share_fills_as_many_of_a_hundred_squares() -> None:
    halves = Figure("blocked", 0.3, 1.0, -0.7, 0.1, -0.8, -0.6, "less")
    some, full = pictures(halves, Comparison(9, 90, (), (), (), False, ""))
    drawn = [
        sum(map(int, re.findall(r"h(\d+)", picture.rpartition(" d=")[2]))) // 4 for picture in (some, full)
    ]
    assert drawn == [30, 100]


def test_the_survey_says_what_the_values_of_an_option_change() -> None:
    text = (ROOT / "assets" / "survey.json").read_text()
    known = ask("survey", text=text, option="draw")
    assert (known["preset"], known["players"], known["level"]) == ("montgomery", 4, "hen")
    assert [entry["value"] for entry in known["values"]] == ["until-playable"]
    assert load().paragraph(known["values"][0]["sentence"])
    assert ask("survey", text=text, option="rounds")["values"] == []
    stray = json.loads(text)
    stray["values"].append("no entry")
    assert ask("survey", text=json.dumps(stray), option="draw") == known
    assert ask("survey", text="{}", option="draw")["refused"]["key"].startswith("error.record.")
