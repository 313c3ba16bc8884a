"""What the measures count, in matches with known turns and scores, and in real trials."""

from pathlib import Path

import pytest

from game.laboratory import trials
from game.laboratory.measures import (
    FORCED_TURN,
    MEASURES,
    OTHERS_TURN,
    REAL_CHOICE,
    UNCOMPARED,
    Pair,
    count,
    round_length,
)
from game.laboratory.runner import play_round
from game.laboratory.trials import CONTEST, Trial, contest_seats, play_trial, turns_of
from game.narration.localization.language import load
from game.players.levels import LEVELS
from game.rules.match import Match, start_match
from game.rules.moves import Event
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.round.judge import legal_choices
from game.rules.round.round_state import End, Round

FOUR = resolve("hastings", players=4)


def a_round(
    options: Options, scores: tuple[int, ...], first: int = 0, kind: str = "out", events: str = ""
) -> Round:
    """A finished round. `events` has a letter for each event of seat 0: p play, d draw, = pass, s skip, x penalty."""
    words = {"p": "play", "d": "draw", "=": "pass", "s": "skip", "x": "draw"}
    made = tuple(Event(0, words[sign], why={"d": "turn", "x": "penalty"}.get(sign, "")) for sign in events)
    state = start_match(options, "a").round
    end = End(kind, -1, scores, ())
    return state._replace(deal=state.deal._replace(first_seat=first), events=made, end=end)


def a_match(*rounds: Round) -> Match:
    options = rounds[0].options._replace(round_count=len(rounds))
    return Match(options, "a", rounds, None)


def counted(match: Match, code: str, contest: Match | None = None, choices: tuple[int, ...] = ()) -> Pair:
    trial = Trial(match, choices or (0,) * len(match.rounds), contest or match, 0, 1)
    return next(measure.tally(trial) for measure in (*MEASURES, *UNCOMPARED) if measure.code == code)


def test_turns_end_with_a_play_a_pass_or_a_skip() -> None:
    assert turns_of(a_round(FOUR, (0, 1, 2, 3), events="pdpd=s=xp")) == (6, 4)
    assert counted(a_match(a_round(FOUR, (0, 1, 2, 3), events="pdp")), "turns") == (2, 1)
    assert counted(a_match(a_round(FOUR, (0, 1, 2, 3), events="pdp")), "waiting") == (1, 2)


def test_a_round_takes_as_long_as_its_turns_at_the_normal_pace() -> None:
    state = a_round(FOUR, (0, 1, 2, 3), events="pppp")
    assert round_length(state, 1) == 4 * 3 * OTHERS_TURN + REAL_CHOICE + 3 * FORCED_TURN
    assert counted(a_match(state), "length", choices=(1,)) == (round_length(state, 1), 4 * 600)


def test_blocked_rounds_and_points() -> None:
    match = a_match(a_round(FOUR, (0, 10, 20, 30)), a_round(FOUR, (4, 4, 4, 4), kind="blocked"))
    assert counted(match, "blocked") == (1, 2)
    assert counted(match, "points") == (76, 8)


def test_the_starter_and_its_left_neighbour_are_compared_with_the_others() -> None:
    match = a_match(a_round(FOUR, (30, 0, 10, 20), first=1))
    assert counted(match, "start") == (60, 3)  # the others have 20 on average
    assert counted(match, "left") == (20, 3)


def test_the_lead_changes_when_another_seat_leads_alone() -> None:
    match = a_match(
        a_round(FOUR, (0, 5, 9, 9)),  # seat 0 leads
        a_round(FOUR, (5, 0, 9, 9)),  # shared: 5, 5
        a_round(FOUR, (0, 1, 9, 9)),  # seat 0 again
        a_round(FOUR, (9, 0, 9, 9)),  # seat 1
    )
    assert counted(match, "lead") == (1, 1)


@pytest.mark.parametrize(
    ("second", "came_back"),
    [((9, 9, 9, 0), 1), ((0, 9, 9, 9), 0), ((4, 9, 9, 0), 0), ((5, 9, 9, 0), 1)],
)
def test_a_comeback_is_a_win_from_last_place_at_half_time(second: tuple[int, ...], came_back: int) -> None:
    match = a_match(a_round(FOUR, (0, 1, 2, 5)), a_round(FOUR, second))
    assert counted(match, "comeback") == (came_back, 1)


