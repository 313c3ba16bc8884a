"""Plays one round to its end in a world where every tile is known: the innermost loop of the search.

The table holds only what the rules ask for: how many open ends each suit has, which suits are open, and the double that still
lacks tiles (in the opening, the centre that lacks arms). A seat that can play plays, and a drawn tile that fits is played. A seat
with a rollout policy follows it; the others play the heaviest tile that fits, or now and then a random one. Penalties for
the last tile are left out.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import log
from operator import or_
from random import Random
from typing import NamedTuple

from game.players.search.rollout import CAREFUL, RolloutPolicy, careful
from game.players.search.tile_tables import TileTables
from game.rules.options.declared import Options

Table = tuple[
    list[int], int, int, int, int
]  # ends a suit, open suits, owed suit, tiles owed, mask of tiles that fit
RandomNumbers = tuple[
    tuple[int, ...], tuple[float, ...], int
]  # plays until a random one; which tile; where to begin


class PlayoutRules(NamedTuple):
    """The options that a playout obeys."""

    after: tuple[int, ...]  # seat -> the seat to its left
    limit: int  # so many seats stuck in turn block the round (END-2)
    until: bool  # draw until a tile fits
    toes: int
    closes: bool
    reserve: int  # yard tiles that are never drawn


class World(NamedTuple):
    """One assignment of the hidden tiles."""

    hands: list[int]  # a local mask a seat
    yard: list[int]  # tile bits in the order of drawing
    rest: list[int]  # rest[k]: union of yard[k:]
    thinking: int = -1  # mask of the seats that are not greedy


RANDOM_STARTS = 4096
bit_count = int.bit_count


@cache
def playout_rules(options: Options) -> PlayoutRules:
    """Return the part of the options that a playout obeys."""
    seats = options.players
    return PlayoutRules(
        after=(*range(1, seats), 0),
        limit=1 if options.blocked_when == "one-stuck" else seats,
        until=options.draw == "until-playable",
        toes=options.toes,
        closes=options.short_foot == "closes",
        reserve=options.reserve,
    )


def world_of(hands: list[int], yard: list[int], thinking: int = -1) -> World:
    """Build a world from a local mask for each seat and the tile bits of the yard in order."""
    rest = list(accumulate(reversed(yard), or_, initial=0))
    rest.reverse()
    return World(hands, yard, rest, thinking)


def lay(tile_tables: TileTables, rules: PlayoutRules, table: Table, tile: int, suit: int, off: int) -> Table:
    """Return the table after a local tile is laid by its `suit` half. `off` is the mask of all tiles off the table, this one included."""
    count, opened, foot, missing, fits = table
    count = count.copy()
    high, low = tile_tables.high[tile], tile_tables.low[tile]
    if not missing:
        count[suit] -= 1
        if not count[suit]:
            opened ^= 1 << suit
    if high == low:
        left = (off & tile_tables.suit[suit]).bit_count() - 1
        owed = 0 if rules.closes and left < rules.toes else rules.toes
        if owed:
            return count, opened, suit, owed, tile_tables.suit[suit]
        return count, opened, -1, 0, tile_tables.fits(opened)
    free = low if suit == high else high
    count[free] += 1
    opened |= 1 << free
    if missing > 1:
        return count, opened, foot, missing - 1, fits
    return count, opened, -1, 0, tile_tables.fits(opened)


@cache
def random_numbers(epsilon: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return random numbers, always the same, for playouts in which a share `epsilon` of the plays is random.

    A playout starts anywhere in the first RANDOM_STARTS of them. Candidates of one world start at the same place (common random
    numbers), which reduces the variance of their differences.
    """
    draw = Random(20).random
    length = RANDOM_STARTS + 1024  # more than a round has plays
    if epsilon <= 0 or epsilon >= 1:
        gaps = [1 if epsilon >= 1 else 1 << 60] * length
    else:
        gaps = [1 + int(log(1 - draw()) / log(1 - epsilon)) for _ in range(length)]
    return tuple(gaps), tuple(draw() for _ in range(length))


