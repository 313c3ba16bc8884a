"""The coach says what the farmer thinks, only what is true, and its numbers come out again."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from game.narration.coach.sentences import coach_sentence, review_data
from game.narration.localization.language import load
from game.players.coach import hints
from game.players.coach import review as coach_review
from game.players.coach.cases import Case, case_of, kept_tile
from game.players.coach.facts import compared, lighter, plain_fact
from game.players.coach.gains import PLAYOUTS, gain
from game.players.coach.hints import Hint, RankedChoice, hint, hint_of, recompute, searched_cases
from game.players.coach.reasons import ALIKE, REASONS, holds_too, reasons
from game.players.coach.review import (
    Decision,
    Review,
    Verdict,
    _verdict,
    match_review,
    review,
    turn_number,
    whose_points,
)
from game.players.levels import choose, make_search
from game.players.search.beliefs import position_of
from game.players.search.flat_monte_carlo import Budget, Search, run_search
from game.players.search.playout import RANDOM_STARTS, World, playout_rules
from game.players.search.tile_tables import tile_tables_for
from game.players.search.utility import Utility
from game.rules.errors import Reason, Values
from game.rules.match import act, start_match
from game.rules.moves import Choice, Move
from game.rules.options.declared import Options
from game.rules.options.presets import resolve
from game.rules.rng import Rng
from game.rules.round import scoring
from game.rules.tiles import HIGH, LOW, NAME, SUIT, Tile, other, parse_tile, tiles_in
from game.rules.view import SeatView, moves_of, view
from game.session.undo_history import decisions_of, past_states
from tests.players.tables import choosing, random_match, tables

TEXTS = load().table
QUICK = Budget(24)


def finished(thinking: Iterator[Any]) -> Any:
    while True:
        try:
            next(thinking)
        except StopIteration as stop:
            return stop.value


def positions(options: Options, seed: str, most: int) -> list[SeatView]:
    choosing_views = [seen for match in random_match(options, seed, 1) if (seen := choosing(match))]
    return choosing_views[:: max(1, len(choosing_views) // most)][:most]


EVERY = [(name, options) for name, options in tables() if options.players <= 4]


@pytest.mark.parametrize("most", [4, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "options"), EVERY, ids=[name for name, _ in EVERY])
def test_a_hint_is_the_farmers_play_and_all_it_says_is_true(name: str, options: Options, most: int) -> None:
    for number, seen in enumerate(positions(options, name, most)):
        seed = f"{name}-{number}"
        given: Hint = finished(hint(seen, "balanced", Rng(seed, "bot"), QUICK))
        found = choose(seen, "farmer", "balanced", Rng(seed, "bot"), QUICK)
        assert given.choice == found or given.choice.do == "play"
        for ranked in given.ranked[1:]:  # a lighter tile may be a little ahead
            is_play = ranked.choice.do == "play"
            is_heavier = points(options, ranked.choice.tile) > points(options, given.choice.tile)
            assert not is_play or ranked.behind > -1
            assert not (is_play and is_heavier) or ranked.behind >= 0
        values = recompute(seen, "balanced", given.worlds)
        for ranked in given.ranked:
            assert ranked.values == values[ranked.choice][: len(ranked.values)]
        best = given.ranked[0].values
        for ranked in given.ranked[1:]:
            pairs = [b - w for b, w in zip(best, ranked.values, strict=False)]
            assert ranked.behind == pytest.approx(sum(pairs) / len(pairs))
        assert (given.sure == "clear") == all(w.behind > 2 * w.error for w in given.ranked[1:])
        assert (
            given.reasons
            or given.sure == "only"
            or given.choice.do != "play"
            or not points(options, given.choice.tile)
        )
        for key, _ in (*given.reasons, *([given.verdict] if given.verdict else [])):
            assert key in TEXTS or (f"{key}.one" in TEXTS and f"{key}.other" in TEXTS)
        for key, values in given.reasons:
            assert TRUE[key](seen, given.choice, values), (key, values, given.choice, seen)


def points(options: Options, tile: int) -> int:
    halves = (HIGH[tile], LOW[tile])
    if options.blank_half:
        return sum(half or options.blank_half for half in halves)
    return sum(halves) or options.double_blank


def heaviest(seen: SeatView, choice: Choice, values: Any) -> bool:
    fitting = [points(seen.options, c.tile) for c in seen.choices if c.do == "play"]
    return bool(values["points"] == points(seen.options, choice.tile) == max(fitting))


def hidden(seen: SeatView, suit: int) -> int:
    laid = sum(1 << tile for tile, _ in seen.laid)
    return (seen.options.tiles & SUIT[suit] & ~laid & ~seen.hand).bit_count()


def own(seen: SeatView, choice: Choice, suit: int) -> int:
    return (seen.hand & SUIT[suit] & ~(1 << choice.tile)).bit_count()


def hidden_doubles(seen: SeatView) -> bool:
    """Whether a double is neither on the table nor in the own hand."""
    laid = {tile for tile, _ in seen.laid}
    return any(
        HIGH[tile] == LOW[tile] and tile not in laid and not seen.hand >> tile & 1
        for tile in tiles_in(seen.options.tiles)
    )


def is_double(choice: Choice) -> bool:
    return choice.tile >= 0 and HIGH[choice.tile] == LOW[choice.tile]


def near_out(seen: SeatView, choice: Choice, values: Any) -> bool:
    others = [n for seat, n in enumerate(seen.counts) if seat != seen.seat]
    return seen.counts[values["seat"]] == values["n"] == min(others) and heaviest(seen, choice, values)


def next_lacks(seen: SeatView, choice: Choice, values: Any) -> bool:
    """By its own walk: what the next seat held when it last could not play had none, and it has drawn nothing since that fits."""
    suit, seat = values["suit"], values["seat"]
    return (
        seat == (seen.seat + 1) % seen.options.players
        and suit == HIGH[choice.tile]
        and hidden(seen, suit) > 0
    )


def shut(seen: SeatView, choice: Choice, values: Any) -> bool:
    ends = seen.ends[choice.suit].bit_count()
    return ends == 1 and other(choice.tile, choice.suit) != choice.suit and not own(seen, choice, choice.suit)


def kept(seen: SeatView, choice: Choice, values: Any) -> bool:
    left = seen.hand & ~(1 << max(choice.tile, 0)) if choice.tile >= 0 else seen.hand
    return bool(0 < values["n"] <= values["all"] == left.bit_count())


def fits_then(seen: SeatView, choice: Choice, values: Any) -> bool:
    """The tile is another one of the hand, and the played tile or its foot leaves one of its numbers open."""
    tile = parse_tile(values["tile"])
    left_open = {other(choice.tile, choice.suit)} | {suit for suit, ends in enumerate(seen.ends) if ends}
    return (
        bool(seen.hand >> tile & 1) and tile != choice.tile and {HIGH[tile], LOW[tile]} & left_open != set()
    )


def unseen(seen: SeatView) -> set[Tile]:
    """The tiles that are neither on the table nor in the own hand."""
    return {*tiles_in(seen.options.tiles)} - {tile for tile, _ in seen.laid} - {*tiles_in(seen.hand)}


def no_more_toes(seen: SeatView, choice: Choice) -> bool:
    """No tile that is not on the table fits where the play leaves the table open."""
    left = {*tiles_in(seen.hand), *unseen(seen)} - {choice.tile}
    foot = HIGH[choice.tile] if is_double(choice) else HIGH[seen.foot] if seen.missing > 1 else -1
    suits = (
        {foot}
        if foot >= 0
        else {suit for suit, ends in enumerate(seen.ends) if ends} | {other(choice.tile, choice.suit)}
    )
    return not any({HIGH[tile], LOW[tile]} & suits for tile in left)


def left(seen: SeatView, choice: Choice) -> int:
    return (seen.hand & ~(1 << choice.tile)).bit_count()


def plain(seen: SeatView, choice: Choice, values: Any) -> bool:
    """No more tiles are said to fit than have a number that the played tile leaves open."""
    left_open = {other(choice.tile, choice.suit)} | {suit for suit, ends in enumerate(seen.ends) if ends}
    left = [tile for tile in tiles_in(seen.hand) if tile != choice.tile]
    fitting = [tile for tile in left if {HIGH[tile], LOW[tile]} & left_open]
    says_points = values["points"] == points(seen.options, choice.tile)
    return bool(says_points and 0 < values["n"] <= len(fitting) and values["all"] == len(left))


def holds(seen: SeatView, choice: Choice, values: Any) -> bool:
    """Whether the hand keeps `n` of the `all` tiles that the waiting double can still get."""
    keeps = choice.do != "play" and seen.missing > 0 and NAME[seen.foot] == values["tile"]
    fitting = {each.tile for each in seen.choices if each.do == "play"}
    all_left = len(fitting) + hidden(seen, values["suit"])
    return (
        keeps
        and HIGH[seen.foot] == values["suit"]
        and (values["n"], values["all"]) == (len(fitting), all_left)
        and bool(fitting)
    )


def has_dead_foot(seen: SeatView, choice: Choice, values: Any) -> bool:
    left = hidden(seen, values["suit"]) + own(seen, choice, values["suit"])
    return is_double(choice) and HIGH[choice.tile] == values["suit"] and left < seen.options.toes


def left_at_end(seen: SeatView, choice: Choice) -> tuple[int, float]:
    """The points of the own hand without the played tile, and the mean points of the smallest other hand of hidden tiles."""
    hidden_tiles = tiles_in(seen.options.tiles & ~seen.hand & ~sum(1 << tile for tile, _ in seen.laid))
    of_tile = sum(points(seen.options, tile) for tile in hidden_tiles) / len(hidden_tiles)
    fewest = min(count for seat, count in enumerate(seen.counts) if seat != seen.seat)
    return sum(
        points(seen.options, tile) for tile in tiles_in(seen.hand) if tile != choice.tile
    ), fewest * of_tile


def ends_ahead(seen: SeatView, choice: Choice, values: Any) -> bool:
    own_points, least = left_at_end(seen, choice)
    return least > own_points == values["points"] and seen.yard <= seen.options.reserve


def ends_behind(seen: SeatView, choice: Choice, values: Any) -> bool:
    own_points, least = left_at_end(seen, choice)
    return least <= own_points == values["points"] and seen.yard <= seen.options.reserve


def is_heavier(seen: SeatView, choice: Choice, values: Any) -> bool:
    tile = parse_tile(values["tile"])
    is_playable = tile in {each.tile for each in seen.choices if each.do == "play"}
    return is_playable and points(seen.options, tile) > points(seen.options, choice.tile)


def fits_there_too(seen: SeatView, choice: Choice, values: Any) -> bool:
    return choice.suit != values["suit"] and choice._replace(suit=values["suit"]) in seen.choices


def is_as_heavy(seen: SeatView, choice: Choice, values: Any) -> bool:
    tile = parse_tile(values["tile"])
    is_playable = tile in {each.tile for each in seen.choices if each.do == "play"}
    is_other = tile != choice.tile
    return is_playable and is_other and points(seen.options, tile) == points(seen.options, choice.tile)


def best_opened_elsewhere(seen: SeatView, choice: Choice) -> int:
    """The most tiles that the hand keeps of another number that a play would open."""
    opened = [
        own(seen, play, other(play.tile, play.suit))
        for play in seen.choices
        if play.suit >= 0 and not is_double(play) and not seen.ends[other(play.tile, play.suit)]
        if other(play.tile, play.suit) != other(choice.tile, choice.suit)
    ]
    return max(opened, default=0)


def most_own_toes_elsewhere(seen: SeatView, choice: Choice) -> int:
    """The most toes that the hand has for another double that fits."""
    doubles = {each.tile for each in seen.choices if is_double(each)} - {choice.tile}
    return max((own(seen, Choice("play", tile), HIGH[tile]) for tile in doubles), default=0)


def plays_of(seen: SeatView, tile: str) -> list[Choice]:
    return [each for each in seen.choices if each.tile == parse_tile(tile)]


def heavier_than(seen: SeatView, choice: Choice) -> list[Choice]:
    """The plays of tiles with more points."""
    points = scoring.tile_points(seen.options)
    return [each for each in seen.choices if each.do == "play" and points[each.tile] > points[choice.tile]]


def cases_of(seen: SeatView) -> list[Case]:
    """The case of every choice in a view."""
    tile_tables, rules = tile_tables_for(seen.options), playout_rules(seen.options)
    position = position_of(seen, tile_tables, rules)
    return [case_of(seen, tile_tables, rules, position, choice) for choice in seen.choices]


def most_fitting(seen: SeatView, plays: list[Choice]) -> int:
    """How many tiles of the hand fit after that of the plays after which most do."""
    return max(case.fitting for case in cases_of(seen) if case.choice in plays)


def joined(seen: SeatView, choice: Choice, values: Any) -> tuple[int, int]:
    """How many other tiles of the hand share a number with the heavier tile, and with the advised one."""
    heavier, own = (
        sum(
            bool({HIGH[tile], LOW[tile]} & {HIGH[each], LOW[each]})
            for tile in tiles_in(seen.hand)
            if tile != each
        )
        for each in (parse_tile(values["tile"]), choice.tile)
    )
    return heavier, own


TRUE: dict[str, Callable[[SeatView, Choice, Any], bool]] = {
    "coach.reason.out": lambda seen, choice, values: seen.hand == 1 << choice.tile,
    "coach.reason.double-blank": lambda seen, choice, values: (
        choice.tile == parse_tile("0-0") and values["points"] == points(seen.options, choice.tile)
    ),
    "coach.reason.dear-fits": lambda seen, choice, values: (
        values["points"] == points(seen.options, parse_tile(values["tile"])) >= 25
        and fits_then(seen, choice, values)
    ),
    "coach.reason.stops": lambda seen, choice, values: (
        is_double(choice)
        and (HIGH[choice.tile], NAME[choice.tile]) == (values["suit"], values["tile"])
        and seen.counts[values["seat"]] == 1
        and values["seat"] != seen.seat
        and hidden(seen, values["suit"]) > 0
        and [each.tile for each in seen.choices if each.do == "play" and is_double(each)][:1] == [choice.tile]
    ),
    "coach.reason.danger": near_out,
    "coach.reason.hard-foot": next_lacks,
    "coach.reason.ends-round": lambda seen, choice, values: (
        has_dead_foot(seen, choice, values) and ends_ahead(seen, choice, values)
    ),
    "coach.reason.ends-round-behind": lambda seen, choice, values: (
        has_dead_foot(seen, choice, values) and ends_behind(seen, choice, values)
    ),
    "coach.reason.ends-round-draws": lambda seen, choice, values: (
        seen.yard > seen.options.reserve and has_dead_foot(seen, choice, values)
    ),
    "coach.reason.dead-foot": lambda seen, choice, values: (
        is_double(choice) and HIGH[choice.tile] == values["suit"] and hidden(seen, values["suit"]) == 0
    ),
    "coach.reason.scarce": lambda seen, choice, values: (
        is_double(choice)
        and HIGH[choice.tile] == values["suit"]
        and hidden(seen, values["suit"]) == values["n"]
    ),
    "coach.reason.points": heaviest,
    "coach.reason.points-alone": lambda seen, choice, values: (
        {each.tile for each in seen.choices if each.do == "play"} == {choice.tile}
        and values["points"] == points(seen.options, choice.tile)
    ),
    "coach.reason.own-toes": lambda seen, choice, values: (
        is_double(choice)
        and HIGH[choice.tile] == values["suit"]
        and own(seen, choice, values["suit"]) == values["n"] > most_own_toes_elsewhere(seen, choice)
        and values["tile"] == NAME[choice.tile]
    ),
    "coach.reason.completes": lambda seen, choice, values: (
        seen.missing == 1
        and NAME[seen.foot] == values["tile"]
        and {each.tile for each in seen.choices if each.do == "play"} == {choice.tile}
    ),
    "coach.reason.blocks": lambda seen, choice, values: (
        no_more_toes(seen, choice) and ends_ahead(seen, choice, values)
    ),
    "coach.reason.blocks-behind": lambda seen, choice, values: (
        no_more_toes(seen, choice) and ends_behind(seen, choice, values)
    ),
    "coach.reason.blocks-draws": lambda seen, choice, values: (
        no_more_toes(seen, choice) and seen.yard > seen.options.reserve
    ),
    "coach.reason.keeps": kept,
    "coach.reason.keeps-tile": fits_then,
    "coach.reason.opens": lambda seen, choice, values: (
        other(choice.tile, choice.suit) == values["suit"]
        and not seen.ends[values["suit"]]
        and own(seen, choice, values["suit"]) == values["n"] >= 2
        and values["n"] > best_opened_elsewhere(seen, choice)
    ),
    "coach.reason.closes": shut,
    "coach.reason.late-double": lambda seen, choice, values: (
        [other for other in seen.choices if is_double(other)] == [choice]
        and HIGH[choice.tile] == values["suit"]
    ),
    "coach.reason.holds-toes": holds,
    "coach.reason.holds-all-toes": lambda seen, choice, values: (
        holds(seen, choice, values) and hidden(seen, values["suit"]) == 0
    ),
    "coach.reason.saves-draw": lambda seen, choice, values: (
        choice.do == "pass" and seen.yard > seen.options.reserve
    ),
    "coach.reason.waits": lambda seen, choice, values: choice.do == "draw",
    "coach.reason.waits-double": lambda seen, choice, values: (
        choice.do == "draw" and seen.foot < 0 and hidden_doubles(seen)
    ),
    "coach.fact-all": lambda seen, choice, values: plain(
        seen, choice, values | {"n": left(seen, choice), "all": left(seen, choice)}
    ),
    "coach.fact-last": lambda seen, choice, values: (
        left(seen, choice) == 1 and plain(seen, choice, values | {"n": 1, "all": 1})
    ),
    "coach.fact-points": lambda seen, choice, values: values["points"] == points(seen.options, choice.tile),
    "coach.fact-alike": lambda seen, choice, values: (
        is_as_heavy(seen, choice, values) and values["points"] == points(seen.options, choice.tile)
    ),
    "coach.fact-tried": lambda seen, choice, values: is_as_heavy(seen, choice, values) and values["n"] > 1,
    "coach.fact-alike-there": lambda seen, choice, values: (
        fits_there_too(seen, choice, values) and values["points"] == points(seen.options, choice.tile)
    ),
    "coach.fact-tried-there": lambda seen, choice, values: (
        fits_there_too(seen, choice, values) and values["n"] > 1
    ),
    "coach.fact-lighter-tried": lambda seen, choice, values: (
        is_heavier(seen, choice, values) and values["n"] > 1
    ),
    "coach.fact-lighter-fits": lambda seen, choice, values: (
        is_heavier(seen, choice, values)
        and values["n"] == most_fitting(seen, [choice])
        and values["n"] > values["fewer"] == most_fitting(seen, plays_of(seen, values["tile"]))
    ),
    "coach.fact-lighter-fits-any": lambda seen, choice, values: (
        values["n"] == most_fitting(seen, [choice])
        and values["n"] > values["fewer"] == most_fitting(seen, heavier_than(seen, choice))
        and len({each.tile for each in heavier_than(seen, choice)}) > 1
    ),
    "coach.fact-lighter-numbers": lambda seen, choice, values: (
        is_heavier(seen, choice, values)
        and (values["n"], values["fewer"])
        == tuple(
            len({half for tile in tiles_in(seen.hand) if tile != gone for half in (HIGH[tile], LOW[tile])})
            for gone in (choice.tile, parse_tile(values["tile"]))
        )
    ),
    "coach.fact-lighter-joins": lambda seen, choice, values: (
        is_heavier(seen, choice, values)
        and values["own"] == NAME[choice.tile]
        and joined(seen, choice, values) == (values["n"], values["fewer"])
        and values["n"] > values["fewer"] > 0
    ),
    "coach.fact-lighter-joins-any": lambda seen, choice, values: (
        is_heavier(seen, choice, values)
        and values["own"] == NAME[choice.tile]
        and joined(seen, choice, values) == (values["n"], 0)
    ),
    "coach.fact-lighter-opens": lambda seen, choice, values: (
        is_heavier(seen, choice, values)
        and {other(play.tile, play.suit) for play in plays_of(seen, values["tile"])} == {values["suit"]}
        and not seen.ends[values["suit"]]
        and hidden(seen, values["suit"]) == values["n"] > values["fewer"]
        and values["fewer"] == hidden(seen, int(values["other"].key.partition(".")[2]))
    ),
    "coach.fact-lighter-foot": lambda seen, choice, values: (
        is_heavier(seen, choice, values)
        and values["tile"] == f"{values['suit']}-{values['suit']}"
        and not seen.hand & SUIT[values["suit"]] & ~(1 << parse_tile(values["tile"]))
    ),
    "coach.reason.keeps-drawn": lambda seen, choice, values: choice.do == "pass",
}


def test_the_first_two_true_reasons_are_given() -> None:
    options, most, moved = resolve("montgomery", {}, 4), 0, 0
    for seen in positions(options, "reasons", 60):
        cases = cases_of(seen)
        for number, case in enumerate(cases):
            others = cases[:number] + cases[number + 1 :]
            true = [key for key, reason in REASONS.items() if reason(case, others) is not None]
            told = [key for key, _ in reasons(case, others)]
            groups = [ALIKE.get(key, key) for key in true]
            first = [
                key for n, key in enumerate(true) if groups[n] not in groups[:n]
            ]  # the points are named once
            if any(other.tile == case.tile != 0 for other in others):  # at another end
                assert set(told) <= set(first) and len(told) == min(2, len(first))
                moved += told != first[:2]
            else:
                assert told == first[:2]
            most = max(most, len(true))
    assert most > 3 and moved > 3


def test_a_reason_for_a_place_comes_before_one_for_every_place() -> None:
    options, found = resolve("montgomery", {}, 4), 0
    for seen in (seen for number in range(8) for seen in positions(options, f"place {number}", 100)):
        cases = cases_of(seen)
        for case in cases:
            others = [other for other in cases if other is not case]
            twins = [other for other in others if other.tile == case.tile != 0]
            told = reasons(case, others)
            if len(told) == 2 and twins:
                everywhere = [
                    any(
                        holds_too(reason, twin, [each for each in cases if each is not twin])
                        for twin in twins
                    )
                    for reason in told
                ]
                assert everywhere == sorted(everywhere)
                found += everywhere == [False, True]
    assert found > 3


def test_only_one_move_can_keep_more_tiles_playable_than_every_other() -> None:
    options, keeps, told = resolve("montgomery", {}, 4), REASONS["coach.reason.keeps"], 0
    for seen in positions(options, "keeps", 60):
        cases = cases_of(seen)
        found = [keeps(case, cases[:number] + cases[number + 1 :]) for number, case in enumerate(cases)]
        assert sum(values is not None for values in found) <= 1
        said = [(case.choice.do, values["n"]) for case, values in zip(cases, found, strict=True) if values]
        assert all(do == "play" and n != 1 for do, n in said), "one tile of many is no reason"
        told += any(found)
    assert told > 10


def test_a_double_closes_no_number() -> None:
    options, closes, cases = resolve("montgomery", {}, 4), REASONS["coach.reason.closes"], 0
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    for seen in positions(options, "closed", 400):
        for choice in seen.choices:
            is_last_end = choice.do == "play" and choice.suit >= 0 and seen.ends[choice.suit].bit_count() == 1
            if is_last_end and is_double(choice) and not own(seen, choice, choice.suit):
                position = position_of(seen, tile_tables, rules)
                assert closes(case_of(seen, tile_tables, rules, position, choice), []) is None
                cases += 1
    assert cases > 2


def test_the_tile_that_a_move_alone_keeps_playable_is_named() -> None:
    options, keeps, told, silent = resolve("montgomery", {}, 4), REASONS["coach.reason.keeps-tile"], 0, 0
    tile_tables = tile_tables_for(options)
    for seen in positions(options, "keeps a tile", 60):
        cases = cases_of(seen)
        found = [keeps(case, cases[:number] + cases[number + 1 :]) for number, case in enumerate(cases)]
        assert len({case.tile for case, values in zip(cases, found, strict=True) if values}) <= 1
        for number, values in enumerate(found):
            if values is None:
                others = cases[:number] + cases[number + 1 :]
                silent += bool(kept_tile(cases[number], others) and others)
                continue
            bit = tile_tables.bit[tile_tables.local[parse_tile(str(values["tile"]))]]
            after = [bool(one.fits & bit and one.hand_left & bit) for one in cases]
            assert [n for n, fits in enumerate(after) if fits] == [number]
            told += 1
    assert told > 10 and silent > 0


def test_the_danger_that_is_named_is_the_seat_with_the_fewest_tiles() -> None:
    options = resolve("montgomery", {}, 4)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    danger, named = REASONS["coach.reason.danger"], set[int]()
    for seen in positions(options, "danger", 30):
        position = position_of(seen, tile_tables, rules)
        nearest, second = (seen.seat + 1) % 4, (seen.seat + 2) % 4
        for first, further in ((nearest, second), (second, nearest)):
            counts = [3 if seat == further else 2 if seat == first else 9 for seat in range(4)]
            told = seen._replace(counts=tuple(counts))
            for choice in seen.choices:
                values = danger(case_of(told, tile_tables, rules, position, choice), ())
                if values:
                    assert (values["n"], values["seat"]) == (2, first)
                    named.add(first)
    assert named == {0, 1, 2, 3}


def test_the_own_hand_is_no_danger() -> None:
    options = resolve("montgomery", {}, 4)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    danger, told = REASONS["coach.reason.danger"], 0
    for seen in positions(options, "danger", 30):
        position = position_of(seen, tile_tables, rules)
        for choice in seen.choices:
            values: list[Any] = []
            for of_others in (9, 3):  # the person has fewer than anybody
                counts = [1 if seat == seen.seat else of_others for seat in range(4)]
                case = case_of(seen._replace(counts=tuple(counts)), tile_tables, rules, position, choice)
                values.append(danger(case, ()))
            assert values[0] is None
            if values[1]:
                assert values[1]["n"] == 3 and values[1]["seat"] != seen.seat
                told += 1
    assert told > 5


def test_no_reason_for_a_draw_or_a_pass_speaks_of_a_played_tile() -> None:
    options, cases = resolve("montgomery", {}, 4), 0
    for seen in positions(options, "held back", 60):
        made = cases_of(seen)
        for case in made:
            if case.choice.do == "play":
                continue
            others = [other for other in made if other is not case]
            true = {key for key, reason in REASONS.items() if reason(case, others) is not None}
            assert true <= {
                f"coach.reason.{name}"
                for name in (
                    "saves-draw",
                    "holds-all-toes",
                    "holds-toes",
                    "waits",
                    "waits-double",
                    "keeps-drawn",
                    "keeps",
                )
            }
            cases += 1
    assert cases > 10


# When a reason with a limit is given. The numbers are those of the sentences, and not the coach's constants.
GIVEN: dict[str, Callable[[SeatView, Choice, Case], object]] = {
    "coach.reason.ends-round": lambda seen, choice, case: (
        case.foot
        and not seen.yard
        and hidden(seen, HIGH[choice.tile]) + own(seen, choice, HIGH[choice.tile]) < 3
        and left_at_end(seen, choice)[1] > left_at_end(seen, choice)[0]
    ),
    "coach.reason.scarce": lambda seen, choice, case: (
        case.foot and 1 <= hidden(seen, HIGH[choice.tile]) < seen.options.toes
    ),
    "coach.reason.points": lambda seen, choice, case: (
        choice.do == "play"
        and len(fitting := {each.tile for each in seen.choices if each.do == "play"}) > 1
        and points(seen.options, choice.tile) >= 10
        and all(
            points(seen.options, tile) < points(seen.options, choice.tile) for tile in fitting - {choice.tile}
        )
    ),
    "coach.reason.opens": lambda seen, choice, case: (
        choice.suit >= 0
        and not is_double(choice)
        and not seen.ends[other(choice.tile, choice.suit)]
        and own(seen, choice, other(choice.tile, choice.suit)) >= 2
        and own(seen, choice, other(choice.tile, choice.suit)) > best_opened_elsewhere(seen, choice)
    ),
    "coach.reason.own-toes": lambda seen, choice, case: (
        case.foot
        and own(seen, choice, HIGH[choice.tile]) > most_own_toes_elsewhere(seen, choice)
        and hidden(seen, HIGH[choice.tile]) + own(seen, choice, HIGH[choice.tile]) >= 3
    ),
    "coach.reason.danger": lambda seen, choice, case: (
        choice.do == "play"
        and min(count for seat, count in enumerate(seen.counts) if seat != seen.seat) <= 3
        and heaviest(seen, choice, {"points": points(seen.options, choice.tile)})
        and not any(
            is_as_heavy(seen, choice, {"tile": NAME[each.tile]}) for each in seen.choices if each.do == "play"
        )
    ),
}


@pytest.mark.parametrize("key", GIVEN)
def test_a_reason_is_given_whenever_it_is_true(key: str) -> None:
    options, given = resolve("montgomery", {}, 4), set[bool]()
    for number in range(4):
        for seen in positions(options, f"{key} {number}", 1000):
            cases = cases_of(seen)
            for case in cases:
                others = [other for other in cases if other is not case]
                is_true = bool(GIVEN[key](seen, case.choice, case))
                assert (REASONS[key](case, others) is not None) is is_true, (key, case.choice, seen)
                given.add(is_true)
    assert given == {True, False}


def test_all_that_is_said_of_a_lighter_tile_is_true() -> None:
    """Also of tiles that no hint would advise, so that every sentence comes up."""
    options, said = resolve("montgomery", {}, 4), set[str]()
    for number in range(4):
        for seen in positions(options, f"lighter {number}", 1000):
            cases = cases_of(seen)
            for case in cases:
                also = [each for each in cases if each.choice in heavier_than(seen, case.choice)]
                if not case.tile or not also:
                    continue
                heaviest_tile = max(also, key=lambda each: points(options, each.choice.tile)).tile
                plays = [also.pop(n) for n in reversed(range(len(also))) if also[n].tile == heaviest_tile]
                reason = lighter(case, plays, also)
                if reason:
                    assert TRUE[reason.key](seen, case.choice, reason.values), (reason, seen)
                    said.add(reason.key.removeprefix("coach.fact-lighter-"))
    assert said == {"fits", "fits-any", "foot", "opens", "numbers", "joins", "joins-any"}


def test_every_reason_has_a_check() -> None:
    assert {
        *REASONS,
        *(
            f"coach.fact{which}"
            for which in (
                "-all",
                "-last",
                "-points",
                "-alike",
                "-alike-there",
                "-tried",
                "-tried-there",
                "-lighter-tried",
                "-lighter-fits",
                "-lighter-fits-any",
                "-lighter-foot",
                "-lighter-opens",
                "-lighter-numbers",
                "-lighter-joins",
                "-lighter-joins-any",
            )
        ),
    } == set(TRUE)


def test_a_suit_said_to_be_missing_at_the_next_seat_is_missing() -> None:
    """Whatever the beliefs would let the coach say of the next seat's hand holds in the real one."""
    options = resolve(None, {"hand_size": 7}, 4)
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    said = 0
    for number in range(12):
        for match in random_match(options, f"lacks-{number}", 1):
            seen = choosing(match)
            if seen is None:
                continue
            position = position_of(seen, tile_tables, rules)
            for choice in seen.choices:
                values: Any = REASONS["coach.reason.hard-foot"](
                    case_of(seen, tile_tables, rules, position, choice), ()
                )
                if values is not None:
                    said += 1
                    assert not match.round.hands[values["seat"]] & SUIT[values["suit"]]
    assert said > 0


