"""The verbs of a laboratory worker: JSON text in, JSON text out, as in game/engine/verbs.py.

A worker has no table and no store. Each request names all that it needs, so any worker may answer it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from game.engine import menu
from game.engine.laboratory.figure_pictures import band, pictures
from game.engine.verb_group import Verb
from game.engine.verbs import as_json_verb, by_name
from game.laboratory.comparison import (
    LESS,
    MORE,
    Comparison,
    Figure,
    compare,
    csv_text,
    why_unlike,
)
from game.laboratory.headline import SCALE, headline, verdict_key
from game.laboratory.measures import MEASURE, Counts, Measure, count
from game.laboratory.survey_data import FORMAT, comparison_of, numbers_of
from game.laboratory.trials import CONTEST, play_trial
from game.records import fields
from game.records.links.comparisons.comparison_link import (
    ONE,
    LinkedComparison,
    LinkedTable,
    read_comparison,
    write_comparison,
)
from game.rules.errors import LinkError
from game.rules.options.declared import DECLARED, Options
from game.rules.options.presets import differences

if TYPE_CHECKING:
    from game.contract.answers.laboratory_answers import (
        CheckedTables,
        ComparisonNumbers,
        CountedTrial,
        FigureCard,
        LinkedComparisonData,
        MadeLink,
        ShownComparison,
        SurveyedOption,
        SurveyedValue,
        TableText,
        TrialRow,
    )
    from game.contract.basics import Message, Value, Wanted


async def check(a: Wanted, b: Wanted) -> CheckedTables:
    """Check two tables. Raises OptionError for one that cannot be played."""
    of_a, of_b = menu.resolved(**a), menu.resolved(**b)
    differ: list[tuple[str, Value, Value]] = [
        (option.code, getattr(of_a, option.code), getattr(of_b, option.code))
        for option in DECLARED
        if getattr(of_a, option.code) != getattr(of_b, option.code)
    ]
    return {"rounds": min(of_a.round_count, of_b.round_count), "levels": [*CONTEST], "differ": differ}


async def trial(a: Wanted, b: Wanted, level: str, seed: str, number: int) -> TrialRow:
    """Play a trial at both tables. The answer is its row."""
    counted = []
    for table in (a, b):
        pairs, lengths, seats = count(play_trial(menu.resolved(**table), level, seed, number))
        counted.append(([*pairs], [*lengths], seats))
        await asyncio.sleep(0)  # other requests of the page may be answered between the two tables
    return {"number": number, "a": counted[0], "b": counted[1]}


async def figures(rows: list[TrialRow]) -> ShownComparison:
    """Describe the comparison of these trials."""
    rows = sorted(rows, key=lambda row: int(row["number"]))
    return _shown(compare([_counts(row["a"]) for row in rows], [_counts(row["b"]) for row in rows]))


def _counts(data: CountedTrial) -> Counts:
    pairs, lengths, seats = data
    return Counts(tuple((first, second) for first, second in pairs), tuple(lengths), seats)


async def link(
    a: Wanted, b: Wanted, names: list[str], level: str, seed: str, numbers: ComparisonNumbers
) -> MadeLink:
    """Make a link of a comparison. `names` are those of A and B, or empty. Raises LinkError."""
    tables = [
        LinkedTable(name, table["preset"], menu.resolved(**table))
        for name, table in zip(names, (a, b), strict=True)
    ]
    comparison = LinkedComparison(
        tables[0],
        tables[1],
        level,
        seed,
        numbers["trials"],
        numbers["deals"],
        numbers["alike"],
        tuple(figure if figure is None else _whole(figure) for figure in numbers["figures"]),
        _whole(numbers["noted"]),
        _whole(numbers["lengths"]),
    )
    return {"code": write_comparison(comparison)}


def _whole(numbers: Sequence[float | None]) -> tuple[int, ...]:
    """Figures as whole numbers of ten-thousandths, for a link. Raises LinkError if an interval is missing."""
    if None in numbers:  # a single trial has no intervals
        raise LinkError("error.lab.too-early")
    return tuple(round((number or 0) * ONE) for number in numbers)


async def open_link(code: str) -> LinkedComparisonData:
    """Read the link of a comparison, and describe it. Raises LinkError."""
    found = read_comparison(code)
    numbers: ComparisonNumbers = {
        "trials": found.trials,
        "deals": found.deals,
        "alike": found.alike,
        "unlike": why_unlike(
            *((table.options.round_count, table.options.players) for table in (found.a, found.b))
        ),
        "figures": [
            None if figure is None else [number / ONE for number in figure] for figure in found.figures
        ],
        "noted": [number / ONE for number in found.noted],
        "lengths": [number / ONE for number in found.lengths],
    }
    return {
        **_shown(comparison_of(numbers)),
        "a": _table(found.a.preset, found.a.options),
        "b": _table(found.b.preset, found.b.options),
        "names": [found.a.name, found.b.name],
        "level": found.level,
        "seed": found.seed,
    }


def _table(preset: str | None, options: Options) -> Wanted:
    return {"preset": preset, "changes": differences(options, preset), "players": options.players}


async def table_csv(numbers: ComparisonNumbers) -> TableText:
    """Write the figures as CSV. The lines are those of the command `compare --csv`."""
    return {"text": csv_text(comparison_of(numbers))}


async def survey(text: str, option: str) -> SurveyedOption:
    """Describe what the survey's file `text` says about an option."""
    # the file comes with the game, so its fields are not checked
    data: Any = fields.read_document(text, FORMAT)
    entries: list[Any] = [entry for entry in fields.items(data, "values") if isinstance(entry, dict)]
    values: list[SurveyedValue] = [
        {"value": entry["value"], "sentence": headline(comparison_of(entry))}
        for entry in entries
        if entry["option"] == option
    ]
    return {
        "preset": data["preset"],
        "players": data["players"],
        "deals": data["deals"],
        "level": data["bots"],
        "values": values,
    }


