"""Replays, `#r…`: a whole match as the place of each choice among the legal ones; what is forced takes no room.

A code holds, in this order: rule-book and options, who sits where with names, the seed, what was promised (the
nonce of the commitment, where there is one), how often Undo was used, how many rounds are over, how many moves were made
in the one that is not (0: none is in play), the moves, and twelve bits of CRC-32 over all events.
Version 1 is read as version 2 is; its names lack joiners, so that an emoji of several signs fell apart in it.

Deals come from the seed and penalties from the law, so a replay holds a match only as long as the law stays what it is:
should it lead to other events, the twelve bits say so.

A move is written in two or three steps. First, where somebody might speak up: whether it is the turn's move, or a call, a
catch, a taking back (`_WEIGHTS`); then which choice, equal ends taken as one; then which end.
"""

from binascii import crc32
from collections.abc import Iterator
from typing import NamedTuple

from game.records.commitment import commit, keeps
from game.records.links.packing import Packer, Unpacker, damaged, read_code, write_code
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
VERSIONS = "12"
_WEIGHTS = {"turn": 24, "call": 12, "catch": 4, "take-back": 1}
_SUMS = 4096
_COMMITTED = (7, 1)


class Replay(NamedTuple):
    """A match with who sat where, and how often Undo was used."""

    record: Record
    undone: int = 0


def write_replay(replay: Replay, version: str = VERSION) -> str:
    """The code, from its `#` on; raises LinkError for a match that no link can hold: without a round, dealt by hand, or
    with a strange seed.

    Nothing but tests asks for an older version.
    """
    packer = Packer()
    put_replay(packer, replay)
    return write_code("r", version, packer)


def read_replay(code: str) -> Replay:
    """The match that a code holds, every move judged again; raises LinkError."""
    return take_replay(read_code(code, "r", VERSIONS))


def put_replay(packer: Packer, replay: Replay) -> None:
    """The match; raises LinkError."""
    match = replay.record.match
    if not match.rounds and match.current is None:
        raise LinkError("error.session.no-round")
    put_rules(packer, match.options, replay.record.preset)
    put_seats(packer, replay.record.seats, named=True)
    put_seed(packer, match.seed)
    _put_commitment(packer, replay.record)
    put_count(packer, replay.undone)
    packer.put(len(match.rounds), match.options.round_count + 1)
    try:
        moves = [list(moves_of_round(state)) for state in _rounds(match)]
    except IllegalMove:
        raise LinkError("error.link.other-law") from None
    if not match.over:
        put_count(packer, 0 if match.current is None else 1 + len(moves[-1]))
    for steps in moves:
        for state, move in steps:
            _put_move(packer, state, move)
    packer.put(_sum(match), _SUMS)


def take_replay(unpacker: Unpacker) -> Replay:
    """The match, and nothing after it; raises LinkError."""
    return next(replay for replay in taking(unpacker) if replay is not None)


def taking(unpacker: Unpacker) -> Iterator[Replay | None]:
    """The same in slices, for a worker that has to answer meanwhile: None after each round, at last the match."""
    preset, options = take_rules(unpacker)
    seats = take_seats(unpacker, options.players, named=True)
    match = Match(options, take_seed(unpacker), (), None)
    commitment = commit(match.seed, take_seed(unpacker)) if unpacker.pick(_COMMITTED) else None
    undone = take_count(unpacker)
    rounds = unpacker.take(options.round_count + 1)
    left = take_count(unpacker) if rounds < options.round_count else 0
    if not rounds and not left:
        raise LinkError("error.session.no-round")
    for _ in range(rounds):
        match = with_round(match, _played(unpacker, _dealt(match)))
        if match.current is not None:
            raise damaged()
        yield None
    if left:
        match = with_round(match, _played(unpacker, _dealt(match), left - 1))
    if unpacker.take(_SUMS) != _sum(match):
        raise LinkError("error.link.other-law")
    unpacker.finish()
    if (match.current is None) != (left == 0):
        raise damaged()
    yield Replay(Record(match, preset, seats, commitment), undone)


def _put_commitment(packer: Packer, record: Record) -> None:
    """The nonce; the hash follows from it and the seed, or the promise was not kept and is in no link."""
    packer.pick(record.commitment is not None, _COMMITTED)
    if record.commitment is not None:
        if not keeps(record.commitment, record.match.seed):
            raise LinkError("error.link.cannot-hold")
        put_seed(packer, record.commitment.nonce)


def _dealt(match: Match) -> Round:
    return begin_round(match.options, deal_round(match.options, match.seed, len(match.rounds) + 1))


def tidied(replay: Replay) -> Replay:
    """The replay as a code holds it: with cleaned names."""
    seats = tuple(seat._replace(name=clean(seat.name)) for seat in replay.record.seats)
    return replay._replace(record=replay.record._replace(seats=seats))


def moves_of_round(end: Round) -> Iterator[tuple[Round, Move]]:
    """The moves that led to a state of a round, each with the state before it; what followed by itself is left out."""
    state = begin_round(end.options, end.deal)
    for number, event in enumerate(end.events):
        if number >= len(state.events):
            move = _move_of(event)
            yield state, move
            state = play(state, move)


def _move_of(event: Event) -> Move:
    """The move that made an event: one that draws does not know its tile."""
    return Move(event.seat, "draw") if event.do == "draw" else event


def _rounds(match: Match) -> tuple[Round, ...]:
    return match.rounds if match.current is None else (*match.rounds, match.current)


def _asides(state: Round) -> list[Move]:
    """What seats may do beside their turns: calls, catches and taking back."""
    asides, seats = state.asides, range(state.options.players)
    moves = [Move(seat, "call") for seat in tiles_in(asides.uncalled)]
    moves += [
        Move(seat, "catch", target=target)
        for target in tiles_in(asides.silent)
        for seat in seats
        if seat != target
    ]
    return moves + ([] if asides.retake is None else [Move(asides.retake.seat, "take-back")])


def _put_move(packer: Packer, state: Round, move: Move) -> None:
    asides = _asides(state)
    if asides:
        place = 1 + asides.index(move) if move in asides else 0
        packer.pick(place, _weights(asides))
        if place:
            return
    choices = legal_choices(state)
    moves = [moves_of_choice(state.board, state.turn, choice) for choice in choices]
    place = next(place for place, ends in enumerate(moves) if move in ends)
    packer.put(place, len(moves))
    packer.put(moves[place].index(move), len(moves[place]))


def _take_move(unpacker: Unpacker, state: Round) -> Move:
    asides = _asides(state)
    if asides:
        place = unpacker.pick(_weights(asides))
        if place:
            return asides[place - 1]
    choices = legal_choices(state)
    choice = choices[unpacker.take(len(choices)) if len(choices) > 1 else 0]
    ends = moves_of_choice(state.board, state.turn, choice)
    return ends[unpacker.take(len(ends)) if len(ends) > 1 else 0]


def _weights(asides: list[Move]) -> list[int]:
    return [_WEIGHTS["turn"], *(_WEIGHTS[move.do] for move in asides)]


def _played(unpacker: Unpacker, state: Round, moves: int = MOST_EVENTS) -> Round:
    """The round played on to its end, or for so many moves."""
    for _ in range(min(moves, MOST_EVENTS)):
        if state.end is not None:
            break
        state = play(state, _take_move(unpacker, state))
    return state


def _sum(match: Match) -> int:
    """A few bits that tell whether these are the events that the code was made of."""
    crc = 0
    for state in _rounds(match):
        crc = crc32(
            bytes(value & 255 for event in state.events for value in (event.seat, event.tile, event.on)), crc
        )
    return crc % _SUMS
