"""Shuffling, dealing and who begins (DEAL-1 to DEAL-4, START-1 to START-5)."""

from functools import lru_cache
from typing import NamedTuple

from game.rules.moves import Event
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.tiles import DOUBLE, DOUBLES, HIGH, PIPS, Tile, tiles_in


class Deal(NamedTuple):
    """How a round begins. `hands` and `yard` are as dealt; `draws` are the start draws that follow (START-2, START-3).

    `start_tiles` are the tiles that the seats drew for the start, face up (START-5); empty if there were none.
    """

    number: int  # the round, from 1
    own_centre: Tile
    centre: Tile
    dealer: int
    first_seat: int
    hands: tuple[int, ...]
    yard: tuple[Tile, ...]
    draws: tuple[Event, ...] = ()
    start_tiles: tuple[Tile, ...] = ()


def dealer_of(number: int, seats: int) -> int:
    """The dealer of a round: the last seat in round 1, then one seat left each round (START-2)."""
    return (seats + number - 2) % seats


def deal_round(options: Options, seed: str, number: int) -> Deal:
    """Deal round `number` (from 1). The same arguments give the same deal on every machine (DEAL-1).

    The shuffles come from the random stream `deal-<number>`, the draw for the start from `start-<number>`. Seat 0
    gets the first tiles of the shuffled pile, seat 1 the next, and the yard is what is left.
    """
    own = DOUBLE[options.centres[number - 1]]
    dealer = dealer_of(number, options.players)
    rng = Rng(seed, f"deal-{number}")
    if options.centre_from == "table":
        first, start_tiles = _starter(options, seed, number)
        hands, yard = _dealt(options, rng, options.tiles ^ 1 << own)  # DEAL-2
        return Deal(number, own, own, dealer, first, hands, yard, (), start_tiles)
    while True:
        hands, yard = _dealt(options, rng, options.tiles)
        start = find_centre(options, own, dealer, hands, yard)
        if start is not None:
            return Deal(number, own, start.centre, dealer, start.seat, hands, yard, start.draws)


def _dealt(options: Options, rng: Rng, tiles: int) -> tuple[tuple[int, ...], tuple[Tile, ...]]:
    """Hands and yard of a freshly shuffled pile (DEAL-3)."""
    pile = rng.shuffle([*_tiles(tiles)])
    size, dealt = options.hand, options.hand * options.players
    hands = tuple(
        [sum([1 << tile for tile in pile[first : first + size]]) for first in range(0, dealt, size)]
    )
    return hands, tuple(pile[dealt:])


@lru_cache
def _tiles(mask: int) -> tuple[Tile, ...]:
    return tuple(tiles_in(mask))


class Start(NamedTuple):
    """The start of a round whose centre is in a hand: the double, its holder, and the draws until it was found."""

    centre: Tile
    seat: int
    draws: tuple[Event, ...]


def find_centre(
    options: Options, own: Tile, dealer: int, hands: tuple[int, ...], yard: tuple[Tile, ...]
) -> Start | None:
    """Find the double that the round begins with, by the option `missing_double`. Return None if all is dealt again.

    Start draws leave the yard's reserve alone: when only that is left, all is dealt again (ours).
    """
    held, left, draws = list(hands), list(yard), list[Event]()
    while True:
        centre = _centre_held(options, own, sum(held))
        if centre >= 0:
            seat = next(seat for seat, hand in enumerate(held) if hand >> centre & 1)
            return Start(centre, seat, tuple(draws))
        if options.missing_double == "redeal" or len(left) <= options.reserve:
            return None
        for step in range(1, options.players + 1):
            if len(left) > options.reserve:
                seat, tile = (dealer + step) % options.players, left.pop(0)
                held[seat] |= 1 << tile
                draws.append(Event(seat, "draw", tile, why="start"))


def _centre_held(options: Options, own: Tile, held: int) -> Tile:
    """Return the held double that begins the round, -1 none (START-1, START-3)."""
    if options.missing_double != "next-lower":
        return own if held >> own & 1 else -1
    doubles = held & DOUBLES
    not_above = doubles & (2 << own) - 1
    return (not_above or doubles).bit_length() - 1


def high_draw(drawn: tuple[Tile, ...]) -> int:
    """Return the seat that drew the most pips; if equal, the tile with the higher half (START-5)."""
    return max(range(len(drawn)), key=lambda seat: (PIPS[drawn[seat]], HIGH[drawn[seat]]))


def _starter(options: Options, seed: str, number: int) -> tuple[int, tuple[Tile, ...]]:
    """Return the seat that starts when the centre lies on the table, and the tiles drawn for that in this round (START-5)."""
    seats = options.players
    drawn_round = 1 if options.first_seat == "high-draw-then-left" else number
    left_of_dealer = dealer_of(drawn_round, seats) + 1
    own = DOUBLE[options.centres[drawn_round - 1]]
    rng = Rng(seed, f"start-{drawn_round}")
    if options.first_seat == "finder":
        pile = rng.shuffle(tiles_in(options.tiles))
        return (left_of_dealer + pile.index(own)) % seats, ()
    pile = rng.shuffle(tiles_in(options.tiles ^ 1 << own))
    start_tiles = tuple(pile[(seat - left_of_dealer) % seats] for seat in range(seats))
    return (
        high_draw(start_tiles) + number - drawn_round
    ) % seats, start_tiles if drawn_round == number else ()
