"""Fit rollout policies to the farmer's own values (expert iteration), and judge them in the farmer's search.

    python3 tools/strength/train.py learn --own OWN.json --others OTHERS.json      # fits both, reproducibly
    python3 tools/strength/train.py judge --others OTHERS.json --field flat100 --deals 1000
    python3 tools/strength/train.py alone OWN.json         # without search, against three `greedy`; no file: CARE

`learn` lets four teachers play rounds by each rule-book, and as many of double-9 with seven tiles. A teacher is the
farmer's search with WORLDS worlds. At each decision between plays it notes how far each play is behind the best one. The
pupil for the own seat learns to prefer a play the more, the better it is. The pupil for the others learns how often the
teacher chooses each play. pupil.py says what a pupil knows. The same seed gives the same files; their SHA-256 is printed.

`judge` plays each deal with today's farmer and with the farmer whose playouts follow the pupils, and prints the difference
with its 95 % interval. With two pupils there are three trials: each alone, and both. A trial stops early if its interval
lies below the goal.
"""

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from math import exp, fsum, log, sqrt
from operator import mul
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.commands.measure.arena import bot_maker, margins
from game.laboratory.intervals import mean_ci95
from game.laboratory.runner import play_round
from game.players.bots import parse_spec
from game.players.levels import DROP_ERRORS, make_search
from game.players.search.flat_monte_carlo import Budget, Search, finish, run_search
from game.players.search.playout import playout_rules
from game.players.search.rollout import CARE, OTHERS
from game.players.search.search_position import uninferred_position
from game.players.search.tile_tables import tile_tables_for
from game.rules.match import start_match
from game.rules.moves import Choice
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.rng import Rng
from game.rules.view import SeatView
from tools.strength.compiled import installed
from tools.strength.pupil import (
    FEATURES,
    FEWEST,
    SIZES,
    Pupil,
    Pupils,
    features,
    pupil_of,
    read_pupil,
    row_of,
    text_of,
)

SEATS, WORLDS = 4, 200
SOFTNESS = 2.0  # points: a play that is so much worse gets 1/e of the weight in the own seat's lesson
UNITS = (10, 1, 1, 2, 5, 1, 1, 5, 2, 1, 1, 2, 4, 1, 2)  # of FEATURES, so that all are about as large
EPOCHS, BATCH, RATE, DECAY = 4, 16, 0.15, 1e-4
GOAL, STEP = 0.5, 50  # points that a pupil should gain, and deals between two looks at the interval


class Lesson(NamedTuple):
    """A decision of a teacher."""

    row: int
    behind: list[float]  # by play: how many points it is behind the best one
    plays: list[list[float]]  # by play: its features, in UNITS


class Teacher:
    """The farmer's search as a player that notes its decisions."""

    def __init__(self, rng: Rng, lessons: list[Lesson]):
        self.rng, self.lessons = rng, lessons

    def __call__(self, seen: SeatView) -> Choice:
        """Choose, and note the decision."""
        search = make_search(seen, "balanced", self.rng)
        finish(run_search(search, Budget(WORLDS), DROP_ERRORS))
        if seen.hand.bit_count() > 1:
            self._note(search)
        return search.best().choice

    def _note(self, search: Search) -> None:
        plays = [candidate for candidate in search.candidates if candidate.choice.do == "play"]
        if len(plays) < 2:
            return
        best = min(plays, key=lambda play: play.behind(search.best())[0])
        found = [features(search.tile_tables, search.rules, search.position, play.choice) for play in plays]
        self.lessons.append(
            Lesson(
                row_of(search.position),
                [max(0.0, play.behind(best)[0]) for play in plays],
                [[x / unit for x, unit in zip(values, UNITS, strict=True)] for values in found],
            )
        )

    def call(self, seen: SeatView) -> bool:
        """Call the last tile, always."""
        return True

    def catch(self, seen: SeatView) -> int | None:
        """Catch, always."""
        return seen.may_catch[0] if seen.may_catch else None


class Alone:
    """A player that plays by a pupil's values, without search and without noise. It draws only if nothing fits."""

    def __init__(self, pupil: Pupil):
        self.pupil = pupil

    def __call__(self, seen: SeatView) -> Choice:
        """Choose the play with the highest value."""
        tile_tables, rules = tile_tables_for(seen.options), playout_rules(seen.options)
        position = uninferred_position(seen, tile_tables)
        plays = [choice for choice in seen.choices if choice.do == "play"]
        if len(plays) < 2 or position.hand.bit_count() < 2:
            return [*plays, *seen.choices][0]
        weights = self.pupil.rows[row_of(position)]
        return max(
            plays, key=lambda play: fsum(map(mul, weights, features(tile_tables, rules, position, play)))
        )


