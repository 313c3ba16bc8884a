"""Summaries of matches, and the statistics made from them."""

import json
import random
import re
import xml.dom.minidom
from pathlib import Path
from typing import Any

import pytest

from game.ledger.summary import (
    Ending,
    SeatSummary,
    Summary,
    deal_key,
    deal_key_of_record,
    make_summary,
    pack_record,
    read_points,
    read_summary,
    summary_data,
    unpack_record,
    write_summary,
)
from game.narration.statistics.identity import Names, after_renaming, read_renamed
from game.narration.statistics.person import company as company_of
from game.narration.statistics.person import participations, people, statistics
from game.players.levels import LEVELS
from game.records.reading import read_record
from game.records.record import write_record
from game.rules.errors import RecordError
from game.rules.tiles import is_double, tiles_in
from game.session.saving import session_record
from tests.ledger.samples import some
from tests.session.companies import company, on
from tests.session.matches import played, table

GOLDEN = Path(__file__).parents[1] / "golden" / "summaries-1"


def test_the_company_is_the_strongest_bot() -> None:
    session = table(rounds=1, set=6)
    played(session, lambda: None, random.Random(1), rounds=1)
    seats = [
        seat._replace(level=level)
        for seat, level in zip(session.seats, (None, "chick", "fox", "hen"), strict=True)
    ]
    made = make_summary(session.match, session.preset, tuple(seats), "x", 5)
    assert company_of(made) == "fox"


def with_people(*names: str) -> Summary:
    """A finished match of these people at one device."""
    seats = tuple(SeatSummary(name, "human", None, 1, (0,), 0) for name in names)
    return Summary("m", 1, None, "played", seats, (Ending("blocked", -1),))


def test_matches_with_typed_points_leave_the_doubles_as_they_are() -> None:
    known = with_people("Ann", "Bob")
    seats = tuple(seat._replace(doubles=doubles) for seat, doubles in zip(known.seats, (2, 0), strict=True))
    typed = tuple(seat._replace(doubles=None) for seat in known.seats)
    matches = [known._replace(seats=seats), known._replace(id="typed", seats=typed)]
    assert statistics(matches, "Ann")["doubles"] == 2.0


def test_two_names_of_one_person_count_a_match_once() -> None:
    assert people([with_people("You", "Tú")], Names("Ann")) == [{"name": "Ann", "matches": 1}]


def test_who_takes_the_name_of_a_companion_is_not_that_person() -> None:
    renamed = after_renaming([with_people("You", "Bob")], Names(), "Bob")
    assert {Names("Bob", renamed).person(name) for name in ("You", "Bob")} == {"You", "Bob"}


def test_a_third_name_joins_whom_the_second_counts_for() -> None:
    matches = [with_people(name) for name in ("Ann", "Bob", "Rob")]
    names = Names("Ann", {"Bob": "Rob"})  # the page has joined them
    for name in ("Bob", "Robin", "Robert"):
        names = Names(name, read_renamed(after_renaming(matches, names, name)))
        assert {names.person(each) for each in ("Bob", "Rob", name)} == {"Rob" if name == "Bob" else name}
        assert {names.person(each) for each in ("You", "Ann")} == {"Ann"}


def test_matches_without_a_name_follow_their_person_to_a_third_name() -> None:
    matches = [with_people(name) for name in ("You", "Ann", "Bob")]
    names = Names()
    for name in ("Ann", "Bob", "", "Cleo"):
        names = Names(name, read_renamed(after_renaming(matches, names, name)))
    assert {names.person(each) for each in ("You", "Ann", "Cleo")} == {"Cleo"} and names.person(
        "Bob"
    ) == "Bob"


def test_who_leaves_a_joined_name_keeps_the_matches_without_one() -> None:
    matches = [with_people(name) for name in ("You", "Rob", "Ann")]
    renamed = read_renamed(after_renaming(matches, Names("Bob", {"Bob": "Rob"}), "Ann"))
    assert Names("Ann", renamed).person("You") == "Rob"


def test_the_key_of_a_deal_is_that_of_its_record() -> None:
    session = table(hand_size="by-42")  # a table of hand sizes, not a number
    record = write_record(session_record(session))
    assert deal_key_of_record(record) == deal_key(session.match.options, session.match.seed)


