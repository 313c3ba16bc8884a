"""Tables for the tests of sessions: made, played on by their bots, and looked at as a page would."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from game.narration.localization.language import load
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.moves import move_text
from game.rules.options.presets import resolve
from game.rules.view import moves_of
from game.session.session import Session

NAMES = ("You", "Hattie", "Otis", "Pearl", "Mabel", "Walt", "Ida", "Clem", "Nell", "Gus")


def table(
    seed: str = "tests", preset: str = "montgomery", seats: int = 4, level: str = "hen", **changes: Any
) -> Session:
    """A match of the person in seat 0 against bots."""
    who = (Seat("You", "human"), *(Seat(name, "bot", level, "balanced") for name in NAMES[1:seats]))
    return Session(start_match(resolve(preset, changes, seats), seed), preset, who, 0.7)


def bots_step(session: Session) -> bool:
    """One thing that happens without the person; False when nothing came of it."""
    for move in session.think():
        if move is not None:
            session.play_bot_move(move)
            return True
    return False


def persons_step(session: Session, lots: random.Random) -> str:
    """The person does some legal thing; answers its code."""
    choice = lots.choice(session.view.choices)
    code = move_text(lots.choice(moves_of(session.view, choice)))
    session.execute(code)
    return code


def played(session: Session, each: Callable[[], None], lots: random.Random, rounds: int) -> None:
    """Plays on, calling `each` after everything that happened, until so many rounds are over."""
    while rounds:
        if session.phase != "playing":
            rounds -= 1
            if session.phase == "match-over" or not rounds:
                return
            session.next_round(1.6)
        elif session.others_must_move():
            if not bots_step(session):
                continue
        else:
            persons_step(session, lots)
        each()


def words(value: Any) -> str:
    """A message as text."""
    return load().words(value)


@pytest.fixture
def lots() -> random.Random:
    """Lots for what the person does."""
    return random.Random(7)
