"""The verbs for finished matches: lists, replays, statistics, and the backup file."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from game.engine.history import replays
from game.engine.match import coaching
from game.ledger.summary import read_summary, write_summary
from game.narration.coach.sentences import coach_sentence
from game.narration.localization.language import load
from game.players.coach.hints import Hint, RankedChoice
from game.players.coach.review import Review, Verdict
from game.records.links.replay_link import read_replay
from game.records.reading import read_record
from game.rules.errors import Reason, RecordError, Refusal
from game.rules.moves import Choice
from game.session.replay import Replay
from game.store.entries import SUMMARY
from game.store.match_store import MATCH
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.companies import company
from tests.session.desks import desk_at, kept, on_to_me, started
from tests.store.samples import finished, history
from tests.store.stores import begun, saves


async def opened(backend: MemoryBackend) -> AskedDesk:
    desk = desk_at(backend)
    await desk.boot()
    await desk.matches()
    return desk


def test_the_history_is_filtered_and_paged() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(7):
            kept(
                backend,
                number,
                preset="hastings" if number % 3 else "montgomery",
                level="fox" if number > 4 else "hen",
            )
        desk = await opened(backend)
        whole = await desk.history()
        assert [row["id"] for row in whole["rows"]] == [f"m{n}" for n in reversed(range(7))]
        assert (whole["of"], whole["all"]) == (7, 7)
        assert (whole["rules"], whole["companies"]) == (["hastings", "montgomery"], ["fox", "hen"])
        row = whole["rows"][0]
        assert row["names"] == ["You", "Hattie"] and min(row["places"]) == 1 and row["replay"]
        part = await desk.history(start=5, count=30)
        assert [row["id"] for row in part["rows"]] == ["m1", "m0"] and part["of"] == 7
        some = await desk.history(rules="montgomery", whom="hen")
        assert [row["id"] for row in some["rows"]] == ["m3", "m0"] and (some["of"], some["all"]) == (2, 7)
        oldest = await desk.history(count=2, oldest=True)
        assert [row["id"] for row in oldest["rows"]] == ["m0", "m1"] and oldest["of"] == 7

    asyncio.run(test(MemoryBackend()))


def test_finished_matches_of_the_same_time_are_listed_by_id() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in (3, 1, 2):
            kept(backend, number)
        for key, text in backend.entries.items():
            backend.entries[key] = write_summary(read_summary(text)._replace(when=5))
        desk = await opened(backend)
        for oldest, ids in ((True, ["m1", "m2", "m3"]), (False, ["m3", "m2", "m1"])):
            assert [row["id"] for row in (await desk.history(oldest=oldest))["rows"]] == ids

    asyncio.run(test(MemoryBackend()))


def test_the_history_is_parsed_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(20):
            kept(backend, number)
        read = list[str]()

        def counted(text: str) -> Any:
            read.append(text)
            return read_summary(text)

        counting = SUMMARY._replace(read=counted)
        monkeypatch.setattr("game.engine.history.match_lists.SUMMARY", counting)
        desk = desk_at(backend)
        await desk.boot()
        assert len(read) == 0
        assert desk.stored_matches.reading is not None
        await desk.stored_matches.reading
        assert len(read) == 20
        await desk.matches()
        assert (await desk.history())["all"] == 20 and len(read) == 20

    asyncio.run(test(MemoryBackend()))


def test_a_finished_match_has_a_title_until_the_title_is_empty() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        desk = await opened(backend)
        for title, stored in ((" Sunday ", "Sunday"), ("", None)):
            await desk.rename_match("m1", title)
            assert [row["title"] for row in (await desk.history())["rows"]] == [stored]

    asyncio.run(test(MemoryBackend()))


def test_a_finished_match_on_the_table_has_its_title_in_both_lists() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await finished(desk, "shown")
        (id,) = history(backend)
        (row,) = (await desk.rename_match(id, "Sunday"))["matches"]
        assert [row["title"], (await desk.history())["rows"][0]["title"]] == ["Sunday", "Sunday"]

    asyncio.run(test(MemoryBackend()))


def test_a_finished_match_is_deleted_and_restored() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await finished(desk, "gone")
        desk = await opened(backend)
        (id,) = history(backend)
        before = dict(backend.entries)
        await desk.forget_match(id)
        assert history(backend) == {} and saves(backend) == {}
        assert (await desk.history())["all"] == 0
        await desk.undelete_match()
        assert history(backend) == {id: read_summary(before[SUMMARY.prefix + id])}
        assert saves(backend)[MATCH + id] == before[MATCH + id]
        with pytest.raises(Refusal):
            await desk.forget_match("nobody")

    asyncio.run(test(MemoryBackend()))


def test_a_forgotten_match_on_the_table_stays_saved() -> None:
    """The page still shows it, and a reload shows it again."""

    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await finished(desk, "shown")
        (id,) = history(backend)
        await desk.forget_match(id)
        assert history(backend) == {} and [*saves(backend)] == [MATCH + id]

    asyncio.run(test(MemoryBackend()))


def test_a_finished_match_tells_its_turning_point_and_draws_that_round() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        scene = await finished(desk, "turning")
        number = scene["story"]["turning"]["number"]
        picture = await desk.round_picture(number)
        rounds = desk.match.require_session().match.rounds
        assert picture["tiles"].count("<use") >= len(rounds[number - 1].board.laid)
        board = (
            desk.match.require_session().board
        )  # the picture has the shape of the table, which is not turned
        assert number < len(rounds) or picture["box"] == [*board.layout.box()]
        with pytest.raises(Refusal):
            await desk.round_picture(len(rounds) + 1)

    asyncio.run(test(MemoryBackend()))


def test_the_picture_of_a_stored_match_is_its_table() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await begun(desk, "drawn")
        assert desk.match.label is not None
        drawn = await desk.match_picture(desk.match.label.id)
        layout = desk.match.require_session().board.layout
        assert drawn["box"] == list(layout.box())
        assert drawn["tiles"].count("--x:") == len(layout.poses)
        with pytest.raises(Refusal):
            await desk.match_picture("nobody")

    asyncio.run(test(MemoryBackend()))


def test_a_replay_leaves_the_match_on_the_table_as_it_is() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        desk = await opened(backend)
        before = await begun(desk, "on the table")
        stop = await desk.replay("m1", aspect=0.7)
        assert (stop["phase"], stop["at"]["index"], stop["from"]) == ("replay", 0, None)
        for index in range(1, stop["at"]["last"] + 1):
            stop = await desk.replay_go(index)
            assert stop["at"]["index"] == index and not stop["anew"]
        assert stop["said"] and (await desk.replay_go(10**6))["at"] == stop["at"]
        one = await desk.replay_look(1)
        assert [hand["seat"] for hand in one["hands"]] == [1] and one["patch"]["clear"] and one["anew"]
        assert len((await desk.replay_look(None))["hands"]) == 2
        back = await desk.replay_leave()
        assert back is not None and back["hand"] == before["hand"] and back["patch"]["clear"]
        with pytest.raises(Refusal):
            await desk.replay_go(1)
        for id in ("nobody", ""):
            with pytest.raises(Refusal):
                await desk.replay(id, aspect=1)

    asyncio.run(test(MemoryBackend()))


def test_a_replay_answers_questions_about_the_open_hands_only() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        desk = await opened(backend)
        stop = await desk.replay("m1", aspect=0.7)
        told = await desk.replay_tell("hand")
        assert [sentence[0] for sentence in told] == ["tell.of"] * len(stop["seats"])
        assert [sentence[0] for sentence in await desk.replay_tell("ends")] != []
        await desk.replay_look(1)
        assert [sentence[0] for sentence in await desk.replay_tell("hand")] == ["tell.hand"]
        with pytest.raises(Refusal):
            await desk.replay_tell("seed")
        await desk.replay_leave()
        with pytest.raises(Refusal):
            await desk.replay_tell("hand")
        # in a round that is not over, and with several people, no hand is open
        people = [{"name": name, "kind": "human", "level": None, "style": None} for name in ("Ann", "Ben")]
        await desk.start(seats=people, aspect=0.7, seed="s", preset="montgomery", changes={})
        await desk.replay_here(number=1, events=99, aspect=0.7)
        assert await desk.replay_tell("hand") == [("tell.hidden", {})]

    asyncio.run(test(MemoryBackend()))


def test_the_stops_beside_one_are_prepared_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid_out: list[int] = []

    def lay_out(replay: Replay) -> Iterator[None]:
        laid_out.append(replay.index)
        yield

    monkeypatch.setattr(Replay, "lay_out_nearby", lay_out)

    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        desk = await opened(backend)
        await desk.replay("m1", aspect=0.7)
        for delay, wanted in ((3600, []), (0, [1])):
            monkeypatch.setattr(replays, "LAYOUT_DELAY", delay)
            await desk.replay_go(1)
            for _ in range(9):
                await asyncio.sleep(0)
            assert set(desk.replays._neighbours) == {0, 2}
            assert laid_out == wanted
        await desk.replay_leave()

    asyncio.run(test(MemoryBackend()))


def test_a_prepared_scene_equals_one_made_on_demand() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1, seats=3)
        ahead, at_once, lots = await opened(backend), await opened(backend), random.Random(2)
        assert await ahead.replay("m1", aspect=0.7) == await at_once.replay("m1", aspect=0.7)
        used = 0
        for _ in range(60):
            for _ in range(lots.choice([0, 1, 2, 9])):
                await asyncio.sleep(0)
            index = ahead.replays._require_replay().index + lots.choice([1, 1, 1, -1, -1, 5, -7])
            used += index in ahead.replays._neighbours
            at_once.replays._neighbours = {}
            if lots.random() < 0.1:
                seat = lots.choice([None, 0, 1])
                assert await ahead.replay_look(seat) == await at_once.replay_look(seat)
            assert await ahead.replay_go(index) == await at_once.replay_go(index)
        assert used > 10
        await ahead.replay_leave()
        await asyncio.sleep(0)
        assert ahead.replays._layout_task is not None and ahead.replays._layout_task.cancelled()

    asyncio.run(test(MemoryBackend()))


def test_another_replay_begins_with_its_own_first_stop() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in (1, 2):
            kept(backend, number)
        desk = await opened(backend)
        await desk.replay("m1", aspect=0.7)
        await desk.replay_go(1)
        await asyncio.sleep(0.01)  # the stops beside it are prepared
        assert desk.replays._neighbours
        assert await desk.replay("m2", aspect=0.7) == await (await opened(backend)).replay("m2", aspect=0.7)

    asyncio.run(test(MemoryBackend()))


def test_a_record_written_in_another_way_is_the_same_match() -> None:
    async def test(backend: MemoryBackend) -> None:
        record = kept(backend, 1)
        desk = await opened(backend)
        for text in (record, json.dumps(json.loads(record), indent=1)):
            assert (await desk.bring_in(text))["known"] == 1

    asyncio.run(test(MemoryBackend()))


def test_playing_on_from_a_stop_starts_a_new_match() -> None:
    async def test(backend: MemoryBackend) -> None:
        record = kept(backend, 1)
        desk = await opened(backend)
        before = backend.entries[SUMMARY.prefix + "m1"]
        stop = await desk.replay("m1", aspect=0.7)
        assert stop["on"]
        await desk.replay_go(stop["at"]["last"])
        with pytest.raises(Refusal):
            await desk.replay_play()
        there = await desk.replay_go(3)
        scene = await desk.replay_play()
        assert scene["phase"] in ("playing", "curtain") and scene["patch"]["clear"]
        assert (
            desk.match.require_session().match.round.events
            == read_record(record)
            .match.rounds[0]
            .events[: len(desk.match.require_session().match.round.events)]
        )
        assert desk.replays.open_replay is None and there["at"]["index"] == 3
        (id,) = [key.removeprefix(MATCH) for key in saves(backend)]
        assert (
            id != "m1"
            and backend.entries[SUMMARY.prefix + "m1"] == before
            and desk.match.require_session().help.undone
            and desk.match.require_session().again
        )

    asyncio.run(test(MemoryBackend()))


@pytest.mark.parametrize(("names", "signed"), [(["You"], True), (["You", "Bo"], False)])
def test_a_shared_replay_is_signed_by_its_only_person(names: list[str], signed: bool) -> None:
    async def test(backend: MemoryBackend) -> None:
        put_played(backend, 1, *names)
        desk = await opened(backend)
        await desk.replay("m1", aspect=0.7)
        sent = await desk.share("replay", "Ann", looked_at=True)
        assert sent["signed"] is signed
        assert (read_replay(sent["code"]).record.seats[0].name == "Ann") is signed

    asyncio.run(test(MemoryBackend()))


def test_the_review_shows_where_a_choice_was_made() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        await finished(desk, "where")
        events = desk.match.require_session().match.rounds[0].events
        stop = await desk.replay_here(1, len(events) // 2, aspect=1)
        assert (
            stop["at"]["round"] == 1 and len(desk.replays._require_replay().view.events) <= len(events) // 2
        )
        assert len(desk.replays._require_replay().view.events) >= len(events) // 2 - 3
        looked = await desk.review()
        assert looked is not None
        for choice in looked["choices"]:
            await desk.replay_here(1, choice["at"], aspect=1)
            assert (
                len(desk.replays._require_replay().view.events) == choice["at"]
                and desk.replays._require_replay().view.turn == 0
            )
        for number in (0, 2):
            with pytest.raises(Refusal):
                await desk.replay_here(number, 0, aspect=1)

    asyncio.run(test(MemoryBackend()))


def test_the_review_of_a_match_has_the_choices_of_one_person_only() -> None:
    choice, better = Choice("draw"), Choice("play", 5, 2)

    def review_of(cost: float, luck: float) -> Review:
        hint = Hint(better, "clear", (), (), ())
        return Review((Verdict(0, choice, hint, cost, 0.1),), luck - cost, 0.0, cost, 0.0)

    session = company("ppbb", rounds=1)
    session.reviews = {(1, 0): review_of(5.0, -9.0), (1, 1): review_of(9.0, 0.0)}
    for seat, cost, luck in ((None, 5, "bad"), (0, 5, "bad"), (1, 9, "average")):
        assert [each["cost"] for each in coaching._costliest_choices(session, seat)] == [cost]
        assert coaching._luck_and_skill(session, seat)[1]["luck"][0] == f"review.luck.{luck}"


def test_the_best_move_of_a_match_says_why_if_that_can_be_seen() -> None:
    made, *others = [Choice("play", tile, 2) for tile in (5, 7, 8)]
    ranked = RankedChoice(made, 0.0, 0.0, ()), *(RankedChoice(other, 9.0, 0.1, ()) for other in others)
    session = company("ppbb", rounds=1)
    why = Reason("coach.reason.points", {"points": 12})
    for reasons, ends in (((why,), "nothing heavier fits."), ((), "better than any other.")):
        verdict = Verdict(0, made, Hint(made, "clear", reasons, ranked, ()), 0.0, 0.0)
        session.reviews = {(1, 0): Review((verdict,), 0.0, 0.0, 0.0, 0.0)}
        best = coaching._best_move(session, 0)
        assert best is not None
        said = load().words(best["said"])
        assert said.startswith("Your best move: 2-2 in round 1. ") and said.endswith(ends)


def test_the_review_of_a_match_adds_up_all_smaller_mistakes_in_one_row() -> None:
    hint = Hint(Choice("play", 5, 2), "clear", (), (), ())

    def review_of(*costs: float) -> Review:
        verdicts = tuple(
            Verdict(number, Choice("draw"), hint, cost, 0.1) for number, cost in enumerate(costs)
        )
        return Review(verdicts, 0.0, 0.0, sum(costs), 0.0)

    session = company("pbbb", rounds=2)
    session.reviews = {(1, 0): review_of(3.2, 9.0, 2.6), (2, 0): review_of(5.1, 2.6, 4.0)}
    *shown, smaller = coaching._costliest_choices(session, None)
    assert [(each["cost"], each["number"]) for each in shown] == [(3, 1), (9, 1), (5, 2), (4, 2)]
    assert smaller == {"cost": 6, "said": [("review.more", {"n": 2})]}
    session.reviews[1, 0] = session.reviews[2, 0] = review_of(4.0)
    assert [each.get("number") for each in coaching._costliest_choices(session, None)] == [1, 2]


def test_show_me_marks_the_chosen_and_the_better_move_at_their_stop_only() -> None:
    """The signs differ in shape, the marks never hide each other, and the table's box contains them."""

    async def test(backend: MemoryBackend) -> None:
        desk, marked = desk_at(backend), 0
        await finished(desk, "deal")
        looked = await desk.review()
        assert looked is not None
        session = desk.match.require_session()
        for verdict in session.reviews[1, 0].verdicts:
            stop = await desk.replay_here(1, verdict.events, aspect=1)
            assert set(stop["compared"]) == {"chosen", "better"}
            words = coach_sentence(verdict.line, [])[1]
            assert stop["compared"]["better"] == words["better"] and stop["prompt"] == [words["when"]]
            marks = dict(stop["patch"]["set"])["marks"]
            kinds = [
                kind
                for kind, choice in (("chosen", verdict.choice), ("better", verdict.hint.choice))
                if choice.do == "play" and choice.suit >= 0
            ]
            assert re.findall(r'class="compared (\w+)"', marks) == kinds
            assert ("sign-dot" in marks, "#i-star" in marks) == ("chosen" in kinds, "better" in kinds)
            signs = re.findall(r'class="at sign" style="([^"]+)"', marks)
            assert len(set(signs)) == len(kinds)
            marked += len(kinds)
            x0, y0, x1, y1 = stop["patch"]["box"]
            for x, y in re.findall(r'<g class="at" style="--x:([-\d.]+);--y:([-\d.]+);', marks):
                assert x0 <= float(x) <= x1 and y0 <= float(y) <= y1
            index = stop["at"]["index"]
            assert "compared" not in await desk.replay_go(index + 1)
            assert (await desk.replay_go(index))["compared"] == stop["compared"]
        assert marked > 4
        other = await desk.replay_here(1, 0, aspect=1)
        assert "compared" not in other or session.reviews[1, 0].verdicts[0].events == 0

    asyncio.run(test(MemoryBackend()))


