"""The verbs for score pads: write, correct and remove rounds, store, count in statistics, delete."""

import re
from typing import Any

import pytest

from game.ledger.summary import read_summary
from game.rules.errors import OptionError, Refusal
from game.store.entries import PAD, SUMMARY
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import at_desk, desk_at
from tests.store.stores import at_store

WISHES: dict[str, Any] = {"preset": "montgomery", "changes": {"rounds": 2, "out_bonus_on_double": 50}}
NAMES = ["Ann", "Ben", "Cleo"]


def test_a_whole_match_is_written_and_counts_in_everybodys_statistics() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        pad = await desk.begin_pad(names=[" Ann ", "Ben", "Cleo"], **WISHES)
        assert re.fullmatch("[0-9a-f]{8}", pad["id"])
        assert pad["names"] == NAMES and [row["centre"] for row in pad["rows"]] == ["9-9", "8-8"]
        assert len(pad["tiles"]) == 55 and pad["chart"] == "" and pad["bonus"] == 50
        assert await desk.pad_points(id=pad["id"], out=0, told=[0, ["0-0", "9-4"], 12]) == [0, 63, 12]
        pad = await desk.write_pad(id=pad["id"], out=0, told=[0, ["0-0", "9-4"], 12])
        assert pad["rows"][0]["scores"] == [0, 63, 12] and pad["rows"][0]["left"] == [
            None,
            ["0-0", "9-4"],
            None,
        ]
        assert "<svg" in pad["chart"] and pad["leads"] == [0] and not pad["over"]
        again = desk_at(backend)
        await again.boot()
        pad = await again.write_pad(id=pad["id"], out=2, double=True, told=[7, 8, 0])
        assert pad["over"] and pad["totals"] == [7, 71, -38] and pad["places"] == [2, 3, 1]
        summary = read_summary(backend.entries[SUMMARY.prefix + pad["id"]])
        assert summary.source == "pad" and [seat.name for seat in summary.seats] == NAMES
        statistics = (await again.statistics("Cleo"))["statistics"]
        assert statistics["matches"] == statistics["wins"] == 1 and statistics["rounds"] == 2
        with pytest.raises(Refusal):
            await again.write_pad(id=pad["id"], out=0, told=[0, 1, 1])

    at_store(test)


def test_every_round_can_be_corrected_and_the_last_removed() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        pad = await desk.begin_pad(names=NAMES, **WISHES)
        for told in ([0, 5, 5], [0, 6, 6]):
            pad = await desk.write_pad(id=pad["id"], out=0, told=told)
        pad = await desk.write_pad(id=pad["id"], out=1, told=[30, 0, 4], number=0)
        assert pad["totals"] == [30, 6, 10] and pad["places"] == [3, 1, 2]
        assert read_summary(backend.entries[SUMMARY.prefix + pad["id"]]).seats[1].place == 1
        pad = await desk.strike_pad(id=pad["id"])
        assert not pad["over"] and pad["round"] == 1 and SUMMARY.prefix + pad["id"] not in backend.entries
        with pytest.raises(Refusal):
            await desk.write_pad(id=pad["id"], out=1, told=[30, 0, 4], number=1)

    at_store(test)


def test_a_pad_is_deleted_with_its_summary_and_restored() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        pad = await desk.begin_pad(names=NAMES, preset="montgomery", changes={"rounds": 1})
        await desk.write_pad(id=pad["id"], out=-1, told=[1, 2, 3])
        kept = dict(backend.entries)
        assert (await desk.delete_pad(id=pad["id"]))["pads"] == [] and backend.entries == {}
        with pytest.raises(Refusal):
            await desk.open_pad(id=pad["id"])
        assert len((await desk.undelete_pad())["pads"]) == 1 and backend.entries == kept

    at_store(test)


