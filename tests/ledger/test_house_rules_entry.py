"""Named house rules: stored and shared ones are read unchanged, other texts are refused, every version stays readable."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.commands.link import code_data
from game.ledger.house_rules_entry import (
    HouseRulesEntry,
    clean_rules_name,
    read_house_rules,
    write_house_rules,
)
from game.records.links.any_link import HouseRules, SentRules, read_any_code
from game.records.links.any_link import read_house_code as read_code
from game.records.links.any_link import write_house_code as write_code
from game.records.text.code_finder import ALPHABET
from game.rules.errors import LinkError, RecordError, Refusal
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import resolve
from tests.rules.rounds import random_options

GOLDEN: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "houses-2.json").read_text(encoding="utf-8")
)
NAMES = ["At Aunt May’s", "Domingo en casa", "鶏の足", "x", "A" * 40]


def random_house(seed: int) -> HouseRules:
    lots = random.Random(seed)
    return HouseRules(lots.choice(NAMES), *random_options(lots))


@pytest.mark.parametrize("seed", range(60))
def test_house_rules_are_read_from_links_and_entries(seed: int) -> None:
    rules = random_house(seed)
    sent = SentRules(rules, "Ann")
    code = write_code(sent)
    assert code.startswith("#h2") and read_code(code) == read_any_code(code) == sent
    house = HouseRulesEntry(f"id{seed}", seed, rules)
    assert read_house_rules(write_house_rules(house)) == house


def test_a_link_of_house_rules_is_short() -> None:
    rules = HouseRules("At Aunt May’s", "hastings", resolve("hastings", {"double_blank": 25}, 5))
    assert len(write_code(SentRules(rules))) <= 40


@pytest.mark.parametrize("seed", range(20))
def test_an_altered_or_cut_link_is_refused(seed: int) -> None:
    code = write_code(SentRules(random_house(seed), "Ann"))
    lots = random.Random(seed)
    for _ in range(50):
        place = lots.randrange(1, len(code))
        sign = lots.choice([other for other in ALPHABET if other != code[place]])
        for text in (code[:place] + sign + code[place + 1 :], code[:place]):
            with pytest.raises(LinkError):
                read_any_code(text)


@pytest.mark.parametrize("name", ["", "  ", "​", "‮\t"])
def test_rules_without_a_name_are_neither_saved_nor_shared(name: str) -> None:
    with pytest.raises(Refusal, match=r"error\.house\.no-name"):
        clean_rules_name(name)
    with pytest.raises(LinkError):
        write_code(SentRules(HouseRules(name, None, resolve())))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"format": "chickenfoot-house/2"}, "error.record.format"),
        ({"name": ""}, "error.record.field"),
        ({"name": " \u202e"}, "error.record.field"),
        ({"name": 3}, "error.record.field"),
        ({"rules": "hastings/5,double_blank=26"}, "error.record.options"),
        ({"rules": "nobody/5"}, "error.record.options"),
        ({"when": -1}, "error.record.field"),
        ({"id": None}, "error.record.field"),
    ],
)
def test_a_damaged_entry_is_refused(change: dict[str, Any], problem: str) -> None:
    told = json.loads(write_house_rules(HouseRulesEntry("a", 1, random_house(1)))) | change
    with pytest.raises(RecordError) as refused:
        read_house_rules(json.dumps(told))
    assert refused.value.key == problem


def test_a_stored_name_is_cleaned() -> None:
    told = json.loads(write_house_rules(HouseRulesEntry("a", 1, random_house(1)))) | {
        "name": " So\u00adfi\u00ada  y yo"
    }
    assert read_house_rules(json.dumps(told)).rules.name == "Sofia y yo"


@pytest.mark.parametrize("text", ["", "no json", "[]", "null", "[" * 3000, '"' + "x" * 4000 + '"'])
def test_other_texts_are_refused_as_house_rules(text: str) -> None:
    with pytest.raises(RecordError):
        read_house_rules(text)


@pytest.mark.parametrize("meant", GOLDEN, ids=lambda meant: meant["meant"]["name"])
def test_house_rules_of_every_version_keep_their_meaning(meant: dict[str, Any]) -> None:
    told: Any = code_data(meant["code"])
    assert {later: told["options"].pop(later) for later in EARLIER_VALUES} == EARLIER_VALUES
    assert told == meant["meant"]
    house = read_house_rules(meant["text"])
    assert house.rules == read_code(meant["code"]).rules
    assert write_house_rules(house) == meant["text"]