def test_an_unreadable_record_is_refused_and_opens_nothing() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        made = read_summary(backend.entries[SUMMARY.prefix + "m1"])
        backend.entries[SUMMARY.prefix + "bad"] = write_summary(made._replace(record="AAAA"))
        backend.entries[SUMMARY.prefix + "none"] = write_summary(made._replace(record=""))
        desk = await opened(backend)
        for id, kind in (("bad", RecordError), ("none", Refusal)):
            with pytest.raises(kind):
                await desk.replay(id, aspect=1)
        assert desk.replays.open_replay is None

    asyncio.run(test(MemoryBackend()))


def test_statistics_go_on_when_the_person_gives_a_name() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(3):
            kept(backend, number)
        desk = await opened(backend)
        since = (await desk.reset_statistics("You"))["since"]
        kept(backend, since + 1)
        await desk.matches()
        await desk.keep("settings", {"name": "Ruth"})
        told = await desk.statistics()
        assert told["people"] == [{"name": "Ruth", "matches": 4}] and told["since"] == since
        assert (told["statistics"]["name"], told["statistics"]["matches"]) == ("Ruth", 1)
        anew = await desk.reset_statistics("Ruth")
        assert anew["statistics"]["matches"] == 0
        assert (await desk.unreset_statistics("Ruth"))["statistics"]["matches"] == 1

    asyncio.run(test(MemoryBackend()))


