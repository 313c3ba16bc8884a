"""Comparisons: exactness, intervals, verdicts and the sentence on top. Known effects come out."""

import random
from math import sqrt

import pytest

from game.commands.measure.compare import Tables, play, read_rules
from game.laboratory.comparison import (
    LESS,
    MORE,
    NO_VALUE,
    ROUNDS_DIFFER,
    SEATS_DIFFER,
    TOO_FEW,
    UNCLEAR,
    Comparison,
    Figure,
    Lengths,
    compare,
)
from game.laboratory.headline import headline, spoken_number
from game.laboratory.intervals import critical_value, difference
from game.laboratory.measures import MEASURE, MEASURES, MINUTE, UNCOMPARED, Counts
from game.narration.localization.language import load

Both = tuple[list[Counts], list[Counts]]


def played(a: str, b: str, trials: int, seed: str = "test", workers: int = 1) -> Both:
    counted = [*play(Tables(read_rules(a), read_rules(b), "hen"), seed, trials, workers)]
    return [first for first, _ in counted], [second for _, second in counted]


def figure_of(found: Comparison, code: str) -> Figure:
    return next(figure for figure in found.figures if figure.code == code)


def verdicts(a: str, b: str, trials: int) -> dict[str, str]:
    return {figure.code: figure.verdict for figure in compare(*played(a, b, trials)).figures}


def test_a_table_compared_with_itself_differs_by_exactly_nothing() -> None:
    found = compare(*played("montgomery,rounds=2", "montgomery,rounds=2", 25))
    for figure in found.figures:
        assert (figure.difference, figure.ci95, figure.low, figure.high) == (0, 0, 0, 0)
        assert figure.verdict == UNCLEAR
    assert found.alike
    assert load().paragraph([*headline(found)]) == "A and B gave exactly the same in 50 deals."


def test_the_lengths_are_in_minutes() -> None:
    rounds = (600, 900, 1200, 3000)  # tenths of a second for a minute, the sum of them over two seats
    pairs = ((0, 1),) * (len(MEASURES) + len(UNCOMPARED))  # no measure tells how long a minute is
    found = compare([Counts(pairs, rounds, 2)], [Counts(pairs, rounds, 2)])
    assert found.lengths == (Lengths(1.0, 2.5), Lengths(1.0, 2.5))


def test_the_deals_are_those_of_the_table_with_fewer_rounds() -> None:
    pairs = ((600, MINUTE), *[(0, 1)] * (len(MEASURES) + len(UNCOMPARED) - 1))
    short, long = [Counts(pairs, (600,), 4)] * 3, [Counts(pairs, (600,) * 2, 4)] * 3
    assert compare(short, long).deals == compare(long, short).deals == 3


def test_figures_do_not_depend_on_the_order_or_the_number_of_processes() -> None:
    a, b = played("montgomery,rounds=2", "montgomery,rounds=2,draw=until-playable", 9)
    found = compare(a, b)
    order = random.Random(1).sample(range(9), 9)
    assert compare([a[number] for number in order], [b[number] for number in order]) == found
    assert (
        compare(*played("montgomery,rounds=2", "montgomery,rounds=2,draw=until-playable", 9, workers=2))
        == found
    )


@pytest.mark.parametrize(
    ("a", "b", "code", "verdict"),
    [
        ("chickie/3,hand_size=3,draw=until-playable", "chickie/3,hand_size=3", "points", MORE),
        pytest.param(
            "chickie/2,yard_reserve=two-or-one", "chickie/2", "blocked", MORE, marks=pytest.mark.long
        ),
        pytest.param("chickie/3,double_blank=50", "chickie/3", "points", MORE, marks=pytest.mark.long),
    ],
)
def test_known_effects_come_out(a: str, b: str, code: str, verdict: str) -> None:
    assert verdicts(a, b, 50)[code] == verdict


def test_bots_never_use_a_take_back() -> None:
    assert set(verdicts("plain,rounds=2,take_back=on", "plain,rounds=2", 25).values()) == {UNCLEAR}


