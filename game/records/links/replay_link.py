"""Pack a whole match into a replay code, `#r…`: each move as its index among the legal moves.

Forced moves take no space.

A code holds, in this order:
- rule-book and options; the seats with names; the seed; the nonce of the commitment, if there is one
- the number of undos, and the number of finished rounds
- if some rounds are not finished: 1 + the number of moves of the round in play, or 0 if no round is in play
- the moves, and twelve bits of CRC-32 of all events

Deals follow from the seed, and penalties from the rules. So a code is valid only while the rules stay the same. The
twelve bits show if the replayed events differ.

A move is packed in up to three parts. The first part, only if a seat may act off turn, says whether the move is the
turn's move or which call, catch or take-back it is (`_MOVE_WEIGHTS`). The second part is the choice, in which all open
ends of one suit are the same. The third part is the end at which the tile is laid.
"""

from binascii import crc32
from collections.abc import Iterator
from typing import NamedTuple

from game.records.commitment import commit, is_commitment_to
from game.records.links.packing import Packer, Unpacker, damaged_code, read_code, write_code
from game.records.links.shared_parts import (
    put_count,
    put_rules,
    put_seats,
    put_seed,
    take_count,
    take_rules,
    take_seats,
    take_seed,
)
from game.records.reading import MOST_EVENTS
from game.records.record import Record
from game.records.text.names import clean
from game.rules.errors import IllegalMove, LinkError
from game.rules.match import Match, with_round
from game.rules.moves import Event, Move, moves_of_choice
from game.rules.round.deal import deal_round
from game.rules.round.judge import legal_choices
from game.rules.round.round_state import Round
from game.rules.round.turn import begin_round, play
from game.rules.tiles import tiles_in

VERSION = "2"
_MOVE_WEIGHTS = {"turn": 24, "call": 12, "catch": 4, "take-back": 1}
_CHECKSUM_RANGE = 4096  # twelve bits
_COMMITMENT_WEIGHTS = (7, 1)  # without, with a commitment


class LinkedMatch(NamedTuple):
    """The content of a replay code: a match's record, and the number of undos."""

    record: Record
    undone: int = 0  # the number of undos


def write_replay(replay: LinkedMatch) -> str:
    """Write a replay's code, with its `#`.

    Raises LinkError for a match that a link cannot hold: for example without a round, with moves that the present rules
    do not allow, or with a seed that `is_linkable_seed` refuses. A match that was dealt by hand has no seed.
    """
    packer = Packer()
    put_replay(packer, replay)
    return write_code("r", VERSION, packer)


def read_replay(code: str) -> LinkedMatch:
    """Read a replay's code and play all its moves by the rules. Raises LinkError."""
    return take_replay(read_code(code, "r", VERSION))


def put_replay(packer: Packer, replay: LinkedMatch) -> None:
    """Pack a match. Raises LinkError, see `write_replay`."""
    match = replay.record.match
    if not match.rounds and match.current is None:
        raise LinkError("error.session.no-round")
    put_rules(packer, match.options, replay.record.preset)
    put_seats(packer, replay.record.seats)
    put_seed(packer, match.seed)
    _put_commitment(packer, replay.record)
    put_count(packer, replay.undone)
    put_played(packer, match)


def put_played(packer: Packer, match: Match) -> None:
    """Pack what was played of a match whose options and seed a reader knows. Raises LinkError, see `write_replay`."""
    packer.put(len(match.rounds), match.options.round_count + 1)
    try:
        moves = [list(moves_of_round(state)) for state in _rounds(match)]
        if any(
            state.centre != deal_round(match.options, match.seed, state.number).centre
            for state in _rounds(match)
        ):
            raise LinkError("error.link.other-law")  # a start by an earlier law (START-3)
    except IllegalMove:
        raise LinkError("error.link.other-law") from None
    if not match.over:
        put_count(packer, 0 if match.current is None else 1 + len(moves[-1]))
    for steps in moves:
        for state, move in steps:
            _put_move(packer, state, move)
    packer.put(_event_checksum(match), _CHECKSUM_RANGE)


def take_replay(unpacker: Unpacker) -> LinkedMatch:
    """Unpack a match, which must be the last part of a code. Raises LinkError."""
    return next(replay for replay in take_replay_in_slices(unpacker) if replay is not None)


def take_replay_in_slices(unpacker: Unpacker) -> Iterator[LinkedMatch | None]:
    """Like `take_replay`, but yield None after each finished round, and the match at the end.

    Between two rounds, a worker can answer other requests.
    """
    preset, options = take_rules(unpacker)
    seats = take_seats(unpacker, options.players)
    match = Match(options, take_seed(unpacker), (), None)
    commitment = (
        commit(match.seed, take_seed(unpacker)) if unpacker.take_weighted(_COMMITMENT_WEIGHTS) else None
    )
    undone = take_count(unpacker)
    for played in take_played_in_slices(unpacker, match):
        if played is None:
            yield None
        else:
            yield LinkedMatch(Record(played, preset, seats, commitment), undone)


