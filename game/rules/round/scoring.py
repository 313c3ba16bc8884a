"""Points of tiles, hands and rounds (END-3 to END-5), and the places in a match (MATCH-1, MATCH-2)."""

from collections.abc import Sequence
from functools import lru_cache

from game.rules.options.declared import Options
from game.rules.tiles import HIGH, LOW, PIPS, Tile, is_double, tiles_in


@lru_cache
def tile_points(options: Options) -> tuple[int, ...]:
    """Return the points of each of the 190 tiles, by tile (END-3). Bots and the score pad use this table too.

    >>> from game.rules.options.presets import resolve
    >>> from game.rules.tiles import parse_tile
    >>> tile_points(resolve("hastings"))[parse_tile("5-0")], tile_points(resolve("montgomery"))[parse_tile("0-0")]
    (30, 50)
    """
    if options.blank_half:
        return tuple(
            pips + options.blank_half * ((high == 0) + (low == 0))
            for pips, high, low in zip(PIPS, HIGH, LOW, strict=True)
        )
    return (options.double_blank, *PIPS[1:])


def hand_points(hand: int, options: Options) -> int:
    """Return the points of the tiles of a hand (a mask) at the end of a round (END-3)."""
    points = tile_points(options)
    return sum(points[tile] for tile in tiles_in(hand))


def round_scores(hands: Sequence[int], out: int, last: Tile, options: Options) -> tuple[int, ...]:
    """Return the scores by seat (END-1, END-3, END-5). Seat `out` (-1 nobody) went out with the tile `last`."""
    scores = [hand_points(hand, options) for hand in hands]
    if out >= 0 and is_double(last):
        scores[out] -= options.out_bonus_on_double
    return tuple(scores)


def lowest_seats(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the lowest score. In a round, these seats "win the round" (END-4)."""
    return tuple(seat for seat, score in enumerate(scores) if score == min(scores))


def totals_of(rounds: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Return the total of each seat over the rounds (MATCH-1)."""
    return tuple(sum(scores[seat] for scores in rounds) for seat in range(seats))


def places_of(rounds: Sequence[Sequence[int]], options: Options) -> tuple[int, ...]:
    """Return the place of each seat, 1 for the winner. Equal seats share the better place (MATCH-2).

    Under `rounds-won`, the number of rounds with a score of 0 or less decides between equal totals, and then the smallest
    score above 0; a seat without one comes first. The rules name neither scores below 0 nor such a seat: these two are ours.
    """
    seats = range(options.players)
    # by seat, its sort key
    standing: list[tuple[int, ...]] = [(total,) for total in totals_of(rounds, options.players)]
    if options.ties == "rounds-won":
        for seat in seats:
            own = [scores[seat] for scores in rounds]
            won = sum(score <= 0 for score in own)
            standing[seat] += (-won, min((score for score in own if score > 0), default=0))
    return tuple(1 + sum(standing[rival] < standing[seat] for rival in seats) for seat in seats)
