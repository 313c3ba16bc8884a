"""Rounds set up by hand, and rounds played at random, for the tests of the rules and of their text forms."""

from collections.abc import Iterator
from random import Random
from typing import Any

from game.rules.errors import OptionError
from game.rules.match import Match, act, next_round, start_match
from game.rules.moves import Event, Move, parse_move
from game.rules.options.declared import DECLARED, Options
from game.rules.options.presets import PRESETS, resolve
from game.rules.round.board import empty_board, lay, why_not_lay
from game.rules.round.deal import Deal
from game.rules.round.judge import legal_moves, why_not
from game.rules.round.round_state import CALM, Asides, Round
from game.rules.round.turn import play
from game.rules.tiles import parse_tile


def tiles(names: str) -> list[int]:
    """`9-4 3-1` as a list of tiles."""
    return [parse_tile(name) for name in names.split()]


def mask(names: str) -> int:
    """`9-4 3-1` as a mask."""
    return sum(1 << tile for tile in tiles(names))


def rules(preset: str | None = None, players: int | None = None, **changes: object) -> Options:
    """Options by name."""
    return resolve(preset, changes, players)


def at(
    options: Options,
    hands: list[str],
    laid: str = "",
    yard: str = "",
    turn: int = 0,
    centre: str = "",
    **parts: Any,
) -> Round:
    """A round with these hands, table and yard; the tiles not named are nowhere. `laid` is `9-9 9-4>9-9 …`."""
    codes = laid.split()
    first = parse_tile(centre or codes[0])
    board = empty_board(first)
    for code in codes:
        move = parse_move(code, 0)
        assert why_not_lay(board, move.tile, move.on) is None, code
        board = lay(board, move.tile, move.on, options)
    held = tuple(mask(hand) for hand in hands)
    assert len(held) == options.players
    deal = Deal(1, first, first, 0, turn, held, tuple(tiles(yard)))
    beside = {name: parts.pop(name) for name in Asides._fields if name in parts}
    asides = CALM._replace(**beside) if beside else CALM
    return Round(options, deal, board, held, deal.yard, turn, -1, 0, asides, (), None)._replace(**parts)


def reason(state: Round, code: str, seat: int | None = None) -> str | None:
    """The key of the reason that a move code is not legal for a seat (None: the seat on turn)."""
    answer = why_not(state, parse_move(code, state.turn if seat is None else seat))
    return None if answer is None else answer.key.removeprefix("reason.")


def codes(state: Round, *moves: str) -> Round:
    """The round after moves; `2:!` is the code `!` by seat 2, else the seat on turn moves."""
    for move in moves:
        seat, colon, code = move.rpartition(":")
        state = play(state, parse_move(code, int(seat) if colon else state.turn))
    return state


def event_words(state: Round) -> list[str]:
    """The events as short words: `0 play`, `1 draw penalty`."""
    return [f"{event.seat} {event.do} {event.why}".strip() for event in state.events]


OPENED = "9-9 9-0>9-9 9-1>9-9 9-2>9-9 9-3>9-9 9-4>9-9 9-5>9-9"  # a double-9 opening with six arms, all there


def random_options(random: Random, sets: tuple[int, ...] = (6, 9, 12)) -> tuple[str | None, Options]:
    """A preset and options with a good part of it changed, playable."""
    while True:
        preset = random.choice([None, *PRESETS])
        changes: dict[str, object] = {"set": random.choice(sets)}
        for option in DECLARED[2:]:
            if random.random() < 0.5:
                changes[option.code] = random.choice([*option.values, *option.numbers])
        try:
            return preset, resolve(preset, changes, random.randint(2, 10))
        except OptionError:
            continue


def random_move(state: Round, random: Random) -> Move:
    """Any legal move of any seat; taking back is rarer than its share, or rounds would be long."""
    moves = [move for seat in range(state.options.players) for move in legal_moves(state, seat)]
    weights = [0.1 if move.do == "take-back" else 1.0 for move in moves]
    return random.choices(moves, weights)[0]


def random_rounds(options: Options, seed: str, random: Random) -> Iterator[tuple[Match, Event | None]]:
    """Every state of a whole match of random moves, with the last event before it (None: a fresh deal)."""
    match = start_match(options, seed)
    while True:
        yield match, None
        while match.current is not None:
            match = act(match, random_move(match.current, random))
            yield match, match.round.events[-1]
        if match.over:
            return
        match = next_round(match)


def random_states(options: Options, seed: str, random: Random) -> Iterator[Round]:
    """Every round state of such a match."""
    return (match.round for match, _ in random_rounds(options, seed, random))


def penalised_round(seed: str) -> tuple[Options, Iterator[Round]]:
    """Random options under `one-stuck` with penalties, small hands often, and every state of a round in which calls are rare and
    catches frequent."""
    random = Random(seed)
    while True:
        _, options = random_options(random, sets=(6, 9))
        changes: dict[str, Any] = {
            "blocked_when": "one-stuck",
            "last_tile_call": random.choice(["catch", "catch", "automatic"]),
        }
        if random.random() < 0.5:
            changes["hand_size"] = random.randint(3, 9)
        try:
            options = rules(**{**options.declared(), **changes, "rounds": 1})
        except OptionError:
            continue
        return options, _careless_states(start_match(options, seed), random)


def _careless_states(match: Match, random: Random) -> Iterator[Round]:
    yield match.round
    while match.current is not None:
        state = match.current
        moves = [move for seat in range(state.options.players) for move in legal_moves(state, seat)]
        weights = {"take-back": 0.1, "call": 0.05, "catch": 3.0}
        match = act(match, random.choices(moves, [weights.get(move.do, 1.0) for move in moves])[0])
        yield match.round


def stuck_on_turn(state: Round) -> bool:
    """Whether the round goes on although the seat on turn, which has not drawn, has neither a play nor a tile to draw."""
    turn = {move.do for move in legal_moves(state)}
    return state.end is None and state.drawn < 0 and not turn & {"play", "draw"}


def play_out(state: Round, random: Random) -> Round:
    """The round after random moves to its end."""
    while state.end is None:
        state = play(state, random_move(state, random))
    return state