def other_rng(seen: SeatView) -> Rng:
    """The random numbers of a hint that nobody asked for."""
    return Rng(f"{len(seen.events)}", "hint")


def played_round(options: Options, seed: str, worst: bool) -> Review:
    """The review of the decisions of seat 0, see `played_decisions`."""
    decisions, last = played_decisions(options, seed, worst)
    found: Review = finished(review(decisions, last, Rng(seed, "review"), other_rng, Budget(40)))
    return found


def played_decisions(options: Options, seed: str, worst: bool) -> tuple[list[Decision], SeatView]:
    """Seat 0 plays the best or the worst that a quick search finds; the others play like hens. And the view of the round's end."""
    match = start_match(options, seed)
    decisions = []
    while match.current is not None:
        seen = view(match, match.current.turn)
        choice = seen.choices[0]
        if len(seen.choices) > 1:
            choice = choose(seen, "hen", "balanced", Rng(seed, "hen"))
            if seen.seat == 0:
                given = finished(hint(seen, "balanced", Rng(seed, "hint"), QUICK))
                choice = given.ranked[-1 if worst else 0].choice
                decisions.append(Decision(seen, choice, match.round.hands, match.round.yard))
        match = act(match, moves_of(seen, choice)[0])
    return decisions, view(match, 0)