def test_a_measure_that_no_trial_tells_has_no_figure() -> None:
    found = compare(*played("plain,rounds=1", "plain,rounds=1,toes=2", 25))
    figure = figure_of(found, "comeback")
    assert figure == Figure("comeback", None, None, None, None, None, None, NO_VALUE)
    assert figure_of(found, "lead-changes").verdict == NO_VALUE
    assert figure_of(found, "points").verdict != NO_VALUE


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("chickie/3,rounds=3", "chickie/3,rounds=2", ROUNDS_DIFFER),
        ("chickie/2,rounds=2", "chickie/3,rounds=2", SEATS_DIFFER),
        ("chickie/2,rounds=3", "chickie/3,rounds=2", SEATS_DIFFER),
    ],
)
def test_unlike_matches_are_not_compared_by_their_winners(a: str, b: str, verdict: str) -> None:
    found = compare(*played(a, b, 3))
    assert figure_of(found, "comeback") == Figure("comeback", None, None, None, None, None, None, verdict)
    assert [figure.code for figure in found.figures if figure.difference is None] == ["comeback"]
    assert load().say(f"lab.verdict.{verdict}").startswith("Not comparable")


def test_few_trials_give_no_verdict() -> None:
    assert set(verdicts("plain,rounds=2,double_blank=0", "plain,rounds=2", 5).values()) == {TOO_FEW}
    single = compare(*played("plain,rounds=2,double_blank=0", "plain,rounds=2", 1))
    assert {figure.low for figure in single.figures} == {None}
    assert load().paragraph([*headline(single)]) == "2 deals have been played: too few for a verdict."
    just_enough = compare(*played("plain,rounds=1", "plain,rounds=1,double_blank=0", 20))
    assert just_enough.trials == 20 and headline(just_enough)[0][0] != "lab.headline.early"


# --- intervals


def test_a_difference_of_means_has_the_usual_error() -> None:
    of_a, of_b = [(3, 1), (5, 1), (10, 1)], [(1, 1), (4, 1), (4, 1)]
    found = difference(of_a, of_b, 10**9, counts_events=False)
    assert found is not None and found.error is not None
    assert (found.a, found.b, found.difference) == (6, 3, 3)
    assert found.error == pytest.approx(sqrt(((2 - 3) ** 2 + (1 - 3) ** 2 + (6 - 3) ** 2) / 6))


def test_one_more_round_at_each_table_widens_the_interval_of_a_mean() -> None:
    of_a, of_b = [(3, 1), (5, 1), (10, 1)], [(1, 1), (4, 1), (4, 1)]
    found = difference(of_a, of_b, 2, counts_events=False)
    variances = (9 + 1 + 16) / 2 + (4 + 1 + 1) / 2  # of a match at A and at B
    assert found is not None and found.error == pytest.approx(sqrt((1 + 4 + 9 + variances / 2) / 6))
    same = difference(of_a, of_a, 2, counts_events=False)
    assert same is not None and same.error == pytest.approx(sqrt(13 / 6))


def test_events_that_never_happened_have_an_interval() -> None:
    """Bonett and Price (2012): one more discordant pair in each direction."""
    nothing = [(0, 1)] * 20
    found = difference(nothing, nothing, 10, counts_events=True)
    assert found is not None and found.error == pytest.approx(sqrt(2 / (20 * 19)))
    often = difference([(0, 500)] * 20, [(0, 500)] * 20, 10, counts_events=True)
    assert often is not None and often.error == pytest.approx(sqrt(2 / (20 * 19)) / 500)


def test_a_share_of_events_has_an_interval_unless_the_tables_are_alike() -> None:
    counted = Counts(((0, 1),) * (len(MEASURES) + len(UNCOMPARED)), (600,), 2)
    other = counted._replace(lengths=(601,))
    events = {measure.code for measure in MEASURES if measure.counts_events}
    for figure in compare([counted] * 20, [other] * 20).figures:
        assert figure.low is not None and figure.high is not None
        assert (figure.low < figure.high) == (figure.code in events)
        assert -1 <= figure.low <= figure.high <= 1
    assert {figure.low for figure in compare([counted] * 20, [counted] * 20).figures} == {0}


