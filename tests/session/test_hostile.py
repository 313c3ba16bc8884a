"""Hostile texts for every verb that takes a text, and for every decoder: the result is an answer, or one sentence and no change."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from game.engine.verbs import as_json_verb, verbs
from game.ledger.backup_file import read_backup
from game.ledger.daily_entry import read_daily_result
from game.ledger.house_rules_entry import read_house_rules
from game.ledger.score_pad import read_pad
from game.ledger.summary import read_summary
from game.records import fields
from game.records.daily_deal import daily_deal
from game.records.links.any_link import read_any_code
from game.records.option_text import parse_options
from game.records.position import parse_position
from game.records.reading import read_record
from game.rules.errors import Refusal
from game.rules.moves import parse_move
from game.rules.tiles import parse_tile
from game.session.save_head import Label
from game.session.saving import read_save_head, restore, save
from game.session.stored_entries import check_entry, entry_content
from game.store.before_release import present_save, unwrap
from game.store.entries import read_ids, read_object
from game.store.storage_backend import MemoryBackend
from tests.hostile import asked, taking_text, text_of, texts
from tests.session.desks import desk_at, started
from tests.session.matches import table

COUNT = int(os.environ.get("CHICKENFOOT_FUZZ", "60"))
TIMES = pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
DECODERS: dict[str, Callable[[str], Any]] = {
    "json": fields.parse_json,
    "archive": lambda text: read_backup(text, check_entry),
    "record": read_record,
    "position": parse_position,
    "save": restore,
    "head": lambda text: read_save_head(text, "id"),
    "summary": read_summary,
    "pad": read_pad,
    "house": read_house_rules,
    "day": read_daily_result,
    "date": daily_deal,
    "options": parse_options,
    "links": read_any_code,
    "tile": parse_tile,
    "move": lambda text: parse_move(text, 0),
    "object": read_object,
    "ids": read_ids,
    "wrapped": unwrap,
    "before 1.0": lambda text: present_save(text, Label("a", 0)),
    **{
        f"holds {key}": lambda text, key=key: entry_content(f"{key}/a", text)
        for key in ("match", "summary", "pad", "house", "day")
    },
}


@TIMES
@pytest.mark.parametrize("name", DECODERS)
def test_every_decoder_answers_or_refuses(name: str, times: int) -> None:
    read = DECODERS[name]
    for parts in texts(name, times * COUNT, 1_000_000):
        try:
            read(text_of(parts))
        except Refusal:
            continue


@TIMES
def test_every_verb_answers_in_one_sentence_and_the_table_stays(times: int) -> None:
    async def test() -> None:
        keeper = MemoryBackend()
        desk = desk_at(keeper)
        await started(desk, set=6)
        ask = verbs(desk)
        take_replay_in_slices = taking_text()
        for number, parts in enumerate(texts("verbs", times * COUNT, 200_000)):
            for verb, name in take_replay_in_slices[number % 2 :: 2]:
                before, kept = desk.match.session, dict(keeper.entries)
                moves = before.match if before else None
                answer = json.loads(await ask[verb](asked(verb, name, text_of(parts))))
                assert "failed" not in answer, (verb, name, parts, answer)
                if "refused" in answer:
                    assert set(answer["refused"]) == {"key", "values"}
                    assert desk.match.session is before and (before is None or before.match is moves)
                    assert keeper.entries == kept
                elif desk.match.session is not before:
                    await started(desk, set=6)

    asyncio.run(test())


@pytest.mark.parametrize("given", ["[" * 200_000, "[]", "", "NaN", '{"text": 1e999}', '{"a":' * 99_999])
def test_a_malformed_call_is_answered(given: str) -> None:
    async def verb(**given: Any) -> None: ...

    function: Callable[..., Awaitable[Any]] = verb
    assert "Traceback" in json.loads(asyncio.run(as_json_verb(function)(given)))["failed"]


def test_a_number_beyond_all_floats_in_a_save() -> None:
    """A past fault: `restore` raised OverflowError."""
    text = save(table(set=6), Label("x", 1))
    first, _, record = text.partition("\n")
    for field in ("aspect", "when", "undone", "helped"):
        restore(json.dumps({**json.loads(first), field: 10**400}) + "\n" + record)