def playout(  # noqa: C901 - one loop on purpose: a call a ply would double its time
    tile_tables: TileTables,
    rules: PlayoutRules,
    policies: Sequence[RolloutPolicy | None],
    world: World,
    hands: list[int],
    at: int,
    table: Table,
    seat: int,
    idle: int,
    random_numbers: RandomNumbers,
) -> int:
    """Play on from `seat` until the round ends; `hands` becomes what everybody is left with.

    `policies` tells by seat how it chooses: None plays the heaviest, or now and then any by `random_numbers`; see `rollout` for the others.
    `at` is how many tiles of world.yard are drawn already, `idle` how many seats in turn have been stuck. Returns the local tile
    with which somebody went out (that hand is then 0), or 0 when the round is blocked.
    """
    high, low, bit, suit_bit, suit, fits_low, fits_high = tile_tables.columns
    after, limit, until, toes, closes, reserve = rules
    _, yard, rest, _ = world
    gaps, picks, throw = random_numbers
    count, opened, foot, missing, play = table
    count = count.copy()
    dry = len(yard) - reserve
    gap = gaps[throw]
    while True:
        hand = hands[seat]
        fits = hand & play
        by = -1  # the suit by which the tile is laid, where that is chosen
        if fits:
            tile = fits.bit_length()
            policy = policies[seat]
            if policy is None:
                gap -= 1
                if not gap:
                    throw += 1
                    gap = gaps[throw]
                    skip = int(picks[throw] * fits.bit_count())
                    while skip:
                        skip -= 1
                        fits &= fits - 1
                    tile = (fits & -fits).bit_length()
            elif fits & (fits - 1):
                hands[seat] = 15  # its own tiles do not count
                fewest = min(4, *map(bit_count, hands))
                if policy is CAREFUL:
                    hidden = sum(hands) - 15 | rest[at]
                    tile, by = careful(
                        tile_tables, toes, hand, hidden, fits, fewest, count, opened, foot, missing
                    )
                else:
                    urges, expose = policy
                    urge = urges[fewest]
                    most = -1e9
                    while fits:
                        t = fits.bit_length()
                        fits ^= bit[t]
                        b = high[t]
                        if b == foot if missing else opened & suit_bit[b]:
                            b = low[t]
                        worth = urge[t] + expose[b]
                        if worth > most:
                            most = worth
                            tile = t
        elif at < dry:
            fits = yard[at]
            at += 1
            hand |= fits
            if not fits & play:
                if until:
                    while at < dry and not fits & play:
                        fits = yard[at]
                        at += 1
                        hand |= fits
                if not fits & play:
                    hands[seat] = hand
                    seat = after[seat]
                    continue
            tile = fits.bit_length()
        else:
            idle += 1
            if idle >= limit:
                return 0
            seat = after[seat]
            continue
        hand ^= bit[tile]
        hands[seat] = hand
        if not hand:
            return tile
        idle = 0
        a = high[tile]
        b = low[tile]
        if missing:
            if a != foot:
                b = a
            ends = count[b]
            count[b] = ends + 1
            if not ends:
                opened |= suit_bit[b]
            missing -= 1
            if not missing:
                play = fits_low[opened & 1023] | fits_high[opened >> 10]
        else:
            if a != by if by >= 0 else not opened & suit_bit[a]:
                a, b = b, a
            ends = count[a] - 1
            count[a] = ends
            if not ends:
                opened ^= suit_bit[a]
                play = fits_low[opened & 1023] | fits_high[opened >> 10]
            if a != b:
                ends = count[b]
                count[b] = ends + 1
                if not ends:
                    opened |= suit_bit[b]
                    play |= suit[b]
            else:
                left = ((sum(hands) | rest[at]) & suit[a]).bit_count()
                if left >= toes or not closes:
                    missing = toes
                    foot = a
                    play = suit[a]
                    if not left:  # nobody can ever play again: everybody draws while there is a yard
                        if until:
                            hands[after[seat]] |= sum(yard[at:dry])
                            return 0
                        for drawn in yard[at:dry]:
                            seat = after[seat]
                            hands[seat] |= drawn
                        return 0
        seat = after[seat]
