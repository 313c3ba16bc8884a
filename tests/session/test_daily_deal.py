"""The verbs for daily deals: a past day can be played but does not count for a streak, and a future day cannot be played."""

import pytest

from game.engine.sharing.daily_calendar import FIRST, played_days
from game.ledger.daily_entry import DailyResult, month_after, month_before, write_daily_result
from game.rules.errors import Refusal
from game.store.entries import DAY
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import TAKEN_BY, desk_at, finished, on_to_me, started
from tests.store.stores import at_store, begun


async def play(desk: AskedDesk, date: str, today: str) -> None:
    scene = await on_to_me(desk, await desk.start_day(date, TAKEN_BY, 1.0, today))
    await finished(desk, scene)


def test_a_day_played_late_does_not_count_for_a_streak() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk = desk_at(keeper)
        await play(desk, "2026-11-21", "2026-11-21")
        await play(desk, "2026-11-22", "2026-11-23")
        told = await desk.days("2026-11-22", "2026-11-23")
        assert told["played"]["late"] and (told["streak"], told["best"], told["count"]) == (0, 1, 2)
        await play(desk, "2026-11-23", "2026-11-23")
        told = await desk.days("2026-11-23", "2026-11-23")
        assert (told["streak"], told["best"], told["count"]) == (1, 1, 3) and not told["played"]["late"]
        assert {day for week in told["weeks"] for day, place in week if place} == {
            "2026-11-21",
            "2026-11-22",
            "2026-11-23",
        }
        assert (told["before"], told["after"]) == ("2026-10-31", "")
        assert (await desk.days("2026-10-31", "2026-11-23"))["after"] == "2026-11-01"

    at_store(test)


def test_a_finished_day_is_dealt_again_and_not_reopened() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk = desk_at(keeper)
        await play(desk, "2026-11-21", "2026-11-21")
        scene = await desk.start_day("2026-11-21", TAKEN_BY, 1.0, "2026-11-21")
        assert scene["phase"] != "match-over" and scene["again"]

    at_store(test)


@pytest.mark.parametrize(
    ("date", "today", "before", "after"),
    [
        ("2026-11-30", "2026-12-01", "2026-10-31", "2026-12-01"),
        ("2026-11-30", "2026-11-30", "2026-10-31", ""),
        (FIRST, FIRST, "", ""),
        (month_after(FIRST), month_after(FIRST), month_before(month_after(FIRST)), ""),
    ],
    ids=["the next month begins today", "it begins tomorrow", "the first deal", "the second month"],
)
def test_the_calendar_turns_from_the_first_deal_to_today(
    date: str, today: str, before: str, after: str
) -> None:
    async def test(keeper: MemoryBackend) -> None:
        told = await desk_at(keeper).days(date, today)
        assert (told["before"], told["after"]) == (before, after)

    at_store(test)


def test_a_day_is_stored_with_the_persons_points_first_and_then_the_others() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk = desk_at(keeper)
        scene = await on_to_me(desk, await desk.start_day("2026-11-21", TAKEN_BY, 1.0, "2026-11-21"))
        scene = await finished(desk, scene)
        totals = [seat["total"] for seat in scene["seats"]]
        mine = totals.pop(scene["you"])
        assert desk.store.entries(DAY)["2026-11-21"].points == (mine, *totals)
        for seed in ("day-2026-11-2", "2026-11-22"):  # no day's
            await finished(desk, await on_to_me(desk, await started(desk, seed, rounds=1)))
        assert sorted(row["day"] for row in (await desk.history())["rows"]) == ["", "", "2026-11-21"]

    at_store(test)


@pytest.mark.parametrize(
    ("undos", "hints", "used"), [(0, 0, ""), (1, 0, "undo"), (0, 1, "hints"), (2, 1, "both")]
)
def test_a_days_result_says_which_help_was_used(undos: int, hints: int, used: str) -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk, day = desk_at(keeper), "2026-11-21"
        scene = await on_to_me(desk, await desk.start_day(day, TAKEN_BY, 1.0, day))
        scene = await on_to_me(desk, await desk.act(code=scene["moves"][0]))
        session = desk.match.session
        assert session is not None
        session.help.undone, session.help.hints = undos, hints
        await finished(desk, scene)
        for home in (desk, desk_at(keeper)):
            told = await home.days(day, day)
            assert told["played"] and told["played"]["used"] == used
        await desk.leave()  # the save of the finished match is gone
        told = await desk.days(day, day)
        assert told["played"] and told["played"]["used"] == ("either" if used else "")

    at_store(test)


