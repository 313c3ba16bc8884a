"""Plays rounds and matches with callables in the seats; each gets its own seat's view and nothing else."""

from collections.abc import Callable, Sequence
from typing import Protocol

from game.rules.match import Match, act, next_round, start_match
from game.rules.moves import Choice, Event, Move
from game.rules.options import Options
from game.rules.view import View, moves_of, view

Pick = Callable[[View, Sequence[Move]], Move]
Watch = Callable[[Match, Event], None]


class Player(Protocol):
    """What sits in a seat. It may also have `call(view) -> bool` and `catch(view) -> seat or None`."""

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
    told = 0
    while match.current is not None:
        match = _asides(match, players)
        match = act(match, _turn(match, players, pick))
        if on_event is not None:
            for event in match.round.events[told:]:
                on_event(match, event)
            told = len(match.round.events)
    return match


def _turn(match: Match, players: Sequence[Player], pick: Pick) -> Move:
    """The move of the seat on turn."""
    seat = match.round.turn
    seen = view(match, seat)
    choice = seen.choices[0] if len(seen.choices) == 1 else players[seat](seen)
    moves = moves_of(seen, choice)
    return moves[0] if len(moves) == 1 else pick(seen, moves)


def _asides(match: Match, players: Sequence[Player]) -> Match:
    """Calls and catches, as far as the players make them."""
    state = match.round
    for seat in range(match.options.players):
        wants_call = getattr(players[seat], "call", None)
        if state.uncalled >> seat & 1 and wants_call is not None:
            seen = view(match, seat)
            if seen.may_call and wants_call(seen):
                match = act(match, Move(seat, "call"))
    for seat in range(match.options.players):
        wants_catch = getattr(players[seat], "catch", None)
        if match.round.silent and wants_catch is not None:
            seen = view(match, seat)
            target = wants_catch(seen) if seen.may_catch else None
            if target is not None:
                match = act(match, Move(seat, "catch", target=target))
    return match
