"""Links, records and saves of every version stay readable, see tests/golden/README.md."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.commands.link import code_data
from game.devices.hosting.host import Host
from game.ledger.daily_entry import DailyResult, read_daily_result, write_daily_result
from game.ledger.party_entry import read_party, write_party
from game.records.links.any_link import write_day_code
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.option_text import options_text, parse_options
from game.records.reading import read_record, violations
from game.records.record import write_record
from game.records.text.code_finder import checksum
from game.rules.errors import LinkError, RecordError
from game.rules.options.declared import BY_CODE, BY_DIGIT, EARLIER_VALUES
from game.rules.options.presets import PRESETS, resolve
from game.rules.tiles import NAME, tiles_in
from game.session.save_head import Label
from game.session.saving import read_save_head, restore, save, session_head
from game.store.before_release import present_save
from tests.golden.codes import golden_entries

HERE = Path(__file__).parent
FIRST_OPTIONS = 22  # the options with a lower digit are in every text that anybody has


def stated(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def texts(folder: str) -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / folder).glob("*.json"))}


RECORDS_1, SAVES_1 = texts("records-1"), texts("saves-1")
SAVES_2 = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "saves-2").glob("*.txt"))}


def test_the_golden_files_are_there() -> None:
    assert (len(RECORDS_1), len(SAVES_1), len(SAVES_2)) == (24, 18, 6)
    assert len(CODES) >= 51
    assert SAVES_1.keys() == stated("saves-1.json").keys()
    described = (HERE / "README.md").read_text(encoding="utf-8")
    for path in [*HERE.glob("*.json"), *HERE.glob("*-[0-9]")]:
        assert f"`{path.name}" in described, f"tests/golden/README.md has no row for {path.name}"


@pytest.mark.untraced
@pytest.mark.parametrize("name", RECORDS_1)
def test_a_record_of_version_1_is_replayed_and_written_as_it_was(name: str) -> None:
    written = RECORDS_1[name]
    known = ["error.record.played-on"] if "played-on" in name else []
    assert [problem.key for problem in violations(written)] == known
    meant, again = json.loads(written), json.loads(write_record(read_record(written)))
    assert {code: again["options"].pop(code) for code in EARLIER_VALUES} == EARLIER_VALUES
    assert again == meant


@pytest.mark.untraced
@pytest.mark.parametrize("name", SAVES_1)
def test_a_save_of_version_1_is_converted_and_restored(name: str) -> None:
    with pytest.raises(RecordError):
        restore(SAVES_1[name])
    written, meant = present_save(SAVES_1[name], Label(name, 0)), stated("saves-1.json")[name]
    goes_on = meant.pop("goes_on")
    assert held(written) == meant
    listed = read_save_head(written, name)
    assert not name.startswith("goes-on") or goes_on == (listed.begun and not listed.over)


@pytest.mark.untraced
@pytest.mark.parametrize("name", SAVES_2)
def test_a_save_of_version_2_is_restored(name: str) -> None:
    written = SAVES_2[name]
    meant = stated("saves-1.json")[name]
    assert (meant.pop("goes_on"), held(written)) == (
        read_save_head(written, name).begun and meant["phase"] != "match-over",
        meant,
    )
    assert read_save_head(written, name) == session_head(
        restore(written), Label(name, 1795312496000, "Sunday")
    )
    assert plain(save(restore(written), Label(name, 1795312496000, "Sunday"))) == plain(written)


def plain(written: str) -> list[Any]:
    """A save's head and record without newer options."""
    parts = [json.loads(part) for part in written.splitlines()]
    for part in parts:
        for code in EARLIER_VALUES:
            part.get("options", {}).pop(code, None)
    return parts


def held(written: str) -> dict[str, Any]:
    """The content of a save in the form of `saves-1.json`."""
    session = restore(written)
    seen = session.view
    return {
        "aspect": session.board.aspect,
        "undone": session.help.undone,
        "phase": session.phase,
        "round": seen.number,
        "turn": seen.turn,
        "hand": [NAME[tile] for tile in tiles_in(seen.hand)],
        "yard": seen.yard,
        "laid": len(seen.laid),
        "events": len(seen.events),
        "totals": [*seen.totals],
        "seats": [[*seat] for seat in session.seats],
        "preset": session.preset,
        "may_undo": session.may_undo(),
    }


CODES = {
    entry["code"]: entry["meant"]
    for entry in golden_entries()
    if "meant" in entry
    and "text" not in entry  # tests/ledger/test_house_rules_entry.py reads those with a text
}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code[:24])
def test_a_code_keeps_its_meaning(code: str) -> None:
    told: Any = code_data(code)
    for each in (told, told.get("record"), told.get("a"), told.get("b")):  # a comparison has two tables
        options = each.get("options") if each else None
        assert options is None or {later: options.pop(later) for later in EARLIER_VALUES} == EARLIER_VALUES
    assert told == CODES[code]


@pytest.mark.parametrize("meant", stated("day-links-1.json"), ids=lambda meant: meant["code"])
def test_a_link_to_a_daily_deal_is_written_as_it_was(meant: dict[str, Any]) -> None:
    assert write_day_code(meant["meant"]["date"]) == meant["code"]
    for damaged in (meant["code"][:-1] + "~", meant["code"][:-1], meant["code"].replace("#d1", "#d2")):
        with pytest.raises(LinkError):
            code_data(damaged)


