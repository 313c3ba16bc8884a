"""Matches by post, played on the values alone: every person's device, and bots that play any tile."""

from random import Random

from game.records.post.merging import HeldMatch, begin, opened
from game.records.post.posted_match import PostedMatch, events_of, in_play
from game.records.record import Seat
from game.rules.match import act
from game.rules.moves import Event
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from tests.rules.rounds import random_move

NAMES = ("Ann", "Ben", "Cléo", "鶏", "Eve", "Finn")
PLANS = ("pp", "pbp", "ppp", "pbpb", "ppbp", "pppp")  # the seats: people and bots

OWN = ("play", "draw", "pass", "call", "catch", "take-back")


def secret_of(lots: Random) -> str:
    return f"{lots.getrandbits(128):032x}"


def seats_of(plan: str) -> tuple[Seat, ...]:
    """The seats of a plan: `p` for a person, `b` for a bot."""
    return tuple(
        Seat(NAMES[number], "human") if kind == "p" else Seat("Hen", "bot", "hen", "balanced")
        for number, kind in enumerate(plan)
    )


def options_for(plan: str, preset: str | None = "montgomery", **changes: object) -> Options:
    small = {"hand_size": 5} if changes.get("set") == 6 else {}
    return resolve(preset, {**small, **changes}, len(plan))


def begun(plan: str, lots: Random, preset: str | None = "montgomery", **changes: object) -> HeldMatch:
    """A match by post that one of its people has just started."""
    starter = lots.choice([number for number, kind in enumerate(plan) if kind == "p"])
    options = options_for(plan, preset, **changes)
    return begin(preset, options, seats_of(plan), starter, secret_of(lots))


def dealt_match(plan: str, lots: Random, preset: str | None = "montgomery", **changes: object) -> PostedMatch:
    """A match by post after its link went around once: the tiles are dealt."""
    starters = begun(plan, lots, preset, **changes)
    posted = starters.posted
    while posted.turn != posted.starter:
        posted = opened(posted).joined(posted.turn, secret_of(lots)).posted
    return starters.merged(posted)[1].posted


def moved(posted: PostedMatch, lots: Random) -> PostedMatch:
    """The match after one more random move."""
    assert posted.played is not None
    match = in_play(posted.played)
    return posted._replace(played=act(match, random_move(match.round, lots)))


def played_for(posted: PostedMatch, moves: int, lots: Random) -> PostedMatch:
    """The match after so many more moves, or less if it ends."""
    for _ in range(moves):
        if posted.is_over:
            break
        posted = moved(posted, lots)
    return posted


def own_moves(held: HeldMatch, seat: int) -> list[Event]:
    return [
        event
        for event in events_of(held.posted)
        if event.seat == seat and event.do in OWN and event.why in ("", "turn")
    ]
