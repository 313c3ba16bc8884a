"""Matches of several persons at one device."""

import json
import random
import re
from collections.abc import Callable

from game.contract.scenes import Scene
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.moves import move_text
from game.rules.options.presets import resolve
from game.rules.tiles import NAME, tiles_in
from game.rules.view import NOBODY
from game.session.session import Session
from game.table.faces import tile_markup
from tests.session.matches import NAMES, bots_step, persons_step


def company(
    kinds: str = "pppp", seed: str = "people", preset: str = "montgomery", **changes: object
) -> Session:
    """A match of people (p) and bots (b), clockwise."""
    seats = tuple(
        Seat(f"Person{number}", "human") if kind == "p" else Seat(NAMES[number], "bot", "hen", "balanced")
        for number, kind in enumerate(kinds)
    )
    return Session(start_match(resolve(preset, changes, len(kinds)), seed), preset, seats, 0.7)


def one_step(session: Session, lots: random.Random) -> None:
    """Make the next step: a bot's move, lifting the curtain, a person's move or an off-turn move."""
    beside = session.viewer.off_turn_moves()
    if session.phase != "playing":
        session.next_round(0.7)
    elif beside and lots.random() < 0.15:
        move = lots.choice(beside)
        session.execute(move_text(move), move.seat)
    elif session.others_must_move():
        bots_step(session)
    elif session.viewer.curtain != NOBODY:
        session.lift()
    else:
        persons_step(session, lots)


def on(session: Session, lots: random.Random, each: Callable[[], None], rounds: int) -> None:
    """Play until `rounds` rounds are over. Call `each` after every step."""
    while len(session.match.rounds) < rounds:
        one_step(session, lots)
        each()


def hidden(session: Session) -> list[int]:
    """The tiles that the viewer must not learn of: all except the own hand, the played ones and the round's centre."""
    state = session.match.round
    masks = [hand for seat, hand in enumerate(state.hands) if seat != session.person]
    tiles = {tile for mask in masks for tile in tiles_in(mask)} | set(state.yard)
    shown = {event.tile for event in state.events if event.do == "play"} | {state.centre, state.own_centre}
    return sorted(tiles - shown)


def names_none(made: Scene, tiles: list[int]) -> None:
    """Check that the scene has none of these tiles, by code or by face. (The sheet names every round's double.)"""
    text = json.dumps({key: value for key, value in made.items() if key != "sheet"})
    named = set(re.findall(r"(?<!\d)\d+-\d+(?!\d)", text))
    for tile in tiles:
        assert NAME[tile] not in named, NAME[tile]
        assert json.dumps(tile_markup(tile)).strip('"').partition("<use")[2] not in text, NAME[tile]
