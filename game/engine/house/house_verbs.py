"""The verbs of the house by name."""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.house.house_rules import Houses
from game.engine.house.score_pads import Pads
from game.store.match_store import MatchStore


class HouseVerbs:
    """What rules come to, house rules, and score pads."""

    def __init__(self, store: MatchStore) -> None:
        houses, pads = Houses(store), Pads(store)
        self.by_name: dict[str, Callable[..., Awaitable[Any]]] = {
            "check": houses.check,
            "ways": houses.ways,
            "houses": houses.houses,
            "save_house": houses.save_house,
            "delete_house": houses.delete_house,
            "undelete_house": houses.undelete_house,
            "house_link": houses.house_link,
            "open_house": houses.open_house,
            "keep_house": houses.keep_house,
            "pads": pads.pads,
            "begin_pad": pads.begin_pad,
            "empty_pad": pads.empty_pad,
            "open_pad": pads.open_pad,
            "pad_points": pads.pad_points,
            "write_pad": pads.write_pad,
            "strike_pad": pads.strike_pad,
            "delete_pad": pads.delete_pad,
            "undelete_pad": pads.undelete_pad,
        }
