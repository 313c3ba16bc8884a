"""The backup file: an export is imported unchanged, without duplicates and without deleting anything."""

import json
import random
import time
from itertools import pairwise
from typing import Any

import pytest

from game.ledger.backup_file import Merge, merge_entries, read_backup, write_backup
from game.ledger.house_rules_entry import HouseRulesEntry, write_house_rules
from game.ledger.score_pad import write_pad
from game.ledger.summary import write_summary
from game.records.links.any_link import HouseRules
from game.rules.errors import RecordError
from game.rules.options.presets import resolve
from game.session.save_head import Label
from game.session.saving import restore, save
from game.session.session import Session
from game.session.stored_entries import check_entry, entry_content
from tests.ledger.samples import filled, some
from tests.session.matches import bots_step, persons_step, table
from tests.store.samples import SAMPLES

OURS = write_house_rules(
    HouseRulesEntry("1", 1000, HouseRules("ours", "hastings", resolve("hastings", {}, 4)))
)


def stages(seed: str) -> list[str]:
    """Saves of one match, each later than the one before."""
    texts: list[str] = []
    session, lots = table(seed=seed, set=6, hand_size=5, rounds=2), random.Random(seed)
    while session.phase != "match-over":
        if session.phase == "round-over":
            session.next_round(0.7)
        elif session.others_must_move():
            bots_step(session)
        else:
            persons_step(session, lots)
        if lots.random() < 0.1:
            texts.append(save(session, Label("x", len(texts))))
    return [*texts, save(session, Label("x", 99))]


MATCHES = {seed: stages(seed) for seed in ("a", "b", "c", "d")}


def store(lots: random.Random) -> dict[str, str]:
    """Random entries of one device."""
    entries: dict[str, str] = {}
    for seed, texts in MATCHES.items():
        if lots.random() < 0.7:
            entries[f"match/{seed}"] = lots.choice(texts)
    for number, summary in enumerate(some(6)):
        if lots.random() < 0.5:
            entries[f"summary/{number}"] = write_summary(summary)
    for number in range(4):
        pad = filled(number)
        if lots.random() < 0.5:
            entries[f"pad/{number}"] = write_pad(
                pad._replace(lines=pad.lines[: lots.randint(0, len(pad.lines))])
            )
    if lots.random() < 0.5:
        entries["settings"] = json.dumps({"pace": lots.choice(["slow", "fast"])})
    entries |= {"house/1": OURS, "stamp/a": "me/1", "said": "[]"}
    return entries


def after(here: dict[str, str], result: Merge) -> dict[str, str]:
    return {**here, **result.changes}


@pytest.mark.parametrize("seed", range(25))
def test_an_exported_backup_is_imported_unchanged_and_once(seed: int) -> None:
    entries = store(random.Random(seed))
    text = write_backup(entries, 5)
    came = read_backup(text, check_entry)
    assert came == {key: entry for key, entry in entries.items() if key not in ("stamp/a", "said")}
    fresh = after({}, merge_entries({}, came, entry_content))
    assert fresh == came
    again = merge_entries(fresh, came, entry_content)
    assert (again.changes, again.new, again.longer) == ({}, 0, 0)
    assert write_backup(fresh, 5) == text


@pytest.mark.parametrize("seed", range(40))
def test_an_import_deletes_and_duplicates_nothing(seed: int) -> None:
    lots = random.Random(seed)
    here, other = store(lots), store(lots)
    for key in [key for key in other if key.startswith("match/") and lots.random() < 0.3]:
        other["match/other" + key[-1]] = other.pop(key)  # the same match with another id
    came = read_backup(write_backup(other, 1), check_entry)
    result = merge_entries(here, came, entry_content)
    both = after(here, result)
    assert merge_entries(both, came, entry_content).changes == {}
    kept = [entry_content(key, text) for key, text in both.items() if "/" in key and key[:6] != "stamp/"]
    assert len(kept) == len(set(kept))
    for side in (here, came):
        for key, text in side.items():
            if key.partition("/")[0] in ("match", "summary", "pad"):
                assert any(what.startswith(entry_content(key, text)) for what in kept), key
    assert result.new + result.longer + result.known == sum("/" in key for key in came)
    if "settings" in here:
        assert both["settings"] == here["settings"]


