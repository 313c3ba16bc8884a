"""Nobody peeks: with all that is hidden dealt anew, in agreement with what a seat has seen, it chooses the same."""

from collections.abc import Callable
from random import Random

import pytest

from game.players.bots import Bot, parse_spec
from game.players.search.beliefs import Sampler, position_of
from game.players.search.playout import World, playout_rules
from game.players.search.tile_tables import tile_tables_for
from game.rules.match import Match
from game.rules.moves import Choice
from game.rules.rng import Rng
from game.rules.round.round_state import Round
from game.rules.view import view
from tests.players.tables import choosing, random_match, tables
from tools.strength.peek import Peek

Player = Callable[[Match], Choice]
SEEDS = 3  # games of every table


def fair(spec: str) -> Player:
    """A bot as the game seats it: it gets the view of the seat on turn."""

    def choice(match: Match) -> Choice:
        return Bot(parse_spec(spec), Rng("honest", "bot"))(view(match, match.round.turn))

    return choice


def peeking(match: Match) -> Choice:
    """The same search with the true hands in its worlds."""
    peek = Peek("", "bot", worlds=8)
    peek.rng = Rng("honest", "bot")
    return peek.choice(view(match, match.round.turn), match.round)


def twin(match: Match) -> Match:
    """The match with everything that the seat on turn cannot see dealt anew."""
    state = match.round
    seen = view(match, state.turn)
    options = state.options
    tile_tables = tile_tables_for(options)
    world = Sampler(position_of(seen, tile_tables, playout_rules(options)), tile_tables).world(
        Random(len(seen.events))
    )
    other = match._replace(current=with_hidden(state, world, tile_tables.rules_tile))
    assert view(other, state.turn) == seen
    return other


def with_hidden(state: Round, world: World, names: tuple[int, ...]) -> Round:
    hands = tuple(sum(1 << name for name in named(hand, names)) for hand in world.hands)
    return state._replace(hands=hands, yard=tuple(names[bit.bit_length()] for bit in world.yard))


def named(mask: int, names: tuple[int, ...]) -> list[int]:
    return [names[tile] for tile in range(1, len(names)) if mask >> (tile - 1) & 1]


def pairs() -> list[tuple[Match, Match]]:
    """Positions with a choice from every table, each with a twin; penalties between seats make no difference."""
    positions = []
    for name, options in tables():
        chances = [
            match
            for seed in range(SEEDS)
            for match in random_match(options, f"{name}-{seed}", 1)
            if choosing(match) is not None
        ]
        step = max(1, len(chances) // 32)
        positions += [(match, twin(match)) for match in chances[::step]]
    return positions


@pytest.fixture(scope="module")
def positions() -> list[tuple[Match, Match]]:
    return pairs()


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    [
        "chick",
        "hen",
        "rooster",
        "fox@4",
        "fox:racer@2",
        "farmer@4",
        "farmer:spoiler@2",
        "random",
        "child",
        "greedy",
        "pullet",
    ],
)
def test_the_same_view_gives_the_same_move(spec: str, positions: list[tuple[Match, Match]]) -> None:
    assert len(positions) >= 1000
    player = fair(spec)
    some = positions[:: 8 if "@" in spec else 4]  # those that search think longer
    assert sum(player(match) != player(other) for match, other in some) == 0


@pytest.mark.long
@pytest.mark.parametrize("spec", ["fox:racer@2", "farmer@4", "farmer:spoiler@2"])
def test_a_search_is_as_fair_in_every_position(spec: str, positions: list[tuple[Match, Match]]) -> None:
    player = fair(spec)
    assert sum(player(match) != player(other) for match, other in positions) == 0


@pytest.mark.slow
def test_a_player_that_peeks_is_caught(positions: list[tuple[Match, Match]]) -> None:
    some = positions[::16]
    caught = sum(peeking(match) != peeking(other) for match, other in some)
    assert caught > len(some) / 20


def test_a_player_that_peeks_searches_the_true_hands(positions: list[tuple[Match, Match]]) -> None:
    for match, _ in positions[::7]:
        seen = view(match, match.round.turn)
        true = [tile_tables_for(seen.options).from_rules(hand) for hand in match.round.hands]
        search = Peek("", "bot", thinks=0.0).search(seen, match.round)
        for _ in range(4):
            search.step()
        for world, _ in search.log:
            assert world.hands == true
            assert world.thinking == ~(2 ** len(true) - 1 ^ 1 << seen.seat)  # the others are greedy
