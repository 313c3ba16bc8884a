"""The sentence that sums a comparison up. It states only clear differences, and only numbers within their intervals.

The sentences are messages: [text key, values], see game/narration/localization/texts.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.laboratory.comparison import FEWEST, LESS, MORE, Comparison, Figure
from game.laboratory.measures import MEASURE, Measure

if TYPE_CHECKING:
    from game.contract.basics import Message

# How many differences the sentence states, the largest ones. On a phone it must leave room for the cards.
MOST_CLAUSES = 2
# A second difference may be smaller than this share of the value. Then the sentence only names its measure, because
# "one second shorter" tells nobody anything.
LEAST_SHARE = 0.01
# By the unit of a measure, the factor of its number in a sentence: a share is spoken of in hundredths, minutes in seconds.
SCALE = {"percent": 100, "minutes": 60}


def headline(comparison: Comparison) -> list[Message]:
    """Return one or two sentences about A instead of B."""
    clear = [
        (MEASURE[figure.code], figure) for figure in comparison.figures if figure.verdict in (MORE, LESS)
    ]
    if comparison.trials < FEWEST:
        return [("lab.headline.early", {"n": comparison.deals})]
    if comparison.alike:
        return [("lab.headline.alike", {"n": comparison.deals})]
    if not clear:
        return [("lab.headline.unclear", {"n": comparison.deals})]
    clear.sort(key=lambda pair: -_assured_share(pair[1]))
    shares = [_assured_share(figure) for _, figure in clear[:MOST_CLAUSES]]
    number = max(1, sum(share >= LEAST_SHARE for share in shares))
    told, others = clear[:number], clear[number:]
    changes = [clause(*pair) for pair in told]
    first: Message = ("lab.headline", {"a": "A", "b": "B", "changes": changes})
    if others:
        names: list[Message] = [(f"lab.measure.{measure.code}.name", {}) for measure, _ in others]
        return [first, ("lab.headline.also", {"names": names})]
    return [first, ("lab.headline.rest", {})]


def clause(measure: Measure, figure: Figure) -> Message:
    """Say one clear difference, for example "9 fewer rounds in 100 are blocked"."""
    number = {"n": spoken_number(measure, figure)}
    if measure.own_clause:
        return f"lab.clause.{measure.code}.{figure.verdict}", {**number}
    name: Message = (f"lab.measure.{measure.code}.name", {})
    spoken: Message = (f"lab.unit.{measure.unit}", {**number})
    return f"lab.clause.{figure.verdict}", {"name": name, "number": spoken}


def spoken_number(measure: Measure, figure: Figure) -> float:
    """Return the size of a clear difference with as few decimals as its interval allows.

    The number lies within the interval, so that the sentence claims nothing that the trials do not show.
    """
    scale = SCALE.get(measure.unit, 1)
    assert figure.difference is not None and figure.low is not None and figure.high is not None
    ends = sorted((abs(figure.low) * scale, abs(figure.high) * scale))
    for digits in range(4):
        number = round(abs(figure.difference) * scale, digits)
        if number and ends[0] <= number <= ends[1]:
            break
    return number if digits else int(number)


def _assured_share(figure: Figure) -> float:
    """The smallest change that the interval allows, as a share of the larger value.

    `headline` sorts by this share and not by certainty, which would put a small change of a frequent event first: six turns
    in 100 before half of the blocked rounds. The intervals of all measures hold together, so this choice claims nothing more.
    """
    assert (
        figure.a is not None and figure.b is not None and figure.low is not None and figure.high is not None
    )
    assured = min(abs(figure.low), abs(figure.high))
    return assured / max(abs(figure.a), abs(figure.b), assured)


def verdict_key(measure: Measure, figure: Figure) -> str:
    """Return the key of the text for a figure's verdict."""
    if figure.verdict in (MORE, LESS):
        return f"lab.verdict.{measure.words}.{figure.verdict}"
    return f"lab.verdict.{figure.verdict}"
