"""Whose points a better move changes, for moves whose reason cannot be seen on the table."""

from math import fsum

from game.players.levels import SETTINGS
from game.players.search.flat_monte_carlo import Search
from game.players.search.utility import Margin
from game.rules.moves import Choice
from game.rules.view import SeatView

COMPARED_WORLDS = 100  # in which two moves are compared
NO_DELAY = SETTINGS._replace(delay=0.0)


def own_gain(view: SeatView, search: Search, better: Choice, made: Choice) -> float:
    """The points that the `better` move leaves fewer than `made` in the own hand at the end, in the mean of the search's worlds."""
    own = Search(view, NO_DELAY, Margin(search.tile_tables, view.options, view.seat, 0.0), search.random)
    worlds = search.log[:COMPARED_WORLDS]
    return fsum(own.value(better, *world) - own.value(made, *world) for world in worlds) / len(worlds)
