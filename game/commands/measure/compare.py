"""`compare`: measures what a rule changes: bots play the same deals by two sets of rules, A and B.

A and B are each a rule-book with changed options (`montgomery`, `hastings/5,draw=until-playable`, `plain,set=12`), a
record file, or a link code of house rules (`#h…`). docs/laboratory.md explains the measures and the intervals.

With `--repeat R` the comparison is repeated R times with other deals. The command then prints how often the intervals
hold the mean of all repetitions.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.commands.common import Parser, complain, read_text, sentence
from game.laboratory.comparison import Comparison, compare, csv_text
from game.laboratory.headline import SCALE, headline, verdict_key
from game.laboratory.measures import MEASURE, UNCOMPARED, Counts, Measure, count
from game.laboratory.trials import CONTEST, play_trial
from game.narration.localization.language import load
from game.records.links.any_link import read_house_code
from game.records.option_text import parse_options
from game.records.reading import read_record
from game.records.text.code_finder import find_code
from game.rules.errors import Refusal
from game.rules.options.declared import Options

if TYPE_CHECKING:
    from game.contract.answers.laboratory_answers import Coverage

DEFAULT_SEATS = 4
CHUNK = 4  # trials that a process plays at a time


class Tables(NamedTuple):
    """The two sets of rules, and how the bots play."""

    a: Options
    b: Options
    level: str


def run(argv: Sequence[str]) -> int:
    """Run the command; see docs/contracts.md, section 1."""
    parser = Parser(prog="compare", description=__doc__)
    parser.add_argument("a", metavar="A", help="a rule-book with options, a record file, or a code #h…")
    parser.add_argument("b", metavar="B", help="the same")
    parser.add_argument("--bots", choices=CONTEST, default="hen", help="the level of the bots")
    parser.add_argument("--deals", type=int, default=1000, help="number of deals at each table")
    parser.add_argument("--seed", default="laboratory")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="number of processes")
    parser.add_argument("--repeat", type=int, default=0, metavar="R", help="measure the intervals' coverage")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true")
    output.add_argument("--csv", action="store_true")
    arguments = parser.parse_args(argv)
    if arguments.deals < 1 or arguments.workers < 1 or arguments.repeat < 0:
        return complain("compare: --deals and --workers must be 1 or more, --repeat 0 or more.")
    try:
        tables = Tables(read_rules(arguments.a), read_rules(arguments.b), arguments.bots)
    except Refusal as refusal:
        return complain(sentence(refusal))
    except OSError as problem:
        return complain(f"{problem.filename} cannot be read: {problem.strerror}.")
    trials = trials_for(tables, arguments.deals)
    counted = [*play(tables, arguments.seed, trials * max(1, arguments.repeat), arguments.workers)]
    if arguments.repeat:
        print(json.dumps(coverage(counted, trials)))
        return 0
    found = compare([a for a, _ in counted], [b for _, b in counted])
    data = {
        "a": arguments.a,
        "b": arguments.b,
        "bots": arguments.bots,
        "seed": arguments.seed,
        **comparison_data(found),
    }
    if arguments.json:
        print(json.dumps(data, ensure_ascii=False))
    elif arguments.csv:
        print(csv_text(found), end="")
    else:
        _print_table(found)
    return 0


def read_rules(text: str) -> Options:
    """Read a set of rules as the command line names it. Raises Refusal, and OSError for an unreadable file."""
    path = Path(text)
    if path.suffix == ".json":
        return read_record(read_text(path)).match.options
    if "#" in text:
        return read_house_code(find_code(text, "h") or text).rules.options
    book, comma, changes = text.partition(",")
    seats = "" if "/" in book else f"/{DEFAULT_SEATS}"
    return parse_options(book + seats + comma + changes)[1]


def trials_for(tables: Tables, deals: int) -> int:
    """Return how many trials give each table at least so many deals."""
    return -(-deals // min(tables.a.round_count, tables.b.round_count))


def play(tables: Tables, seed: str, trials: int, workers: int) -> Iterator[tuple[Counts, Counts]]:
    """Yield what the trials 0 to `trials` - 1 count at A and at B. The number of processes changes nothing."""
    one = partial(count_trial, tables, seed)
    if workers == 1:
        yield from map(one, range(trials))
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(one, range(trials), chunksize=CHUNK)


def count_trial(tables: Tables, seed: str, number: int) -> tuple[Counts, Counts]:
    """Play one trial at A and at B, and count."""
    a, b, level = tables
    return count(play_trial(a, level, seed, number)), count(play_trial(b, level, seed, number))


def coverage(
    counted: Sequence[tuple[Counts, Counts]], trials: int, truth: Comparison | None = None
) -> Coverage:
    """Split the trials into repetitions of `trials` each, and count the intervals that hold the true difference.

    Without `truth`, the difference over all trials counts as true. "alone" is by measure the share of the repetitions whose
    interval `ci95` holds it. "together" is the share of the repetitions whose intervals `low` to `high` hold the
    differences of all measures.
    """
    truth = truth or compare([a for a, _ in counted], [b for _, b in counted])
    held = {figure.code: list[bool]() for figure in truth.figures}  # by measure, for each interval
    together = list[bool]()  # for each repetition with intervals
    zero_widths = repetitions = 0
    for start in range(0, len(counted), trials):
        part = counted[start : start + trials]
        found = compare([a for a, _ in part], [b for _, b in part])
        repetitions += 1
        holds = list[bool]()
        for figure, true in zip(found.figures, truth.figures, strict=True):
            if figure.difference is None or figure.ci95 is None or true.difference is None:
                continue
            assert figure.low is not None and figure.high is not None  # as `ci95`
            held[figure.code].append(abs(figure.difference - true.difference) <= figure.ci95)
            holds.append(figure.low <= true.difference <= figure.high)
            zero_widths += not found.alike and figure.low == figure.high
        if holds:
            together.append(all(holds))
    return {
        "repetitions": repetitions,
        "trials": trials,
        "alone": {code: _share(holds) for code, holds in held.items()},
        "together": _share(together),
        "zero_widths": zero_widths,
    }


def _share(holds: Sequence[bool]) -> float | None:
    """The share of the true ones; None of nothing."""
    return sum(holds) / len(holds) if holds else None


def comparison_data(found: Comparison) -> dict[str, object]:
    """A comparison as plain data, see docs/contracts.md, section 1."""
    say = load().say
    figures = [
        {
            **figure._asdict(),
            "name": say(f"lab.measure.{figure.code}.name"),
            "what": say(f"lab.measure.{figure.code}.what"),
            "unit": MEASURE[figure.code].unit,
            "source": MEASURE[figure.code].source,
        }
        for figure in found.figures
    ]
    noted = [
        {
            "code": code,
            "a": a,
            "b": b,
            "name": say(f"lab.measure.{code}.name"),
            "what": say(f"lab.measure.{code}.what"),
        }
        for code, a, b in found.noted
    ]
    return {
        "trials": found.trials,
        "deals": found.deals,
        "sentence": load().paragraph([*headline(found)]),
        "figures": figures,
        "noted": noted,
        "lengths": {name: length._asdict() for name, length in zip("ab", found.lengths, strict=True)},
    }


def _print_table(found: Comparison) -> None:
    """Print the sentence and a line for each measure."""
    say = load().say
    print(load().paragraph([*headline(found)]))
    print(f"\n{'':28} {'A':>8} {'B':>8} {'A - B':>8}  {'95 % together':18}")
    for figure in found.figures:
        measure = MEASURE[figure.code]
        interval = f"{_shown(measure, figure.low)} to {_shown(measure, figure.high)}"
        values = [_shown(measure, value) for value in (figure.a, figure.b, figure.difference)]
        columns = " ".join(f"{value:>8}" for value in values)
        print(
            f"{say(f'lab.measure.{measure.code}.name'):28} {columns}  {interval:18} {say(verdict_key(measure, figure))}"
        )
    for measure, (code, a, b) in zip(UNCOMPARED, found.noted, strict=True):
        print(f"{say(f'lab.measure.{code}.name'):28} {_shown(measure, a):>8} {_shown(measure, b):>8}")
    print(f"\n{found.deals} deals, {found.trials} trials")


def _shown(measure: Measure, value: float | None) -> str:
    """A value in the unit of its measure, with two decimals."""
    return "-" if value is None else f"{value * SCALE.get(measure.unit, 1):.2f}"
