"""Plays one round to its end in a world, where every tile is known: the innermost loop of the search.

The table has only the values that the rules need. A seat that can play always plays, and it plays a drawn tile that
fits. A seat with a rollout policy follows it. The other seats play the heaviest tile that fits, or sometimes a random
one. A playout leaves out the calls and penalties for the last tile.
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

Table = tuple[list[int], int, int, int, int]
"""(count, opened, foot, missing, fits)

count     by suit: the number of open ends
opened    mask of the suits with an open end (bit s for suit s)
foot      suit of the pending foot (in the opening, of the centre), or -1
missing   toes (arms) that it still needs
fits      mask of the local tiles that fit somewhere
"""
RandomNumbers = tuple[tuple[int, ...], tuple[float, ...], int]
"""(numbers of plays up to the next random one, numbers in [0, 1) that choose its tile, the index at which to start)"""


class PlayoutRules(NamedTuple):
    """The rules that a playout follows, derived from the options."""

    next_seat: tuple[int, ...]  # by seat: the seat to its left
    stuck_limit: int  # so many stuck seats in a row block the round (END-2)
    until_playable: bool  # a seat draws until a tile fits
    toes: int
    closes_short_foot: bool  # a foot that cannot get all its toes is closed (FOOT-4)
    reserve: int  # tiles of the yard that are never drawn


class World(NamedTuple):
    """One assignment of the hidden tiles."""

    hands: list[int]  # by seat: a local mask
    yard: list[int]  # the tiles' bits, in the order of drawing
    rest: list[int]  # rest[k]: the mask of the tiles yard[k:]
    thinking: int = -1  # mask of the seats that are not greedy


RANDOM_STARTS = 4096  # a playout's random numbers start at an index below this
bit_count = int.bit_count


@cache
def playout_rules(options: Options) -> PlayoutRules:
    """Return the rules of playouts for these options."""
    seats = options.players
    return PlayoutRules(
        next_seat=(*range(1, seats), 0),
        stuck_limit=1 if options.blocked_when == "one-stuck" else seats,
        until_playable=options.draw == "until-playable",
        toes=options.toes,
        closes_short_foot=options.short_foot == "closes",
        reserve=options.reserve,
    )


def world_of(hands: list[int], yard: list[int], thinking: int = -1) -> World:
    """Return a world. `hands` has a local mask for each seat, `yard` the tiles' bits in the order of drawing."""
    rest = list(accumulate(reversed(yard), or_, initial=0))
    rest.reverse()
    return World(hands, yard, rest, thinking)


def lay(
    tile_tables: TileTables, rules: PlayoutRules, table: Table, tile: int, suit: int, off_table: int
) -> Table:
    """Return the table after the local tile is laid by its half `suit`.

    `off_table` is the mask of all tiles that are not on the table, this tile included.
    """
    count, opened, foot, missing, fits = table
    count = count.copy()
    high, low = tile_tables.high[tile], tile_tables.low[tile]
    if not missing:
        count[suit] -= 1
        if not count[suit]:
            opened ^= 1 << suit
    if high == low:
        left = (off_table & tile_tables.suit[suit]).bit_count() - 1
        toes = 0 if rules.closes_short_foot and left < rules.toes else rules.toes
        if toes:
            return count, opened, suit, toes, tile_tables.suit[suit]
        return count, opened, -1, 0, tile_tables.fits(opened)
    free = low if suit == high else high
    count[free] += 1
    opened |= 1 << free
    if missing > 1:
        return count, opened, foot, missing - 1, fits
    return count, opened, -1, 0, tile_tables.fits(opened)