def test_a_summary_describes_the_match() -> None:
    session = table(rounds=3)
    with pytest.raises(ValueError):
        make_summary(session.match, session.preset, session.seats, "x", 5)
    played(session, lambda: None, random.Random(1), 3)
    match = session.match
    summary = make_summary(match, session.preset, session.seats, "x", 5, {0: 1.25})
    assert [seat.place for seat in summary.seats] == list(match.places)
    assert [sum(seat.points) for seat in summary.seats] == list(match.totals)
    assert [end.kind for end in summary.ends] == [state.end.kind for state in match.rounds if state.end]
    held = [tile for state in match.rounds if state.end for tile in tiles_in(state.end.hands[2])]
    assert summary.seats[2].doubles == sum(map(is_double, held))
    assert (summary.seats[0].loss, summary.seats[1].loss, summary.seats[1].level) == (1.25, None, "hen")


@pytest.mark.parametrize("summary", some(40))
def test_summaries_are_read_unchanged(summary: Summary) -> None:
    assert read_summary(write_summary(summary)) == summary


@pytest.mark.parametrize(
    "value", [5, [], {"1": 50}, {"0": {"9-4": 1}}, {"1": {"9-4": 8}}, {"1": True}, {"99": 1}]
)
def test_how_the_table_lay_is_left_out_where_it_makes_no_sense(value: object) -> None:
    summary = some(1)[0]
    found = read_summary(json.dumps(summary_data(summary) | {"toes": value, "aspects": value}))
    assert found == summary


def test_other_texts_are_refused_as_summaries() -> None:
    good = summary_data(some(1)[0])
    for text in (
        "",
        "[]",
        "{}",
        "null",
        "[" * 50_000,
        json.dumps({**good, "format": "chickenfoot-summary/2"}),
    ):
        with pytest.raises(RecordError):
            read_summary(text)
    lots, refused = random.Random(2), 0
    text = json.dumps(good)
    for _ in range(800):
        at = lots.randrange(len(text))
        broken = text[:at] + lots.choice(['"', "0", "-", "x", "[", "}", "", "9" * 30]) + text[at + 1 :]
        try:
            again = read_summary(broken)
        except RecordError:
            refused += 1
        else:
            assert read_summary(write_summary(again)) == again
    assert refused > 300


@pytest.mark.parametrize(
    "change",
    [
        {"ends": [{"kind": "out", "seat": None}]},
        {"ends": []},
        {"seats": []},
        {"seats": [], "ends": [{"kind": "blocked", "seat": None}]},
        {"record": 5},
        {"when": -1},
        {"when": 1.5},
        {"source": "heard"},
        {"preset": "mine"},
        {"id": 7},
        {"record": "é"},
    ],
)
def test_a_summary_that_contradicts_itself_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        read_summary(json.dumps({**summary_data(some(1)[0]), **change}))


@pytest.mark.parametrize(
    "change",
    [
        {"points": []},
        {"points": [1] * 11},
        {"points": 7},
        {"place": 0},
        {"place": 9},
        {"kind": "dog"},
        {"doubles": -1},
        {"loss": "1"},
        {"loss": 1e9},
        {"name": None},
    ],
)
def test_a_seat_that_contradicts_its_summary_is_refused(change: dict[str, object]) -> None:
    data: Any = summary_data(some(1)[0])
    assert read_summary(json.dumps(data)) == some(1)[0]
    data["seats"][-1] |= change
    with pytest.raises(RecordError):
        read_summary(json.dumps(data))


@pytest.mark.parametrize(
    "end", [{"kind": "out", "seat": None}, {"kind": "blocked", "seat": 0}, {"kind": "out", "seat": 5}, {}]
)
def test_an_end_that_contradicts_itself_is_refused(end: dict[str, object]) -> None:
    data: Any = summary_data(some(1)[0])
    data["ends"][0] = end
    with pytest.raises(RecordError):
        read_summary(json.dumps(data))


@pytest.mark.parametrize(
    ("written", "away"),
    [([0], (0,)), ([], ()), ([1], ()), ([0, 1], ()), ([0, "0"], ()), ([False], ()), (0, ())],
)
def test_only_people_sit_at_other_devices(written: object, away: tuple[int, ...]) -> None:
    data: Any = summary_data(some(1)[0])
    for seat, kind in zip(data["seats"], ("human", "bot"), strict=False):
        seat["kind"] = kind
    assert read_summary(json.dumps(data | {"away": written})).away == away


