"""What a better move gains: whose points it changes, and whether it would have gained with the tiles as they lay."""

from math import fsum

from game.players.levels import SETTINGS
from game.players.search.flat_monte_carlo import Search
from game.players.search.playout import RANDOM_STARTS, World
from game.players.search.utility import Margin
from game.rules.moves import Choice
from game.rules.view import SeatView

COMPARED_WORLDS = 100  # in which two moves are compared
PLAYOUTS = 32  # of one world
NO_DELAY = SETTINGS._replace(delay=0.0)


def own_gain(view: SeatView, search: Search, better: Choice, made: Choice) -> float:
    """The points that the `better` move leaves fewer than `made` in the own hand at the end, in the mean of the search's worlds."""
    own = Search(view, NO_DELAY, Margin(search.tile_tables, view.options, view.seat, 0.0), search.random)
    worlds = search.log[:COMPARED_WORLDS]
    return fsum(own.value(better, *world) - own.value(made, *world) for world in worlds) / len(worlds)


def gain(view: SeatView, search: Search, better: Choice, made: Choice, world: World) -> float:
    """The points by which the `better` move is ahead of `made` in one world, in the mean of several playouts."""
    plain = Search(view, NO_DELAY, search.utility, search.random)
    starts = range(0, RANDOM_STARTS, RANDOM_STARTS // PLAYOUTS)
    return (
        fsum(plain.value(better, world, start) - plain.value(made, world, start) for start in starts)
        / PLAYOUTS
    )