def test_the_margin_of_a_review_is_over_the_mean_of_the_others() -> None:
    match = start_match(resolve(None, {"hand_size": 7}, 4), "margin")
    while match.current is not None:
        seen = view(match, match.current.turn)
        match = act(match, moves_of(seen, choose(seen, "hen", "balanced", Rng("margin", "hen")))[0])
    last = view(match, 0)
    assert last.end is not None
    own, *others = last.end.scores
    assert len(others) == 3 and any(others)
    assert finished(review([], last, Rng("margin", "review"), other_rng)).margin == pytest.approx(
        sum(others) / 3 - own
    )


def test_a_review_adds_up_and_tells_good_play_from_bad() -> None:
    options = resolve(None, {"hand_size": 7}, 4)
    good = [played_round(options, f"round-{k}", worst=False) for k in range(6)]
    bad = [played_round(options, f"round-{k}", worst=True) for k in range(6)]
    for played in (*good, *bad):
        assert played.margin == pytest.approx(played.deal - played.cost + played.rest)
        assert len(played.worst) <= 3
        assert all(verdict.cost >= 0 for verdict in played.verdicts)
        for verdict in played.worst:
            assert verdict.choice != verdict.hint.choice
            assert verdict.line.values["points"] == verdict.points == round(verdict.cost) >= 1
        assert played.cost == pytest.approx(sum(verdict.cost for verdict in played.mistakes))
    assert sum(played.cost for played in bad) > 3 * sum(played.cost for played in good)
    assert sum(len(played.worst) for played in bad) > sum(len(played.worst) for played in good)
    told = match_review(bad, True).values["choices"]
    assert isinstance(told, Reason)
    assert told.values["good"] == sum(played.made - len(played.mistakes) for played in bad)


