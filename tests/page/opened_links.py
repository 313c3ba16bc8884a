"""Links of all kinds, and how a page opens them."""

import json
from pathlib import Path
from typing import Any

from game.records.links.any_link import ContinuableMatch, write_position
from game.records.links.challenge import Challenge, Result, write_challenge
from game.records.links.puzzle import Puzzle
from game.records.links.replay_link import LinkedMatch
from game.records.record import Record, Seat
from game.rules.match import start_match
from game.rules.options.presets import resolve
from game.rules.view import view
from tests.page.conftest import World
from tests.page.openings import SMALL

REPLAYS = Path(__file__).parents[1] / "golden" / "replays-2.json"
HERE = "https://here.test/"


def challenge(seats: int = 2, results: tuple[Result, ...] = (), **changes: Any) -> str:
    options = resolve("montgomery", SMALL | changes, seats)
    others = [Seat("", "bot", "chick", "balanced")] * (seats - 1)
    made = Challenge("montgomery", options, "a1b2c3d4e5", (Seat("", "human"), *others))
    for result in results:
        made = made.with_result(result)
    return write_challenge(made)


async def follow(world: World, code: str) -> None:
    """Open a link while the page is open."""
    world.arrive(code)
    await world.quiet()


def links_of_all_kinds() -> list[str]:
    """A code for each kind of content that is shown in the dialog of an opened link, except house rules."""
    match = start_match(resolve("montgomery", SMALL, 2), "other")
    seats = (Seat("Ann", "human"), Seat("Bob", "human"))
    puzzle = Puzzle("montgomery", seats, view(match, match.round.turn))
    return [
        challenge(),
        write_position(
            ContinuableMatch(LinkedMatch(Record(match, "montgomery", (seats[0], Seat("B", "bot", "hen")))))
        ),
        write_position(puzzle),
        json.loads(REPLAYS.read_text())[0]["code"],
    ]