def test_a_continued_match_replaces_the_stored_one_and_never_the_reverse() -> None:
    early, late = MATCHES["a"][0], MATCHES["a"][-1]
    assert merge_entries({"match/a": early}, {"match/a": late}, entry_content) == Merge(
        {"match/a": late}, 0, 1, 0
    )
    assert merge_entries({"match/a": late}, {"match/a": early}, entry_content) == Merge({}, 0, 0, 1)
    assert merge_entries({"match/b": late}, {"match/a": early}, entry_content) == Merge({}, 0, 0, 1)
    assert merge_entries({"match/b": late}, {"match/a": late}, entry_content) == Merge({}, 0, 0, 1)


def test_a_match_that_went_another_way_is_added() -> None:
    def parted(seed: int) -> Session:
        session, lots = restore(MATCHES["a"][0]), random.Random(seed)
        while session.phase != "match-over":
            if session.phase == "round-over":
                session.next_round(0.7)
            elif session.others_must_move():
                bots_step(session)
            else:
                persons_step(session, lots)
        return session

    one, other = (save(parted(seed), Label("a", seed)) for seed in (1, 2))
    result = merge_entries({"match/a": one}, {"match/a": other}, entry_content)
    assert (result.new, list(result.changes.values())) == (1, [other])
    assert next(iter(result.changes)).startswith("match/a-")
    assert merge_entries(after({"match/a": one}, result), {"match/a": other}, entry_content).changes == {}


def test_a_pad_with_more_rounds_continues_the_shorter_one() -> None:
    pad = next(pad for pad in map(filled, range(20)) if len(pad.lines) > 1)
    contents = [
        entry_content("pad/a", write_pad(pad._replace(lines=pad.lines[:rounds])))
        for rounds in range(len(pad.lines) + 1)
    ]
    assert len(contents) > 2
    for shorter, longer in pairwise(contents):
        assert longer.startswith(shorter) and longer != shorter


def test_a_title_or_a_review_makes_no_other_match() -> None:
    text = MATCHES["b"][-1]
    named = save(restore(text), Label("x", 12345, "Sunday"))
    assert named != text and merge_entries({"match/x": text}, {"match/y": named}, entry_content).changes == {}


NO_CONTENT: dict[str, dict[str, Any]] = {
    "summary/": {"id": "x", "deal": "x", "again": True, "title": "Sunday"},
    "challenge/": {"id": "x", "when": 7},
    "house/": {"id": "x", "when": 7},
    "day/": {"when": 7},
    "party/": {"shares": ["x"], "count": 7},
    "post/": {"when": 7, "sheets": 1, "secrets": [], "unsent": False},
}
"""Fields that make no other entry, by kind."""


@pytest.mark.parametrize("kind", NO_CONTENT)
def test_an_id_and_a_time_make_no_other_entry(kind: str) -> None:
    one, other = SAMPLES[kind]
    content = entry_content(kind, one)
    assert content != entry_content(kind, other)
    for field, value in NO_CONTENT[kind].items():
        assert entry_content(kind, json.dumps(json.loads(one) | {field: value})) == content, field