def tables() -> Iterator[Options]:
    """The tables at which the teachers play in turn, without end."""
    while True:
        for book in PRESETS:
            yield resolve(None, {"hand_size": 7}, SEATS)
            yield resolve(book, {}, SEATS)


def lessons_of(seed: str, rounds: int) -> list[Lesson]:
    """Let teachers play rounds, and return their decisions."""
    lessons: list[Lesson] = []
    with installed():
        for number, options in zip(range(rounds), tables(), strict=False):
            name = f"train-{seed}-{number}"
            teachers = [Teacher(Rng(name, f"teacher-{seat}"), lessons) for seat in range(SEATS)]
            play_round(start_match(options, name), teachers)
    return lessons


def target(lesson: Lesson, part: str) -> list[float]:
    """The share that each play should have."""
    if part == "own":
        weights = [exp(-points / SOFTNESS) for points in lesson.behind]
    else:
        weights = [float(points == min(lesson.behind)) for points in lesson.behind]
    return [weight / sum(weights) for weight in weights]


class Fit:
    """A linear softmax policy in training (AdaGrad). A row's weights are the sum of three lists: for all rows, by the
    fewest tiles in another hand, and by the size of the own hand. So rare rows learn from the others."""

    def __init__(self) -> None:
        self.weights = [[0.0] * len(FEATURES) for _ in range(1 + FEWEST + SIZES)]
        self.squares = [[1e-8] * len(FEATURES) for _ in self.weights]

    def parts(self, row: int) -> tuple[int, int, int]:
        """The indexes of the three lists for a row."""
        return 0, 1 + row // SIZES, 1 + FEWEST + row % SIZES

    def row(self, row: int) -> list[float]:
        """The weights of a row."""
        return [
            fsum(values) for values in zip(*(self.weights[part] for part in self.parts(row)), strict=True)
        ]

    def shares(self, lesson: Lesson) -> list[float]:
        """The share of each play, by the softmax of the values."""
        weights = self.row(lesson.row)
        values = [fsum(w * x for w, x in zip(weights, play, strict=True)) for play in lesson.plays]
        powers = [exp(value - max(values)) for value in values]
        return [power / sum(powers) for power in powers]

    def learn(self, lessons: Sequence[Lesson], part: str, rate: float) -> None:
        """Take one step along the gradient of the likelihood."""
        gradients: dict[int, list[float]] = {}
        for lesson in lessons:
            errors = [got - want for got, want in zip(self.shares(lesson), target(lesson, part), strict=True)]
            slope = [fsum(map(float.__mul__, errors, values)) for values in zip(*lesson.plays, strict=True)]
            for index in self.parts(lesson.row):
                gradients[index] = [*map(float.__add__, gradients.get(index, [0.0] * len(slope)), slope)]
        for index, gradient in gradients.items():
            weights, squares = self.weights[index], self.squares[index]
            decay = DECAY if index == 0 else 10 * DECAY
            for feature, slope_of_sum in enumerate(gradient):
                change = slope_of_sum / BATCH + decay * weights[feature]
                squares[feature] += change * change
                weights[feature] -= rate * change / sqrt(squares[feature])

    def pupil(self, part: str) -> Pupil:
        """The policy, in the units of FEATURES."""
        rows = tuple(
            tuple(round(weight / unit, 4) for weight, unit in zip(self.row(row), UNITS, strict=True))
            for row in range(FEWEST * SIZES)
        )
        return Pupil(rows, is_random=part == "others")


def learn(part: str, lessons: Sequence[Lesson], seed: str) -> Pupil:
    """Fit a pupil to nine tenths of the lessons. Print how well it does on the last tenth after each epoch."""
    cut = len(lessons) * 9 // 10
    learned, kept, fit, random = [*lessons[:cut]], lessons[cut:], Fit(), Random(seed)
    for epoch in range(EPOCHS):
        random.shuffle(learned)
        for start in range(0, len(learned), BATCH):
            fit.learn(learned[start : start + BATCH], part, RATE / (1 + epoch))
        loss = fsum(
            -want * log(max(got, 1e-12))
            for lesson in kept
            for got, want in zip(fit.shares(lesson), target(lesson, part), strict=True)
        )
        behind = mean_behind(kept, fit.row)
        print(
            f"{part}, epoch {epoch}: loss {loss / len(kept):.4f}, first choice {behind:.3f} points behind the best"
        )
    return fit.pupil(part)