def test_statistics_go_on_whatever_name_the_person_types() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)  # by "You"
        desk = await opened(backend)
        await desk.keep("settings", {"name": "Ruth"})
        put_played(backend, 2, "Ruth")
        await desk.matches()
        for name in ("Grandma", "", "Ruth", "Grandma Ruth"):
            await desk.keep("settings", {"name": name})
            told = await desk.statistics()
            assert told["people"] == [{"name": name or "You", "matches": 2}]
            await desk.keep("settings", {"theme": "dark"})  # says nothing about the name
            assert await desk.statistics() == told
        put_played(backend, 3, "Ruth")  # a match that was in play while the name changed
        await desk.matches()
        told = await desk.statistics()
        assert told["people"] == [{"name": "Grandma Ruth", "matches": 3}] and told["also"] == ["Ruth", "You"]
        again = await (await opened(backend)).statistics()
        assert again == told

    asyncio.run(test(MemoryBackend()))


def test_people_who_share_a_device_stay_apart() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(3):
            put_played(backend, number, "Ruth", "Walter")
        kept(backend, 3)  # by "You"
        desk = await opened(backend)
        await desk.keep("settings", {"name": "Ruth"})
        await desk.keep("settings", {"name": "Walter"})
        told = await desk.statistics("Walter")
        assert told["people"] == [{"name": "Ruth", "matches": 4}, {"name": "Walter", "matches": 3}]
        assert (told["also"], told["maybe"]) == ([], [])
        await desk.keep("settings", {"name": "Grandpa"})
        told = await desk.statistics("Walter")
        assert told["people"] == [{"name": "Ruth", "matches": 4}, {"name": "Grandpa", "matches": 3}]
        assert told["statistics"]["name"] == "Grandpa" and told["also"] == ["Walter"]

    asyncio.run(test(MemoryBackend()))