def test_a_deleted_pad_is_restored_after_another_pad_was_corrected() -> None:
    """A reopened pad loses its summary, and restoring another pad does not restore that summary."""

    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        gone = await desk.begin_pad(names=NAMES, preset="montgomery", changes={"rounds": 1})
        over = await desk.begin_pad(names=NAMES, preset="montgomery", changes={"rounds": 1})
        await desk.write_pad(id=over["id"], out=-1, told=[1, 2, 3])
        await desk.delete_pad(id=gone["id"])
        await desk.strike_pad(id=over["id"])
        assert {pad["id"] for pad in (await desk.undelete_pad())["pads"]} == {gone["id"], over["id"]}

    at_store(test)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"out": 0, "told": [0, -1, 3]}, "pad.points"),
        ({"out": 0, "told": [0, ["9-4"], ["9-4"]]}, "pad.tile-twice"),
        ({"out": 0, "told": [0, [], 3]}, "pad.no-tiles"),
        ({"out": 0, "told": [0, ["12-1"], 3]}, "pad.no-such-tile"),
        ({"out": 0, "told": [0, ["x"], 3]}, "error.tile"),
        ({"out": 3, "told": [0, 1, 3]}, "pad.seats"),
        ({"out": 0, "told": [0, 1]}, "pad.seats"),
        ({"out": 0, "told": [0, None, 3]}, "pad.seats"),
        ({"out": 0, "told": [0, True, 3]}, "pad.seats"),
    ],
)
def test_invalid_input_is_refused_and_changes_nothing(given: dict[str, Any], problem: str) -> None:
    async def test(desk: AskedDesk) -> None:
        pad = await desk.begin_pad(names=NAMES, **WISHES)
        with pytest.raises(Refusal) as refused:
            await desk.write_pad(id=pad["id"], **given)
        assert refused.value.key == problem
        assert (await desk.open_pad(id=pad["id"]))["round"] == 0

    at_desk(test)


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "Ann"], ["Ann", " "], ["N"] * 11])
def test_a_pad_refuses_equal_names(names: list[str]) -> None:
    async def test(backend: MemoryBackend) -> None:
        with pytest.raises((Refusal, OptionError)):
            await desk_at(backend).begin_pad(names=names, **WISHES)
        assert backend.entries == {}

    at_store(test)


def test_the_newest_pad_is_listed_first_and_pads_of_the_same_time_by_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(backend: MemoryBackend) -> None:
        here, there = desk_at(backend), desk_at(backend)
        assert (await here.pads())["pads"] == []
        for id, when in (("dd", 2000), ("cc", 1000), ("aa", 1000), ("bb", 3000)):
            monkeypatch.setattr("secrets.token_hex", lambda length, id=id: id)
            monkeypatch.setattr(there.store, "clock", lambda when=when: when)
            await there.begin_pad(names=NAMES, **WISHES)
        listed = (await here.pads())["pads"]
        assert [(pad["id"], pad["when"]) for pad in listed] == [
            ("bb", 3000),
            ("dd", 2000),
            ("aa", 1000),
            ("cc", 1000),
        ]

    at_store(test)


def test_an_empty_pad_has_a_place_for_each_name_and_is_not_stored() -> None:
    async def test(backend: MemoryBackend) -> None:
        pad = await desk_at(backend).empty_pad(players=3, **WISHES)
        assert pad["names"] == ["", "", ""] and (pad["id"], pad["when"]) == ("", 0)
        assert (pad["preset"], pad["bonus"], pad["of"], pad["round"]) == ("montgomery", 50, 2, 0)
        assert [row["centre"] for row in pad["rows"]] == ["9-9", "8-8"]
        assert backend.entries == {}

    at_store(test)


def test_two_pages_write_on_one_pad() -> None:
    async def test(backend: MemoryBackend) -> None:
        here, there = desk_at(backend), desk_at(backend)
        pad = await here.begin_pad(names=NAMES, **WISHES)
        await there.write_pad(id=pad["id"], out=0, told=[0, 5, 5])
        pad = await here.write_pad(id=pad["id"], out=1, told=[6, 0, 6])
        assert (
            pad["totals"] == [6, 5, 11]
            and len([key for key in backend.entries if key.startswith(PAD.prefix)]) == 1
        )

    at_store(test)


def test_an_empty_row_is_named_and_not_taken_for_a_repeated_name() -> None:
    async def test(backend: MemoryBackend) -> None:
        desk = desk_at(backend)
        for names, key, values in (
            (["Ann", " ", "Cleo"], "pad.empty-name", {"n": 2}),
            (["", ""], "pad.empty-name", {"n": 1}),
            (["Ann", "Ann", "Cleo"], "pad.different-names", {}),
        ):
            with pytest.raises(Refusal) as refused:
                await desk.begin_pad(names=names, **WISHES)
            assert (refused.value.key, refused.value.values) == (key, values)

    at_store(test)