def turned(value: Any) -> Any:
    """The value with the keys of its objects in the opposite order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


def test_the_order_of_the_keys_makes_no_other_entry() -> None:
    head, _, record = MATCHES["a"][-1].partition("\n")
    matches = {"match/": (MATCHES["a"][-1], f"{head}\n{json.dumps(turned(json.loads(record)))}")}
    others = {kind: (one, json.dumps(turned(json.loads(one)))) for kind, (one, _) in SAMPLES.items()}
    for kind, (one, same) in (matches | others).items():
        assert same != one and entry_content(kind, same) == entry_content(kind, one), kind


def test_other_hands_in_a_deal_made_by_hand_make_another_match() -> None:
    head, _, record = MATCHES["a"][-1].partition("\n")
    data = json.loads(record) | {"seed": ""}
    contents = set()
    for _ in range(2):
        contents.add(entry_content("match/a", f"{head}\n{json.dumps(data)}"))
        data["rounds"][0]["hands"].reverse()
    assert len(contents) == 2


def test_a_backup_has_names_as_they_are_and_no_spaces_beside_them() -> None:
    text = write_backup({"settings": '{"name": "Zoë", "pace": "slow"}'}, 5)
    assert text.startswith('{"format":"chickenfoot-archive/1","when":5,"matches":[],')
    assert '"settings":{"name":"Zoë","pace":"slow"}' in text


def test_an_invalid_backup_is_refused() -> None:
    good = write_backup(store(random.Random(1)), 5)
    for text in ("", "[]", "null", "{}", "[" * 60_000, good.replace("archive/1", "archive/2", 1), good[:-3]):
        with pytest.raises(RecordError):
            read_backup(text, check_entry)
    lots, refused = random.Random(2), 0
    for _ in range(60):
        at = lots.randrange(len(good))
        broken = good[:at] + lots.choice(['"', "0", "x", "[", "}", ""]) + good[at + 1 :]
        try:
            read_backup(broken, check_entry)
        except RecordError:
            refused += 1
    assert refused > 30
    data = json.loads(good)
    changes: tuple[dict[str, Any], ...] = (
        {"matches": 5},
        {"pads": [{"id": "", "text": "x"}]},
        {"settings": []},
        {"when": -1},
    )
    for change in changes:
        with pytest.raises(RecordError):
            read_backup(json.dumps({**data, **change}), check_entry)


def test_a_duplicate_key_in_the_file_is_refused() -> None:
    data = json.loads(write_backup({"match/a": MATCHES["a"][0]}, 5))
    data["matches"] *= 2
    with pytest.raises(RecordError):
        read_backup(json.dumps(data), check_entry)


def test_many_entries_are_compared_in_linear_time() -> None:
    """The test has no time limit, but with quadratic time it would take minutes."""
    entries = {f"summary/{n}": write_summary(summary) for n, summary in enumerate(some(500))}
    began = time.process_time()
    assert merge_entries(entries, entries, entry_content).known == 500
    assert time.process_time() - began < 60


def test_an_unreadable_entry_is_not_imported() -> None:
    text = json.dumps(json.loads(write_backup({}, 5)) | {"settings": {"name": "x" * 20_000}})
    with pytest.raises(RecordError):
        read_backup(text, check_entry)


@pytest.mark.parametrize("text", ["[]", "5", "null", '"name"'])
def test_settings_that_are_no_object_are_unreadable(text: str) -> None:
    check_entry("settings", "{}")
    with pytest.raises(RecordError) as refused:
        check_entry("settings", text)
    assert refused.value.key == "error.save.unreadable"


def test_a_damaged_stored_match_does_not_block_the_import() -> None:
    head, _, record = MATCHES["a"][0].partition("\n")
    here = {
        f"match/{n}": f"{head}\n{damaged}"
        for n, damaged in enumerate(("", "[]", '{"seats": 5}', "[" * 9_999))
    }
    assert merge_entries(here, {"match/a": head + "\n" + record}, entry_content).new == 1


def test_settings_are_imported_only_where_there_are_none() -> None:
    theirs = {"settings": '{"pace": "slow"}', "table": '{"preset": "hastings"}', "counted": '{"You": 7}'}
    came = read_backup(write_backup(theirs, 5), check_entry)
    assert merge_entries({}, came, entry_content) == Merge(theirs, 0, 0, 0)
    ours = dict.fromkeys(theirs, "{}")
    assert merge_entries(ours, came, entry_content) == Merge({}, 0, 0, 0)
