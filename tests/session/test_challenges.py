"""Sent and received challenges: returned answers, marked second tries, and the list of challenges."""

import random
from typing import Any

import pytest

from game.engine.sharing import links
from game.engine.sharing.challenges import store_challenge_entry, store_challenge_result
from game.engine.sharing.links import add_sharing_parts
from game.engine.sharing.opened_link import compare_results, points_to_beat
from game.engine.starting import known_deals
from game.ledger.challenge_entry import new_challenge_entry, write_challenge_entry
from game.ledger.summary import Summary, read_summary, write_summary
from game.records.links.challenge import Result, challenge_of, read_challenge, write_challenge
from game.rules.errors import Refusal
from game.rules.options.presets import resolve
from game.session.saving import restore, save, session_record
from game.session.session import Session
from game.session.viewers.sent_state import SentState
from game.store.entries import CHALLENGE, SUMMARY
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.records.links import challenge_with
from tests.session.asked import AskedDesk
from tests.session.companies import company, one_step
from tests.session.desks import TAKEN_BY, desk_at, finished, kept, on_to_me, started
from tests.session.matches import played, scene, table
from tests.store.samples import SAMPLES, changed
from tests.store.stores import at_store


async def sent_by(desk: AskedDesk, name: str) -> str:
    """Finish a match and send it as a challenge; return its code."""
    await finished(desk, await started(desk, seed="a1b2c3d4e5", rounds=1, set=6))
    code = str((await desk.share("challenge", name))["code"])
    await desk.challenge_sent(code)
    return code


async def answered(desk: AskedDesk, code: str, name: str) -> str:
    """Play the challenge on another device and send it back; return its code."""
    scene = await on_to_me(desk, await desk.take_link(code, TAKEN_BY, 1.0))
    await finished(desk, scene)
    return str((await desk.share("challenge", name))["code"])


def names(told: dict[str, Any], what: str = "results") -> list[tuple[str, bool]]:
    return [(result["name"], result["mine"]) for result in told[what]]


def test_a_returned_answer_is_not_listed_as_a_new_challenge() -> None:
    async def test(backend: MemoryBackend) -> None:
        home = desk_at(backend)
        code = await sent_by(home, "Ann")
        back = await answered(desk_at(MemoryBackend()), code, "Bo")
        told = await home.open_link(back)
        assert (told["kind"], told["sent"]) == ("answer", True)
        assert sorted(names(told)) == [("Ann", True), ("Bo", False)]
        assert [result["name"] for result in told["fresh"]] == ["Bo"]
        assert all(result["sheet"] for result in told["results"])
        later = await answered(desk_at(MemoryBackend()), back, "Cleo")
        again = desk_at(backend)  # as after a reload
        await again.boot()
        told = await again.open_link(later)
        assert [result["name"] for result in told["fresh"]] == ["Cleo"] and len(told["results"]) == 3
        assert (await again.open_link(later))["fresh"]  # opened again: still an answer

    at_store(test)


def test_an_answer_is_recognized_by_the_summary_of_a_finished_match() -> None:
    async def test(backend: MemoryBackend) -> None:
        home = desk_at(backend)
        code = await sent_by(home, "Ann")
        for key in [key for key in backend.entries if key.startswith("challenge/")]:
            del backend.entries[key]
        for key in [
            key for key in backend.entries if key.startswith(SUMMARY.prefix)
        ]:  # as in versions whose summaries had no deal
            backend.entries[key] = backend.entries[key].replace('"deal":"6/4/by-42/a1b2c3d4e5"', '"deal":""')
            assert '"deal":""' in backend.entries[key]
        back = await answered(desk_at(MemoryBackend()), code, "Bo")
        home = desk_at(backend)
        await home.boot()
        told = await home.open_link(back)
        assert told["kind"] == "answer" and [result["name"] for result in told["fresh"]] == ["Bo"]
        assert sorted(names(told)) == [("Ann", True), ("Bo", False)]

    at_store(test)