def _shown(comparison: Comparison) -> ShownComparison:
    """Describe a comparison for the page."""
    cards: list[FigureCard] = [
        {
            "code": measure.code,
            "a": _value(measure, figure.a),
            "b": _value(measure, figure.b),
            "gap": _gap(measure, figure),
            "verdict": verdict_key(measure, figure),
            "clear": figure.verdict in (MORE, LESS),
            "pictures": pictures(figure, comparison),
            "band": band(figure),
            "notes": _notes(measure, comparison),
        }
        for figure in comparison.figures
        for measure in (MEASURE[figure.code],)
    ]
    return {
        "trials": comparison.trials,
        "deals": comparison.deals,
        "sentence": headline(comparison),
        "numbers": numbers_of(comparison),
        "cards": cards,
    }


def _value(measure: Measure, value: float | None) -> Message | str:
    """A value with its unit, for example "14 in 100"."""
    if value is None:
        return "–"
    scaled = value * SCALE.get(measure.unit, 1)
    return f"lab.unit.{measure.unit}", {"n": _rounded(scaled, 0 if abs(scaled) >= 10 else 1)}


def _gap(measure: Measure, figure: Figure) -> Message | str:
    """A difference with its interval, for example "−9 (−12 to −6)"."""
    if figure.difference is None or figure.low is None or figure.high is None:
        return "–"
    scale = SCALE.get(measure.unit, 1)
    digits = 1 if (figure.high - figure.low) * scale > 0.4 else 2
    gap, low, high = (
        _rounded(value * scale, digits) for value in (figure.difference, figure.low, figure.high)
    )
    return "lab.gap.plus" if gap > 0 else "lab.gap", {"gap": gap, "low": low, "high": high}


# By measure: the values in points that its card shows too.
IN_POINTS = {"advantage": ("start-points", "left"), "start": ("left",), "skill-edge": ("skill-points",)}


def _notes(measure: Measure, comparison: Comparison) -> list[Message]:
    """The further sentences of a card."""
    noted = {code: (a, b) for code, a, b in comparison.noted}
    if measure.code == "length" and "turns" in noted:
        return [
            (
                "lab.lengths",
                {
                    "name": name,
                    "median": _rounded(length.median, 1),
                    "slowest": _rounded(length.slowest_tenth, 1),
                    "turns": _rounded(turns, 0),
                },
            )
            for name, length, turns in zip("AB", comparison.lengths, noted["turns"], strict=True)
        ]
    return [
        (
            "lab.in-points",
            {"name": (f"lab.measure.{code}.name", {}), "a": _rounded(a, 1), "b": _rounded(b, 1)},
        )
        for code in IN_POINTS.get(measure.code, ())
        if code in noted
        for a, b in (noted[code],)
    ]


def _rounded(value: float, digits: int) -> float | int:
    """Round for people. A whole number has no decimals, and there is no -0."""
    rounded = round(value, digits)
    return int(rounded) if rounded == int(rounded) else rounded


VERBS: dict[str, Verb] = {
    "check": check,
    "trial": trial,
    "figures": figures,
    "link": link,
    "open_link": open_link,
    "table_csv": table_csv,
    "survey": survey,
}


def open_verbs() -> Callable[[str, str], Awaitable[str]]:
    """Return the worker's verbs, see `by_name`."""
    return by_name({name: as_json_verb(verb) for name, verb in VERBS.items()})
