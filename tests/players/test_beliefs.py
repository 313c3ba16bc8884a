"""Beliefs never claim more than is true, and worlds agree with what was seen."""

from random import Random

import pytest

from game.players.beliefs import Memory, Sampler, position_of
from game.players.kit import kit_for
from game.players.playout import law_for
from game.rules.match import Match
from game.rules.options import Options
from game.rules.presets import resolve
from game.rules.rng import Rng
from game.rules.view import view
from tests.players.tables import mixed_options, random_match, tables


def can_hold(slots: tuple[int, ...], tiles: list[int]) -> bool:
    """Whether the tiles (bits) can be put one in each slot."""
    holder: dict[int, int] = {}

    def settle(tile: int, tried: set[int]) -> bool:
        for slot, cannot in enumerate(slots):
            if not cannot & tile and slot not in tried:
                tried.add(slot)
                if slot not in holder or settle(holder[slot], tried):
                    holder[slot] = tile
                    return True
        return False

    return len(slots) == len(tiles) and all(settle(tile, set()) for tile in tiles)


def check(match: Match, options: Options) -> int:
    """All seats' beliefs about one state; returns how many slots were proved something."""
    kit = kit_for(options.set, options.double_blank, options.blank_half)
    law = law_for(options)
    proved = 0
    state = match.round
    for seat in range(options.players):
        seen = view(match, seat)
        position = position_of(seen, kit, law)
        memory = Memory(seen, kit, law)
        if len(seen.laid) > 0:
            assert memory.table == position.table
            assert memory.off == position.off
        for other, slots in enumerate(position.slots):
            if other == seat:
                continue
            held = [kit.bit[tile] for tile in kit.tiles(kit.from_rules(state.hands[other]))]
            assert can_hold(slots, held), (seen.events, other)
            proved += sum(1 for cannot in slots if cannot & position.hidden)
        if seat == state.turn:
            sampler = Sampler(position, kit)
            world = sampler.world(Random(7))
            everything = sum(world.hands) + sum(world.yard)
            assert everything == position.off
            assert [hand.bit_count() for hand in world.hands] == list(seen.counts)
            assert len(world.yard) == seen.yard
            assert world.hands[seat] == position.hand
            for other, slots in enumerate(position.slots):
                if other != seat:
                    drawn = [kit.bit[tile] for tile in kit.tiles(world.hands[other])]
                    assert can_hold(slots, drawn)
    return proved


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_what_is_believed_is_true_in_every_preset(name: str, options: Options) -> None:
    for number, match in enumerate(random_match(options, name, 1)):
        if number % 3 == 0:
            check(match, options)


def test_draws_and_passes_prove_something() -> None:
    options = resolve(None, {"hand_size": 7}, 4)
    assert sum(check(match, options) for match in random_match(options, "proof", 1)) > 200


def test_what_is_believed_is_true_in_any_mix_of_options() -> None:
    rng = Rng("beliefs", "test")
    for number in range(10):
        options = mixed_options(rng)
        for step, match in enumerate(random_match(options, f"mix-{number}", 1)):
            if step % 5 == 0:
                check(match, options)
