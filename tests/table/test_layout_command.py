"""The command `python3 -m game layout`: its figures, its poses, and its count of faults."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.commands.measure import layout_quality
from game.rules.options.declared import Options
from game.table import overlap_check
from game.table.geometry import Pose

KEYS = [
    "rounds",
    "tiles",
    "overlaps",
    "unplaced",
    "moved",
    "bent",
    "ms_per_tile_p50",
    "ms_per_tile_p95",
    "extent_p50",
    "extent_p95",
]


def test_figures_and_poses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "poses.jsonl"
    arguments = ["--preset", "chickie", "--players", "4", "--rounds", "6", "--json", "--poses", str(path)]
    assert layout_quality.run(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(KEYS) <= set(found) and {"feet", "on_bend", "false_contacts"} <= set(found)
    assert found["rounds"] == 6 and found["overlaps"] == found["unplaced"] == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["round"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert sum(len(line["tiles"]) - 1 for line in lines) == found["tiles"]
    for line in lines:
        placed = {each["tile"]: (each["x"], each["y"], each["angle"]) for each in line["tiles"]}
        assert not overlap_check.overlapping_pairs(dict(enumerate(placed.values())), 1e-3)
        assert all(each["on"] in placed for each in line["tiles"][1:])


@pytest.mark.parametrize(
    "arguments",
    [["--rounds", "0"], ["--fixed", "2"], ["--aspect", "0"], ["--aspect", "11"], ["--preset", "none"]],
    ids=str,
)
def test_bad_usage_is_one_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert layout_quality.run(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [["--fixed", "0"], ["--fixed", "1"], ["--aspect", "0.1"], ["--aspect", "10"]], ids=str
)
def test_the_limits_themselves_are_accepted(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert layout_quality.run(["--preset", "chickie", "--rounds", "1", *arguments]) != 2
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "aspects"), [([], [1.6, 0.6, 1.6]), (["--aspect", "0.8"], [0.8, 0.8, 0.8])], ids=str
)
def test_rounds_alternate_between_phone_and_laptop(
    arguments: list[str], aspects: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, used = layout_quality.lay_out, []

    def noted(options: Options, plays: list[layout_quality.Play], aspect: float, *rest: Any) -> Any:
        used.append(aspect)
        return real(options, plays, aspect, *rest)

    monkeypatch.setattr(layout_quality, "lay_out", noted)
    assert layout_quality.run(["--preset", "chickie", "--rounds", "3", *arguments]) == 0
    assert used == aspects


def test_the_help_names_every_argument_with_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        layout_quality.run(["--help"])
    assert stop.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    for sentence in (
        "--rounds ROUNDS number of rounds",
        "--seats LEVEL,LEVEL,… the bots, which take the seats in turn",
        "--fixed SHARE share of plays with a random end, from 0 to 1",
        "--aspect ASPECT width / height of the board view; default: 0.6 and 1.6",
        "--poses FILE write the tiles' poses, a JSON line per round",
        "usage: layout",
        "lays out rounds that bots play",
    ):
        assert sentence in said


@pytest.mark.parametrize(("poses", "length"), [([(0, 0, 0), (0, 9, 0)], 5), ([(0, 3, 90), (8, 3, 90)], 4.5)])
def test_the_extent_is_the_longer_side_in_tile_lengths(poses: list[Pose], length: float) -> None:
    layout = SimpleNamespace(poses={n: Pose(*pose) for n, pose in enumerate(poses)})
    assert layout_quality.extent(layout) == pytest.approx(length)


def test_poses_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert layout_quality.run(["--rounds", "1", "--poses", str(tmp_path / "none" / "x")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_faults_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real = layout_quality.lay_out

    def pushed(*arguments: object) -> layout_quality.Table:
        table = real(*arguments)
        poses, (one, two) = table.layout.poses, list(table.layout.poses)[1:3]
        poses[one] = poses[two]._replace(x=poses[two].x + 0.3)
        return table

    monkeypatch.setattr(layout_quality, "lay_out", pushed)
    assert layout_quality.run(["--preset", "chickie", "--rounds", "1", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["overlaps"] >= 1 and found["unplaced"] >= 1


def test_times_are_in_milliseconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = layout_quality.lay_out
    monkeypatch.setattr(
        layout_quality, "lay_out", lambda *given: real(*given)._replace(seconds=[0.001, 0.004, 0.002])
    )
    assert layout_quality.run(["--preset", "chickie", "--rounds", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [found[f"ms_per_tile_{name}"] for name in ("p50", "p95", "max")] == [2, 4, 4]


def test_a_percentile_has_its_share_of_the_values_below_it() -> None:
    values = [3.0, 1.0, 2.0, 4.0]
    assert [layout_quality.percentile(values, share) for share in (0, 50, 75, 99, 100)] == [1, 3, 4, 4, 4]