def test_the_intervals_of_several_comparisons_hold_at_once() -> None:
    counted = played("chickie/2,rounds=1,toes=2", "chickie/2,rounds=1", 20)
    one, many = compare(*counted), compare(*counted, 42)
    for narrow, wide in zip(one.figures, many.figures, strict=True):
        if narrow.low is not None and wide.low is not None and narrow.low > -1:
            assert (narrow.difference, narrow.ci95) == (wide.difference, wide.ci95)
            assert wide.low < narrow.low
            ratio = critical_value(20, 42 * len(MEASURES)) / critical_value(20, len(MEASURES))
            if wide.low > -1:
                assert narrow.difference is not None
                assert (wide.low - narrow.difference) / (narrow.low - narrow.difference) == pytest.approx(
                    ratio, abs=0.02
                )


def test_tables_are_compared_only_if_both_have_counted_something() -> None:
    some, nothing = [(1, 2), (0, 1)], [(0, 0), (0, 0)]
    for pair in ((some, nothing), (nothing, some), (nothing, nothing)):
        assert difference(*pair, 10, counts_events=True) is None


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(19, 2.093024), (30, 2.042272), (99, 1.984217), (1000, 1.962339)],
)  # from a table of Student's t distribution
def test_the_quantiles_are_those_of_students_distribution(degrees: int, quantile: float) -> None:
    assert critical_value(degrees + 1) == pytest.approx(quantile, abs=2e-6)


def test_intervals_hold_the_true_value_as_often_as_they_say() -> None:
    """Ratios of made-up counts with a known true difference. The command `compare --repeat` does it with real deals."""
    draw, held, repetitions = random.Random(8), 0, 600
    for _ in range(repetitions):
        of_a, of_b = [], []
        for _ in range(40):
            luck, turns = draw.gauss(0, 1), draw.randint(30, 60)
            of_a.append((round(turns * (0.5 + 0.05 * luck + 0.05 * draw.gauss(0, 1)) * 1000), turns * 1000))
            of_b.append((round(turns * (0.4 + 0.05 * luck + 0.05 * draw.gauss(0, 1)) * 1000), turns * 1000))
        found = difference(of_a, of_b, 10, counts_events=False)
        assert found is not None and found.error is not None
        held += abs(found.difference - 0.1) <= found.error * critical_value(40)
    assert 0.93 <= held / repetitions <= 0.97


# --- the sentence on top


def made(**figures: tuple[float, float, float]) -> Comparison:
    """A comparison with (difference, low, high) for some measures, and nothing clear in the others."""
    every = []
    for measure in MEASURES:
        gap, low, high = figures.get(measure.code, (0.0, -1.0, 1.0))
        verdict = MORE if low > 0 else LESS if high < 0 else UNCLEAR
        every.append(Figure(measure.code, 1.0, 1.0, gap, (high - low) / 3, low, high, verdict))
    return Comparison(100, 1000, tuple(every), (), ((1.0, 1.0), (1.0, 1.0)), False, "")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_sentence_states_the_largest_differences(language: str) -> None:
    found = made(blocked=(-0.0912, -0.12, -0.06), length=(1.93, 1.6, 2.2))
    said = load(language).paragraph([*headline(found)])
    assert (
        said
        == {
            "en": "With the rules of A instead of B: a round takes 116 seconds longer and 9 fewer rounds in 100 are blocked. "
            "No other measure differs clearly.",
            "es": "Con las reglas de A en vez de B: cada mano dura 116 segundos más y se cierran 9 manos menos de cada 100. "
            "Ninguna otra medida tiene diferencias claras.",
        }[language]
    )