def test_a_title_without_a_visible_character_is_none() -> None:
    data = summary_data(some(1)[0])
    assert [read_summary(json.dumps(data | {"title": title})).title for title in (" ", " a ")] == [None, "a"]


def test_a_summary_without_a_first_place_is_refused() -> None:
    summary = some(1)[0]
    seats = tuple(seat._replace(place=2) for seat in summary.seats)
    with pytest.raises(RecordError):
        read_summary(write_summary(summary._replace(seats=seats)))


def test_matches_of_a_person_are_in_the_order_in_which_they_ended() -> None:
    made = [
        summary._replace(id=id, when=when)
        for summary, id, when in zip(some(4), "badc", (7, 7, 9, 3), strict=True)
    ]
    assert [each.summary.id for each in participations(made, "Ann")] == ["c", "a", "b", "d"]


def test_points_have_a_limit() -> None:
    assert [read_points(points, "x") for points in (100_000, -100_000)] == [100_000, -100_000]
    for points in (100_001, -100_001, True, "7"):
        with pytest.raises(RecordError):
            read_points(points, "x")


def test_statistics_equal_those_counted_by_hand() -> None:
    def match(number: int, place: int, points: tuple[int, ...], level: str | None, ends: str) -> Summary:
        me = SeatSummary("Ann", "human", None, place, points, 2, number or None)
        other = SeatSummary("X", "bot" if level else "human", level, 3 - place, points, 0)
        kinds = tuple(Ending("blocked", -1) if end == "b" else Ending("out", int(end)) for end in ends)
        return Summary(f"{number}", number, "hastings" if number % 2 else None, "played", (me, other), kinds)

    summaries = [
        match(3, 1, (0, 20), "fox", "01"),
        match(0, 1, (10, 30), "hen", "b0"),
        match(2, 2, (40, 40), None, "11"),
        match(1, 1, (0, 0), "fox", "00"),
        match(4, 1, (8,), "hen", "b"),
    ]
    told = statistics(summaries, "Ann")
    assert (told["matches"], told["wins"], told["rounds"], told["points"]) == (5, 4, 9, 16.4)
    assert (told["out"], told["blocked"], told["doubles"], told["loss"]) == (4, 2, 1.11, 2.3)
    assert (told["streak"], told["longest"]) == (2, 2)
    assert told["by_company"] == [
        {"key": "hen", "matches": 2, "wins": 2},
        {"key": "fox", "matches": 2, "wins": 2},
        {"key": "people", "matches": 1, "wins": 0},
    ]
    assert told["by_rules"] == [
        {"key": "house", "matches": 3, "wins": 2},
        {"key": "hastings", "matches": 2, "wins": 2},
    ]
    assert [row["points"] for row in told["recent"]] == [20.0, 0.0, 40.0, 10.0, 8.0]
    assert people(summaries) == [{"name": "Ann", "matches": 5}, {"name": "X", "matches": 1}]


def test_statistics_add_up_and_do_not_depend_on_the_order() -> None:
    summaries = some(200)
    told = statistics(summaries, "Ann")
    random.Random(3).shuffle(summaries)
    assert statistics(summaries, "Ann") == told
    for group in ("by_company", "by_rules"):
        assert sum(row["matches"] for row in told[group]) == told["matches"] == 200
        assert sum(row["wins"] for row in told[group]) == told["wins"]
    assert told["out"] + told["blocked"] <= told["rounds"]
    assert told["streak"] <= told["longest"] <= told["wins"]
    assert LEVELS == LEVELS


def test_there_are_no_statistics_without_matches() -> None:
    told = statistics([], "Ann")
    assert (told["matches"], told["points"], told["doubles"], told["streak"], told["longest"]) == (
        0,
        None,
        None,
        0,
        0,
    )
    assert set(told["charts"].values()) == {""}


