"""The commands simulate, verify, rules and perft."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.commands.measure.perft import perft
from game.records.position import position_text
from game.records.reading import read_record
from game.rules.match import start_match
from game.rules.options.declared import DECLARED
from game.rules.options.presets import PRESETS, resolve
from tests.commands.sentences import NOT_UTF_8

ROOT = Path(__file__).parents[2]
PERFT = "from game.__main__ import main; main(['perft', '--depth', '1'])"


def test_simulate_plays_matches_that_verify_accepts(command, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "new" / "folder"
    arguments = ["simulate", "--preset", "chickie", "--option", "rounds=2", "--players", "3", "--seed", "s"]
    code, said, _ = command(*arguments, "--seats", "hen,chick", "--matches", "2", "--out", str(out))
    assert code == 0
    files = sorted(out.iterdir())
    assert [path.name for path in files] == ["match-00001.json", "match-00002.json"]
    records = [read_record(path.read_text()) for path in files]
    rounds = [state for record in records for state in record.match.rounds]
    blocked = sum(state.end is not None and state.end.kind == "blocked" for state in rounds)
    assert said.splitlines()[-1] == f"2 matches, 4 rounds, {blocked} blocked"
    assert [seat.level for seat in records[0].seats] == ["hen", "chick", "hen"]
    assert {seat.kind for seat in records[0].seats} == {"bot"}
    assert records[0].preset == "chickie"
    assert records[0].match.options.round_count == 2
    assert command("verify", *map(str, files)) == (0, "", "")
    first = files[0].read_text()
    command(*arguments, "--seats", "hen,chick", "--matches", "1", "--out", str(tmp_path))
    assert (tmp_path / "match-00001.json").read_text() == first


def test_verify_says_a_line_for_every_violation(command, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    command("simulate", "--preset", "hastings", "--option", "rounds=2", "--out", str(tmp_path))
    path = tmp_path / "match-00001.json"
    data = json.loads(path.read_text())
    data["rounds"][0]["end"]["scores"] = [0, 0, 0, 0]
    data["rounds"][1]["events"][3]["seat"] = 9
    path.write_text(json.dumps(data))
    binary = tmp_path / "not-text"
    binary.write_bytes(b"\xff\xfe")
    code, said, err = command("verify", str(path), str(binary))
    assert (code, err) == (1, "")
    assert said.splitlines() == [
        f"{path}: Round 1: its events lead to a different end.",
        f"{path}: Round 2, event 4: seat 9 may not do this: There is no seat 9 at this table.",
        f"{binary}: {NOT_UTF_8}",
    ]


def test_rules_tells_options_and_presets(command) -> None:  # type: ignore[no-untyped-def]
    code, said, _ = command("rules", "--json")
    told = json.loads(said)
    assert code == 0
    assert [option["code"] for option in told["options"]] == [option.code for option in DECLARED]
    assert told["presets"] == list(PRESETS)
    lines = command("rules")[1].splitlines()
    assert len(lines) == len(DECLARED)
    assert lines[0] == "set                  Set of dominoes: 6 9 12 15 18 (default 9; T H W X)"
    for preset in PRESETS:
        code, said, _ = command("rules", "--preset", preset, "--json")
        told = json.loads(said)
        assert (code, told["options"]) == (0, resolve(preset).declared())
    code, said, _ = command("rules", "--preset", "hastings", "--players", "6")
    assert said.splitlines()[:2] == [
        "hastings (The Hastings house rules), seats 2–8",
        "  set                  12",
    ]


def test_perft_counts_from_a_position(command) -> None:  # type: ignore[no-untyped-def]
    state = start_match(resolve("hastings", players=2), "perft 2").round
    code, said, _ = command("perft", "--position", position_text(state), "--depth", "2")
    assert code == 0
    assert said == f"1: {perft(state, 1)}\n2: {perft(state, 2)}\n"
    assert command("perft", "--depth", "1")[1] == "1: 1\n"  # only the centre can be played
    assert command("perft", "--depth", "0")[1] == "0: 1\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "simulate --out x --preset foo",
            "There are no rules called “foo”; there are " + ", ".join(PRESETS) + ".",
        ),
        (
            "simulate --out x --option hand_size=30",
            "A double-9 set has too few tiles to deal 30 to each of 4 players; 13 each is the most.",
        ),
        ("simulate --out x --option spinner=2", "There is no option called “spinner”."),
        ("simulate --out x --option toes=9", "The option toes cannot be “9”; it can be 3, 2."),
        ("simulate --out x --seats hen,hen,hen,hen,hen", "5 bots are named for 4 seats."),
        ("simulate --out x --matches 0", "simulate: --matches must be 1 or more"),
        ("simulate", "simulate: the following arguments are required: --out"),
        ("simulate --out README.md", "README.md cannot be written: File exists."),
        ("verify", "verify: the following arguments are required: FILE"),
        ("verify nowhere.json", "nowhere.json cannot be read: No such file or directory."),
        ("rules --preset foo", "There are no rules called “foo”; there are " + ", ".join(PRESETS) + "."),
        ("perft --depth -1", "perft: --depth must be 0 or more"),
        ("perft --depth 1 --position x", "This is not a position: “x” cannot be read."),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_2(command, arguments: str, sentence: str) -> None:  # type: ignore[no-untyped-def]
    assert command(*arguments.split()) == (2, "", sentence + "\n")


def test_an_unknown_bot_is_bad_usage(command) -> None:  # type: ignore[no-untyped-def]
    code, out, err = command("simulate", "--out", "x", "--seats", "hen,eagle")
    assert (code, out) == (2, "")
    assert "eagle" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("zero", "This is too long to be a record of a match."),
        ("urandom", NOT_UTF_8),
        ("pipe", "This is too long to be a record of a match."),
    ],
)
def test_verify_ends_on_an_endless_device_or_pipe(tmp_path: Path, source: str, sentence: str) -> None:
    path = Path("/dev", source)
    feeder = None
    if source == "pipe":
        path = tmp_path / "pipe"
        os.mkfifo(path)
        feeder = subprocess.Popen(["bash", "-c", f"yes > {path}"])
    verify = [sys.executable, "-m", "game", "verify", path]
    done = subprocess.run(verify, cwd=ROOT, capture_output=True, text=True, timeout=60)
    if feeder:
        feeder.wait(timeout=60)  # it ends because its reader is gone
    assert (done.returncode, done.stdout, done.stderr) == (1, f"{path}: {sentence}\n", "")


@pytest.mark.parametrize("arguments", [[], ["dance"]])
def test_an_unknown_command_is_bad_usage(command, arguments: list[str]) -> None:  # type: ignore[no-untyped-def]
    code, out, err = command(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_commands_run_with_nothing_but_the_standard_library() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {PERFT}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("1: 1\n", "")


def test_a_closed_pipe_ends_a_command_quietly() -> None:
    script = f"{sys.executable} -m game rules | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
