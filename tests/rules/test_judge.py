"""The judge: every reason can come up, reads well, and legal moves are those without one."""

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.narration.localization.language import load
from game.rules.errors import IllegalMove
from game.rules.match import start_match
from game.rules.moves import Move, move_text, moves_of_choice, parse_move
from game.rules.round.judge import legal_choices, legal_moves, why_not
from game.rules.round.round_state import Round
from game.rules.round.turn import play
from game.rules.tiles import tiles_in
from tests.rules.rounds import OPENED, at, random_options, random_states, rules

ROOT = Path(__file__).parents[2]
LOCALE = load().table

HOLD = rules(players=3, may_hold_back=True, last_tile_call="catch", take_back=True, drawn_tile="may-play")
PLAIN = rules(players=3)
UNTIL = rules(players=3, draw="until-playable", yard_reserve="two-or-one")
HANDS = ["4-3 8-5 8-7", "8-0", "7-7"]


def state(options: object = PLAIN, laid: str = OPENED, yard: str = "6-1 6-2", **parts: object) -> Round:
    return at(options, HANDS, laid, yard, **parts)


REASONS = [
    ("reason.not-your-turn", state(), 1, "8-0>9-0", "It is not your turn."),
    ("reason.not-your-turn", state(), 1, "+", "It is not your turn."),
    ("reason.not-your-turn", state(), 1, "=", "It is not your turn."),
    ("reason.no-such-seat", state(), 3, "=", "There is no seat 3 at this table."),
    ("reason.not-yours", state(), 0, "4-2>9-4", "You do not hold 4-2."),
    (
        "reason.only-drawn",
        state(drawn=29),
        0,
        "4-3>9-4",
        "After drawing you may play only the drawn tile, 7-1.",
    ),
    (
        "reason.penalty-tile",
        state(barred=13),
        0,
        "4-3>9-4",
        "4-3 was a penalty: you may not play it in this turn.",
    ),
    ("reason.centre-first", state(laid="", centre="9-9"), 0, "+", "The round begins with 9-9."),
    ("reason.where", state(), 0, "4-3", "Say which tile to play 4-3 on."),
    (
        "reason.opening",
        state(laid="9-9 9-4>9-9"),
        0,
        "4-3>9-4",
        "First 5 more tiles must lie on 9-9.",
    ),
    (
        "reason.foot-first",
        state(laid=f"{OPENED} 0-0>9-0"),
        0,
        "4-3>9-4",
        "0-0 needs 3 more tiles of its number first.",
    ),
    (
        "reason.foot-first",
        state(laid=f"{OPENED} 0-0>9-0 1-0>0-0 2-0>0-0"),
        0,
        "4-3>9-4",
        "0-0 needs one more tile of its number first.",
    ),
    ("reason.no-open-end", state(), 0, "4-3>9-9", "9-9 has no open end."),
    ("reason.not-on-the-table", state(), 0, "4-3>9-6", "9-6 is not on the table."),
    ("reason.no-match", state(), 0, "8-7>9-4", "8-7 does not fit 9-4: it has no 4."),
    ("reason.drew-already", state(drawn=29), 0, "+", "You have already drawn in this turn."),
    ("reason.drawn-fits", state(UNTIL, drawn=13), 0, "+", "4-3 fits, so there is nothing more to draw."),
    ("reason.yard-empty", state(yard="", turn=2), 2, "+", "The yard is empty."),
    ("reason.yard-reserve", state(UNTIL, yard="6-1", turn=2), 2, "+", "The last tile stays in the yard."),
    ("reason.can-play", state(), 0, "=", "You have a tile that fits and must play."),
    ("reason.can-play", state(), 0, "+", "You have a tile that fits and must play."),
    ("reason.draw-first", state(turn=2), 2, "=", "Draw a tile before you pass."),
    ("reason.play-drawn", state(drawn=13), 0, "=", "4-3 fits and must be played."),
    ("reason.draw-on", state(UNTIL, drawn=43), 0, "=", "Keep drawing until a tile fits."),
    ("reason.no-calls", state(), 1, "!", "There is nothing to call at this table."),
    ("reason.nothing-to-call", state(HOLD), 1, "!", "You have nothing to call."),
    (
        "reason.call-too-late",
        state(HOLD, silent=2),
        1,
        "!",
        "It is too late to call: the next player’s turn is over.",
    ),
    ("reason.no-catches", state(), 0, "?1", "Nobody can be caught at this table."),
    ("reason.catch-yourself", state(HOLD), 0, "?0", "You cannot catch yourself."),
    (
        "reason.catch-too-early",
        state(HOLD, uncalled=2),
        0,
        "?1",
        "That player may still call until the next player’s turn is over.",
    ),
    (
        "reason.nothing-to-catch",
        state(HOLD),
        0,
        "?1",
        "Nothing to catch: that player has called, has more than one tile, or has had another turn.",
    ),
    ("reason.no-take-back", state(), 2, "<", "At this table you cannot take tiles back."),
    ("reason.nothing-to-take-back", state(HOLD), 2, "<", "You have nothing to take back."),
]


