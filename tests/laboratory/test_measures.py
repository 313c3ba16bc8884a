"""What the measures count, in matches with known turns and scores, and in real trials."""

from pathlib import Path

import pytest

from game.laboratory import trials
from game.laboratory.measures import (
    FORCED_TURN,
    MEASURE,
    MEASURES,
    OTHERS_TURN,
    REAL_CHOICE,
    RETIRED,
    STORED,
    UNCOMPARED,
    Pair,
    count,
    round_length,
)
from game.laboratory.runner import play_round
from game.laboratory.trials import CONTEST, Trial, play_trial, turns_of
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
    trial = Trial(match, choices or (0,) * len(match.rounds), contest or match, 0)
    tally = next(measure.tally for measure in (*MEASURES, *UNCOMPARED) if measure.code == code)
    assert tally is not None
    return tally(trial)


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
    assert counted(match, "start-points") == (60, 3)  # the others have 20 on average
    assert counted(match, "left") == (20, 3)


def test_the_advantage_is_a_share_of_the_gap_between_two_players() -> None:
    """The starter has 20 points fewer than the others. The six gaps 30, 20, 10, 10, 20 and 10 are 100 points."""
    match = a_match(a_round(FOUR, (30, 0, 10, 20), first=1))
    assert counted(match, "advantage") == (60 * 4, 2 * 100)
    level = a_match(a_round(FOUR, (7, 7, 7, 7)))
    assert counted(level, "advantage") == (0, 0)


def test_shares_of_the_gap_do_not_grow_with_the_points_of_the_tiles() -> None:
    rounds = [(30, 0, 10, 20), (5, 9, 0, 40)]
    for code in ("advantage", "skill-edge"):
        small, large = (
            counted(
                a_match(*(a_round(FOUR, tuple(factor * point for point in scores)) for scores in rounds)),
                code,
                contest=a_match(*(a_round(FOUR, (0, 3 * factor, 0, 9 * factor)) for _ in rounds)),
            )
            for factor in (1, 7)
        )
        assert large == (7 * small[0], 7 * small[1]) and small[0]


def test_the_lead_changes_when_another_seat_leads_alone() -> None:
    match = a_match(
        a_round(FOUR, (0, 5, 9, 9)),  # seat 0 leads
        a_round(FOUR, (5, 0, 9, 9)),  # shared: 5, 5
        a_round(FOUR, (0, 1, 9, 9)),  # seat 0 again
        a_round(FOUR, (9, 0, 9, 9)),  # seat 1
    )
    assert counted(match, "lead-changes") == (1, 3)  # after one of the three rounds that follow the first


def test_changes_of_the_lead_are_counted_by_round_and_not_by_match() -> None:
    """A match that is twice as long, and as lively, has the same value."""
    first, *swings = (a_round(FOUR, scores) for scores in ((0, 5, 9, 9), (9, 0, 9, 9), (0, 9, 9, 9)))
    short, long = (counted(a_match(first, *swings * number), "lead-changes") for number in (2, 4))
    assert short[1] == 4 and long[1] == 8
    assert short[0] / short[1] == long[0] / long[1] > 0


def test_a_match_of_one_round_has_no_change_of_the_lead_to_count() -> None:
    assert counted(a_match(a_round(FOUR, (0, 3, 3, 3))), "lead-changes") == (0, 0)


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


def test_skill_is_what_the_strong_seat_gains_in_the_same_deals() -> None:
    ordinary = a_match(a_round(FOUR, (10, 0, 20, 30)))  # 20 behind in all; the gaps are 100 points
    contest = a_match(a_round(FOUR, (3, 10, 50, 50)))  # 101 ahead
    assert counted(ordinary, "skill-points", contest=contest) == (101 - 20, 3)
    assert counted(ordinary, "skill-edge", contest=contest) == (81 * 4, 2 * 100)
    assert counted(ordinary, "skill-edge", contest=ordinary) == (0, 200)


def test_two_seats_have_a_strong_and_an_ordinary_player() -> None:
    two = resolve("hastings", players=2)
    ordinary, contest = a_match(a_round(two, (10, 4))), a_match(a_round(two, (0, 9)))
    assert counted(ordinary, "skill-edge", contest=contest) == (15 * 2, 2 * 6)


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
        for measure in (*MEASURES, *RETIRED, *UNCOMPARED):
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
    assert sorted(STORED) == sorted(MEASURE)


def test_the_strong_seat_is_a_level_stronger_and_nobody_guesses() -> None:
    for level, strong in CONTEST.items():
        assert LEVELS[LEVELS.index(level) + 1] == strong
    assert not {"chick", "pullet"} & {*CONTEST, *CONTEST.values()}


@pytest.mark.parametrize("seats", [2, 4, 10])
def test_each_seat_is_strong_in_turn(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[list[str]] = []

    def noted(options: Options, levels: list[str], memory: str, seed: str) -> tuple[Match, tuple[int, ...]]:
        played.append([*levels])
        assert memory == "hen"  # also of the strong seat
        return a_match(a_round(options, (0,) * seats)), ()

    monkeypatch.setattr(trials, "_play", noted)
    options = resolve(None, {"set": 18}, seats)
    strong = [play_trial(options, "hen", "seats", number).strong for number in range(seats)]
    assert strong == [*range(seats)]
    for number in range(seats):
        ordinary, contest = played[2 * number : 2 * number + 2]
        assert set(ordinary) == {"hen"}
        assert [level == "rooster" for level in contest] == [seat == number for seat in range(seats)]


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
