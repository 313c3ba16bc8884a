"""The states that a round went through, so that choices can be gone back to and looked at again."""

from typing import NamedTuple

from game.rules.match import Match, with_round
from game.rules.moves import Move
from game.rules.round.turn import begin_round, play_recorded


class Past(NamedTuple):
    """A state that can be gone back to, and the move that was made from it."""

    match: Match
    move: Move


def past_of(match: Match) -> list[Past]:
    """The states that the last round dealt went through, replayed from its events."""
    state = match.round
    earlier = match.rounds if match.current is not None else match.rounds[:-1]
    before = match._replace(rounds=earlier, current=begin_round(match.options, state.deal))
    past: list[Past] = []
    for number, event in enumerate(state.events):
        if number >= len(before.round.events):  # else it followed by itself from the move before
            tile = event.tile if event.do == "play" else -1
            move = Move(event.seat, event.do, tile, event.on, event.target)
            past.append(Past(before, move))
            after = play_recorded(before.round, move, len(state.events), state.end is not None)
            before = with_round(before, after)
    return past
