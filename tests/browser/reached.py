"""Records of matches that have reached a named point, so that a test need not play there in the browser."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from game.records.commitment import commit
from game.session.saving import record_text
from game.session.session import Session
from tests.session.matches import bots_step, persons_step, table


def to_go_out(session: Session) -> bool:
    """Whether the person can play their last tile."""
    return session.view.hand.bit_count() == 1 and session.view.choices[0].do == "play"


def one_has_one_tile(session: Session) -> bool:
    """Whether the round ends soon."""
    return min(session.view.counts) == 1


# Named points in matches by these rules, at which it is the person's turn.
POINTS: dict[str, tuple[Callable[[Session], Any], dict[str, Any]]] = {
    "middle": (lambda session: len(session.view.events) > 20, {}),
    "to draw": (lambda session: "draw" in [choice.do for choice in session.view.choices], {}),
    "to draw on": (
        lambda session: session.view.stalemate and [choice.do for choice in session.view.choices] == ["draw"],
        {"set": 6, "seats": 2},
    ),
    "to pass": (lambda session: "pass" in [choice.do for choice in session.view.choices], {}),
    "to call": (
        lambda session: session.view.may_call or session.viewer.may_arm(),
        {"set": 6, "last_tile_call": "catch"},
    ),
    "to catch": (lambda session: session.view.may_catch, {"seats": 3, "set": 6, "last_tile_call": "catch"}),
    "to take back": (lambda session: session.view.laid, {"seats": 2, "set": 6, "take_back": True}),
    "near the end": (one_has_one_tile, {"rounds": 3}),
    "near the end of all": (one_has_one_tile, {"rounds": 1}),
    "last tile": (to_go_out, {"seats": 2, "set": 6}),
    "last tile of all": (
        to_go_out,
        {"seats": 2, "set": 6, "rounds": 1, "last_tile_call": "courtesy"},
    ),
}


@cache
def record(point: str) -> str:
    """The record of a match that has reached one of the POINTS."""
    reached, rules = POINTS[point]
    for number in range(100):
        session, lots = table(f"crawl-{number}", **rules), random.Random(number)
        while session.phase == "playing":
            if session.others_must_move():
                bots_step(session)
            elif reached(session):
                session.commitment = commit(session.match.seed, "1")
                return record_text(session)
            else:
                persons_step(session, lots)
    raise AssertionError(f"no match comes to {point}")
