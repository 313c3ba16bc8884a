"""`survey`: for each option of a rule-book, compares every other value with the rule-book's, and writes the figures.

The page shows assets/survey.json in the rule laboratory (docs/laboratory.md). The trials of the unchanged
rule-book are played once, and serve for every comparison. The intervals of all comparisons hold at once. The file is
written anew after each value, so that a survey that was interrupted can go on.
"""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from game.commands.common import Parser, complain, sentence
from game.commands.measure.compare import CHUNK
from game.laboratory.comparison import compare
from game.laboratory.measures import Counts, count
from game.laboratory.survey_data import FORMAT, Entry
from game.laboratory.trials import CONTEST, play_trial
from game.records import fields
from game.rules.errors import OptionError, RecordError
from game.rules.options.declared import DECLARED, EARLIER_VALUES, Options, Value
from game.rules.options.presets import resolve

if TYPE_CHECKING:
    from game.contract.answers.laboratory_answers import SurveyEntry, SurveyHead

# Numbers to try for an option, in addition to its listed values.
NUMBERS = {"hand_size": (5, 7, 9, 10, 13), "arms": (2, 3, 4, 5, 7, 8)}


def run(argv: Sequence[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="survey", description=__doc__)
    parser.add_argument("--preset", default="montgomery", help="the rule-book")
    parser.add_argument("--players", type=int, default=4, help="number of seats")
    parser.add_argument("--bots", choices=CONTEST, default="hen", help="the level of the bots")
    parser.add_argument(
        "--deals", type=int, default=10_000, help="number of deals to play by each set of rules"
    )
    parser.add_argument("--seed", default="survey")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file to write")
    parser.add_argument("--go-on", action="store_true", help="keep the values that the file has already")
    arguments = parser.parse_args(argv)
    if arguments.deals < 1 or arguments.workers < 1:
        return complain("survey: --deals and --workers must be 1 or more.")
    try:
        rule_book = _rule_book(arguments.preset, arguments.players)
    except OptionError as problem:
        return complain(sentence(problem))
    trials = -(-arguments.deals // rule_book.round_count)
    head: SurveyHead = {
        "format": FORMAT,
        "preset": arguments.preset,
        "players": arguments.players,
        "bots": arguments.bots,
        "seed": arguments.seed,
        "trials": trials,
        "deals": trials * rule_book.round_count,
    }
    try:
        entries = read_values(arguments.out, head) if arguments.go_on and arguments.out.exists() else []
        survey(arguments, rule_book, head, entries)
    except OSError as problem:
        return complain(f"{problem.filename} cannot be written: {problem.strerror}.")
    except (ValueError, RecordError):  # not UTF-8, or no survey
        return complain(f"survey: {arguments.out} is not a part of this survey.")
    return 0


def read_values(path: Path, head: SurveyHead) -> list[SurveyEntry]:
    """Return the values of an interrupted survey. Raises OSError, and RecordError for a file of another survey."""
    data = fields.entry(fields.parse_json(path.read_text(encoding="utf-8")), "survey")
    values: list[Any] = [fields.entry(value, "values") for value in fields.items(data, "values")]
    if {**data, "values": None} != {**head, "values": None}:
        raise fields.invalid("survey")
    return values


def survey(arguments: Namespace, rule_book: Options, head: SurveyHead, entries: list[SurveyEntry]) -> None:
    """Compare the values after those of `entries`, in a fixed order, and write the file after each. Raises OSError."""
    begun = monotonic()
    with ProcessPoolExecutor(arguments.workers) as pool:

        def counts(options: Options) -> list[Counts]:
            one = partial(count_trial, options, arguments.bots, arguments.seed)
            return [*pool.map(one, range(head["trials"]), chunksize=CHUNK)]

        rule_book_counts = counts(rule_book)
        values = [*variants(arguments.preset, arguments.players)]
        for code, value, options in values[len(entries) :]:
            entry = Entry(code, value, compare(counts(options), rule_book_counts, len(values)))
            entries.append(entry.data())
            arguments.out.write_text(file_text(head, entries), encoding="utf-8")
            print(f"{monotonic() - begun:6.0f} s  {code}={value}", flush=True)


def file_text(head: SurveyHead, entries: list[SurveyEntry]) -> str:
    """The file's text, with a line for each value, so that a diff of two versions is readable."""
    values = ",\n".join(json.dumps(value, separators=(",", ":")) for value in entries)
    text = json.dumps(head, separators=(",", ":"))
    return f'{text[:-1]},"values":[\n{values}\n]}}\n'


def _rule_book(preset: str, players: int) -> Options:
    """Return the options of a rule-book. Options that are newer than the survey keep the earlier behaviour.

    So the entries stay as they are when an option is added. Raises OptionError.
    """
    return resolve(preset, {**EARLIER_VALUES}, players)


def variants(preset: str, players: int) -> Iterator[tuple[str, Value, Options]]:
    """Yield (option code, value, all options) for each single change of the rule-book that gives valid rules.

    Options that are newer than the survey are left out.
    """
    rule_book = _rule_book(preset, players)
    for option in DECLARED:
        if option.before is not None:
            continue  # newer than the survey
        for value in (*option.values, *NUMBERS.get(option.code, ())):
            if value == getattr(rule_book, option.code):
                continue
            try:
                yield option.code, value, resolve(preset, {**EARLIER_VALUES, option.code: value}, players)
            except OptionError:
                continue


def count_trial(options: Options, level: str, seed: str, number: int) -> Counts:
    """Play one trial. Return the numbers from which the measures are computed."""
    return count(play_trial(options, level, seed, number))
