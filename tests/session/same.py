"""Play challenges twice with the same choices and compare; also runs in the browser's Python (tests/browser/test_engines.py)."""

from collections import Counter
from random import Random

from game.players.levels import LEVELS, STYLES
from game.records.links.challenge import Challenge, read_challenge, write_challenge
from game.records.record import Seat
from game.rules.match import start_match
from game.rules.moves import Move, move_text
from game.rules.options.presets import PRESETS, resolve, seat_counts
from game.rules.tiles import HIGH, LOW
from game.session.saving import restore, save
from game.session.session import Session

SETS = (6, 6, 9, 9, 12)
Chosen = list[tuple[str, int, int]]  # the action, the tile, the suit at which it joined


def challenge(number: int) -> str:
    """The code of challenge `number`: one round, two to four seats."""
    random = Random(f"same-{number}")
    preset = random.choice([None, *PRESETS])
    players = random.choice([count for count in seat_counts(preset) if count <= 4])
    changes: dict[str, object] = {"rounds": 1, "last_tile_call": random.choice(["none", "catch"])}
    if preset is None:
        changes["set"] = random.choice(SETS)
    seats = [Seat("", "bot", random.choice(LEVELS), random.choice(STYLES)) for _ in range(players)]
    seats[random.randrange(players)] = Seat("", "human")
    options = resolve(preset, changes, players)
    return write_challenge(Challenge(preset, options, f"{random.getrandbits(40):010x}", tuple(seats)))


def taken_up(code: str, aspect: float) -> Session:
    """The match of a challenge, dealt."""
    held = read_challenge(code)
    seats = tuple(seat._replace(name=f"Seat {number}") for number, seat in enumerate(held.seats))
    session = Session(start_match(held.options, held.seed), held.preset, seats, aspect)
    session.link = code
    return session


def played(session: Session, random: Random | None, chosen: Chosen) -> Session:
    """Play the match to its end. The person's choices are random and written down, or follow the ones written down."""
    waiting, moves = list(chosen), 0
    while session.phase == "playing":
        moves += 1
        if session.others_must_move():
            move = next((move for move in session.think() if move is not None), None)
            if move is not None:
                session.play_bot_move(move)
        elif random is not None:
            made = random.choice(_moves(session))
            chosen.append(_known(made))
            session.execute(move_text(made))
        else:
            wanted = waiting.pop(0)
            session.execute(move_text(next(move for move in _moves(session) if _known(move) == wanted)))
        if random is None and moves % 7 == 0:
            session = restore(save(session))
    return session


def _moves(session: Session) -> list[Move]:
    """The person's moves: one per choice, at the end that the layout takes here."""
    view = session.view
    calls = [Move(session.person, "call")] if view.may_call else []
    return [*calls, *(session.board.exact_move(view, choice) for choice in view.choices)]


def _known(move: Move) -> tuple[str, int, int]:
    """A move without its choice among equal ends."""
    return move.do, move.tile, _suit(move.tile, move.on)


def _suit(tile: int, on: int) -> int:
    """The number at which a tile joins another one, -1 for none; two tiles share at most one number."""
    return next(iter({HIGH[tile], LOW[tile]} & {HIGH[on], LOW[on]})) if tile >= 0 and on >= 0 else -1


def told(session: Session) -> list[object]:
    """The events without their choice among equal ends, and the points."""
    lines: list[object] = [
        event._replace(on=_suit(event.tile, event.on) if event.do == "play" else -1)
        for event in session.match.round.events
    ]
    return [*lines, session.match.round_scores]


def same(number: int, seen: Counter[str]) -> bool:
    """Whether challenge `number` leads to the same match on both sides."""
    code, chosen = challenge(number), list[tuple[str, int, int]]()
    here = played(taken_up(code, 2.0), Random(number), chosen)
    there = played(taken_up(code, 0.5), None, chosen)
    seen.update(seat.level or "human" for seat in here.seats)
    seen["decisions of the person"] += len(chosen)
    return told(here) == told(there)
