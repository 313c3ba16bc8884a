"""Play rounds and matches between callables. Each player gets only the view of its own seat."""

from collections.abc import Callable, Sequence
from typing import Protocol

from game.rules.match import Match, act, next_round, start_match
from game.rules.moves import Choice, Event, Move
from game.rules.options.declared import Options
from game.rules.view import View, moves_of, view

EndPicker = Callable[[View, Sequence[Move]], Move]
EventListener = Callable[[Match, Event], None]


class Player(Protocol):
    """A player of a seat. It may also have `call(view) -> bool` and `catch(view) -> seat or None`.

    Each of these two is called once per chance: once for the player's own last tile, once for each seat that it may catch.
    """

    def __call__(self, seen: View) -> Choice:
        """Return one of `seen.choices`. Called only if there are two or more."""


def first_end(seen: View, moves: Sequence[Move]) -> Move:
    """Choose the first of several equal ends."""
    return moves[0]


def play_match(
    options: Options,
    seed: str,
    players: Sequence[Player],
    on_event: EventListener | None = None,
    pick: EndPicker = first_end,
) -> Match:
    """Play a whole match. `on_event` is called for every event, with the match after it."""
    match = start_match(options, seed)
    while True:
        match = play_round(match, players, on_event, pick)
        if match.over:
            return match
        match = next_round(match)


def play_round(
    match: Match,
    players: Sequence[Player],
    on_event: EventListener | None = None,
    pick: EndPicker = first_end,
) -> Match:
    """Play the current round to its end."""
    seen, asked = 0, set[Chance]()
    while match.current is not None:
        match = _play_off_turn(match, players, asked)
        if match.current is not None:  # a catch may have ended the round
            match = act(match, _turn(match, players, pick))
        if on_event is not None:
            for event in match.round.events[seen:]:
                on_event(match, event)
            seen = len(match.round.events)
    return match


def _turn(match: Match, players: Sequence[Player], pick: EndPicker) -> Move:
    """Ask the seat on turn for its move."""
    seat = match.round.turn
    seen = view(match, seat)
    choice = seen.choices[0] if len(seen.choices) == 1 else players[seat](seen)
    moves = moves_of(seen, choice)
    return moves[0] if len(moves) == 1 else pick(seen, moves)


Chance = tuple[
    int, int
]  # (seat, rival): the seat may call its own last tile if both are equal, else catch the rival


def _chances(match: Match) -> set[Chance]:
    """The calls and catches that are possible now."""
    state, seats = match.round, range(match.options.players)
    calls = {(seat, seat) for seat in seats if state.asides.uncalled >> seat & 1}
    silent = [seat for seat in seats if state.asides.silent >> seat & 1]
    return calls | {(seat, rival) for rival in silent for seat in seats if seat != rival}


def _play_off_turn(match: Match, players: Sequence[Player], asked: set[Chance]) -> Match:
    """Offer each new chance to its player, and play the calls and catches. `asked` holds the chances offered before."""
    if not match.round.asides.uncalled | match.round.asides.silent:
        return match
    asked &= _chances(match)
    for seat, rival in sorted(_chances(match) - asked):
        asked.add((seat, rival))
        if (seat, rival) in _chances(match) and _takes_chance(players[seat], view(match, seat), rival):
            move = Move(seat, "call") if seat == rival else Move(seat, "catch", target=rival)
            match = act(match, move)
    return match


def _takes_chance(player: Player, seen: View, rival: int) -> bool:
    """Ask the player whether it uses a chance."""
    if rival == seen.seat:
        call = getattr(player, "call", None)
        return call is not None and bool(call(seen))
    catch = getattr(player, "catch", None)
    return catch is not None and catch(seen) == rival
