"""The search carries out every candidate exactly as the rules do: the same table, hands, yard, turn, stuck seats, end and utility."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from game.players import levels, rooster, yardsticks
from game.players.coach import review
from game.players.coach.cases import case_of
from game.players.coach.hints import hint_of
from game.players.levels import WEIGHTS
from game.players.search import flat_monte_carlo
from game.players.search.beliefs import position_of
from game.players.search.flat_monte_carlo import Budget, Search, SearchSettings, finish, run_search
from game.players.search.playout import Table, World, playout_rules, world_of
from game.players.search.tile_tables import TileTables, tile_tables_for
from game.players.search.utility import Margin
from game.rules.match import Match
from game.rules.moves import Choice, moves_of_choice
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.round.judge import legal_choices
from game.rules.round.round_state import Round
from game.rules.round.scoring import tile_points
from game.rules.round.turn import play
from game.rules.tiles import HIGH, LOW, SUIT, parse_tile, tiles_in
from game.rules.view import SeatView, moves_of, view
from tests.players.tables import mixed_options, random_match, tables


class After(NamedTuple):
    """What a search says of a candidate in a world: how the round stands once the turn is over, or how it ended."""

    hands: list[int]
    yard: list[int] | None = (
        None  # what can still be drawn and the reserve, in order; None when the round is over
    )
    table: Table | None = None
    turn: int = -1
    stuck: int = -1
    utility: float | None = None


class Applied(Search):
    """A search that stops where its playouts would begin."""

    def __init__(self, seen: SeatView, share: float) -> None:
        utility = Margin(tile_tables_for(seen.options), seen.options, seen.seat, share)
        super().__init__(seen, SearchSettings(0.0), utility, Random(0))

    def applied(self, choice: Choice, world: World, monkeypatch: pytest.MonkeyPatch) -> After:
        """The candidate carried out, nobody else having moved."""
        begun: list[After] = []

        def no_playout(
            tile_tables: Any, rules: Any, by: Any, world: World, hands: list[int], *rest: Any
        ) -> int:
            at, table, turn, stuck, _ = rest
            begun.append(After(hands.copy(), world.yard[at:], table, turn, stuck))
            return 0

        ends: list[After] = []

        def utility(hands: list[int], last: int) -> float:
            ends.append(After(hands.copy(), utility=self.utility_of(hands, last)))
            return 0.0

        self.utility_of, kept = self.utility, self.utility
        self.utility = utility
        with monkeypatch.context() as patch:
            patch.setattr(flat_monte_carlo, "playout", no_playout)
            self.value(choice, world, 0)
        self.utility = kept
        return (begun or ends)[0]


def true_world(state: Round, tile_tables: TileTables) -> World:
    """What is hidden, as it is."""
    return world_of(
        [tile_tables.from_rules(hand) for hand in state.hands],
        [tile_tables.bit[tile_tables.local[tile]] for tile in state.yard],
    )


def heaviest(state: Round, tile_tables: TileTables) -> Choice:
    """The heaviest tile that may be played, by its higher half if that fits; else a draw, else a pass."""
    choices = legal_choices(state)
    plays = [choice for choice in choices if choice.do == "play"]
    return (
        max(plays, key=lambda choice: (tile_tables.local[choice.tile], choice.suit)) if plays else choices[0]
    )


def turn_of(state: Round, choice: Choice, tile_tables: TileTables) -> Round:
    """The state after a whole turn by the rules; a drawn tile that fits is played."""
    seat = state.turn
    state = play(state, moves_of_choice(state.board, seat, choice)[0])
    while state.end is None and state.turn == seat and state.drawn >= 0:
        state = play(state, moves_of_choice(state.board, seat, heaviest(state, tile_tables))[0])
    return state


def by_the_rules(state: Round, tile_tables: TileTables, seat: int, share: float) -> After:
    """A state in the search's terms."""
    hands = [tile_tables.from_rules(hand) for hand in state.hands]
    if state.end is not None:
        scores = state.end.scores
        others = sum(scores) - scores[seat]
        return After(hands, utility=share * others / (len(scores) - 1) - scores[seat])
    yard = [tile_tables.bit[tile_tables.local[tile]] for tile in state.yard]
    ends = [end.bit_count() for end in state.ends[: tile_tables.suits]]
    opened = sum(1 << suit for suit, number in enumerate(ends) if number)
    owed = HIGH[state.foot] if state.foot >= 0 else -1
    table = (
        ends,
        opened,
        owed,
        state.missing,
        tile_tables.from_rules(state.board.playable & state.options.tiles),
    )
    return After(hands, yard, table, state.turn, state.stuck)


