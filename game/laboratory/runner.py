"""Play rounds and matches between players that are callables. A player gets only the view of its own seat."""

from collections.abc import Callable, Sequence
from typing import Protocol

from game.rules.match import Match, act, next_round, start_match
from game.rules.moves import Choice, Event, Move, moves_of_choice
from game.rules.options.declared import Options
from game.rules.round.judge import legal_choices
from game.rules.round.round_state import Round
from game.rules.view import SeatView, view

# Called with each event, and the match after the event's move.
EventListener = Callable[[Match, Event], None]
# Called before each play, draw or pass with the round and the number of choices, which is 1 for a forced move.
DecisionListener = Callable[[Round, int], None]
# (seat, rival, 0): the seat may catch the rival. (seat, seat, n): the seat may call its own last tile, after n missed turns.
Chance = tuple[int, int, int]


class Player(Protocol):
    """A player of a seat. It may also have the methods `call(view) -> bool` and `catch(view) -> seat or None`.

    `call` is called once for the player's last tile and once after each missed turn (LAST-7), `catch` once for each
    seat that the player may catch.

    A player that needs little for its choice may have `choose_quickly(options, choices, off_table) -> Choice or None`, with its
    legal choices and the mask of the tiles that are not on the table: to make a view takes longer. If it returns None, the runner
    asks with a view.
    """

    def __call__(self, seen: SeatView) -> Choice:
        """Return one of `seen.choices`. The runner asks only if there are two or more choices."""


def play_match(
    options: Options,
    seed: str,
    players: Sequence[Player],
    on_event: EventListener | None = None,
) -> Match:
    """Play a whole match."""
    match = start_match(options, seed)
    while True:
        match = play_round(match, players, on_event)
        if match.over:
            return match
        match = next_round(match)


def play_round(
    match: Match,
    players: Sequence[Player],
    on_event: EventListener | None = None,
    on_decision: DecisionListener | None = None,
) -> Match:
    """Play the current round to its end."""
    reported_events, asked = 0, set[Chance]()
    while match.current is not None:
        match = _play_off_turn(match, players, asked)
        if match.current is not None:  # a catch may have ended the round
            match = act(match, _turn(match, players, on_decision))
        if on_event is not None:
            for event in match.round.events[reported_events:]:
                on_event(match, event)
            reported_events = len(match.round.events)
    return match


def _turn(match: Match, players: Sequence[Player], on_decision: DecisionListener | None) -> Move:
    """Ask the seat on turn for its choice, and return the move: at the first of several equal open ends.

    A view takes long to make, so it is made only if the seat has something to choose.
    """
    state, seat = match.round, match.round.turn
    choices = legal_choices(state)
    if on_decision is not None:
        on_decision(state, len(choices))
    choice = choices[0] if len(choices) == 1 else _quick_choice(players[seat], state, choices)
    if choice is None:
        choice = players[seat](view(match, seat, choices))
    return moves_of_choice(state.board, seat, choice)[0]


def _quick_choice(player: Player, state: Round, choices: tuple[Choice, ...]) -> Choice | None:
    """Ask the player for a choice without a view. Return None if it needs one."""
    choose = getattr(player, "choose_quickly", None)
    options = state.options
    return None if choose is None else choose(options, choices, options.tiles & ~state.board.table)


def _chances(match: Match) -> set[Chance]:
    """The calls and catches that are possible now."""
    state, seats = match.round, range(match.options.players)
    calls = {(seat, seat, 0) for seat in seats if state.asides.uncalled >> seat & 1}
    calls |= {(seat, seat, _missed_turns(state, seat)) for seat in seats if state.asides.again >> seat & 1}
    silent = [seat for seat in seats if state.asides.silent >> seat & 1]
    return calls | {(seat, rival, 0) for rival in silent for seat in seats if seat != rival}


def _missed_turns(state: Round, seat: int) -> int:
    """Return how many turns the seat has missed in this round."""
    return sum(event.do == "skip" and event.seat == seat for event in state.events)


def _play_off_turn(match: Match, players: Sequence[Player], asked: set[Chance]) -> Match:
    """Offer each new chance to its player, and play the calls and catches.

    Updates `asked`, the chances offered already.
    """
    asides = match.round.asides
    if not asides.uncalled | asides.silent | asides.again:
        asked.clear()
        return match
    asked &= _chances(match)
    for chance in sorted(_chances(match) - asked):
        seat, rival, _ = chance
        asked.add(chance)
        if chance in _chances(match) and _takes_chance(players[seat], view(match, seat), rival):
            move = Move(seat, "call") if seat == rival else Move(seat, "catch", target=rival)
            match = act(match, move)
    return match


def _takes_chance(player: Player, seen: SeatView, rival: int) -> bool:
    """Ask the player whether it uses a chance. `seen` is the view of the player's seat."""
    if rival == seen.seat:
        call = getattr(player, "call", None)
        return call is not None and bool(call(seen))
    catch = getattr(player, "catch", None)
    return catch is not None and catch(seen) == rival