def test_what_a_hint_advises_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review searches longer than a hint, so the two can disagree."""
    options, seeds = resolve(None, {"hand_size": 7}, 4), [f"round-{k}" for k in range(6)]
    seed = next(seed for seed in seeds if len(played_round(options, seed, worst=True).mistakes) > 1)
    blamed = played_round(options, seed, worst=True)
    first, *rest = [verdict.choice for verdict in blamed.mistakes]
    assert first not in rest

    def advice(seen: SeatView, style: str, rng: Rng) -> Iterator[None]:
        assert (style, rng.random()) == ("balanced", other_rng(seen).random())
        yield
        return Hint(first, "clear", (), (), ())  # type: ignore[return-value]  # the value of the generator

    monkeypatch.setattr(coach_review, "find_hint", advice)
    spared = played_round(options, seed, worst=True)
    assert [verdict.choice for verdict in spared.mistakes] == rest
    assert spared.points == blamed.points - blamed.mistakes[0].points


def test_what_would_have_gained_nothing_as_the_tiles_lay_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who blocks the last tile of an opponent, and sees it lie there afterwards, believes in no mistake."""
    options, seeds = resolve(None, {"hand_size": 7}, 4), [f"round-{k}" for k in range(6)]
    monkeypatch.setattr(coach_review, "gain", lambda *_: 2.5)
    seed = next(seed for seed in seeds if len(played_round(options, seed, worst=True).mistakes) > 1)
    first, *rest = [verdict.choice for verdict in played_round(options, seed, worst=True).mistakes]
    assert first not in rest

    def as_it_lay(seen: SeatView, search: Any, better: Choice, made: Choice, world: World) -> float:
        position, union = search.position, 0
        for hand in (*world.hands, *world.yard):
            assert not union & hand
            union |= hand
        assert union == position.off_table and world.hands[seen.seat] == position.hand
        assert [hand.bit_count() for hand in world.hands] == list(seen.counts)
        assert {better, made} <= {*seen.choices} and better != made
        return 2.4 if made == first else 2.5

    monkeypatch.setattr(coach_review, "gain", as_it_lay)
    assert [verdict.choice for verdict in played_round(options, seed, worst=True).mistakes] == rest


