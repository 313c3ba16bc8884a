"""Link codes of comparisons, `#l…`: two sets of rules, how they were compared, and the figures (docs/laboratory.md).

A figure is a whole number of ten-thousandths. The order of the figures is that of the laboratory's measures, which only
grows at its end.
"""

from typing import NamedTuple

from game.records.links.packing import Packer, Unpacker, damaged_code, read_code, write_code
from game.records.links.shared_parts import (
    LEVELS,
    put_rules,
    put_short_seed,
    put_text,
    take_rules,
    take_short_seed,
    take_text,
)
from game.rules.errors import LinkError
from game.rules.options.declared import Options

VERSION = "1"
ONE = 10_000  # the figure 1.0, in ten-thousandths
_MOST_BITS = 40  # the most bits of a number without its sign
_MOST_FIGURES = 64

Numbers = tuple[int, ...]  # figures in ten-thousandths


class LinkedTable(NamedTuple):
    """One of the two sets of rules. The name is clean (records/text/names.py), and may be empty."""

    name: str
    preset: str | None
    options: Options


class LinkedComparison(NamedTuple):
    """The content of a link to a comparison."""

    a: LinkedTable
    b: LinkedTable
    # of the players, but for the strong and the weak one in each contest (game/laboratory/trials.py)
    level: str
    seed: str
    trials: int  # number of trials, each played at both tables
    deals: int  # rounds that were dealt at each table, or the smaller number if the tables differ
    alike: bool  # whether every trial gave the same counts at both tables
    # by measure: (value of A, value of B, difference, `ci95`, `low`, `high`), see `Figure` in game/laboratory/comparison.py;
    # None for a measure without a value
    figures: tuple[Numbers | None, ...]
    # for each measure of UNCOMPARED (game/laboratory/measures.py), in this order: its values of A and of B
    noted: Numbers
    # length of rounds in minutes: the median and `Lengths.slowest_tenth` of A, then those of B
    lengths: Numbers


def write_comparison(comparison: LinkedComparison) -> str:
    """Write the code, with its `#`. Raises LinkError for a comparison that a link cannot hold."""
    packer = Packer()
    for table in (comparison.a, comparison.b):
        put_rules(packer, table.options, table.preset)
        put_text(packer, table.name)
    if comparison.level not in LEVELS:
        raise LinkError("error.link.cannot-hold")
    packer.put(LEVELS.index(comparison.level), 16)
    put_short_seed(packer, comparison.seed)
    _put_number(packer, comparison.trials)
    _put_number(packer, comparison.deals)
    packer.put(comparison.alike, 2)
    packer.put(len(comparison.figures), _MOST_FIGURES)
    for figure in comparison.figures:
        packer.put(figure is not None, 2)
        for number in figure or ():
            _put_number(packer, number)
    packer.put(len(comparison.noted), _MOST_FIGURES)
    for number in (*comparison.noted, *comparison.lengths):
        _put_number(packer, number)
    return write_code("l", VERSION, packer)


def read_comparison(code: str) -> LinkedComparison:
    """Read the code of a comparison. Raises LinkError."""
    unpacker = read_code(code, "l", VERSION)
    tables = []
    for _ in range(2):
        preset, options = take_rules(unpacker)
        tables.append(LinkedTable(take_text(unpacker), preset, options))
    level = unpacker.take(16)
    if level >= len(LEVELS):
        raise LinkError("error.link.version")
    seed = take_short_seed(unpacker)
    trials, deals, alike = _take_number(unpacker), _take_number(unpacker), bool(unpacker.take(2))
    figures = tuple(
        _take_numbers(unpacker, 6) if unpacker.take(2) else None for _ in range(unpacker.take(_MOST_FIGURES))
    )
    noted = _take_numbers(unpacker, unpacker.take(_MOST_FIGURES))
    lengths = _take_numbers(unpacker, 4)
    unpacker.finish()
    named_level = LEVELS[level]  # None stands for a person, who plays no trials
    if named_level is None or trials < 1 or deals < trials:
        raise damaged_code()
    return LinkedComparison(
        tables[0], tables[1], named_level, seed, trials, deals, alike, figures, noted, lengths
    )


def _put_number(packer: Packer, number: int) -> None:
    """Pack a whole number of up to _MOST_BITS bits. Small ones take few bits. Raises LinkError for a larger one."""
    size = abs(number).bit_length()
    packer.put(size, _MOST_BITS + 1)
    if size:
        packer.put(number < 0, 2)
        packer.put(abs(number) - (1 << size - 1), 1 << size - 1)


def _take_number(unpacker: Unpacker) -> int:
    size = unpacker.take(_MOST_BITS + 1)
    if not size:
        return 0
    negative = unpacker.take(2)
    number = (1 << size - 1) + unpacker.take(1 << size - 1)
    return -number if negative else number


def _take_numbers(unpacker: Unpacker, count: int) -> Numbers:
    return tuple([_take_number(unpacker) for _ in range(count)])