def take_played_in_slices(unpacker: Unpacker, match: Match) -> Iterator[Match | None]:
    """Unpack what was played of `match`, which has no rounds yet, and which must be the last part of a code.

    Yields None after each finished round, and the match at the end. Raises LinkError.
    """
    rounds = unpacker.take(match.options.round_count + 1)
    # 1 + the number of moves of the round in play, or 0 if no round is in play
    moves_plus_one = take_count(unpacker) if rounds < match.options.round_count else 0
    if not rounds and not moves_plus_one:
        raise LinkError("error.session.no-round")
    for _ in range(rounds):
        match = with_round(match, _play_moves(unpacker, _deal_next_round(match)))
        if match.current is not None:
            raise damaged_code()
        yield None
    if moves_plus_one:
        match = with_round(match, _play_moves(unpacker, _deal_next_round(match), moves_plus_one - 1))
    if unpacker.take(_CHECKSUM_RANGE) != _event_checksum(match):
        raise LinkError("error.link.other-law")
    unpacker.finish()
    if (match.current is None) != (moves_plus_one == 0):
        raise damaged_code()
    yield match


def _put_commitment(packer: Packer, record: Record) -> None:
    """Pack the nonce; the hash follows from nonce and seed. Raises LinkError if the commitment is not to this seed."""
    packer.put_weighted(record.commitment is not None, _COMMITMENT_WEIGHTS)
    if record.commitment is not None:
        if not is_commitment_to(record.commitment, record.match.seed):
            raise LinkError("error.link.cannot-hold")
        put_seed(packer, record.commitment.nonce)


def _deal_next_round(match: Match) -> Round:
    return begin_round(match.options, deal_round(match.options, match.seed, len(match.rounds) + 1))


def with_clean_names(replay: LinkedMatch) -> LinkedMatch:
    """The match with cleaned names, as a code holds it."""
    seats = tuple(seat._replace(name=clean(seat.name)) for seat in replay.record.seats)
    return replay._replace(record=replay.record._replace(seats=seats))


def moves_of_round(end: Round) -> Iterator[tuple[Round, Move]]:
    """Yield (state before the move, move) for each move that led to the state `end`, without automatic events.

    Raises IllegalMove if the rules have changed since the round was played.
    """
    state = begin_round(end.options, end.deal)
    for number, event in enumerate(end.events):
        if number >= len(state.events):
            move = _move_of(event)
            yield state, move
            state = play(state, move)


def _move_of(event: Event) -> Move:
    """The move behind an event. A draw is a move without a tile."""
    return Move(event.seat, "draw") if event.do == "draw" else event


def _rounds(match: Match) -> tuple[Round, ...]:
    return match.rounds if match.current is None else (*match.rounds, match.current)


def _off_turn_moves(state: Round) -> list[Move]:
    """The legal moves off turn: calls, catches and a take-back."""
    asides, seats = state.asides, range(state.options.players)
    moves = [Move(seat, "call") for seat in tiles_in(asides.uncalled | asides.again)]
    moves += [
        Move(seat, "catch", target=target)
        for target in tiles_in(asides.silent)
        for seat in seats
        if seat != target
    ]
    return moves + ([] if asides.retake is None else [Move(asides.retake.seat, "take-back")])


def _put_move(packer: Packer, state: Round, move: Move) -> None:
    off_turn = _off_turn_moves(state)
    if off_turn:
        index = 1 + off_turn.index(move) if move in off_turn else 0
        packer.put_weighted(index, _weights(off_turn))
        if index:
            return
    choices = legal_choices(state)
    # by choice: one move for each end
    moves = [moves_of_choice(state.board, state.turn, choice) for choice in choices]
    index = next(index for index, ends in enumerate(moves) if move in ends)
    packer.put(index, len(moves))
    packer.put(moves[index].index(move), len(moves[index]))


def _take_move(unpacker: Unpacker, state: Round) -> Move:
    off_turn = _off_turn_moves(state)
    if off_turn:
        index = unpacker.take_weighted(_weights(off_turn))
        if index:
            return off_turn[index - 1]
    choices = legal_choices(state)
    choice = choices[unpacker.take(len(choices)) if len(choices) > 1 else 0]
    ends = moves_of_choice(state.board, state.turn, choice)
    return ends[unpacker.take(len(ends)) if len(ends) > 1 else 0]


def _weights(off_turn: list[Move]) -> list[int]:
    """The weights of the turn's move and of each off-turn move."""
    return [_MOVE_WEIGHTS["turn"], *(_MOVE_WEIGHTS[move.do] for move in off_turn)]


def _play_moves(unpacker: Unpacker, state: Round, count: int = MOST_EVENTS) -> Round:
    """Unpack and play at most `count` moves, or fewer if the round ends."""
    for _ in range(min(count, MOST_EVENTS)):
        if state.end is not None:
            break
        state = play(state, _take_move(unpacker, state))
    return state


def _event_checksum(match: Match) -> int:
    """Twelve bits of CRC-32 of all events of a match."""
    crc = 0
    for state in _rounds(match):
        crc = crc32(
            bytes(value & 255 for event in state.events for value in (event.seat, event.tile, event.on)), crc
        )
    return crc % _CHECKSUM_RANGE