def test_a_gain_is_counted_in_one_world_with_many_playouts() -> None:
    options, signs = resolve("montgomery", {}, 4), set[bool]()
    for number, seen in enumerate(positions(options, "gain", 40)):
        search = make_search(seen, "balanced", Rng(f"{number}", "coach"))
        world = search.sampler.world(search.random)
        better, *_, made = seen.choices
        values = [
            search._value_without_delay(each, world, start) for each in (better, made) for start in STARTS
        ]
        half = len(STARTS)
        assert gain(seen, search, better, made, world) == pytest.approx(
            (sum(values[:half]) - sum(values[half:])) / half
        )
        assert gain(seen, search, made, better, world) == -gain(seen, search, better, made, world)
        signs.add(gain(seen, search, better, made, world) > 0)
    assert signs == {True, False}


def test_the_weight_of_a_tile_is_no_reason_for_another_place_of_it() -> None:
    options, found = resolve("montgomery", {}, 4), 0
    for seen in positions(options, "two places", 200):
        cases = cases_of(seen)
        for case in cases:
            for own in (own for own in cases if own is not case and own.tile == case.tile != 0):
                rest = [other for other in cases if other is not own]
                values = REASONS["coach.reason.points"](case, [other for other in cases if other is not case])
                if values:
                    found += 1
                    assert holds_too(Reason("coach.reason.points", values), own, rest)
    assert found > 5


def test_a_review_of_a_round_that_is_not_over_is_refused() -> None:
    seen = view(start_match(resolve(None, {}, 4), "open"), 0)
    with pytest.raises(ValueError):
        finished(review([], seen, Rng("x", "y"), other_rng))