def test_the_sentence_names_the_other_clear_differences() -> None:
    found = made(
        blocked=(-0.5, -0.6, -0.4),
        length=(9, 8, 10),
        points=(5, 4, 6),
        choice=(0.2, 0.05, 0.35),
        **{"lead-changes": (0.3, 0.1, 0.5)},
    )
    _, also = headline(found)
    names = "Blocked rounds, Changes of the lead and Turns with a real choice"
    assert load().words(also) == f"These differ clearly too: {names}."


def test_a_larger_share_comes_before_a_smaller_one_that_is_more_certain() -> None:
    found = made(blocked=(-0.3, -0.4, -0.2), choice=(0.06, 0.055, 0.065), waiting=(-0.06, -0.065, -0.055))
    first, _ = headline(found)
    assert (
        load()
        .words(first)
        .startswith("With the rules of A instead of B: 30 fewer rounds in 100 are blocked and ")
    )


def test_a_larger_share_comes_before_a_larger_number() -> None:
    found = made(blocked=(-0.3, -0.4, -0.2), length=(2, 1.5, 2.5))
    bases = {"blocked": (0.1, 0.4), "length": (22.0, 20.0)}
    figures = [
        figure._replace(a=bases[figure.code][0], b=bases[figure.code][1]) if figure.code in bases else figure
        for figure in found.figures
    ]
    first, _ = headline(found._replace(figures=tuple(figures)))
    said = load().words(first)
    assert 0 < said.index("fewer rounds in 100 are blocked") < said.index("120 seconds longer")


def test_a_tiny_difference_is_only_named() -> None:
    first, also = headline(made(choice=(-0.03, -0.04, -0.02), length=(-0.02, -0.03, -0.006)))
    assert load().words(first) == "With the rules of A instead of B: 3 fewer turns in 100 have a real choice."
    assert load().words(also) == "These differ clearly too: How long a round takes."


def test_the_second_difference_is_told_from_one_percent_on() -> None:
    first, rest = headline(made(choice=(-0.03, -0.04, -0.02), length=(-0.02, -0.03, -0.01)))
    assert len(first[1]["changes"]) == 2 and rest[0] == "lab.headline.rest"
    first, also = headline(made(choice=(-0.003, -0.004, -0.002), length=(-0.002, -0.003, -0.001)))
    assert len(first[1]["changes"]) == 1 and len(also[1]["names"]) == 1


def test_the_sentence_claims_nothing_that_is_not_clear() -> None:
    assert headline(made(blocked=(-0.09, -0.2, 0.01))) == [("lab.headline.unclear", {"n": 1000})]


@pytest.mark.parametrize(
    ("gap", "low", "high", "said"),
    [
        (1.93, 1.6, 2.2, 2),
        (1.93, 1.9, 1.96, 1.9),
        (0.4, 0.3, 0.45, 0.4),
        (0.04, 0.03, 0.05, 0.04),
        (-7.6, -9, -6.5, 8),
        (1.6, 1.5, 2, 2),
        (2.4, 2, 2.5, 2),
        (0.4, 0.0, 0.45, 0.4),
        (0.0124, 0.0115, 0.0126, 0.012),
        (0.0124, 0.0122, 0.0126, 0.012),  # never more than three decimals
    ],
)
def test_a_number_in_the_sentence_lies_within_its_interval(
    gap: float, low: float, high: float, said: float
) -> None:
    figure = Figure("points", 0, 0, gap, 0.1, low, high, MORE)
    assert spoken_number(MEASURE["points"], figure) == said


def test_numbers_in_the_sentence_always_lie_within_their_intervals() -> None:
    draw = random.Random(3)
    for _ in range(2000):
        gap = round(10 ** draw.uniform(-3, 2), 4)
        half = round(gap * draw.random() * 0.99, 4)
        for measure in MEASURES:
            scale = {"percent": 100, "minutes": 60}.get(measure.unit, 1)
            figure = Figure(measure.code, 0, 0, gap, half, round(gap - half, 4), round(gap + half, 4), MORE)
            number = spoken_number(measure, figure)
            if half > 0.001:
                assert (gap - half) * scale - 1e-6 <= number <= (gap + half) * scale + 1e-6
