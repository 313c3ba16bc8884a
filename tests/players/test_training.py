"""The pupils of tools/strength/train.py: what they know, how C plays them, and that they can be trained again."""

from collections.abc import Sequence
from math import exp, fsum
from operator import mul
from pathlib import Path
from random import Random

import pytest

from game.players.search.beliefs import Sampler, position_of
from game.players.search.playout import RANDOM_STARTS, playout_rules, random_numbers
from game.players.search.rollout import CARE, CAREFUL, RolloutPolicy, careful
from game.players.search.search_position import uninferred_position
from game.players.search.tile_tables import tile_tables_for
from game.rules.view import SeatView
from tests.players.tables import choosing, random_match, tables
from tools.strength import train
from tools.strength.compiled import Compiled
from tools.strength.ctables import compiler
from tools.strength.pupil import (
    FEATURES,
    FEWEST,
    SIZES,
    Pupil,
    Pupils,
    features,
    gumbel_noise,
    pupil_of,
    pupil_policy,
    read_pupil,
    row_of,
    text_of,
)

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="there is no C compiler"),
    pytest.mark.long,  # no part of the game: it measures strength
]


def some_views() -> list[tuple[str, SeatView]]:
    """Views with a choice, from rounds of random moves by every preset."""
    found = []
    for name, options in tables():
        views = [seen for match in random_match(options, name, 1) if (seen := choosing(match)) and seen.laid]
        found += [(name, seen) for seen in views[:: max(1, len(views) // 8)]]
    return found


def end_of(seen: SeatView, policies: Sequence[RolloutPolicy | None], seed: int) -> tuple[int, list[int]]:
    """How a compiled playout in a random world ends: the last tile and the hands."""
    tile_tables, rules, random = tile_tables_for(seen.options), playout_rules(seen.options), Random(seed)
    position = position_of(seen, tile_tables, rules)
    world = Sampler(position, tile_tables).world(random)
    dice = (*random_numbers(0.1), random.randrange(RANDOM_STARTS))
    hands = world.hands.copy()
    start = (0, position.table, seen.seat, position.idle, dice)
    return Compiled()(tile_tables, rules, policies, world, hands, *start), hands


def test_a_pupil_with_the_weights_of_the_own_seat_plays_its_playouts() -> None:
    pupil = pupil_of(CARE)
    for number, (name, seen) in enumerate(some_views()):
        policy = pupil_policy(pupil, tile_tables_for(seen.options))
        expected, found = (
            end_of(seen, [one if seat % 2 else None for seat in range(len(seen.counts))], number)
            for one in (CAREFUL, policy)
        )
        assert found == expected, name


def test_the_features_value_a_play_as_the_own_seat_does() -> None:
    pupil, chosen = pupil_of(CARE), 0
    for name, seen in some_views():
        tile_tables, rules = tile_tables_for(seen.options), playout_rules(seen.options)
        position = uninferred_position(seen, tile_tables)
        plays = [choice for choice in seen.choices if choice.do == "play"]
        if len(plays) < 2 or position.hand.bit_count() < 2:
            continue
        count, opened, foot, missing, fits = position.table
        row, hand = row_of(position), position.hand
        best = careful(
            tile_tables,
            rules.toes,
            hand,
            position.hidden,
            fits & hand,
            row // SIZES,
            count,
            opened,
            foot,
            missing,
        )
        values = {
            (tile_tables.local[play.tile], play.suit): fsum(
                map(mul, pupil.rows[row], features(tile_tables, rules, position, play))
            )
            for play in plays
        }
        assert values[best] == pytest.approx(max(values.values())), name
        chosen += 1
    assert chosen > 40


def test_every_feature_counts_in_c() -> None:
    """A large weight for one feature changes some playouts."""
    silent, nought = set(range(len(FEATURES))), (0.0,) * len(FEATURES)
    for number, (_, seen) in enumerate(some_views()):

        def end(row: tuple[float, ...], seen: SeatView = seen, number: int = number) -> object:
            policy = pupil_policy(
                Pupil((row,) * FEWEST * SIZES, is_random=False), tile_tables_for(seen.options)
            )
            return end_of(seen, [policy] * len(seen.counts), number)

        without = end(nought)
        silent -= {
            index
            for index in silent
            for weight in (9.0, -9.0)
            if end((*nought[:index], weight, *nought[index + 1 :])) != without
        }
    assert not silent


def test_noise_is_that_of_a_softmax() -> None:
    noise = gumbel_noise()
    random = Random(3)
    better = sum(
        noise[start := random.randrange(RANDOM_STARTS)] + 1.0 > noise[start + 1 + k % 50]
        for k in range(20_000)
    )
    assert better / 20_000 == pytest.approx(exp(1) / (1 + exp(1)), abs=0.03)


def test_training_twice_gives_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for name in "ab":
        own, others = tmp_path / f"{name}-own", tmp_path / f"{name}-others"
        train.main(["learn", "--own", str(own), "--others", str(others), "--rounds", "4"])
        found.append((own.read_bytes(), others.read_bytes()))
    assert found[0] == found[1] and found[0][0] != found[0][1]
    pupil = read_pupil(tmp_path / "a-others")
    assert text_of(pupil).encode() == found[0][1] and pupil.is_random
    assert "others, epoch 3" in capsys.readouterr().out


def test_a_pupil_changes_only_the_seats_that_it_is_for() -> None:
    pupil = pupil_of(CARE)
    tile_tables = tile_tables_for(next(iter(tables()))[1])
    given = (CAREFUL, None, CAREFUL, CAREFUL)
    policy = pupil_policy(pupil, tile_tables)
    assert Pupils().in_place_of(given, 0, tile_tables) is given
    assert [p is policy for p in Pupils(own=pupil).in_place_of(given, 2, tile_tables)] == [
        False,
        False,
        True,
        False,
    ]
    assert [p is policy for p in Pupils(others=pupil).in_place_of(given, 2, tile_tables)] == [
        True,
        False,
        False,
        True,
    ]