STARTS = range(0, RANDOM_STARTS, RANDOM_STARTS // PLAYOUTS)
NINES = Choice("play", parse_tile("9-0"), 9)
DRAW, PASS, CENTRE = Choice("draw"), Choice("pass"), Choice("play", parse_tile("9-9"))


ONE_WAY = Verdict(0, DRAW, Hint(DRAW, "only", (), (RankedChoice(DRAW, 0.0, 0.0, ()),), ()), 0.0, 0.0)


def verdict(cost: float, choice: Choice = DRAW, better: Choice = NINES, error: float = 0.1) -> Verdict:
    """A verdict on a choice that is `cost` points behind `better`."""
    ranked = (RankedChoice(better, 0.0, 0.0, (0.0,)), RankedChoice(choice, cost, error, (-cost,)))
    return Verdict(0, choice, Hint(better, "clear", (), ranked, ()), cost, error, 7)


def test_a_heavier_tile_is_advised_if_a_lighter_one_has_no_visible_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the hint says in how many trials the lighter one was better."""
    options, kinds = resolve("montgomery", {}, 4), set[str]()
    monkeypatch.setattr(hints, "reasons", lambda *_: [])
    monkeypatch.setattr(hints, "lighter", lambda *_: None)
    for seen in positions(options, "unseen", 60):
        search = make_search(seen, "balanced", Rng("unseen", "coach"))
        finished(run_search(search, Budget(30), 0.0))
        found = hints.hint_of(seen, search)
        heavier = hints._heavier(found, seen)
        given = finished(hint(seen, "balanced", Rng("unseen", "coach"), Budget(30)))
        if heavier and given.choice == heavier.choice:
            assert heavier.behind < 2.5 and given.verdict is None
            kinds.add("heavier")
        elif heavier:
            assert given.reasons == (
                Reason(
                    "coach.fact-lighter-tried",
                    {"tile": NAME[heavier.choice.tile], "n": len(heavier.values)},
                ),
            )
            kinds.add("lighter")
    assert kinds == {"heavier", "lighter"}


def test_the_only_double_that_fits_stops_a_seat_with_one_tile() -> None:
    options, found = resolve("montgomery", {}, 4), set[tuple[bool, bool]]()
    for seen in positions(options, "stops", 200):
        next_seat = (seen.seat + 1) % 4
        for count in (1, 2):
            counts = tuple(count if seat == next_seat else 5 for seat in range(4))
            cases = [case._replace(view=case.view._replace(counts=counts)) for case in cases_of(seen)]
            doubles = {case.tile for case in cases if case.foot}
            for case in (case for case in cases if case.foot and case.hidden_free):
                values = REASONS["coach.reason.stops"](case, [other for other in cases if other is not case])
                is_so = count == 1 and len(doubles) == 1
                assert values == (
                    {"seat": next_seat, "suit": HIGH[case.choice.tile], "tile": NAME[case.choice.tile]}
                    if is_so
                    else None
                )
                found.add((count == 1, len(doubles) == 1))
    assert len(found) == 4


def test_who_has_no_toe_for_an_advised_double_is_told() -> None:
    """Unless the round ends, or the reason is about the foot."""
    options, found = resolve("montgomery", {}, 4), set[bool]()
    points_told, foot = Reason("coach.reason.points", {}), Reason("coach.reason.scarce", {})
    for seen in positions(options, "toes", 400):
        for case in cases_of(seen):
            suit = HIGH[case.choice.tile]
            lacks = (
                is_double(case.choice) and case.foot and not own(seen, case.choice, suit) and not case.blocks
            )
            found.add(bool(lacks))
            told = (Reason("coach.no-toes", {"suit": suit}),) if lacks else ()
            assert caveats(case, [], [points_told]) == caveats(case, [], []) == told
            assert caveats(case, [], [foot, points_told]) == ()
    assert found == {True, False}


def caveats(case: Case, others: list[Case], why: list[Reason]) -> tuple[Reason, ...]:
    """What may worry who follows a hint, but that of a dear tile."""
    found = hints._caveat(case, others, why)
    return tuple(reason for reason in found if reason.key != "coach.dear-waits")


def test_a_hint_says_that_a_dear_tile_fits_after_no_move() -> None:
    """Four newcomers wondered why a hint did not care about their 0-0."""
    options, found = resolve(None, {}, 4), set[bool]()
    blank, said = parse_tile("0-0"), Reason("coach.dear-waits", {"tile": "0-0"})
    fits_then = tile_tables_for(options).bit[tile_tables_for(options).local[blank]]
    for seen in positions(options, "dear", 1000):
        cases = cases_of(seen)
        waits = blank in tiles_in(seen.hand) and not any(case.fits & fits_then for case in cases)
        for case in cases:
            others = [each for each in cases if each is not case]
            is_said = said in hints._caveat(case, others, [])
            assert not is_said or waits, (seen, case.choice)
            if case.choice.do == "play" and not case.foot and not case.blocks:
                assert is_said == waits, (seen, case.choice)
                found.add(waits)
    assert found == {True, False}


def test_a_fact_that_holds_for_another_play_names_it() -> None:
    """Not what both do, but how good the other is: another tile with as many points, or the same one elsewhere."""
    options, found = resolve("montgomery", {}, 4), set[str]()
    for seen in positions(options, "as heavy", 300):
        search = make_search(seen, "balanced", Rng("as heavy", "coach"))
        cases = searched_cases(seen, search)
        for play in [choice for choice in seen.choices if choice.do == "play"]:
            case = cases[play]
            if [fact.key for fact in plain_fact(case)] != ["coach.fact-points"]:
                continue
            others = [choice for choice in seen.choices if choice != play]
            for behind in (0.0, 5.0):
                ranked = (
                    RankedChoice(play, 0.0, 0.0, ()),
                    *(RankedChoice(each, behind, 1.0, (1.0,) * 9) for each in others),
                )
                (fact,) = hints._facts(seen, Hint(play, "equal", (), ranked, ()), case)
                name = fact.key.removeprefix("coach.fact-")
                found.add(name)
                if name == "points":
                    heavy = [
                        each
                        for each in others
                        if each.do == "play" and points(options, each.tile) == points(options, play.tile)
                    ]
                    assert not heavy
                else:
                    assert name.startswith("tried" if behind else "alike")
                    assert fact.values.get("n", 9) == 9
                    is_true = fits_there_too if name.endswith("-there") else is_as_heavy
                    assert is_true(seen, play, fact.values)
    assert found == {"points", "alike", "tried", "alike-there", "tried-there"}


def test_a_hint_says_one_reason_or_how_sure_the_coach_is() -> None:
    four = Choice("play", parse_tile("9-4"), 9)
    best, other, drawn = (
        RankedChoice(each, points, 0.1, ()) for each, points in ((NINES, 0.0), (four, 5.0), (DRAW, 7.0))
    )
    why = (Reason("coach.reason.out", {}), Reason("coach.reason.blocks", {}))
    given = Hint(NINES, "clear", why, (best, other, drawn), ())
    assert given.told == (why[0],)
    assert given._replace(caveat=why[1:]).told == why
    no_toes = Reason("coach.no-toes", {"suit": 9})
    assert given._replace(caveat=(no_toes,)).told == (why[0], no_toes)
    fact = given._replace(reasons=(Reason("coach.fact-lighter-joins", {}),), caveat=(no_toes,))
    assert fact.told == (fact.verdict, no_toes)
    assert given.verdict and given._replace(reasons=()).told == (given.verdict,)
    only = given._replace(ranked=(best, drawn))
    assert only.told == only.only_tile, "nothing else fits"
    to_draw = only._replace(choice=DRAW, ranked=(drawn._replace(behind=0.0), best._replace(behind=7.0)))
    assert to_draw.told == (*to_draw.only_tile, why[0]), "why not to play it"
    passing = RankedChoice(PASS, 7.0, 0.1, ())
    just_drawn = only._replace(ranked=(best, passing))
    assert just_drawn.told == (Reason("coach.sure.pass", {"points": 7}),), "why not to keep it"
    assert just_drawn._replace(ranked=(best, passing._replace(behind=2.0))).told == only.only_tile
    two_places = given._replace(ranked=(best, best._replace(choice=NINES._replace(suit=0), behind=5.0)))
    assert two_places.told == (*two_places.only_tile, why[0]), "why there"


def test_a_hint_claims_nothing_if_another_choice_may_be_as_good() -> None:
    """A choice is clearly worse if it is more than two standard errors behind, and no equal if it is two points behind.

    Two and a half are worth saying.
    """
    four, five = (Choice("play", parse_tile(tile), 9) for tile in ("9-4", "9-5"))
    behind = ((NINES, 0), (four, 1.0), (CENTRE, 1.0), (five, 2.51))
    ranked = tuple(RankedChoice(choice, points, 0.5, ()) for choice, points in behind)
    given = Hint(NINES, "equal", (), ranked, ())
    assert given.verdict is None and given._replace(ranked=(ranked[0], *ranked[2:])).verdict is None
    drawn = RankedChoice(DRAW, 0.0, 0.5, ())
    assert given._replace(ranked=(ranked[0], drawn)).verdict is None
    best = Reason("coach.sure.clear-other", {"points": 3})
    assert given._replace(ranked=(ranked[0], drawn, ranked[3])).verdict == best, "nobody asks for a draw"
    far = tuple(
        one._replace(behind=points, error=2.0) for one, points in zip(ranked, (0, 1.9, 2.5), strict=False)
    )
    assert given._replace(ranked=far).verdict is None
    assert given._replace(ranked=far[::2]).verdict == Reason("coach.sure.likely-other", {"points": 2})


@pytest.mark.parametrize(("ahead", "lighter"), [(0.0, False), (0.9, False), (1.0, True), (5.0, True)])
def test_a_lighter_tile_is_advised_only_if_it_is_a_point_better(ahead: float, lighter: bool) -> None:
    """Why the heavier one is good, everybody sees."""
    options = resolve("montgomery", {}, 4)
    seen = next(
        seen
        for seen in positions(options, "lighter", 60)
        if len({points(options, choice.tile) for choice in seen.choices if choice.do == "play"}) > 1
    )
    search = make_search(seen, "balanced", Rng("lighter", "coach"))
    weights = [points(options, choice.tile) for choice in seen.choices if choice.do == "play"]
    for candidate in search.candidates:
        is_light = candidate.choice.do == "play" and points(options, candidate.choice.tile) == min(weights)
        candidate.values = [ahead if is_light else 0.0 if candidate.choice.do == "play" else -9.0] * 2
    given = hint_of(seen, search)
    assert points(options, given.choice.tile) == (min(weights) if lighter else max(weights))


def test_a_hint_opens_a_place_for_the_double_blank() -> None:
    """It costs 50 points at the end, and no other tile does."""
    options, found, blank = resolve("montgomery", {}, 4), 0, parse_tile("0-0")
    for number in range(12):
        for seen in positions(options, f"dear {number}", 400):
            plays = [choice for choice in seen.choices if choice.do == "play"]
            openers = [each for each in plays if LOW[each.tile] == 0 != each.suit and HIGH[each.tile]]
            if (
                not seen.hand >> blank & 1
                or seen.ends[0]
                or seen.foot >= 0
                or not openers
                or openers == plays
            ):
                continue
            search = make_search(seen, "balanced", Rng("dear", "coach"))
            for candidate in search.candidates:
                candidate.values = [0.0 if candidate.choice.do == "play" else -9.0] * 2
            given = hint_of(seen, search)
            assert given.choice in openers
            assert given.reasons[0] == Reason("coach.reason.dear-fits", {"tile": "0-0", "points": 50})
            found += 1
    assert found > 1


@pytest.mark.parametrize(("ahead", "advised"), [(-1.0, "play"), (4.9, "play"), (5.0, "draw"), (9.0, "draw")])
def test_a_draw_is_advised_only_if_it_is_five_points_better_than_a_play(ahead: float, advised: str) -> None:
    seen = next(
        seen
        for seen in positions(resolve("montgomery", {}, 4), "draw or play", 60)
        if {choice.do for choice in seen.choices} == {"play", "draw"}
    )
    search = make_search(seen, "balanced", Rng("draw or play", "coach"))
    for candidate in search.candidates:
        candidate.values = [ahead if candidate.choice.do == "draw" else 0.0] * 2
    given = hint_of(seen, search)
    assert given.choice.do == advised
    assert given.ranked[0].choice == given.choice
    assert {ranked.behind for ranked in given.ranked} == (
        {0.0, -ahead} if advised == "play" else {0.0, ahead}
    )


@pytest.mark.parametrize(
    ("behind", "sure", "sentence"),
    [
        ((), "only", "There is only one possible move."),
        ((7.4,), "clear", "Any other move is about 7 points worse."),
        ((2.7, 2.8), "equal", "Any other move is probably worse, by about 3 points."),
    ],
)
def test_a_hint_says_how_sure_the_coach_is(behind: tuple[float, ...], sure: str, sentence: str) -> None:
    error = 0.1 if sure == "clear" else 2.0
    ranked = (
        RankedChoice(NINES, 0.0, 0.0, ()),
        *(RankedChoice(DRAW, points, error, ()) for points in behind),
    )
    said = Hint(NINES, sure, (), ranked, ()).verdict
    assert said and load().words(coach_sentence(said, [])) == sentence


def reviewed(margin: float, *verdicts: Verdict) -> Review:
    cost = sum(each.cost for each in verdicts if each.mattered)
    return Review(verdicts, margin, 0.0, cost, margin + cost)


def said(found: Review) -> str:
    return load().words(review_data(found, [])["line"])


CLEAN = "No choice clearly cost you points."


def test_a_review_says_how_many_choices_were_good() -> None:
    costly = [verdict(7.3), verdict(2.6, PASS, CENTRE)]
    fine = [verdict(2.4), verdict(3.0, error=2.0), ONE_WAY]
    assert said(reviewed(2.2, *costly, *fine)) == "2 of your 4 choices were good."
    no_praise = "Several choices cost points."  # for one good choice of three
    assert said(reviewed(-9.0, *costly, *fine[1:])) == no_praise
    assert said(reviewed(2.2, *fine)) == said(reviewed(-0.4, *fine)) == CLEAN
    assert said(reviewed(-9.0, *fine)) == CLEAN + "\nLuck was against you."


@pytest.mark.parametrize(
    ("margins", "won", "luck"),
    [
        ((12.0, -3.0), True, "Luck was on your side, too."),
        ((12.0, -3.0), False, "Luck was with you, but another scored even fewer points."),
        ((24.0, -4.0), False, "Luck was with you in round 1, and against you in round 2."),
        ((24.0, -4.0), True, "Luck was on your side, too."),
        ((-12.0, 0.0), True, "And that against bad luck."),
        ((-12.0, 0.0), False, "Luck was against you."),
        ((-3.0, 3.0), True, "Good and bad luck evened out."),
        ((-3.9, -3.9), True, "Good and bad luck evened out."),
        ((-3.9, -3.9), False, "Your luck was about average."),
        ((-4.0, 4.0), False, "Luck was with you in round 2, and against you in round 1."),
        ((4.0, -9.0, -1.0, 4.0), True, "Luck was with you in rounds 1 and 4, and against you in round 2."),
        ((-12.0, 9.0, 1.0), False, "Luck was with you in round 2, and against you in round 1."),
    ],
)
def test_the_look_back_at_a_match_speaks_of_luck(margins: tuple[float, ...], won: bool, luck: str) -> None:
    def told(found: list[Review]) -> str:
        return load().words(coach_sentence(match_review(found, won), []))

    assert told([reviewed(margin, verdict(0.4)) for margin in margins]) == f"{CLEAN}\n{luck}"
    # what the mistakes cost is no bad luck
    costly = [reviewed(margin - 7.0, verdict(7.0), verdict(0.0)) for margin in margins]
    n = len(margins)
    assert told(costly) == f"{n} of your {2 * n} choices were good.\n{luck}"


def test_no_choice_cost_more_than_the_person_scored() -> None:
    """Who went out made no mistake."""
    options, out, capped = resolve(None, {"hand_size": 5}, 3), 0, 0
    for number in range(12):
        decisions, last = played_decisions(options, f"out-{number}", worst=number % 2 > 0)
        assert last.end is not None
        score = last.end.scores[0]
        found: Review = finished(review(decisions, last, Rng("out", "review"), other_rng, Budget(40)))
        assert all(verdict.cost <= score for verdict in found.verdicts)
        if score == 0:
            assert not found.mistakes and found.points == found.cost == 0 and CLEAN in said(found)
            out += 1
        capped += any(verdict.cost == score > 0 for verdict in found.verdicts)
    assert out and capped


def test_a_mistake_without_a_visible_reason_needs_ten_points() -> None:
    unseen = Reason("coach.compared.own", {"points": 7})

    def blind(cost: float) -> Verdict:
        made = verdict(cost)
        return made._replace(hint=made.hint._replace(reasons=(unseen,)))

    assert verdict(2.5).mattered and not blind(9.9).mattered and blind(10.0).mattered
    waits = [verdict(cost, choice=NINES, better=DRAW).mattered for cost in (9.9, 10.0)]
    assert waits == [False, True], "nobody believes that a draw is better than a tile"
    found = reviewed(0.0, blind(30.0), verdict(3.0), verdict(4.0), blind(20.0))
    assert [each.cost for each in found.mistakes] == [30.0, 20.0, 4.0, 3.0]
    assert [each.cost for each in found.worst] == [4.0, 3.0, 30.0] and found.unshown[0].cost == 20.0


@pytest.mark.parametrize(
    ("key", "best", "own", "too"),
    [
        ("own-toes", 2, 2, True),
        ("own-toes", 2, 1, False),
        ("scarce", 1, 2, False),
        ("scarce", 2, 1, True),
        ("closes", None, None, True),
        ("opens", 2, None, False),
    ],
)
def test_a_reason_holds_too_if_it_speaks_for_a_move_as_much(
    monkeypatch: pytest.MonkeyPatch, key: str, best: int | None, own: int | None, too: bool
) -> None:
    seen = next(iter(positions(resolve("montgomery", {}, 4), "too", 1)))
    tables, rules = tile_tables_for(seen.options), playout_rules(seen.options)
    position = position_of(seen, tables, rules)
    case = case_of(seen, tables, rules, position, seen.choices[0])

    def values(n: int | None, suit: int) -> Values:
        found: Values = {"suit": suit}
        return found if n is None else {**found, "n": n}

    holds = too or own is not None
    monkeypatch.setitem(REASONS, f"coach.reason.{key}", lambda *_: values(own, 8) if holds else None)
    assert holds_too(Reason(f"coach.reason.{key}", values(best, 3)), case, [case]) == too


def test_a_review_names_no_reason_that_the_chosen_move_has_too() -> None:
    options, kinds = resolve("montgomery", {}, 4), set[bool]()
    tile_tables, rules = tile_tables_for(options), playout_rules(options)
    for seen in positions(options, "alike", 40):
        search = make_search(seen, "balanced", Rng("alike", "coach"))
        finished(run_search(search, Budget(20), 0.0))
        given = hint_of(seen, search)
        position = position_of(seen, tile_tables, rules)
        better, *others = [case_of(seen, tile_tables, rules, position, each.choice) for each in given.ranked]
        for own in others:
            made = _verdict(0, seen, own.choice, given, search)
            rest = [better, *(case for case in others if case is not own)]
            shared = [reason for reason in given.reasons if holds_too(reason, own, rest)]
            kinds.add(bool(shared))
            if made.cost >= 2.5:
                assert not set(map(str, shared)) & set(map(str, made.hint.reasons)) and made.hint.reasons
    assert kinds == {True, False}


def test_differences_that_are_not_clear_are_no_cost() -> None:
    """Nine choices, each 1.5 points behind but not clearly, are no mistakes and count as nothing."""
    found = reviewed(-4.0, *(verdict(1.5, error=1.0) for _ in range(9)))
    assert review_data(found, [])["choices"] == [] and found.points == 0
    assert said(found) == CLEAN + "\nLuck was against you."


def test_the_listed_costs_add_up_to_the_cost_in_the_sentence() -> None:
    found = reviewed(0.0, *(verdict(cost) for cost in (2.6, 6.5, 2.7, 3.6, 2.5)))
    data = review_data(found, [])
    assert [choice["cost"] for choice in data["choices"]] == [6, 4, 3, 5]
    assert sum(choice["cost"] for choice in data["choices"]) == found.points == 18
    assert load().paragraph(data["choices"][-1]["said"]) == "2 more mistakes."
    assert "at" not in data["choices"][-1]


def test_a_review_gives_the_first_reason_for_the_better_move() -> None:
    costly = verdict(7.3)
    why = (Reason("coach.reason.out", {}), Reason("coach.reason.keeps-drawn", {}))
    costly = costly._replace(hint=costly.hint._replace(reasons=why))
    (choice,) = review_data(reviewed(0.0, costly), [])["choices"]
    assert load().paragraph(choice["said"]) == (
        "Turn 1: drawing with 9-0 in hand. Better: 9-0 on the nines. It is your last tile: you win the round."
    )


def test_a_reason_in_the_same_words_is_said_once_in_a_review() -> None:
    def because(key: str, turn: int) -> Verdict:
        costly = verdict(7.3)
        return costly._replace(hint=costly.hint._replace(reasons=(Reason(key, {}),)), turn=turn)

    blocks, out = "coach.reason.blocks-draws", "coach.reason.out"
    told = reviewed(0.0, because(blocks, 1), because(out, 2), because(blocks, 3))
    keys = [[key for key, _ in choice["said"][1:]] for choice in review_data(told, [])["choices"]]
    assert keys == [[blocks], [out], []]


def test_a_costly_draw_names_the_tile_to_play_instead() -> None:
    line = load().words(coach_sentence(verdict(7.3).line, []))
    assert line == "Turn 1: drawing with 9-0 in hand. Better: 9-0 on the nines."
    line = load().words(coach_sentence(verdict(2.0, PASS, DRAW)._replace(turn=3, has_drawn=True).line, []))
    assert line == "Turn 3, after drawing: passing. Better: drawing."


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.long)])
def test_a_review_never_names_one_move_as_chosen_and_better(step: int) -> None:
    """A move can be a mistake in one turn and the better move in another, so each line says when."""
    both = 0
    for name, options in EVERY[::step]:
        for match in (match for match in random_match(options, f"{name}-when", 1) if match.current is None):
            for seat in (0, 1):
                decisions = decisions_of(past_states(match), seat)
                found = finished(
                    review(decisions, view(match, seat), Rng(name, "review"), other_rng, Budget(2))
                )
                lines = [coach_sentence(each.line, [])[1] for each in found.verdicts]
                chosen, better = ({load().words(line[key]) for line in lines} for key in ("played", "better"))
                both += bool(chosen & better)
                times = [load().words(line["when"]) for line in lines]
                assert len(set(times)) == len(times)
                for each, line in zip(found.verdicts, lines, strict=True):
                    assert (line["played"] == line["better"]) == (each.choice == each.hint.choice)
                    assert each.cost == 0 or each.choice != each.hint.choice
    assert both


def test_a_review_tries_every_choice_in_every_world() -> None:
    """A choice that is exactly as good as the best one so far may fall behind later."""
    equal = 0
    for number, seen in enumerate(positions(resolve("montgomery", {}, 2), "equal", 20)):
        search = make_search(seen, "balanced", Rng(f"{number}", "review"))
        finished(run_search(search, Budget(33), float("inf")))
        assert {len(candidate.values) for candidate in search.candidates} == {33}
        first = search.best().values[:32]
        equal += sum(candidate.values[:32] == first for candidate in search.candidates) > 1
    assert equal


def test_turns_are_counted_as_the_person_remembers_them() -> None:
    events = [
        Move(0, "draw", why="start"),
        *(Move(0, "play", 1), Move(0, "take-back"), Move(0, "play", 2), Move(0, "call")),
        *(Move(1, "draw", why="turn"), Move(1, "pass"), Move(0, "draw", why="penalty")),
        *(Move(0, "skip"), Move(1, "play", 3)),
    ]
    seen = view(start_match(resolve("montgomery", {}, 2), "turns"), 0)
    numbers = [turn_number(seen._replace(events=tuple(events[:n]))) for n in range(len(events) + 1)]
    assert numbers == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert turn_number(seen._replace(events=tuple(events), seat=1)) == 2


def test_draws_and_passes_are_judged() -> None:
    """A player who draws whenever that is possible although a tile fits is told what it cost."""
    options = resolve("montgomery", {}, 4)
    match = start_match(options, "draws")
    decisions = []
    while match.current is not None:
        seen = view(match, match.current.turn)
        choice = seen.choices[0]
        if len(seen.choices) > 1:
            choice = choose(seen, "hen", "balanced", Rng("draws", "hen"))
            if seen.seat == 0:
                choice = seen.choices[-1]
                decisions.append(Decision(seen, choice, match.round.hands, match.round.yard))
        match = act(match, moves_of(seen, choice)[0])
    found = finished(review(decisions, view(match, 0), Rng("draws", "review"), other_rng, Budget(40)))
    assert {"draw", "pass"} <= {each.choice.do for each in found.verdicts}
    assert {"draw", "pass"} & {each.choice.do for each in found.mistakes}


def test_a_hint_says_when_only_one_tile_fits_or_only_one_move_is_possible() -> None:
    options, single, only = resolve("montgomery", {}, 4), 0, 0
    for number, seen in enumerate(positions(options, "single", 60)):
        given: Hint = finished(hint(seen, "balanced", Rng(f"{number}", "bot"), Budget(2)))
        tiles = {choice.tile for choice in seen.choices if choice.do == "play"}
        if len(seen.choices) == 1:
            only += 1
            assert given.verdict == Reason("coach.sure.only", {}) and not given.only_tile
        else:
            names = [reason.values["tile"] for reason in given.only_tile]
            assert names == ([NAME[tile] for tile in tiles] if len(tiles) == 1 else [])
            single += len(tiles) == 1
            for behind in (2.4, 2.6):
                ranked = (given.ranked[0], given.ranked[1]._replace(behind=behind, error=0.1))
                both_play = given.ranked[1].choice.do == given.choice.do == "play"
                verdict = given._replace(ranked=ranked).verdict
                others = {each.choice.tile for each in ranked[1:] if each.choice.do == "play"}
                which = "" if not both_play else "-tile" if given.choice.tile in others else "-other"
                assert verdict == (
                    Reason("coach.sure.clear" + which, {"points": 3}) if behind > 2.5 else None
                ), "a small lead is not told"
    assert single


def test_a_better_move_with_no_simple_reason_says_whose_points_it_changed() -> None:
    """The tries are played again, and only the points left in the own hand are counted."""
    options, told = resolve(None, {"hand_size": 7}, 4), set[str]()
    for number in (2, 4, 17):
        match = start_match(options, f"gained-{number}")
        decisions = []
        while match.current is not None:
            seen = view(match, match.current.turn)
            choice = (
                choose(seen, "hen", "balanced", Rng("gained", "hen"))
                if len(seen.choices) > 1
                else seen.choices[0]
            )
            if seen.seat == 0 and len(seen.choices) > 1:
                choice = seen.choices[number % len(seen.choices)]
                decisions.append(Decision(seen, choice, match.round.hands, match.round.yard))
            match = act(match, moves_of(seen, choice)[0])
        found = finished(
            review(decisions, view(match, 0), Rng(f"{number}", "review"), other_rng, Budget(100))
        )
        for verdict in found.verdicts:
            for key, values in verdict.hint.reasons if verdict.cost else ():
                if not key.startswith("coach.compared.") or key.endswith((".points", ".fits")):
                    continue
                seen, better = decisions[verdict.number][0], verdict.hint.choice
                search = make_search(seen, "balanced", Rng("again", "coach"))
                search.utility = own_points(search, options)
                search.settings = search.settings._replace(delay=0.0)
                left = [
                    sum(search.value(each, *world) for world in verdict.hint.worlds)
                    / len(verdict.hint.worlds)
                    for each in (verdict.choice, better)
                ]
                fewer = left[0] - left[1]
                assert (key, values) == whose_points(round(fewer), round(verdict.cost) - round(fewer))
                told.add(key)
    assert len(told) > 2


@pytest.mark.parametrize(
    ("fewer", "more", "said"),
    [
        (9, 0, "saved you 9 points."),
        (0, 1, "cost the others 1 point."),
        (9, 3, "saved you 9 points, and cost the others 3."),
        (9, -3, "saved you 9 points, but the others 3."),
        (-3, 9, "cost the others 9 points, but you 3."),
    ],
)
def test_the_parts_of_a_cost_are_told_so_that_they_add_up(fewer: int, more: int, said: str) -> None:
    sentence = load().words(coach_sentence(whose_points(fewer, more), []))
    assert sentence == "The game reckons that it would have " + said


def own_points(search: Search, options: Options) -> Utility:
    """The points that are left in the hand of seat 0 at the end of a round."""
    tables = search.tile_tables
    worth = {bit: points(options, tables.rules_tile[tile]) for tile, bit in enumerate(tables.bit) if tile}
    return lambda hands, last: float(sum(worth[bit] for bit in worth if bit & hands[0]))


def test_a_better_move_without_a_reason_is_compared_with_the_choice() -> None:
    """The sentences are true: points that leave the hand, tiles that fit afterwards, else the games that were tried."""
    options, told = resolve("montgomery", {}, 4), set[str]()
    for seen in positions(options, "compared", 40):
        cases = cases_of(seen)
        for better, made in itertools.permutations(cases[:6], 2):
            reason = compared(better, made)
            key, values = reason or ("", {})
            told.add(key)
            mine, yours = (
                points(options, case.choice.tile) if case.choice.do == "play" else 0
                for case in (better, made)
            )
            if key == "coach.compared.points":
                assert mine - yours >= 3 and values == {"points": mine, "less": yours}
            elif key == "coach.compared.fits":
                fits = [(case.hand_left & case.fits).bit_count() for case in (better, made)]
                assert fits[0] > fits[1] and [*values.values()] == fits
    assert told == {"coach.compared.points", "coach.compared.fits", ""}
