"""Random summaries and score pads."""

import random

from game.ledger.score_pad import (
    Pad,
    make_line,
    new_pad,
    write_line,
)
from game.ledger.summary import (
    Ending,
    SeatSummary,
    Summary,
)
from game.players.levels import LEVELS
from game.rules.options.presets import resolve
from game.rules.tiles import parse_tile, tiles_in


def filled(seed: int, preset: str = "montgomery") -> Pad:
    """A pad with random rounds: some with typed points, some with tiles."""
    lots = random.Random(seed)
    options = resolve(preset, {}, lots.choice([2, 3, 4]))
    pad = new_pad(preset, options, [f"N{seat}" for seat in range(options.players)], f"id{seed}", seed)
    for _ in range(lots.randrange(options.round_count + 1)):
        free = tiles_in(options.tiles)
        lots.shuffle(free)
        told = [
            lots.randrange(200) if lots.random() < 0.5 else [free.pop() for _ in range(lots.randint(1, 6))]
            for _ in pad.names
        ]
        out = lots.randrange(-1, options.players)
        pad = write_line(pad, make_line(pad, out, told, out >= 0 and lots.random() < 0.2))
    return pad


def some(count: int, seed: int = 1) -> list[Summary]:
    """Random summaries of matches in which Ann plays."""
    lots, made = random.Random(seed), []
    for number in range(count):
        rounds, seats = lots.choice([3, 10]), lots.randint(2, 5)
        points = [tuple(lots.randint(-50, 90) for _ in range(rounds)) for _ in range(seats)]
        places = [1 + sum(sum(other) < sum(own) for other in points) for own in points]
        parts = [
            SeatSummary(
                "Ann" if seat == 0 else lots.choice(["Ben", "Cleo"]) + str(seat),
                "human" if seat == 0 or lots.random() < 0.3 else "bot",
                None,
                places[seat],
                points[seat],
                lots.choice([None, 3]),
                lots.choice([None, 1.5]),
            )
            for seat in range(seats)
        ]
        parts = [part._replace(level=lots.choice(LEVELS)) if part.kind == "bot" else part for part in parts]
        ends = [
            lots.choice([Ending("blocked", -1), Ending("out", lots.randrange(seats))]) for _ in range(rounds)
        ]
        preset = lots.choice([None, "hastings", "montgomery"])
        summary = Summary(f"m{number}", number * 1000, preset, "played", tuple(parts), tuple(ends))
        if number % 3 == 2:
            summary = summary._replace(toes={1: {parse_tile("9-4"): number % 7}}, aspects={1: 0.7, 3: 1.6})
        made.append(summary)
    return made
