"""Plays rounds and matches with callables in the seats; each gets its own seat's view and nothing else."""

from collections.abc import Callable, Sequence
from typing import Protocol

from game.rules.match import Match, act, next_round, start_match
from game.rules.moves import Choice, Event, Move
from game.rules.options.declared import Options
from game.rules.view import View, moves_of, view

Pick = Callable[[View, Sequence[Move]], Move]
Watch = Callable[[Match, Event], None]


class Player(Protocol):
    """What sits in a seat. It may also have `call(view) -> bool` and `catch(view) -> seat or None`.

    Each of these two is asked once a chance: once for its own last tile, once for each seat that it could catch.
    """

    def __call__(self, seen: View) -> Choice:
        """One of `seen.choices`; asked only when there are at least two."""


def first_end(seen: View, moves: Sequence[Move]) -> Move:
    """Takes the first of equal ends."""
    return moves[0]


def play_match(
    options: Options,
    seed: str,
    players: Sequence[Player],
    on_event: Watch | None = None,
    pick: Pick = first_end,
) -> Match:
    """A whole match; `on_event` is told of every event after the match has moved on to it."""
    match = start_match(options, seed)
    while True:
        match = play_round(match, players, on_event, pick)
        if match.over:
            return match
        match = next_round(match)


def play_round(
    match: Match, players: Sequence[Player], on_event: Watch | None = None, pick: Pick = first_end
) -> Match:
    """The match with its current round played to the end."""
    seen, asked = 0, set[Chance]()
    while match.current is not None:
        match = _asides(match, players, asked)
        if match.current is not None:  # a catch may have ended the round
            match = act(match, _turn(match, players, pick))
        if on_event is not None:
            for event in match.round.events[seen:]:
                on_event(match, event)
            seen = len(match.round.events)
    return match


def _turn(match: Match, players: Sequence[Player], pick: Pick) -> Move:
    """The move of the seat on turn."""
    seat = match.round.turn
    seen = view(match, seat)
    choice = seen.choices[0] if len(seen.choices) == 1 else players[seat](seen)
    moves = moves_of(seen, choice)
    return moves[0] if len(moves) == 1 else pick(seen, moves)


Chance = tuple[
    int, int
]  # who may speak up, about which seat's last tile: its own to call, another's to catch


def _chances(match: Match) -> set[Chance]:
    """The calls and catches that are possible now."""
    state, seats = match.round, range(match.options.players)
    calls = {(seat, seat) for seat in seats if state.asides.uncalled >> seat & 1}
    silent = [seat for seat in seats if state.asides.silent >> seat & 1]
    return calls | {(seat, rival) for rival in silent for seat in seats if seat != rival}


def _asides(match: Match, players: Sequence[Player], asked: set[Chance]) -> Match:
    """The match after the calls and catches that the players make; `asked` keeps the open chances already offered."""
    if not match.round.asides.uncalled | match.round.asides.silent:
        return match
    asked &= _chances(match)
    for seat, rival in sorted(_chances(match) - asked):
        asked.add((seat, rival))
        if (seat, rival) in _chances(match) and _speaks_up(players[seat], view(match, seat), rival):
            move = Move(seat, "call") if seat == rival else Move(seat, "catch", target=rival)
            match = act(match, move)
    return match


def _speaks_up(player: Player, seen: View, rival: int) -> bool:
    """Whether the player uses a chance."""
    if rival == seen.seat:
        call = getattr(player, "call", None)
        return call is not None and bool(call(seen))
    catch = getattr(player, "catch", None)
    return catch is not None and catch(seen) == rival
