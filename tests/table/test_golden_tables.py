"""Tables that were laid once are laid the same way for ever, on every machine: a match that is resumed looks as it did.

tests/golden/tables.json holds what was laid in some rounds, ordinary and crowded ones, and a digest of where it came to lie.
A layout that is changed on purpose gets new digests there: the failing test names them.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from game.commands.measure.layout import Play, Table, lay_out, pose_list
from game.records.option_text import parse_options
from game.rules.tiles import parse_tile

ROUNDS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "tables.json").read_text(encoding="utf-8")
)


def laid_again(stated: dict[str, Any]) -> Table:
    _, options = parse_options(stated["options"])
    unseen, plays = options.tiles, []
    for name, suit in stated["plays"]:
        tile = parse_tile(name)
        unseen &= ~(1 << tile)
        plays.append(Play(tile, suit, unseen))
    return lay_out(options, plays, stated["aspect"], stated["fixed"], stated["seed"])


def digest(table: Table) -> str:
    text = json.dumps(pose_list(table))
    return f"{hashlib.sha256(text.encode()).hexdigest()[:16]} {table.moves}"


@pytest.mark.parametrize("name", ROUNDS)
def test_what_was_laid_once_is_laid_the_same_way(name: str) -> None:
    assert digest(laid_again(ROUNDS[name])) == ROUNDS[name]["digest"]


def test_in_some_of_them_tiles_had_to_move() -> None:
    assert sum(int(stated["digest"].split()[1]) > 0 for stated in ROUNDS.values()) >= 3