def test_a_person_says_which_names_are_theirs() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number, name in enumerate(("Ruth", "Ruth", "Ann", "Gran")):
            put_played(backend, number, name)
        desk = await opened(backend)
        await desk.keep("settings", {"name": "Gran"})
        told = await desk.statistics("Ruth")
        assert told["maybe"] == ["Ann", "Gran"]
        told = await desk.join_statistics("Ruth", "Gran")
        assert told["people"] == [{"name": "Gran", "matches": 3}, {"name": "Ann", "matches": 1}]
        assert (told["statistics"]["matches"], told["also"]) == (3, ["Ruth"])
        told = await desk.part_statistics("Gran", "Ruth")
        assert [person["matches"] for person in told["people"]] == [2, 1, 1] and told["also"] == []
        await desk.reset_statistics("Ruth")
        assert (await desk.join_statistics("Gran", "Ann"))["statistics"]["matches"] == 2
        assert (await desk.statistics("Ruth"))["statistics"]["matches"] == 0

    asyncio.run(test(MemoryBackend()))


@pytest.mark.parametrize(
    ("name", "other"), [("Ruth", "Walter"), ("Ruth", "Ruth"), ("Ruth", "Nobody"), ("Nobody", "Ruth")]
)
def test_names_that_are_not_one_persons_are_not_joined(name: str, other: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        put_played(backend, 0, "Ruth", "Walter")
        desk = await opened(backend)
        for verb in (desk.join_statistics, desk.part_statistics):
            with pytest.raises(Refusal, match="not-one"):
                await verb(name, other)
        assert "counted" not in backend.entries

    asyncio.run(test(MemoryBackend()))


def put_played(backend: MemoryBackend, number: int, *names: str) -> None:
    """Put a finished match into the store that people with these names played at this device."""
    kept(backend, number)
    key = SUMMARY.prefix + f"m{number}"
    summary = read_summary(backend.entries[key])
    people = [
        summary.seats[seat]._replace(name=name, kind="human", level=None) for seat, name in enumerate(names)
    ]
    seats = (*people, *summary.seats[len(people) :])
    backend.entries[key] = write_summary(summary._replace(seats=seats))


def test_statistics_are_reset_and_restored() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(4):
            kept(backend, number)
        desk = await opened(backend)
        told = await desk.statistics()
        assert told["people"] == [{"name": "You", "matches": 4}] and told["statistics"]["matches"] == 4
        anew = await desk.reset_statistics("You")
        assert anew["statistics"]["matches"] == 0 and anew["since"] > 3 and anew["people"] == told["people"]
        assert (await (await opened(backend)).statistics())["statistics"]["matches"] == 0
        kept(backend, anew["since"] + 1)
        await desk.matches()
        assert (await desk.statistics("You"))["statistics"]["matches"] == 1
        assert (await desk.unreset_statistics("You"))["statistics"]["matches"] == 5
        with pytest.raises(Refusal):
            await desk.unreset_statistics("You")
        assert (await desk.statistics("Nobody"))["statistics"] is None

    asyncio.run(test(MemoryBackend()))


def test_a_reset_leaves_out_matches_dated_after_the_devices_clock() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 4 * 10**12)  # ended before the clock was set back
        desk = await opened(backend)
        assert (await desk.statistics("You"))["statistics"]["matches"] == 1
        anew = await desk.reset_statistics("You")
        assert (anew["statistics"]["matches"], anew["since"]) == (0, 4 * 10**12)

    asyncio.run(test(MemoryBackend()))


