"""Rebuild the past states of a round, for undo and for the review of a player's choices."""

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.match import Match, with_round
from game.rules.moves import Choice, Move
from game.rules.round.turn import begin_round, play_recorded
from game.rules.view import View, moves_of, view


class PastState(NamedTuple):
    """A past state, and the move that was made in it."""

    match: Match
    move: Move


def past_states(match: Match) -> list[PastState]:
    """The past states of the newest round, replayed from its events."""
    state = match.round
    earlier = match.rounds if match.current is not None else match.rounds[:-1]
    before = match._replace(rounds=earlier, current=begin_round(match.options, state.deal))
    past: list[PastState] = []
    for number, event in enumerate(state.events):
        if number >= len(before.round.events):  # earlier numbers are automatic consequences of the last move
            tile = event.tile if event.do == "play" else -1
            move = Move(event.seat, event.do, tile, event.on, event.target)
            past.append(PastState(before, move))
            after = play_recorded(before.round, move, len(state.events), state.end is not None)
            before = with_round(before, after)
    return past


def may_undo_shared(past: Sequence[PastState], match: Match, people: Sequence[int]) -> bool:
    """Whether undo may take back the last of these moves in a round in play, if several people share the screen.

    It must be a person's move, but no draw. Nobody else may have moved since, and no tile may have been drawn: undo must not
    reveal anything. `past` holds the moves since this person took the screen.
    """
    if not past or past[-1].move.seat not in people or past[-1].move.do == "draw":
        return False
    events = match.round.events[len(past[-1].match.round.events) :]
    return all(event.seat == past[-1].move.seat and event.do != "draw" for event in events)


def decisions_of(past: Sequence[PastState], seat: int) -> list[tuple[View, Choice]]:
    """The decisions of a seat: each view with several choices, and the chosen one. Moves that were taken back do not count."""
    decisions: list[tuple[View, Choice]] = []
    for match, move in past:
        if move.seat != seat:
            continue
        if move.do == "take-back":
            decisions = [
                made for made in decisions if len(made[0].events) < _events_before_last_play(match, seat)
            ]
        elif move.do in ("play", "draw", "pass"):
            seen = view(match, seat)
            if len(seen.choices) > 1:
                chosen = next(choice for choice in seen.choices if move in moves_of(seen, choice))
                decisions.append((seen, chosen))
    return decisions


def _events_before_last_play(match: Match, seat: int) -> int:
    """The number of events before the seat's last play, which is about to be taken back."""
    events = match.round.events
    return max(n for n, event in enumerate(events) if (event.seat, event.do) == (seat, "play"))
