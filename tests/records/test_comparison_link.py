"""Link codes of comparisons: they are read unchanged, and a bad code gets a sentence."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.commands.link import code_data
from game.records.links.comparisons import comparison_link
from game.records.links.comparisons.comparison_link import (
    LinkedComparison,
    LinkedTable,
    read_comparison,
    write_comparison,
)
from game.records.links.packing import Packer, write_code
from game.records.links.shared_parts import put_rules, put_short_seed, put_text
from game.records.text.code_finder import ALPHABET
from game.rules.errors import LinkError
from game.rules.options.declared import EARLIER_VALUES
from game.rules.options.presets import resolve
from tests.records.texts import damaged
from tests.rules.rounds import random_options

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "comparisons-1.json").read_text(encoding="utf-8"))
A = LinkedTable("Ours 👨‍👩‍👧‍👦", "hastings", resolve("hastings", {"draw": "until-playable"}))
B = LinkedTable("", None, resolve(None, {"set": 12}))


def random_comparison(random: Random) -> LinkedComparison:
    """A comparison with random rules and figures."""

    def numbers(count: int) -> tuple[int, ...]:
        return tuple(random.randint(-(10 ** random.randint(1, 9)), 10**9) for _ in range(count))

    tables = [LinkedTable(random.choice(["", "Ann’s", "鶏"]), *random_options(random)) for _ in range(2)]
    trials = random.randint(1, 100_000)
    return LinkedComparison(
        tables[0],
        tables[1],
        random.choice(["hen", "rooster", "fox"]),
        random.choice(["laboratory", "a1b2c3d4e5"]),
        trials,
        trials * random.randint(1, 19),
        random.random() < 0.2,
        tuple(numbers(6) if random.random() < 0.9 else None for _ in range(random.randint(0, 12))),
        numbers(random.randint(0, 4)),
        numbers(4),
    )


@pytest.mark.untraced
def test_a_comparison_is_read_unchanged() -> None:
    random = Random(5)
    for _ in range(200):
        comparison = random_comparison(random)
        code = write_comparison(comparison)
        assert read_comparison(code) == comparison


@pytest.mark.parametrize("entry", GOLDEN, ids=lambda entry: entry["code"][:24])
def test_a_published_code_keeps_its_meaning(entry: dict[str, Any]) -> None:
    told: Any = code_data(entry["code"])
    for table in (told["a"], told["b"]):
        assert {later: table["options"].pop(later) for later in EARLIER_VALUES} == EARLIER_VALUES
    assert told == entry["meant"]
    assert write_comparison(read_comparison(entry["code"])) == entry["code"]


def sealed(change: Any = None, *, level: int = 2, trials: int = 1, deals: int = 1) -> str:
    """A code without figures, as an attacker would make it."""
    packer = Packer()
    for table in (A, B):
        put_rules(packer, table.options, table.preset)
        put_text(packer, table.name)
    packer.put(level, 16)
    put_short_seed(packer, "laboratory")
    comparison_link._put_number(packer, trials)
    comparison_link._put_number(packer, deals)
    for value, radix in ((0, 2), (0, 64), (0, 64)):
        packer.put(value, radix)
    for _ in range(4):
        comparison_link._put_number(packer, 0)
    if change:
        packer.put(1, 2)
    return write_code("l", "1", packer)


def test_a_code_with_impossible_contents_is_refused() -> None:
    assert read_comparison(sealed()).deals == 1
    for code, key in (
        (sealed(level=0), "damaged"),
        (sealed(level=15), "version"),
        (sealed(trials=0), "damaged"),
        (sealed(trials=-3, deals=4), "damaged"),
        (sealed(trials=3, deals=2), "damaged"),
        (sealed("more"), "damaged"),
    ):
        with pytest.raises(LinkError) as caught:
            read_comparison(code)
        assert caught.value.key == f"error.link.{key}"


def test_a_link_cannot_hold_everything() -> None:
    comparison = random_comparison(Random(1))
    for change in ({"level": "dragon"}, {"trials": 1 << 41}, {"noted": (1,) * 64}, {"seed": "a seed"}):
        with pytest.raises(LinkError):
            write_comparison(comparison._replace(**change))


def test_altered_codes_get_a_sentence() -> None:
    random = Random(9)
    for _ in range(200):
        code = write_comparison(random_comparison(random))
        body = code[:3] + "".join(random.choices(ALPHABET, k=60))
        for bad in (damaged(code, random), body, code[:-1]):
            try:
                read_comparison(bad)
            except LinkError as problem:
                assert problem.key.startswith("error.link.")