def test_charts_show_the_same_numbers() -> None:
    told: Any = statistics(some(60), "Ann")
    for key, markup in told["charts"].items():
        drawn = xml.dom.minidom.parseString(markup)
        assert (
            drawn.documentElement is not None and drawn.documentElement.getAttribute("aria-hidden") == "true"
        )
        if key == "recent":
            assert len(drawn.getElementsByTagName("circle")) == len(told["recent"]) == 30
        else:
            bars = drawn.getElementsByTagName("rect")
            assert len(bars) == 2 * len(told["by_" + key])
            for row, won, of in zip(told["by_" + key], bars[1::2], bars[::2], strict=True):
                share = float(won.getAttribute("width")) / float(of.getAttribute("width"))
                assert abs(share - row["wins"] / row["matches"]) < 0.01
        assert not re.search("nan|inf", markup)


def test_each_person_at_one_screen_has_own_statistics() -> None:
    session = company("ppbb", rounds=2)
    on(session, random.Random(4), lambda: None, 2)
    summary = make_summary(session.match, session.preset, session.seats, "x", 1)
    assert [row["name"] for row in people([summary])] == ["Person0", "Person1"]
    for seat in (0, 1):
        told = statistics([summary], f"Person{seat}")
        assert told["rounds"] == 2
        assert told["wins"] == (session.match.places[seat] == 1)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_summaries_of_every_version_are_read(path: Path) -> None:
    written = path.read_text(encoding="utf-8").strip()
    summary = read_summary(written)
    assert write_summary(summary) == written
    if path.stem != "figures":
        assert read_record(unpack_record(summary)).match.totals == summary.totals


def test_there_are_golden_summaries() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} >= {
        "figures",
        "with-record",
        "second-try",
        "as-it-lay",
    }


@pytest.mark.parametrize(
    "wrong", ["", "x", "AAAA", "é", pack_record("")[:-6], pack_record("x" * 9)[:8], "!" + pack_record("x")]
)
def test_a_damaged_record_is_refused(wrong: str) -> None:
    with pytest.raises(RecordError):
        unpack_record(some(1)[0]._replace(record=wrong))


def test_a_record_that_inflates_too_far_is_refused() -> None:
    with pytest.raises(RecordError):
        unpack_record(some(1)[0]._replace(record=pack_record(" " * 50_000_000)))


def of_person(name: str, id: str, when: int = 5) -> Summary:
    """The summary of a match of one person."""
    summary = some(1)[0]
    return summary._replace(id=id, when=when, seats=(summary.seats[0]._replace(name=name),))


def test_matches_without_a_name_are_those_of_the_person_at_the_device() -> None:
    matches = [of_person(name, name) for name in ("You", "Ruth", "Ann")]
    assert people(matches, Names("Ruth")) == [{"name": "Ruth", "matches": 2}, {"name": "Ann", "matches": 1}]
    for name in ("Ruth", "You"):
        told = statistics(matches, name, Names("Ruth"))
        assert (told["name"], told["matches"]) == ("Ruth", 2)
    assert statistics(matches, "Ann", Names("Ruth"))["matches"] == 1
    assert [row["name"] for row in people(matches)] == ["Ann", "Ruth", "You"]


@pytest.mark.parametrize(
    "damaged", [None, [], {"Ruth": 5}, {"Ruth": "Ann", "Ann": "Ruth"}, {"A": "B", "B": "C"}]
)
def test_damaged_names_join_nobody_to_another_person(damaged: object) -> None:
    names = Names("Ruth", read_renamed(damaged))
    for name in ("Ruth", "Ann", "A", "You"):
        assert names.person(names.person(name)) == names.person(name)
    assert names.person("Ann") == "Ann" and names.person("A") == "A" and names.person("You") == "Ruth"


def test_people_are_sorted_by_the_number_of_matches_and_then_by_name() -> None:
    played_by = [
        of_person(name, name + str(number)) for number, name in enumerate(["Cleo", "Ben", "Ann", "Cleo"])
    ]
    assert [(found["name"], found["matches"]) for found in people(played_by)] == [
        ("Cleo", 2),
        ("Ann", 1),
        ("Ben", 1),
    ]


def test_matches_that_ended_at_the_same_time_are_in_the_order_of_their_ids() -> None:
    found = participations([of_person("Ann", "c"), of_person("Ann", "b"), of_person("Ann", "a", 9)], "Ann")
    assert [part.summary.id for part in found] == ["b", "c", "a"]
