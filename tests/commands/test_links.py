"""The commands link and daily, and commitments in verify."""

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.commands.link import code_data
from game.records.commitment import commit
from game.records.daily_deal import daily_deal
from game.records.links.any_link import ContinuableMatch, write_position
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch
from game.records.reading import read_record, violations
from game.records.record import Record, record_data, write_record
from game.rules.match import start_match
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import PRESETS, resolve
from game.rules.tiles import NAME, tiles_in
from game.rules.view import view
from tests.commands.sentences import NOT_UTF_8
from tests.records.links import SEATS
from tests.records.texts import played
from tests.rules.rounds import rules
from tools.common.deal_link import deal_link


def some_record(**changes: object) -> Record:
    match = played(rules("hastings", 3, rounds=2), "barn-7", Random(3))
    return Record(match, "hastings", SEATS[:3])._replace(**changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record file."""
    file = tmp_path / "match.json"
    file.write_text(write_record(some_record()), encoding="utf-8")
    return file


def test_a_replay_made_of_a_record_holds_the_record(command: Any, path: Path) -> None:
    code, out, err = command("link", "--replay", str(path))
    assert (code, err) == (0, "")
    held = json.loads(command("link", out.strip(), "--json")[1])
    assert (held["kind"], held["version"], held["undone"]) == ("replay", 2, 0)
    assert held["record"] == json.loads(path.read_text(encoding="utf-8"))


def test_a_challenge_made_of_a_record_names_its_sender(command: Any, path: Path) -> None:
    match = some_record().match
    plain = command("link", "--challenge", str(path))[1].strip()
    assert len(plain) <= 60
    held = json.loads(command("link", plain)[1])
    assert (held["kind"], held["version"], held["preset"], held["seed"]) == (
        "challenge",
        4,
        "hastings",
        "barn-7",
    )
    assert (held["options"], held["results"]) == (match.options.declared(), [])
    assert [seat["level"] for seat in held["seats"]] == [None, "fox", "chick"]
    named = command("link", "--challenge", str(path), "--from", "Ann <b>")[1].strip()
    sheet = [[*scores] for scores in match.round_scores]
    total = sum(scores[0] for scores in match.round_scores)
    assert json.loads(command("link", named)[1])["results"] == [
        {"name": "Ann <b>", "total": total, "sheet": sheet, "marked": False, "again": False}
    ]


def test_a_positions_output_has_no_hidden_tile() -> None:
    match = start_match(resolve("montgomery", {"rounds": 1}, 3), "hen")
    carried = code_data(
        write_position(ContinuableMatch(LinkedMatch(Record(match, "montgomery", SEATS[:3]), 2)))
    )
    assert (carried["kind"], carried["goes_on"], carried["undone"]) == ("position", True, 2)
    played_on = played(match.options, "hen", Random(5), 0.03)
    assert played_on.current is not None
    seat = played_on.current.turn
    puzzle = code_data(write_position(Puzzle("montgomery", SEATS[:3], view(played_on, seat))))
    assert (puzzle["kind"], puzzle["goes_on"], puzzle["seat"]) == ("position", False, seat)
    own = {NAME[tile] for tile in tiles_in(played_on.current.hands[seat])}
    laid = {NAME[tile] for tile in tiles_in(played_on.current.board.table)}
    drawn = {event["tile"] for event in puzzle["events"] if event["do"] == "draw" and "tile" in event}  # type: ignore
    assert set(puzzle["hand"]) == own
    assert drawn <= own | laid
    assert "seed" not in puzzle
    assert "yard" in puzzle


def test_codes_come_from_standard_input_a_line_each(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    good = deal_link("hen", "hastings")
    written = f"{good}\n#c4\n\nKüken\n{good}\nold: #c1140hen0Ca0fI".encode() + b"\n\xff\xfe\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written)))
    code, out, err = command("link", "-")
    lines = [json.loads(line) for line in out.splitlines()]
    assert (code, err, len(lines)) == (1, "", 7)
    assert [line.get("kind") for line in lines] == ["challenge", None, None, None, "challenge", None, None]
    assert lines[0]["version"] == 4
    assert {line["error"] for line in lines if "error" in line} == {
        "This is not a link to a game of Chickenfoot.",
        "This link is cut off or damaged: ask for it again.",
        "This link was made by a version before 1.0: ask for a new one.",
    }


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ("link", 2, "link: give either codes or a record"),
        ("link x --replay y", 2, "link: give either codes or a record"),
        ("link x --from Ann", 2, "link: --from goes with --challenge"),
        ("link --replay nowhere.json", 2, "nowhere.json cannot be read: No such file or directory."),
        (
            "link --replay README.md",
            1,
            "This file contains no game of Chickenfoot, or it was damaged on the way.",
        ),
        ("daily 2026-13-01", 2, "“2026-13-01” is not a date; write it as 2026-11-22."),
        ("daily 20261122", 2, "“20261122” is not a date; write it as 2026-11-22."),
    ],
)
def test_bad_usage_of_links_is_one_sentence(command: Any, arguments: str, code: int, sentence: str) -> None:
    assert command(*arguments.split()) == (code, "", sentence + "\n")


def test_a_file_that_is_not_utf_8_is_no_record(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(b"\xff")
    assert command("link", "--replay", str(file)) == (1, "", NOT_UTF_8 + "\n")


def test_an_unusual_seed_is_refused_in_a_sentence(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    match = played(rules("hastings", 3, rounds=1), "two words", Random(3))
    file.write_text(write_record(some_record(match=match)), encoding="utf-8")
    assert command("link", "--replay", str(file)) == (
        1,
        "",
        "A game with this seed cannot be put into a link.\n",
    )


def test_the_daily_deals_of_past_dates_do_not_change(command: Any) -> None:
    golden = json.loads((Path(__file__).parents[1] / "golden" / "days-1.json").read_text(encoding="utf-8"))
    assert len(golden) >= 5
    for meant in golden:
        told = json.loads(command("daily", meant["date"], "--json")[1])
        assert {code: told["options"].pop(code) for code in EARLIER_VALUES} == EARLIER_VALUES
        assert told == meant
    assert command("daily", "2026-11-22")[1].splitlines()[:2] == [
        "date       2026-11-22",
        "preset     hastings",
    ]


def test_the_daily_deals_by_other_rule_books_do_not_change(command: Any) -> None:
    golden = json.loads((Path(__file__).parents[1] / "golden" / "days-2.json").read_text(encoding="utf-8"))
    assert {meant["preset"] for meant in golden} == PRESETS.keys() - {"hastings"}
    for meant in golden:
        told = json.loads(command("daily", meant["date"], "--preset", meant["preset"], "--json")[1])
        newer = EARLIER_VALUES.keys() - meant["options"].keys()
        assert all(told["options"].pop(code) == EARLIER_VALUES[code] for code in newer)
        assert told == meant
    assert command("daily", "2026-11-22", "--preset", "nobodys")[0] == 2


def test_a_day_is_one_round_for_one_person_and_days_differ() -> None:
    today, tomorrow = daily_deal("2026-11-22"), daily_deal("2026-11-23")
    assert [seat.kind for seat in today.seats] == ["human", "bot", "bot", "bot"]
    assert today.options.round_count == 1
    assert (
        start_match(today.options, today.seed).round.hands
        != start_match(tomorrow.options, tomorrow.seed).round.hands
    )


# --- a deal that can be proved


def committed(**changes: object) -> dict[str, Any]:
    """A record with a commitment, as data."""
    record = some_record(commitment=commit("barn-7", "0f1e2d"))
    return json.loads(write_record(record._replace(**changes)))  # type: ignore[no-any-return]


def test_a_commitment_is_kept_in_the_record_and_checked(command: Any, tmp_path: Path) -> None:
    written = write_record(some_record(commitment=commit("barn-7", "0f1e2d")))
    assert write_record(read_record(written)) == written
    file = tmp_path / "match.json"
    file.write_text(json.dumps(committed(commitment=commit("barn-8", "0f1e2d"))))
    sentence = "The seed of this record is not the one that was sealed before the first tile."
    assert command("verify", str(file)) == (1, f"{file}: {sentence}\n", "")
    assert "commitment" not in record_data(some_record())


def swapped(first: list[str], second: list[str]) -> None:
    first[0], second[0] = second[0], first[0]


@pytest.mark.untraced
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["commitment"].update(nonce="0f1e2e"),
        lambda data: data["commitment"].update(hash="0" * 64),
        lambda data: data.update(seed="barn-8"),
        lambda data: data.update(seed=""),
        lambda data: data.update(commitment="x"),
        lambda data: data["rounds"][0].update(dealer=0),
        lambda data: data["rounds"][1].update(
            first_seat=(data["rounds"][1]["first_seat"] + 1) % 3
        ),  # the lots
        lambda data: data["rounds"][0]["hands"].reverse(),
        lambda data: swapped(data["rounds"][0]["hands"][0], data["rounds"][0]["hands"][1]),
        lambda data: swapped(data["rounds"][1]["hands"][2], data["rounds"][1]["yard"]),
        lambda data: data["rounds"][1]["yard"].insert(0, data["rounds"][1]["yard"].pop()),
        lambda data: data["rounds"][0]["events"][0].update(
            seat=(data["rounds"][0]["events"][0]["seat"] + 1) % 3
        ),
        lambda data: data["options"].update(first_seat="high-draw", set=12),
    ],
)
def test_with_a_commitment_no_tile_seat_or_lot_can_be_changed(change: Any) -> None:
    data = committed()
    assert violations(json.dumps(data)) == []
    change(data)
    assert violations(json.dumps(data))


@pytest.mark.untraced
@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_no_link_is_made_of_a_record_with_spoilt_names(
    command: Any,
    path: Path,
    encoding: str,
) -> None:
    seats = tuple(seat._replace(name="René") for seat in SEATS[:3])
    path.write_text(write_record(some_record(seats=seats)), encoding=encoding)
    assert command("link", "--replay", str(path)) == (1, "", NOT_UTF_8 + "\n")
    path.write_text(write_record(some_record(seats=seats)), encoding="utf-8-sig")  # as some editors save it
    code, out, _ = command("link", "--replay", str(path))
    assert code == 0
    assert code_data(out.strip())["record"]["seats"][0]["name"] == "René"  # type: ignore[call-overload]
