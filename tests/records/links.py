"""Links of all kinds, with the right checksum whatever they hold."""

from random import Random

from game.records.links.any_link import (
    ContinuableMatch,
    write_position,
)
from game.records.links.challenge import Challenge, challenge_of, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import (
    LinkedMatch,
    write_replay,
)
from game.records.record import Record, Seat
from game.records.text.code_finder import ALPHABET, checksum
from game.rules.match import Match
from game.rules.options.presets import resolve
from game.rules.view import view
from tests.records.texts import played
from tests.rules.rounds import random_options

SEATS = (Seat("Ann", "human"), Seat("Bot “Ö”", "bot", "fox", "spoiler"), Seat("鶏", "bot", "chick")) * 4


def challenge_with(options: object = None, **changes: object) -> Challenge:
    rule_book = resolve("hastings", players=4)
    nobody = tuple(seat._replace(name="") for seat in SEATS[:4])
    return Challenge("hastings", rule_book, "a1b2c3d4e5", nobody)._replace(**changes)


def replay_of(match: Match, preset: str | None = None, undone: int = 0) -> LinkedMatch:
    return LinkedMatch(Record(match, preset, SEATS[: match.options.players]), undone)


def samples(random: Random) -> list[str]:
    codes = []
    for number in range(6):
        _, options = random_options(random)
        match = played(resolve(None, {**options.declared(), "rounds": 1}), f"s{number}", random, 0.03)
        told = replay_of(match)
        codes += [
            write_replay(told),
            write_position(ContinuableMatch(told)),
        ]
        codes.append(write_challenge(challenge_of(told.record, "Ann")))
        if match.current is not None:
            codes.append(write_position(Puzzle(None, told.record.seats, view(match, match.round.turn))))
    return codes


def resealed(code: str, random: Random) -> str:
    """The code with some characters changed and the right checksum, as an attacker would make it."""
    body = list(code[1:-6])
    for _ in range(random.randint(1, 3)):
        body[random.randrange(2, len(body))] = random.choice(ALPHABET)
    text = "".join(body)
    return f"#{text}{checksum(text)}"