@pytest.mark.parametrize("wrong", ["[]", '{"since": []}', '{"since": {"You": "x"}}', "{"])
def test_a_damaged_reset_entry_counts_all_matches(wrong: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        backend.entries["counted"] = wrong
        assert (await (await opened(backend)).statistics())["statistics"]["matches"] == 1

    asyncio.run(test(MemoryBackend()))


def file(text: str) -> Any:
    """The content of an exported file without its time."""
    return {key: value for key, value in json.loads(text).items() if key != "when"}


def test_a_backup_is_imported_once_and_unchanged() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(5):
            kept(backend, number)
        desk = await opened(backend)
        await begun(desk, "in play")
        await finished(desk, "ended")
        await desk.keep("settings", {"theme": "dark"})
        await desk.reset_statistics("You")
        await desk.leave()
        text = await desk.export()
        other = MemoryBackend()
        there = await opened(other)
        assert await there.bring_in(text) == {"new": 7, "longer": 0, "known": 0, "kinds": [("matches", 7)]}
        assert file(await there.export()) == file(text)
        writes = other.writes
        assert await there.bring_in(text) == {"new": 0, "longer": 0, "known": 7, "kinds": []}
        assert file(await there.export()) == file(text) and other.writes == writes
        assert file(await (await opened(other)).export()) == file(text)
        assert await desk.bring_in(await there.export()) == {"new": 0, "longer": 0, "known": 7, "kinds": []}
        scene = await there.open_match(
            next(m["id"] for m in (await there.matches())["matches"] if m["phase"] != "match-over")
        )
        assert scene["phase"] == "playing"

    asyncio.run(test(MemoryBackend()))


def test_a_reset_changes_no_reset_by_another_page() -> None:
    async def test(backend: MemoryBackend) -> None:
        for number in range(2):
            kept(backend, number)
        here, there = await opened(backend), await opened(backend)
        await here.reset_statistics("You")
        await there.reset_statistics("Bob")
        assert json.loads(backend.entries["counted"])["since"].keys() == {"You", "Bob"}
        await here.unreset_statistics("You")
        assert json.loads(backend.entries["counted"])["since"].keys() == {"Bob"}
        first = json.loads(backend.entries["counted"])
        await asyncio.sleep(0.002)  # the clock counts in ms, and the two resets must differ
        await there.reset_statistics("Bob")
        assert json.loads(backend.entries["counted"]) != first
        await there.unreset_statistics("Bob")
        assert json.loads(backend.entries["counted"]) == first

    asyncio.run(test(MemoryBackend()))


def test_a_finished_match_on_the_table_is_imported_as_one() -> None:
    """A backup then holds its save and its summary."""

    async def test(backend: MemoryBackend) -> None:
        desk = await opened(backend)
        await finished(desk, "ended")
        text = await desk.export()
        assert len(json.loads(text)["matches"]) == len(json.loads(text)["summaries"]) == 1
        other = MemoryBackend()
        there = await opened(other)
        assert await there.bring_in(text) == {"new": 1, "longer": 0, "known": 0, "kinds": [("matches", 1)]}
        assert saves(other) == {} and [*history(other)] == [*history(backend)]
        assert await there.bring_in(text) == {"new": 0, "longer": 0, "known": 1, "kinds": []}
        assert await desk.bring_in(text) == {"new": 0, "longer": 0, "known": 1, "kinds": []}
        before = json.dumps({**json.loads(text), "summaries": []})  # of a version without a history
        assert (await there.bring_in(before))["new"] == 0 and saves(other) == {}

    asyncio.run(test(MemoryBackend()))


async def ended(desk: AskedDesk, scene: dict[str, Any], choice: int) -> str:
    """Play a match to its end, always by the first or the last legal move, and leave it. Returns its record."""
    while scene["phase"] != "match-over":
        scene = await on_to_me(desk, await desk.act(code=scene["moves"][choice]))
    record = await desk.record()
    await desk.leave()
    return record


def test_a_backup_opens_no_match_whose_end_would_be_lost() -> None:
    """An earlier state of a finished match is known. Another course of it has an id, and an end, of its own."""

    async def test(backend: MemoryBackend) -> None:
        desk = await opened(backend)
        scene = await started(desk, "course", rounds=1, set=6, hand_size=5)
        earlier = await desk.export()
        await desk.act(code=scene["moves"][-1])
        other = await desk.export()
        first = await ended(desk, await desk.undo(), 0)
        ((id, made),) = history(backend).items()
        assert await desk.bring_in(earlier) == {"new": 0, "longer": 0, "known": 1, "kinds": []}
        assert saves(backend) == {}
        assert (await desk.bring_in(other))["new"] == 1
        (key,) = saves(backend)
        assert key.startswith(f"{MATCH}{id}-")
        again = key.removeprefix(MATCH)
        second = await ended(desk, await on_to_me(desk, await desk.open_match(again)), -1)
        assert saves(backend) == {} and (await desk.history())["all"] == 2
        assert await desk.export_match(id) == first != await desk.export_match(again) == second
        backend.entries[SUMMARY.prefix + id] = write_summary(made._replace(record=""))
        desk = await opened(backend)
        assert (await desk.bring_in(earlier))["new"] == 1  # nobody knows which course the match took
        assert id not in desk.store.heads

    asyncio.run(test(MemoryBackend()))


def test_matches_by_house_rules_are_a_filter_of_their_own() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        kept(backend, 2, preset=None)
        desk = await opened(backend)
        assert (await desk.history())["rules"] == ["house", "montgomery"]
        assert [row["id"] for row in (await desk.history(rules="house"))["rows"]] == ["m2"]

    asyncio.run(test(MemoryBackend()))


def test_another_finished_record_is_a_new_match() -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        desk = await opened(backend)
        assert (await desk.bring_in(kept(MemoryBackend(), 2)))["new"] == 1
        assert (await desk.history())["all"] == 2

    asyncio.run(test(MemoryBackend()))


def test_a_record_is_imported_once() -> None:
    async def test(backend: MemoryBackend) -> None:
        record = kept(backend, 1)
        desk = await opened(backend)
        assert await desk.export_match("m1") == record
        assert await desk.bring_in(record) == {"new": 0, "longer": 0, "known": 1, "kinds": []}
        there = await opened(MemoryBackend())
        assert await there.bring_in(record) == {"new": 1, "longer": 0, "known": 0, "kinds": [("matches", 1)]}
        assert await there.bring_in(record) == {"new": 0, "longer": 0, "known": 1, "kinds": []}
        assert (await there.history())["all"] == 1
        playing = await opened(MemoryBackend())
        scene = await begun(playing, "half")
        half = await playing.record()
        await on_to_me(playing, await playing.act(code=scene["moves"][0]))
        longer = await playing.record()
        assert await there.bring_in(half) == {"new": 1, "longer": 0, "known": 0, "kinds": [("matches", 1)]}
        assert await there.bring_in(half) == {"new": 0, "longer": 0, "known": 1, "kinds": []}
        await there.bring_in(longer)
        assert len((await there.matches())["matches"]) == 2  # with another name: it is added

    asyncio.run(test(MemoryBackend()))


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "{",
        "[" * 9000,
        '{"format":"chickenfoot-record/1"}',
        '{"format":"chickenfoot-archive/1"}',
        '{"format":"x"}',
    ],
)
def test_an_unreadable_file_changes_nothing(wrong: str) -> None:
    async def test(backend: MemoryBackend) -> None:
        kept(backend, 1)
        desk = await opened(backend)
        before = dict(backend.entries)
        with pytest.raises(RecordError):
            await desk.bring_in(wrong)
        assert backend.entries == before

    asyncio.run(test(MemoryBackend()))


def test_a_full_store_reports_it_and_imported_entries_stay_in_ram() -> None:
    async def test(backend: MemoryBackend) -> None:
        record = kept(backend, 1)
        there = await opened(other := MemoryBackend())
        other.failure = "full"
        await there.bring_in(record)
        assert there.store.failure == "full" and (await there.history())["all"] == 1 and other.entries == {}
        assert await started(there, "more")

    asyncio.run(test(MemoryBackend()))