@cache
def random_numbers(epsilon: float) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return fixed random numbers for playouts in which a share `epsilon` of the plays is random.

    The result is the first two parts of `RandomNumbers`. The third part is an index below RANDOM_STARTS. All candidates
    of one world use the same index (common random numbers), which reduces the variance of their differences.
    """
    draw = Random(20).random
    length = RANDOM_STARTS + 1024  # a round has fewer than 1024 plays
    if epsilon <= 0 or epsilon >= 1:
        gaps = [1 if epsilon >= 1 else 1 << 60] * length
    else:
        gaps = [1 + int(log(1 - draw()) / log(1 - epsilon)) for _ in range(length)]
    return tuple(gaps), tuple(draw() for _ in range(length))


def playout(  # noqa: C901 - one loop on purpose: a function call for each play would double its time
    tile_tables: TileTables,
    rules: PlayoutRules,
    policies: Sequence[RolloutPolicy | None],
    world: World,
    hands: list[int],
    drawn_count: int,
    table: Table,
    seat: int,
    idle: int,
    random_numbers: RandomNumbers,
) -> int:
    """Play from the turn of `seat` until the round ends.

    Return the local tile with which a seat went out, or 0 if the round is blocked. The function changes `hands` to the
    hands at the end. `policies` has the policy of each seat; None plays the heaviest tile, or sometimes a random one.
    `drawn_count` tiles of `world.yard` are drawn already. `idle` is the number of stuck seats in a row up to now.
    """
    high, low, bit, suit_bit, suit, fits_low, fits_high = tile_tables.columns
    next_seat, stuck_limit, until_playable, toes, closes_short_foot, reserve = rules
    _, yard, rest, _ = world
    gaps, picks, random_index = random_numbers
    count, opened, foot, missing, playable = table
    count = count.copy()
    drawable_count = len(yard) - reserve
    gap = gaps[random_index]
    while True:
        hand = hands[seat]
        fits = hand & playable
        laid_suit = -1  # the suit by which the tile is laid; -1 if it follows from the tile and the table
        if fits:
            tile = fits.bit_length()
            policy = policies[seat]
            if policy is None:
                gap -= 1
                if not gap:
                    random_index += 1
                    gap = gaps[random_index]
                    skip = int(picks[random_index] * fits.bit_count())
                    while skip:
                        skip -= 1
                        fits &= fits - 1
                    tile = (fits & -fits).bit_length()
            elif fits & (fits - 1):
                hands[seat] = 15  # four tiles for the time being, so that `fewest` ignores the own hand
                fewest = min(4, *map(bit_count, hands))
                if policy is CAREFUL:
                    hidden = sum(hands) - 15 | rest[drawn_count]
                    tile, laid_suit = careful(
                        tile_tables, toes, hand, hidden, fits, fewest, count, opened, foot, missing
                    )
                else:
                    urges, expose = policy
                    urge = urges[fewest]
                    best_value = -1e9
                    while fits:
                        candidate = fits.bit_length()
                        fits ^= bit[candidate]
                        free = high[candidate]
                        if free == foot if missing else opened & suit_bit[free]:
                            free = low[candidate]
                        value = urge[candidate] + expose[free]
                        if value > best_value:
                            best_value = value
                            tile = candidate
        elif drawn_count < drawable_count:
            drawn = yard[drawn_count]
            drawn_count += 1
            hand |= drawn
            if not drawn & playable:
                if until_playable:
                    while drawn_count < drawable_count and not drawn & playable:
                        drawn = yard[drawn_count]
                        drawn_count += 1
                        hand |= drawn
                if not drawn & playable:
                    hands[seat] = hand
                    seat = next_seat[seat]
                    continue
            tile = drawn.bit_length()
        else:
            idle += 1
            if idle >= stuck_limit:
                return 0
            seat = next_seat[seat]
            continue
        hand ^= bit[tile]
        hands[seat] = hand
        if not hand:
            return tile
        idle = 0
        touching = high[tile]  # becomes the suit by which the tile is laid
        free = low[tile]
        if missing:
            if touching != foot:
                free = touching
            ends = count[free]
            count[free] = ends + 1
            if not ends:
                opened |= suit_bit[free]
            missing -= 1
            if not missing:
                playable = fits_low[opened & 1023] | fits_high[opened >> 10]
        else:
            if touching != laid_suit if laid_suit >= 0 else not opened & suit_bit[touching]:
                touching, free = free, touching
            ends = count[touching] - 1
            count[touching] = ends
            if not ends:
                opened ^= suit_bit[touching]
                playable = fits_low[opened & 1023] | fits_high[opened >> 10]
            if touching != free:
                ends = count[free]
                count[free] = ends + 1
                if not ends:
                    opened |= suit_bit[free]
                    playable |= suit[free]
            else:
                left = ((sum(hands) | rest[drawn_count]) & suit[touching]).bit_count()
                if left >= toes or not closes_short_foot:
                    missing = toes
                    foot = touching
                    playable = suit[touching]
                    if not left:  # no seat can ever play again: the seats draw until the yard is empty
                        if until_playable:
                            hands[next_seat[seat]] |= sum(yard[drawn_count:drawable_count])
                            return 0
                        for drawn in yard[drawn_count:drawable_count]:
                            seat = next_seat[seat]
                            hands[seat] |= drawn
                        return 0
        seat = next_seat[seat]
