"""Recorded plays give the same poses in every version and on every machine, so a resumed match looks unchanged.

tests/golden/tables.json holds the plays of some rounds, ordinary and crowded ones, and a digest of their poses. After an
intended change of the layout, copy the new digests from the failing test.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from game.commands.measure.layout_quality import Play, Table, lay_out, pose_list
from game.records.option_text import parse_options
from game.rules.tiles import parse_tile

ROUNDS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "tables.json").read_text(encoding="utf-8")
)


def replay_plays(stated: dict[str, Any]) -> Table:
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
def test_recorded_plays_give_the_recorded_poses(name: str) -> None:
    assert digest(replay_plays(ROUNDS[name])) == ROUNDS[name]["digest"]


def test_tiles_had_to_move_in_some_rounds() -> None:
    assert sum(int(stated["digest"].split()[1]) > 0 for stated in ROUNDS.values()) >= 3