@pytest.mark.parametrize(("key", "position", "seat", "code", "sentence"), REASONS)
def test_a_reason_that_a_person_understands(
    key: str, position: Round, seat: int, code: str, sentence: str
) -> None:
    reason = why_not(position, parse_move(code, seat))
    assert reason is not None
    assert (reason.key, load().say(*reason)) == (key, sentence)
    with pytest.raises(IllegalMove) as caught:
        play(position, parse_move(code, seat))
    assert (caught.value.key, caught.value.values) == reason


def keys_in(folder: str, *prefixes: str) -> set[str]:
    """The message keys written in a folder's modules."""
    keys = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value.startswith(prefixes)
            ):
                keys.add(node.value)
    return keys


def test_every_reason_comes_up_in_these_tests() -> None:
    tested = {key for key, *_ in REASONS} | {"reason.round-over"}  # END-1 tests that one
    assert keys_in("game/rules", "reason.") == tested


def test_every_message_key_of_rules_and_records_has_a_sentence() -> None:
    used = keys_in("game/rules", "reason.", "option.", "error.") | keys_in("game/records", "error.")
    for key in used:
        assert key in LOCALE or {f"{key}.one", f"{key}.other"} <= set(LOCALE), key
    used |= keys_in("game/commands", "error.record.")
    of_records = {
        key for key in LOCALE if key.startswith(("error.record.", "error.position.", "error.link."))
    }
    derived = {"error.record.round-field"}
    assert of_records - derived <= used


def all_moves(position: Round) -> list[Move]:
    """Every move that can be written, legal or not, for the seats of the table and one beyond."""
    tiles = tiles_in(position.options.tiles)
    laid = [tile for tile, _ in position.laid]
    moves = []
    for seat in range(position.options.players + 1):
        moves += [Move(seat, do) for do in ("draw", "pass", "call", "take-back")]
        moves += [Move(seat, "catch", target=target) for target in range(position.options.players + 1)]
        moves += [Move(seat, "play", tile, on) for tile in tiles for on in (-1, *laid)]
    return moves


@settings(derandomize=True, deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_legal_moves_are_exactly_the_moves_without_a_reason(seed: int) -> None:
    random = Random(seed)
    _, options = random_options(random, sets=(6,))
    states = list(random_states(options._replace(round_count=1), str(seed), random))
    for position in random.sample(states, min(4, len(states))):
        brute = {move for move in all_moves(position) if why_not(position, move) is None}
        legal = [move for seat in range(options.players) for move in legal_moves(position, seat)]
        assert len(legal) == len(set(legal))
        assert set(legal) == brute
        of_turn = [move for move in legal if move.do in ("play", "draw", "pass")]
        assert legal_moves(position) == [move for move in of_turn if position.end is None]
        if position.end is None:
            choices = legal_choices(position)
            assert choices, "the seat on turn can always do something"
            spread = [
                move for choice in choices for move in moves_of_choice(position.board, position.turn, choice)
            ]
            assert spread == of_turn
        for move in legal:
            assert parse_move(move_text(move), move.seat) == move


def test_a_finished_round_has_no_legal_moves() -> None:
    match = start_match(rules("chickie", 2), "x")
    random = Random(1)
    *_, last = random_states(match.options._replace(round_count=1), "x", random)
    assert last.end is not None
    assert all(legal_moves(last, seat) == [] for seat in (None, 0, 1))
