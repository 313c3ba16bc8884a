"""The playout ends every round exactly as the rules do when everybody plays the way it plays."""

import pytest

from game.players.search.rollout import Weights, urges
from game.players.search.tile_tables import tile_tables_for
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.tiles import parse_tile
from tests.players.playouts import check
from tests.players.tables import mixed_options, tables


@pytest.mark.parametrize("games", [2, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_a_playout_obeys_the_rules_of_every_preset(name: str, options: Options, games: int) -> None:
    changed = resolve(None, {**options.declared(), "last_tile_call": "none"})
    for number in range(games):
        check(changed, f"{name}-{number}")


@pytest.mark.slow
@pytest.mark.parametrize("mixes", [8, pytest.param(200, marks=pytest.mark.long)])
def test_a_playout_obeys_any_mix_of_options(mixes: int) -> None:
    rng = Rng("playout", "test")
    for number in range(mixes):
        options = mixed_options(rng)
        check(resolve(None, {**options.declared(), "last_tile_call": "none"}), f"mix-{number}")


@pytest.mark.parametrize("largest", [6, 9, 12, 15, 18])
def test_only_a_tile_that_scores_more_than_its_pips_is_a_burden(largest: int) -> None:
    """The heaviest ordinary tile has twice the highest pips. The double blank counts as a burden if it scores 50."""
    only_burden = Weights((0.0,) * 5, burden=1.0, double=0, double_late=0, double_unseen=0, unseen=0, new=0)
    for points, burdens in ((0, set[int]()), (50, {parse_tile("0-0")})):
        tile_tables = tile_tables_for(resolve(None, {"set": largest, "double_blank": points}, 4))
        values = urges(tile_tables, only_burden)[0]
        found = {tile for tile, local in tile_tables.local.items() if values[local]}
        assert found == burdens
