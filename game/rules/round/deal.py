"""The deal of a round, and the seat that begins (DEAL-1 to DEAL-4, START-1 to START-5)."""

from functools import lru_cache
from typing import NamedTuple

from game.rules.moves import Event
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.tiles import DOUBLE, DOUBLES, HIGH, PIPS, Tile, tiles_in


class Deal(NamedTuple):
    """The start of a round.

    In some rule-books the seats take *start draws* from the yard until one of them holds the double to begin with
    (START-2, START-3). `hands` and `yard` are the tiles before them.
    """

    number: int  # the round, from 1
    own_centre: Tile  # the round's own double, by the option `round_order`
    centre: Tile  # the double that the round begins with; the option `missing_double` can replace the own one
    dealer: int
    first_seat: int
    hands: tuple[int, ...]  # by seat, a mask of tiles (game/rules/tiles.py)
    yard: tuple[Tile, ...]  # in the order of drawing
    draws: tuple[Event, ...] = ()  # the start draws
    # by seat, the tile that it drew face up for the start (START-5); empty without such draws
    start_tiles: tuple[Tile, ...] = ()


def dealer_of(number: int, seats: int) -> int:
    """Return the dealer of a round: the last seat in round 1, then the next seat to the left each round (START-2)."""
    return (seats + number - 2) % seats


def deal_round(options: Options, seed: str, number: int, early: bool = False) -> Deal:
    """Deal round `number` (from 1). The same arguments give the same deal on every machine (DEAL-1).

    `early` finds the centre as early versions did, see `find_centre`.

    The shuffles use the random stream `deal-<number>`. The tiles that decide who starts (START-5) come from the stream
    `start-<round>` of the round in which the seats draw them. Seat 0 gets the first tiles of the shuffled pile, seat 1
    the next ones, and so on. The yard gets the rest.
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
        start = find_centre(options, own, dealer, hands, yard, early)
        if start is not None:
            return Deal(number, own, start.centre, dealer, start.seat, hands, yard, start.draws)


def _dealt(options: Options, rng: Rng, tiles: int) -> tuple[tuple[int, ...], tuple[Tile, ...]]:
    """Shuffle the tiles of a mask, and return (hands, yard) (DEAL-3)."""
    pile = rng.shuffle([*_tiles(tiles)])
    size, dealt = options.hand, options.hand * options.players
    hands = tuple(
        [sum([1 << tile for tile in pile[first : first + size]]) for first in range(0, dealt, size)]
    )
    return hands, tuple(pile[dealt:])


@lru_cache
def _tiles(mask: int) -> tuple[Tile, ...]:
    """Like `tiles_in`, but cached."""
    return tuple(tiles_in(mask))


class Start(NamedTuple):
    """The start of a round whose centre comes from a hand."""

    centre: Tile
    seat: int  # the holder of the centre
    draws: tuple[Event, ...]  # the start draws until the centre was found


def find_centre(
    options: Options,
    own: Tile,
    dealer: int,
    hands: tuple[int, ...],
    yard: tuple[Tile, ...],
    early: bool = False,
) -> Start | None:
    """Find the double that the round begins with, by the option `missing_double`.

    Return None if the tiles must be dealt anew. `own` is the round's own double. Start draws never take the yard's
    reserve. If only the reserve is left, the tiles are dealt anew; this is our own rule, the rule-books do not say.

    Of several doubles that the seats draw at the same time, the highest begins (START-3). `early` instead prefers those
    up to `own`, as early versions did; only records of those versions need it.
    """
    held, yard_left, draws = list(hands), list(yard), list[Event]()
    while True:
        centre = _centre_held(options, own, sum(held), drawn=bool(draws) and not early)
        if centre >= 0:
            seat = next(seat for seat, hand in enumerate(held) if hand >> centre & 1)
            return Start(centre, seat, tuple(draws))
        if options.missing_double == "redeal" or len(yard_left) <= options.reserve:
            return None
        for step in range(1, options.players + 1):
            if len(yard_left) > options.reserve:
                seat, tile = (dealer + step) % options.players, yard_left.pop(0)
                held[seat] |= 1 << tile
                draws.append(Event(seat, "draw", tile, why="start"))


def _centre_held(options: Options, own: Tile, held: int, drawn: bool) -> Tile:
    """Return the double in the mask `held` that begins the round, -1 if there is none (START-1, START-3).

    `drawn` says that the seats have drawn for it.
    """
    if options.missing_double != "next-lower":
        return own if held >> own & 1 else -1
    doubles = held & DOUBLES
    not_above = 0 if drawn else doubles & (2 << own) - 1
    return (not_above or doubles).bit_length() - 1


def high_draw(drawn: tuple[Tile, ...]) -> int:
    """Return the seat that drew the tile with the most pips. If equal, the higher half decides (START-5)."""
    return max(range(len(drawn)), key=lambda seat: (PIPS[drawn[seat]], HIGH[drawn[seat]]))


def _starter(options: Options, seed: str, number: int) -> tuple[int, tuple[Tile, ...]]:
    """Return (the seat that starts, the start tiles of this round), for a centre that lies on the table (START-5)."""
    seats = options.players
    # the round in which the seats draw for the start
    draw_round = 1 if options.first_seat == "high-draw-then-left" else number
    left_of_dealer = dealer_of(draw_round, seats) + 1
    own = DOUBLE[options.centres[draw_round - 1]]
    rng = Rng(seed, f"start-{draw_round}")
    if options.first_seat == "finder":
        pile = rng.shuffle(tiles_in(options.tiles))
        return (left_of_dealer + pile.index(own)) % seats, ()
    pile = rng.shuffle(tiles_in(options.tiles ^ 1 << own))
    start_tiles = tuple(pile[(seat - left_of_dealer) % seats] for seat in range(seats))
    first = (high_draw(start_tiles) + number - draw_round) % seats
    return first, start_tiles if draw_round == number else ()
