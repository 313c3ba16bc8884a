"""Sessions for tests: make them, play them on, and put their messages into words."""

import random
from collections.abc import Callable
from typing import Any

from game.contract.scenes import Scene
from game.engine.scene import scene as build_scene
from game.narration.localization.language import load
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.moves import move_text
from game.rules.options.presets import resolve
from game.rules.view import moves_of
from game.session.session import Session
from game.session.viewers.sent_state import SentState

NAMES = ("You", "Hattie", "Otis", "Pearl", "Mabel", "Walt", "Ida", "Clem", "Nell", "Gus")


def table(
    seed: str = "tests", preset: str = "montgomery", seats: int = 4, level: str = "hen", **changes: Any
) -> Session:
    """A match of the person in seat 0 against bots."""
    who = (Seat("You", "human"), *(Seat(name, "bot", level, "balanced") for name in NAMES[1:seats]))
    return Session(start_match(resolve(preset, changes, seats), seed), preset, who, 0.7)


def bots_step(session: Session) -> bool:
    """Play one automatic move; False if a bot let a chance pass."""
    for move in session.think():
        if move is not None:
            session.play_bot_move(move)
            return True
    return False


def persons_step(session: Session, lots: random.Random) -> str:
    """Play a random legal move of the person; return its code."""
    choice = lots.choice(session.view.choices)
    code = move_text(lots.choice(moves_of(session.view, choice)))
    session.execute(code)
    return code


def played(session: Session, each: Callable[[], None], lots: random.Random, rounds: int) -> None:
    """Play until `rounds` rounds are over. Call `each` after every move."""
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


def scene(session: Session, sent: SentState) -> Scene:
    """The scene of this device, whose page already has the state `sent`."""
    viewer = session.viewer
    viewer.sent = sent
    made = build_scene(session, viewer)
    sent.note(viewer.view, viewer.board.layout.poses, session.version)
    return made


def words(value: Any) -> str:
    """A message as text."""
    return load().words(value)


def to_my_turn(session: Session) -> None:
    """Play the bots' moves until the person has to choose."""
    while session.others_must_move() and session.phase == "playing":
        bots_step(session)
