"""Whole matches and records for the tests of text formats, and a function that damages texts."""

from random import Random

from game.records.record import Record, Seat
from game.rules.match import Match
from game.rules.options.declared import Options
from tests.rules.rounds import random_rounds


def played(options: Options, seed: str, random: Random, stop: float = 0.0) -> Match:
    """A match of random moves. After every event it stops with probability `stop`."""
    for match, _ in random_rounds(options, seed, random):
        if random.random() < stop:
            return match
    return match


def record_of(match: Match, preset: str | None = None) -> Record:
    """A record with a player in every seat."""
    seats = [Seat("Ann", "human"), Seat("Bot “Ö”", "bot", "fox")] * 5
    return Record(match, preset, tuple(seats[: match.options.players]))


def damaged(text: str, random: Random) -> str:
    """Damage a text: cut it off, change a character, double, remove or swap a piece, or inflate it."""
    at = random.randrange(len(text) + 1)
    to = min(len(text), at + random.randint(1, 40))
    other = random.randrange(len(text) + 1)
    return random.choice(
        [
            text[:at],
            text[at:],
            text[:at] + random.choice("0123456789-/>=,ABCxyz{}[]\"' \x00é") + text[at + 1 :],
            text[:at] + text[at:to] + text[at:],
            text[:at] + text[to:],
            text[:at] + text[other : other + 12] + text[at:],
            text[:at] + text[other : other + to - at] + text[to:],
            text[:at] + "9" * random.randint(3, 5000) + text[at:],
        ]
    )
