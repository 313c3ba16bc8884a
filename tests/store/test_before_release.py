"""What versions before 1.0 kept on a device is there after the first start of the present one, in the present formats."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from game.ledger.backup_file import write_backup
from game.records.links.challenge import read_challenge
from game.records.text.code_finder import checksum
from game.rules.errors import LinkError, RecordError
from game.session.save_head import SAVE_FORMAT, Label
from game.session.saving import restore
from game.store.before_release import present_save, unwrap
from game.store.match_store import MATCH
from game.store.storage_backend import MemoryBackend
from tests.session.asked import AskedDesk
from tests.session.desks import desk_at

GOLDEN = Path(__file__).parents[1] / "golden"
KEPT = json.loads((GOLDEN / "before-release.json").read_text(encoding="utf-8"))
ENTRIES, FIRST_DATABASE, CODES = KEPT["entries"], KEPT["first_database"], KEPT["codes"]
LINKED = {"77279e7e": "#c2", "fcd6f945": "#c3"}  # matches of accepted challenges
LABEL = Label("a", 5)


def device() -> MemoryBackend:
    """The golden device: written by the version before the present challenges, and by the very first one."""
    backend = MemoryBackend(ENTRIES)
    backend.legacy = dict(FIRST_DATABASE)
    return backend


def on_device(test: Callable[[AskedDesk, MemoryBackend], Awaitable[None]]) -> None:
    async def whole() -> None:
        backend = device()
        desk = desk_at(backend)
        told = await desk.boot()
        assert told["quarantined"] == [] and told["storage_problem"] == ""
        await test(desk, backend)

    asyncio.run(whole())


def test_a_device_from_before_1_0_opens_with_everything_that_it_had() -> None:
    async def test(desk: AskedDesk, backend: MemoryBackend) -> None:
        booted = await desk_at(backend).boot()
        assert booted["settings"] == json.loads(ENTRIES["settings"])
        assert booted["table"] == json.loads(ENTRIES["table"])
        matches = {match["id"]: match for match in (await desk.matches())["matches"]}
        in_play = {"77279e7e", "fcd6f945", "a20b8c0c", "c06ad24f"}
        assert in_play <= matches.keys() and matches["a20b8c0c"]["title"] == "Sunday"
        adopted = matches.keys() - {key.removeprefix(MATCH) for key in ENTRIES}
        assert len(adopted) == len(FIRST_DATABASE)
        history = await desk.history()
        assert {"e4e844a3", "b461bfb6"} <= {row["id"] for row in history["rows"]}
        [pad] = (await desk.pads())["pads"]
        assert (await desk.open_pad(pad["id"]))["totals"] == [0, 63, 12]
        assert [house["name"] for house in (await desk.houses())["houses"]] == ["At Aunt May’s"]
        assert (await desk.days(date="2026-11-21", today="2026-11-22"))["played"]["points"] == [64, 31, 0, 20]
        [challenge] = (await desk.challenges())["challenges"]
        assert f"challenge/{challenge['id']}" in ENTRIES
        for id in in_play | adopted:
            assert (await desk.open_match(id))["phase"] in ("playing", "round-over", "match-over")

    on_device(test)


def test_every_kept_match_is_the_same_after_its_conversion() -> None:
    async def test(desk: AskedDesk, backend: MemoryBackend) -> None:
        for key in ENTRIES.keys() - {"settings", "table"}:
            if key.startswith(MATCH):
                before, after = ENTRIES[key].partition("\n"), backend.entries[key].partition("\n")
                assert after[2] == before[2]
                heads = [json.loads(before[0]), json.loads(after[0])]
                links = [head.pop("link", "") for head in heads]
                assert heads[0] == heads[1] and links[1] == dict(CODES).get(links[0], "")
                assert links[0][:3] == LINKED.get(key.removeprefix(MATCH), "")
            elif not key.startswith("stamp/"):
                assert backend.entries[key] == ENTRIES[key]
        adopted = [key for key in backend.entries if key.startswith(MATCH) and key not in ENTRIES]
        assert backend.legacy == {}
        records = {json.loads(json.loads(text)[2])["record"] for text in FIRST_DATABASE.values()}
        matches = {restore(f'{{"format":"{SAVE_FORMAT}"}}\n{record}').match for record in records}
        assert {restore(backend.entries[key]).match for key in adopted} == matches
        newest = json.loads(json.loads(FIRST_DATABASE["save"])[2])["record"]
        shown = desk.store.match_text(desk.store.matches()[0].label.id)
        assert restore(shown).match == restore(f'{{"format":"{SAVE_FORMAT}"}}\n{newest}').match

    on_device(test)


def test_the_results_of_a_challenge_are_there_at_the_end_of_the_match() -> None:
    async def test(desk: AskedDesk, backend: MemoryBackend) -> None:
        for id, version in LINKED.items():
            await desk.open_match(id)
            assert desk.match.session is not None
            code = json.loads(ENTRIES[MATCH + id].partition("\n")[0])["link"]
            assert code.startswith(version) and desk.match.session.link == dict(CODES)[code]
            assert read_challenge(desk.match.session.link).results

    on_device(test)


def test_a_converted_device_is_written_once() -> None:
    async def test(desk: AskedDesk, backend: MemoryBackend) -> None:
        stored = dict(backend.entries)
        await desk_at(backend).boot()
        assert backend.entries == stored
        assert all(present_save(text, LABEL) == text for text in stored.values())

    on_device(test)


def test_a_backup_from_before_1_0_is_brought_in_whole_and_once() -> None:
    async def test() -> None:
        first_save = json.loads(FIRST_DATABASE["save"])[2]
        text = write_backup({**ENTRIES, "match/first": first_save}, 1)
        backend = MemoryBackend()
        desk = desk_at(backend)
        await desk.boot()
        assert (await desk.bring_in(text))["new"] > 0
        listed = {match["id"] for match in (await desk.matches())["matches"]}
        assert listed == {"77279e7e", "fcd6f945", "a20b8c0c", "c06ad24f", "first"}
        assert all(SAVE_FORMAT in text for key, text in backend.entries.items() if key.startswith(MATCH))
        for id, version in LINKED.items():
            await desk.open_match(id)
            assert desk.match.session is not None and desk.match.session.link.startswith("#c4"), version
        again = await desk.bring_in(text)
        assert again["new"] == again["longer"] == 0

    asyncio.run(test())


@pytest.mark.parametrize(("before", "now"), CODES)
def test_the_code_of_an_accepted_challenge_keeps_its_meaning(before: str, now: str) -> None:
    with pytest.raises(LinkError):
        read_challenge(before)
    head = f'{{"format":"{SAVE_FORMAT}","link":"%s"}}\nrecord'
    assert present_save(head % before, LABEL) == head % now
    assert read_challenge(now).results or before == CODES[0][0]


def with_link(link: Any) -> str:
    return json.dumps({"format": SAVE_FORMAT, "title": "#c3", "link": link}) + "\nrecord"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#c2",
        '{"format":"chickenfoot-save/1"}',
        '{"format":"chickenfoot-save/1","record":7}',
        '{"format":"chickenfoot-save/1","record":"{}"}',
        '["chickenfoot-save/1"]',
        "chickenfoot-save/1",
        with_link(7),
        with_link("#c2"),
        with_link("#c3nonsense"),
        with_link("#c12CDRFs8vqTnyX-Cb5b5"),
        with_link(CODES[0][0][:-1] + "~"),
        with_link(CODES[0][1]),
    ],
)
def test_what_cannot_be_converted_stays_as_it_is(text: str) -> None:
    assert present_save(text, LABEL) == text


def test_a_damaged_save_of_the_first_format_is_kept_aside() -> None:
    async def test() -> None:
        backend = MemoryBackend({"match/a": '{"format":"chickenfoot-save/1","record":"{}"}'})
        told = await desk_at(backend).boot()
        assert len(told["quarantined"]) == 1 and "match/a" not in backend.entries

    asyncio.run(test())


def resealed(code: str, digits: str) -> str:
    body = code[1:3] + digits
    return f"#{body}{checksum(body)}"


def test_codes_of_before_with_impossible_contents_stay_as_they_are() -> None:
    """Whatever a right checksum covers: a conversion refuses it, or gives a code that the present reader accepts."""
    converted = 0
    for before, _ in CODES:
        for place in range(3, len(before) - 6):
            digits = before[3:place] + ("1" if before[place] != "1" else "2") + before[place + 1 : -6]
            text = with_link(resealed(before, digits))
            present = json.loads(present_save(text, LABEL).partition("\n")[0])["link"]
            if present.startswith("#c4"):
                converted += 1
                assert read_challenge(present)
            else:
                assert present == resealed(before, digits)
    assert converted > 50


def test_the_first_database_had_a_wrapper() -> None:
    assert unwrap('["a", "b", "c"]') == "c"
    for wrong in (7, "", "[1, 2]", '["a", "b", 3]', None):
        with pytest.raises(RecordError):
            unwrap(wrong)