def test_there_is_no_comeback_without_a_last_place_or_a_half_time() -> None:
    assert counted(a_match(a_round(FOUR, (3, 3, 3, 3)), a_round(FOUR, (0, 3, 3, 3))), "comeback") == (0, 1)
    assert counted(a_match(a_round(FOUR, (0, 3, 3, 3))), "comeback") == (0, 0)


def test_skill_compares_the_two_seats_of_the_contest() -> None:
    ordinary = a_match(a_round(FOUR, (0, 0, 0, 0)))
    assert counted(ordinary, "skill", contest=a_match(a_round(FOUR, (3, 10, 50, 50)))) == (7, 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_turn_has_a_real_choice_if_any_decision_in_it_has_two_choices(preset: str) -> None:
    options = resolve(preset, {"rounds": 1, "draw": "until-playable"})
    trial = play_trial(options, "hen", "choices", 3)
    state = start_match(options, "choices-3")
    seen: list[tuple[int, bool, int]] = []  # (turns before, whether it follows a draw, choices)

    def on_decision(now: Round, choices: int) -> None:
        assert choices == len(legal_choices(now))
        done = sum(event.do in ("play", "pass", "skip") for event in now.events)
        seen.append((done, now.drawn >= 0, choices))

    bots = [trials.Bot(trials.Spec("hen"), trials.Rng("choices-3", f"bot-{seat}")) for seat in range(4)]
    played = play_round(state, bots, on_decision=on_decision)
    assert played.rounds == trial.ordinary.rounds
    assert trial.real_choices == (len({turn for turn, _, choices in seen if choices > 1}),)


def test_every_measure_has_its_texts() -> None:
    for language in ("en", "es"):
        texts = load(language)
        for measure in (*MEASURES, *UNCOMPARED):
            assert texts.has(f"lab.measure.{measure.code}.name") and texts.has(
                f"lab.measure.{measure.code}.what"
            )
            for verdict in ("more", "less"):
                assert texts.say(f"lab.verdict.{measure.words}.{verdict}")
                clause = f"lab.clause.{measure.code}.{verdict}"
                assert (f"{clause}.other" in texts.table) == measure.own_clause
                if measure.own_clause:
                    assert "7" in texts.say(clause, {"n": 7})
            assert "7" in texts.say(f"lab.unit.{measure.unit}", {"n": 7})
    assert len({measure.code for measure in (*MEASURES, *UNCOMPARED)}) == len(MEASURES) + len(UNCOMPARED)


def test_the_strong_and_the_weak_seat_are_neighbours_in_strength() -> None:
    for level, (strong, weak) in CONTEST.items():
        at = LEVELS.index(level)
        assert (LEVELS[at + 1], LEVELS[at - 1]) == (strong, weak)
    for seats in (2, 3, 4, 10):
        pairs = {contest_seats(seats, number) for number in range(seats * (seats - 1))}
        assert len(pairs) == seats * (seats - 1)
        assert all(strong != weak for strong, weak in pairs)


def test_a_trial_depends_on_rules_level_seed_and_number_alone() -> None:
    options = resolve("chickie", {"rounds": 2}, 3)
    first = count(play_trial(options, "hen", "same", 5))
    assert count(play_trial(options, "hen", "same", 5)) == first
    assert count(play_trial(options, "hen", "same", 6)) != first
    assert count(play_trial(options, "rooster", "same", 5)) != first


def test_both_matches_of_a_trial_have_the_same_deals() -> None:
    trial = play_trial(resolve("nathan", {"rounds": 3}), "hen", "deals", 0)
    for ordinary, contest in zip(trial.ordinary.rounds, trial.contest.rounds, strict=True):
        assert ordinary.deal == contest.deal


def test_the_documents_table_has_the_words_of_the_measures() -> None:
    document = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text(encoding="utf-8")
    say = load().say
    for measure in MEASURES:
        name, what = (say(f"lab.measure.{measure.code}.{part}") for part in ("name", "what"))
        row = f"| {name} | {what} | {measure.unit} | {measure.source} |"
        assert row in document, measure.code
    for measure in UNCOMPARED:
        assert f"“{say(f'lab.measure.{measure.code}.name')}”".replace("“", '"').replace("”", '"') in document