def test_a_match_of_a_missed_day_stays_late_after_a_reload() -> None:
    async def test(keeper: MemoryBackend) -> None:
        await desk_at(keeper).start_day("2026-11-20", TAKEN_BY, 1.0, "2026-11-23")
        again = desk_at(keeper)
        await again.boot()
        scene = await again.resume()
        assert scene is not None
        await finished(again, await on_to_me(again, scene))
        assert again.store.entries(DAY)["2026-11-20"].late

    at_store(test)


@pytest.mark.parametrize("date", ["2026-11-24", "2025-12-31"])
def test_no_future_day_is_dealt(date: str) -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk = desk_at(keeper)
        with pytest.raises(Refusal):
            await desk.days(date, "2026-11-23")
        with pytest.raises(Refusal):
            await desk.start_day(date, TAKEN_BY, 1.0, "2026-11-23")
        assert desk.match.session is None

    at_store(test)


def test_a_day_by_another_rule_book_is_another_deal_with_its_own_result() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk, day = desk_at(keeper), "2026-11-21"
        by_hastings = await desk.start_day(day, TAKEN_BY, 1.0, day)
        scene = await desk.start_day(day, TAKEN_BY, 1.0, day, "montgomery")
        assert scene["hand"] != by_hastings["hand"] and scene["day_preset"] == "montgomery"
        await finished(desk, await on_to_me(desk, scene))
        assert desk.store.entries(DAY)[day].preset == "montgomery"
        # whatever rule-book the link names, the page shows the result and its rule-book
        told = await desk.days(day, day, "hastings", "hastings")
        assert (
            told["played"]
            and told["preset"] == "montgomery"
            and told["code"].startswith(f"#d2{day}-montgomery")
        )

    at_store(test)


def test_a_day_names_the_rules_that_differ_from_the_known_rule_book() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk, day = desk_at(keeper), "2026-11-21"
        assert (await desk.days(day, day, "montgomery", "montgomery"))["differs"] == []
        told = await desk.days(day, day, "hastings", "montgomery")
        expected = {"hand_size": 10, "arms": 4, "short_foot": "closes", "last_tile_call": "courtesy"}
        assert expected.items() <= dict(told["differs"]).items()
        assert dict(told["differs"]).keys().isdisjoint({"set", "players", "rounds", "toes"})
        with pytest.raises(Refusal):
            await desk.days(day, day, "nobodys")

    at_store(test)


def test_only_the_first_result_of_a_day_counts() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk = desk_at(keeper)
        await play(desk, "2026-11-21", "2026-11-21")
        first = desk.store.entries(DAY)["2026-11-21"]
        desk.store.put_entry(DAY, "2026-11-21", write_daily_result(first._replace(points=(7, 8, 9, 10))))
        await play(desk, "2026-11-21", "2026-11-22")
        assert desk.store.entries(DAY)["2026-11-21"].points == (7, 8, 9, 10)
        await on_to_me(desk, await desk.start_day("2026-11-22", TAKEN_BY, 1.0, "2026-11-22"))
        await finished(desk, await begun(desk, "ordinary"))
        assert [*desk.store.entries(DAY)] == ["2026-11-21"]

    at_store(test)


def test_of_two_results_of_a_day_the_earlier_one_counts() -> None:
    """As after a backup of another device came in, whichever of the two entries is read first."""

    async def test(keeper: MemoryBackend) -> None:
        store = MatchStore(keeper)
        await store.open()
        for name, when in (("a", 2), ("b", 1), ("c", 3)):
            store.put_entry(DAY, name, write_daily_result(DailyResult("2026-11-21", when, (when, 0), False)))
        assert played_days(store)["2026-11-21"].when == 1

    at_store(test)


def test_a_begun_day_goes_on_by_its_own_rule_book() -> None:
    async def test(keeper: MemoryBackend) -> None:
        desk, day = desk_at(keeper), "2026-11-21"
        assert not (await desk.days(day, day))["begun"]
        await desk.start_day(day, TAKEN_BY, 1.0, day, "nathan")
        for known, asked, is_begun, preset in (
            ("nathan", "nathan", True, "nathan"),
            ("montgomery", "montgomery", True, "nathan"),  # a match by other rules was played since
            ("montgomery", "pagat", False, "pagat"),
            ("montgomery", "nathan", True, "nathan"),
        ):
            told = await desk.days(day, day, asked, known)
            assert (told["begun"], told["preset"]) == (is_begun, preset), (known, asked)
        assert not (await desk.days("2026-11-20", day))["begun"]
        (match,) = (await desk.matches())["matches"]
        assert match["day"] == day
        await finished(desk, await on_to_me(desk, await desk.start_day(day, TAKEN_BY, 1.0, day, "nathan")))
        told = await desk.days(day, day)
        assert told["played"] and not told["begun"]

    at_store(test)