def mean_behind(lessons: Sequence[Lesson], weights_of: Callable[[int], Sequence[float]]) -> float:
    """How many points the play with the highest value is behind the best one, on average; by row, weights in UNITS."""
    total = 0.0
    for lesson in lessons:
        weights = weights_of(lesson.row)
        values = [fsum(map(mul, weights, play)) for play in lesson.plays]
        total += lesson.behind[values.index(max(values))]
    return total / len(lessons)


def judge(trials: Sequence[Pupils], field: str, deals: int, seed: str, options: Options) -> None:
    """Print by how much the farmer gains with each trial's pupils over today's farmer, by paired deals."""
    farmer, others = bot_maker(parse_spec("farmer")), bot_maker(parse_spec(field))
    found = {trial: list[float]() for trial in (Pupils(), *trials)}
    running = [*trials]
    for first in range(0, deals, STEP):
        for trial in [Pupils(), *running]:
            with installed(trial):
                found[trial] += margins(options, farmer, others, min(STEP, deals - first), seed, first)
        today, half_today = mean_ci95(found[Pupils()])
        print(
            f"{field}, {len(found[Pupils()])} deals: today {today:+.2f} ± {half_today or 0:.2f}", flush=True
        )
        for trial in [*running]:
            gain, half = mean_ci95(
                [new - old for new, old in zip(found[trial], found[Pupils()], strict=True)]
            )
            parts = " and ".join(part for part in Pupils._fields if getattr(trial, part))
            print(f"  a pupil for {parts}: gain {gain:+.2f} ± {half or 0:.2f}", flush=True)
            if len(found[trial]) >= 4 * STEP and (gain or 0) + (half or 0) < GOAL:
                print("  stopped: the goal is out of reach")
                running.remove(trial)
        if not running:
            return


def main(arguments: Sequence[str]) -> int:
    """Run one of the three commands. Returns 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    learning = commands.add_parser("learn", help="fit two pupils")
    for part in Pupils._fields:
        learning.add_argument(f"--{part}", type=Path, required=True)
    learning.add_argument("--seed", default="1")
    learning.add_argument("--rounds", type=int, default=600)
    judging = commands.add_parser("judge", help="compare the farmer with and without pupils")
    for part in Pupils._fields:
        judging.add_argument(f"--{part}", type=Path)
    judging.add_argument("--field", default="greedy")
    judging.add_argument("--trials", type=int, default=3, help="2: each pupil alone, but not both together")
    playing = commands.add_parser("alone", help="let a pupil play without search")
    playing.add_argument("file", type=Path, nargs="?")
    for command in (judging, playing):
        command.add_argument("--book", choices=PRESETS, help="without it, double-9 with seven tiles")
        command.add_argument("--deals", type=int, default=200)
        command.add_argument("--seed", default="judge")
    chosen = parser.parse_args(arguments)
    if chosen.command == "learn":
        lessons = lessons_of(chosen.seed, chosen.rounds)
        print(f"{len(lessons)} decisions")
        for name, weights in (("CARE", CARE), ("OTHERS", OTHERS)):
            rows = [[*map(mul, row, UNITS)] for row in pupil_of(weights).rows]
            print(f"{name}: first choice {mean_behind(lessons, rows.__getitem__):.3f} points behind the best")
        for part, path in (("own", chosen.own), ("others", chosen.others)):
            text = text_of(learn(part, lessons, chosen.seed))
            path.write_text(text, encoding="utf-8")
            print(f"{path} {hashlib.sha256(text.encode()).hexdigest()}")
        return 0
    options = resolve(chosen.book, {} if chosen.book else {"hand_size": 7}, SEATS)
    if chosen.command == "alone":
        pupil = read_pupil(chosen.file) if chosen.file else pupil_of(CARE)
        found = margins(
            options, lambda *_: Alone(pupil), bot_maker(parse_spec("greedy")), chosen.deals, chosen.seed
        )
        mean, half = mean_ci95(found)
        print(f"{mean:+.2f} ± {half or 0:.2f}")
        return 0
    own, others = (read_pupil(path) if path else None for path in (chosen.own, chosen.others))
    trials = [Pupils(own, None), Pupils(None, others), Pupils(own, others)]
    trials = [trial for trial in dict.fromkeys(trials) if trial != Pupils()]
    judge(trials[: chosen.trials], chosen.field, chosen.deals, chosen.seed, options)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