def test_of_several_matches_with_one_deal_the_first_one_counts() -> None:
    async def test(backend: MemoryBackend) -> None:
        match = table(seats=2).match
        for number, when in enumerate((5_000, 3_000, 9_000)):
            kept(backend, number, seats=2)
            summary = read_summary(backend.entries[f"summary/m{number}"])
            deal = known_deals.deal_key(match.options, match.seed)
            backend.entries[f"summary/m{number}"] = write_summary(summary._replace(deal=deal, when=when))
        store = MatchStore(backend)
        await store.open()
        found = known_deals.find_finished(store, match)
        assert found is not None and found.when == 3_000

    at_store(test)


def test_a_deal_is_searched_in_matches_with_as_many_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To read a record takes long, and summaries of early versions tell the deal in their records only."""

    async def test(backend: MemoryBackend) -> None:
        for number, seats in enumerate((2, 3, 2, 4)):
            kept(backend, number, seats=seats)
        for key, text in backend.entries.items():
            backend.entries[key] = write_summary(read_summary(text)._replace(deal=""))
        store, read = MatchStore(backend), list[str]()
        await store.open()
        unpack = known_deals.unpack_record

        def noted(summary: Summary) -> str:
            read.append(summary.id)
            return unpack(summary)

        monkeypatch.setattr(known_deals, "unpack_record", noted)
        assert known_deals.find_finished(store, table(seats=2).match) is None
        assert read == ["m0", "m2"]

    at_store(test)


def test_an_answer_marks_the_own_challenge_as_sent() -> None:
    async def test(backend: MemoryBackend) -> None:
        home = desk_at(backend)
        await finished(home, await started(home, seed="a1b2c3d4e5", rounds=1, set=6))
        code = str((await home.share("challenge", "Ann"))["code"])  # its sending was not noticed
        assert (await home.challenges())["challenges"] == []
        await home.open_link(await answered(desk_at(MemoryBackend()), code, "Bo"))
        (row,) = (await home.challenges())["challenges"]
        assert row["sent"] and sorted(names(row)) == [("Ann", True), ("Bo", False)]

    at_store(test)


def test_the_list_has_the_newest_challenge_first() -> None:
    async def test(backend: MemoryBackend) -> None:
        (one, _), entries = SAMPLES["challenge/"], {}
        for id, when in (("c", 7), ("b", 7), ("a", 3), ("d", 9)):
            entries[f"challenge/{id}"] = changed(changed(one, "id", id), "when", when)
        backend.entries |= entries
        rows = (await desk_at(backend).challenges())["challenges"]
        assert [row["id"] for row in rows] == ["d", "b", "c", "a"]

    at_store(test)


def test_a_stored_challenge_shows_the_best_result_of_other_people() -> None:
    async def test(backend: MemoryBackend) -> None:
        stored = new_challenge_entry(challenge_with(), 5)._replace(sent=True)
        stored = stored.with_own_result(Result("Ann", ((5, 1, 2, 3),)))
        others = (Result("Bo", ((90, 0, 1, 2),)), Result("Cleo", ((70, 0, 1, 2),)))
        backend.entries[f"challenge/{stored.id}"] = write_challenge_entry(stored.with_results_of_link(others))
        home = desk_at(backend)
        await home.boot()
        told = await home.open_challenge(stored.id)
        assert names(told) == [("Ann", True), ("Cleo", False), ("Bo", False)]
        assert names(told, "fresh") == [("Cleo", False)]

    at_store(test)


def test_the_list_has_sent_and_received_challenges_and_their_answers() -> None:
    async def test(backend: MemoryBackend) -> None:
        home, there = desk_at(backend), desk_at(MemoryBackend())
        await started(home, seed="a1b2c3d4e5", rounds=1, set=6)
        await home.share("challenge", "Ann")
        assert (await home.challenges())["challenges"] == []  # shared, but not marked as sent
        code = await sent_by(home, "Ann")
        (row,) = (await home.challenges())["challenges"]
        assert (row["sent"], row["played"], names(row)) == (True, True, [("Ann", True)])
        await there.open_link(code)
        assert (await there.challenges())["challenges"] == []  # not accepted
        back = await answered(there, code, "Bo")
        (row,) = (await there.challenges())["challenges"]
        assert (row["sent"], row["from"], sorted(names(row))) == (
            False,
            "Ann",
            [("Ann", False), ("Bo", True)],
        )
        await home.open_link(back)
        (row,) = (await home.challenges())["challenges"]
        assert sorted(names(row)) == [("Ann", True), ("Bo", False)]
        told = await home.open_challenge(row["id"])
        assert told["kind"] == "answer" and [result["name"] for result in told["fresh"]] == ["Bo"]
        assert read_challenge(told["code"]).seed == "a1b2c3d4e5"
        assert (await home.forget_challenge(row["id"]))["challenges"] == []
        with pytest.raises(Refusal):
            await home.open_challenge(row["id"])
        await home.undelete_match()
        assert len((await home.challenges())["challenges"]) == 1

    at_store(test)


def test_a_second_try_at_a_known_deal_is_marked_and_ranks_after_first_ones() -> None:
    async def test(backend: MemoryBackend) -> None:
        home = desk_at(backend)
        code = await sent_by(home, "Ann")
        assert [result.again for result in read_challenge(code).results] == [False]
        assert [row["again"] for row in (await home.history())["rows"]] == [False]
        again = await answered(home, code, "Ann")
        assert [result.again for result in read_challenge(again).results] == [False, True]
        home = desk_at(backend)
        await home.boot()
        scene = await home.resume()
        assert scene is None or scene["compare"] is None or scene["compare"]["results"][-1]["again"]
        assert [row["again"] for row in (await home.history())["rows"]] == [True, False]
        (row,) = (await home.challenges())["challenges"]
        assert [(result["again"], result["mine"]) for result in row["results"]] == [
            (False, True),
            (True, True),
        ]
        there = desk_at(MemoryBackend())
        assert (await there.open_link(code))["again"] is False
        await there.take_link(code, TAKEN_BY, 1.0)
        assert (await there.open_link(code))["again"] is True  # in play already

    at_store(test)


def test_a_result_names_only_the_help_in_rounds_that_are_over(lots: random.Random) -> None:
    session = table("a1b2c3d4e5", rounds=2, set=6)
    played(session, lambda: None, lots, rounds=1)
    session.next_round(1.0)
    session.help.undone = 1
    again = restore(save(session))
    for each in (session, again):
        assert (each.help_told, each.help.used) == ("", "undo")
    assert links._challenge_message(session, challenge_of(session_record(session)))[0] == "share.said.part"
    old = restore(save(session).replace(',"before":""', ""))
    assert old.help_told == "undo", "an older save does not say in which round"
    played(again, lambda: None, lots, rounds=1)
    assert (again.phase, again.help_told) == ("match-over", "undo")
    said = links._challenge_message(again, challenge_of(session_record(again)))
    assert said[0] == "share.said.result-helped"


def test_a_comparison_says_which_help_was_used_here(lots: random.Random) -> None:
    session = table("a1b2c3d4e5", rounds=1, set=6)
    result = Result("Zed", ((5, 0, 9, 9),), marked=True)
    session.link = write_challenge(challenge_of(session_record(session)).with_result(result))
    played(session, lambda: None, lots, rounds=1)
    session.help.undone = 2
    compared = compare_results(session)
    assert compared is not None  # of another person's help the link does not say which
    assert {result["mine"]: result["used"] for result in compared["results"]} == {
        True: "undo",
        False: "either",
    }


def test_the_points_to_beat_are_those_of_all_rounds() -> None:
    challenge = challenge_with()._replace(options=resolve("hastings", {"rounds": 2}, 4))
    half, whole = Result("A", ((1, 0, 1, 2),)), Result("B", ((5, 1, 2, 3), (4, 1, 2, 3)))
    assert points_to_beat(write_challenge(challenge.with_result(half))) is None
    both = challenge.with_result(half).with_result(whole)
    assert points_to_beat(write_challenge(both)) == challenge.total(whole) > challenge.total(half)


def test_a_first_try_ranks_before_a_better_second_one() -> None:
    challenge = challenge_with()
    first, second = Result("A", ((90, 0, 1, 2),)), Result("B", ((5, 1, 2, 3),), again=True)
    assert challenge.with_result(second).with_result(first).results == (first, second)
    assert read_challenge(write_challenge(challenge.with_result(second).with_result(first))).results == (
        first,
        second,
    )


def test_a_match_continued_from_a_replay_is_a_second_try() -> None:
    async def test(backend: MemoryBackend) -> None:
        home = desk_at(backend)
        await finished(home, await started(home, seed="a1b2c3d4e5", rounds=1, set=6))
        (row,) = (await home.history())["rows"]
        await home.replay(row["id"], 1.0)
        await finished(home, await on_to_me(home, await home.replay_play()))
        assert [made["again"] for made in (await home.history())["rows"]] == [True, False]

    at_store(test)


def test_who_has_only_passed_a_challenge_on_is_not_compared(lots: random.Random) -> None:
    session = table("a1b2c3d4e5", rounds=2, set=6)
    challenge = challenge_of(session_record(session)).with_result(Result("Zed", ()))
    session.link = write_challenge(challenge)
    played(session, lambda: None, lots, rounds=1)
    compared = compare_results(session)
    assert compared is not None and [result["mine"] for result in compared["results"]] == [True]


def test_the_points_to_beat_are_shown_until_the_match_is_over(lots: random.Random) -> None:
    session = table("a1b2c3d4e5", rounds=1, set=6)
    result = Result("Zed", ((5, 0, 9, 9),))
    session.link = write_challenge(challenge_of(session_record(session)).with_result(result))
    for is_over in (False, True):
        made = scene(session, SentState())
        add_sharing_parts(made, session, session.viewer)
        assert made.get("to_beat") == (None if is_over else 5)
        played(session, lambda: None, lots, rounds=1)


def test_a_scene_says_which_help_will_mark_the_result() -> None:
    def marks(session: Session) -> list[str]:
        made = scene(session, SentState())
        add_sharing_parts(made, session, session.viewer)
        return [*made.get("marks", [])]

    session = table("a1b2c3d4e5", rounds=1, set=6)
    assert marks(session) == []  # an ordinary match
    session.day = "2026-11-22"
    assert marks(session) == ["undo", "hint"]
    session.help.undone = 1
    assert marks(session) == ["hint"]
    session.help.undone, session.day, session.link = (
        0,
        "",
        write_challenge(challenge_of(session_record(session))),
    )
    session.help.hints = 1
    assert marks(session) == ["undo"]


def test_a_hint_about_the_only_possible_move_marks_nothing(lots: random.Random) -> None:
    session = table("a1b2c3d4e5", rounds=1, set=6)
    session.day = "2026-11-22"
    seen = set()
    while session.phase == "playing":
        if session.my_turn:
            made, choices = scene(session, SentState()), len(session.view.choices)
            add_sharing_parts(made, session, session.viewer)
            assert ("hint" in made["marks"]) == (choices > 1)
            seen.add(choices > 1)
        one_step(session, lots)
    assert seen == {True, False}


def test_a_match_of_two_people_here_is_no_result_of_a_challenge(lots: random.Random) -> None:
    session = company("ppbb", "a1b2c3d4e5", rounds=1, set=6)
    store = MatchStore(MemoryBackend())
    entry = new_challenge_entry(challenge_of(session_record(session)), 1)
    store_challenge_entry(store, entry._replace(sent=True))
    while session.phase != "match-over":
        one_step(session, lots)
    store_challenge_result(store, session)
    stored = store.entry(CHALLENGE, entry.id)
    assert stored is not None and stored.own_results == ()
