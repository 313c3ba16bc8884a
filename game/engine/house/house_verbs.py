"""The table of the verbs for house rules and score pads, by name."""

from collections.abc import Awaitable, Callable
from typing import Any

from game.engine.house.house_rules import SavedHouseRules
from game.engine.house.score_pads import ScorePads
from game.store.match_store import MatchStore


class HouseVerbs:
    """The verbs of `SavedHouseRules` and `ScorePads`, by name."""

    def __init__(self, store: MatchStore) -> None:
        saved_rules, pads = SavedHouseRules(store), ScorePads(store)
        self.by_name: dict[str, Callable[..., Awaitable[Any]]] = {
            "check": saved_rules.check,
            "ways": saved_rules.ways,
            "houses": saved_rules.houses,
            "save_house": saved_rules.save_house,
            "delete_house": saved_rules.delete_house,
            "undelete_house": saved_rules.undelete_house,
            "house_link": saved_rules.house_link,
            "open_house": saved_rules.open_house,
            "keep_house": saved_rules.keep_house,
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