def candidates(options: Options, seed: str, step: int) -> Iterator[tuple[Match, SeatView]]:
    """Every so many positions of a round of random moves, with the view of the seat on turn."""
    for number, match in enumerate(random_match(options, seed, 1)):
        if number % step == 0 and match.current is not None and match.current.laid:
            yield match, view(match, match.current.turn)


def calm(options: Options) -> Options:
    """The options without penalties, which the search leaves out."""
    return resolve(None, {**options.declared(), "last_tile_call": "none"})


def compared(options: Options, seed: str, step: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compares every candidate of a round's positions; how many."""
    tile_tables, number = tile_tables_for(options), 0
    for match, seen in candidates(options, seed, step):
        assert match.current is not None
        share = WEIGHTS[("racer", "balanced", "spoiler")[number % 3]]
        search = Applied(seen, share)
        for choice in seen.choices:
            after = turn_of(match.current, choice, tile_tables)
            expected = by_the_rules(after, tile_tables, seen.seat, share)
            given = search.applied(choice, true_world(match.current, tile_tables), monkeypatch)
            if expected.utility is not None:
                if (
                    given.utility is None
                ):  # the next seat is stuck under `one-stuck`: the playout ends where it begins
                    value = search.value(choice, true_world(match.current, tile_tables), 0)
                    given = After(given.hands, utility=value)
                assert given.utility == pytest.approx(expected.utility), (choice, match.round.events)
                given, expected = given._replace(utility=None), expected._replace(utility=None)
            assert given == expected, (choice, match.round.events)
            number += 1
    return number


@pytest.mark.parametrize(("name", "options"), tables(), ids=[name for name, _ in tables()])
def test_every_candidate_is_carried_out_as_the_rules_do(
    name: str, options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compared(calm(options), name, 3, monkeypatch) > 10


@pytest.mark.slow
@pytest.mark.parametrize("mixes", [8, pytest.param(160, marks=pytest.mark.long)])
def test_a_candidate_is_carried_out_as_the_rules_do_under_any_options(
    mixes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Rng("search", "test")
    number = sum(compared(calm(mixed_options(rng)), f"mix-{k}", 3, monkeypatch) for k in range(mixes))
    assert number > 35 * mixes


@pytest.mark.parametrize("mixes", [6, pytest.param(100, marks=pytest.mark.long)])
def test_a_candidate_comes_to_what_the_rules_come_to(mixes: int) -> None:
    """The whole of it, if all play the heaviest: the own turn, the playout and the utility."""
    rng, number = Rng("search", "whole"), 0
    for k in range(mixes):
        options = calm(mixed_options(rng))
        tile_tables = tile_tables_for(options)
        for match, seen in candidates(options, f"whole-{k}", 12):
            assert match.current is not None
            search = Applied(seen, 0.5)
            for choice in seen.choices[:3]:
                state = turn_of(match.current, choice, tile_tables)
                while state.end is None:
                    state = turn_of(state, heaviest(state, tile_tables), tile_tables)
                expected = by_the_rules(state, tile_tables, seen.seat, 0.5).utility
                value = search.value(choice, true_world(match.current, tile_tables), 0)
                assert value == pytest.approx(expected), (choice, match.round.events)
                number += 1
    assert number > 5 * mixes


def test_tiles_are_worth_to_a_search_what_they_score_by_the_rules() -> None:
    for set_ in (6, 9, 18):
        for double_blank in (0, 25, 50, 100):
            for blank_half in (0, 25):
                options = resolve(None, {"set": set_, "double_blank": double_blank, "blank_half": blank_half})
                tile_tables, points = tile_tables_for(options), tile_points(options)
                assert all(
                    tile_tables.score[tile_tables.local[tile]] == points[tile]
                    for tile in tile_tables.rules_tile[1:]
                )
                weights = [points[tile] for tile in tile_tables.rules_tile[1:]]
                assert weights == sorted(weights)
                hand = tile_tables.all & 0x5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A5A
                assert tile_tables.points(hand) == sum(
                    points[tile_tables.rules_tile[tile]] for tile in tile_tables.tiles(hand)
                )


@pytest.mark.parametrize("mixes", [12, pytest.param(100, marks=pytest.mark.long)])
def test_the_rooster_and_the_coach_see_each_play_as_the_rules_leave_it(mixes: int) -> None:
    """What the rooster weighs and the coach says of a play, worked out from the round after it."""
    rng, number = Rng("search", "rooster"), 0
    for k in range(mixes):
        options = calm(mixed_options(rng))
        tile_tables, rules = tile_tables_for(options), playout_rules(options)
        points = tile_points(options)
        for match, seen in candidates(options, f"rooster-{k}", 4):
            position = position_of(seen, tile_tables, rules)
            for choice in seen.choices:
                if choice.do != "play":
                    continue
                assert match.current is not None
                after = play(match.current, moves_of(seen, choice)[0])
                values = dict(
                    zip(rooster.FEATURES, rooster.features(tile_tables, rules, position, choice), strict=True)
                )
                assert values == pytest.approx(seen_after(seen, choice, after, points)), choice
                case = case_of(seen, tile_tables, rules, position, choice)
                assert case.hand_left == tile_tables.from_rules(after.hands[seen.seat])
                if after.end is None:
                    assert case.fits == tile_tables.from_rules(after.board.playable & options.tiles)
                    assert case.foot == (case.double and after.foot >= 0)
                number += 1
    assert number > 50 * mixes


def seen_after(seen: SeatView, choice: Choice, after: Round, points: tuple[int, ...]) -> dict[str, float]:
    """The rooster's features by its own words, from the round after the play."""
    options, tile = seen.options, choice.tile
    hand, double = after.hands[seen.seat], HIGH[tile] == LOW[tile]
    free = LOW[tile] if choice.suit == HIGH[tile] else HIGH[tile]
    ends = [suit for suit in range(19) if after.ends[suit]]
    opened = sum(1 << t for t in tiles_in(options.tiles) if HIGH[t] in ends or LOW[t] in ends)
    before = [suit for suit in range(19) if seen.ends[suit]]
    fitted = sum(1 << t for t in tiles_in(options.tiles) if HIGH[t] in before or LOW[t] in before)
    elsewhere = (SUIT[free] & options.tiles & ~after.board.table & ~hand).bit_count()
    own = (hand & SUIT[free]).bit_count()
    fewest = min(count for seat, count in enumerate(seen.counts) if seat != seen.seat)
    blocked_up = after.foot >= 0 or seen.foot >= 0
    fits = opened if blocked_up else after.board.playable
    values = {
        "points": points[tile],
        "double": double,
        "double cover": own if double else 0,
        "double short": max(0, options.toes - elsewhere - own) if double else 0,
        "hurry": points[tile] * max(0, 4 - fewest),
        "fitting points": sum(points[t] for t in tiles_in(hand & fits)),
        "support": 0 if double else own,
        "scarcity": 0 if double else 1 - elsewhere / (options.set + 1),
        "new suit": not double and free not in before,
        "shut": (hand & fitted & ~fits).bit_count(),
    }
    return {name: float(value) for name, value in values.items()}


BLANK = parse_tile("0-0")


def with_the_double_blank(preset: str) -> SeatView:
    """A view in which the 0-0 fits, and another tile too."""
    for seed in range(40):
        for match in random_match(resolve(preset), f"blank-{seed}", 1):
            if match.current is not None:
                seen = view(match, match.current.turn)
                tiles = {choice.tile for choice in seen.choices if choice.do == "play"}
                if BLANK in tiles and len(tiles) > 1:
                    return seen
    raise AssertionError("no such view")


@pytest.mark.parametrize(("preset", "cost"), [("montgomery", 10), ("nathan", 10), ("chickie", 0)])
def test_to_put_a_heavy_double_off_costs_a_part_of_its_points(preset: str, cost: float) -> None:
    seen = with_the_double_blank(preset)
    values = []
    for settings in (levels.SETTINGS._replace(delay=0), levels.SETTINGS):
        utility = Margin(tile_tables_for(seen.options), seen.options, seen.seat, 1.0)
        search = Search(seen, settings, utility, Random(1))
        for _ in range(3):
            search.step()
        values.append({candidate.choice: candidate.values for candidate in search.candidates})
    plain, delayed = values
    for choice, found in delayed.items():
        put_off = 0 if choice.tile == BLANK else cost
        assert found == [value - put_off for value in plain[choice]]


def test_the_yardstick_knows_no_delay() -> None:
    assert levels.SETTINGS.delay > 0 == yardsticks.FLAT100.delay


def test_a_review_blames_nobody_for_what_only_the_delay_costs() -> None:
    seen = with_the_double_blank("montgomery")
    search = levels.make_search(seen, "balanced", Rng("review", "x"))
    finish(run_search(search, Budget(40), float("inf")))
    found, blamed = hint_of(seen, search), 0
    best = next(each for each in search.candidates if each.choice == found.choice)
    for candidate in search.candidates:
        shown = candidate.mean + search.delay_of(candidate.choice)  # what the playouts show
        cost = review._verdict(0, seen, candidate.choice, found, search).cost
        assert 0 <= cost <= max(0.0, best.mean + search.delay_of(best.choice) - shown) + 1e-9
        blamed += cost < candidate.behind(best)[0] - 1e-9
    assert blamed