@pytest.mark.parametrize("meant", stated("day-links-2.json"), ids=lambda meant: meant["code"])
def test_a_link_to_a_daily_deal_by_a_rule_book_is_written_as_it_was(meant: dict[str, Any]) -> None:
    assert write_day_code(meant["meant"]["date"], meant["meant"]["preset"]) == meant["code"]


def test_a_link_to_a_day_by_another_rule_book_is_refused() -> None:
    for content, key in (
        ("2026-11-27", "error.link.damaged"),
        ("2026-11-27montgomery", "error.link.damaged"),
        ("2026-11-31-montgomery", "error.link.damaged"),
        ("2026-11-27-a-later-book", "error.link.version"),
    ):
        body = "d2" + content
        with pytest.raises(LinkError) as caught:
            code_data(f"#{body}{checksum(body)}")
        assert caught.value.key == key, content


@pytest.mark.parametrize("meant", stated("days-kept-2.json"), ids=lambda meant: meant["meant"][0])
def test_a_daily_result_by_a_rule_book_keeps_its_meaning(meant: dict[str, Any]) -> None:
    date, when, points, marked, late, preset = meant["meant"]
    assert read_daily_result(meant["text"]) == DailyResult(date, when, tuple(points), marked, late, preset)
    assert write_daily_result(read_daily_result(meant["text"])) == meant["text"]


@pytest.mark.parametrize("meant", stated("days-kept-1.json"), ids=lambda meant: meant["meant"][0])
def test_a_daily_result_keeps_its_meaning(meant: dict[str, Any]) -> None:
    date, when, points, marked, late = meant["meant"]
    assert read_daily_result(meant["text"]) == DailyResult(date, when, tuple(points), marked, late)
    assert write_daily_result(read_daily_result(meant["text"])) == meant["text"]


@pytest.mark.parametrize(
    ("file", "number"),
    [("parties-1.json", 0), ("parties-1.json", 1), ("parties-1.json", 2), ("parties-1-evening.json", 0)],
)
def test_the_guests_of_a_match_can_return_to_a_host_of_any_version(file: str, number: int) -> None:
    meant = stated(file)[number]
    host = Host.restore(read_party(meant["text"]).data, lambda n: "00" * n)
    assert host.data() == meant["meant"] and write_party(host.data()) == meant["text"]


def test_options_and_rule_books_keep_their_digits_and_values() -> None:
    """Entries of `digits.json` never change. A declared option without an entry fails with a sentence that says so."""
    digits = stated("digits.json")
    for digit, option in enumerate(BY_DIGIT):
        assert option.digit == digit, (
            f"option {option.code} has the digit {option.digit}; the next free one is {digit}"
        )
        assert digit < len(digits["options"]), f"option {option.code} has no line in tests/golden/digits.json"
        code, values, numbers = digits["options"][digit]
        assert code == option.code, f"digit {digit} belongs to {code}, not to {option.code}"
        declared = [*option.values][: len(values)]
        assert declared == values, f"option {code}: new values go to the end, and the old ones stay"
        assert len(option.values) == len(values), (
            f"option {code}: {option.values[len(values) :]} not in digits.json"
        )
        assert [*option.numbers[:1], *option.numbers[-1:]] == numbers, (
            f"option {code}: numbers differ from digits.json"
        )
    for code, preset in PRESETS.items():
        assert preset.digit < len(digits["presets"]), (
            f"rule-book {code} has no line in tests/golden/digits.json"
        )
        assert digits["presets"][preset.digit] == code, f"rule-book {code} has another's digit {preset.digit}"


def test_a_newer_option_declares_the_earlier_behaviour() -> None:
    for option in BY_DIGIT:
        assert (option.before is None) == (option.digit < FIRST_OPTIONS), (
            f"option {option.code} came later: declare what was `before` it"
        )
        assert option.before is None or option.allows(option.before)


@pytest.fixture
def later_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the option `ties` is newer, and that the earlier behaviour was "rounds-won"."""
    monkeypatch.setitem(EARLIER_VALUES, "ties", "rounds-won")


def test_an_older_text_without_a_newer_option_has_the_earlier_behaviour(later_ties: None) -> None:
    data = json.loads(RECORDS_1["unfinished"])
    del data["options"]["ties"]
    assert read_record(json.dumps(data)).match.options.ties == "rounds-won"
    head, record = SAVES_2["goes-on-early"].splitlines()
    data = json.loads(record)
    del data["options"]["ties"]
    assert restore(head + "\n" + json.dumps(data)).match.options.ties == "rounds-won"


def test_only_newer_options_may_be_missing() -> None:
    for code in BY_CODE.keys() - EARLIER_VALUES.keys() - {"players"}:
        data = json.loads(RECORDS_1["just-dealt"])
        del data["options"][code]
        assert [problem.values for problem in violations(json.dumps(data))] == [{"field": code}]


def test_options_as_text_name_a_newer_option_only_if_it_differs(later_ties: None) -> None:
    older = resolve("hastings", {"ties": "rounds-won", "arms": 6}, 4)
    assert options_text(older, "hastings") == "hastings/4,arms=6"
    assert parse_options("hastings/4,arms=6") == ("hastings", older)
    newer = resolve("hastings", {"ties": "shared", "arms": 6}, 4)
    assert options_text(newer, "hastings") == "hastings/4,arms=6,ties=shared"
    assert parse_options("hastings/4,arms=6,ties=shared") == ("hastings", newer)


def test_a_match_by_older_rules_fits_no_replay_link() -> None:
    with pytest.raises(LinkError) as caught:
        write_replay(LinkedMatch(read_record(RECORDS_1["played-on"])))
    assert caught.value.key == "error.link.other-law"
