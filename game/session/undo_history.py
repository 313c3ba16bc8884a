"""The states that a round went through: which choices can be gone back on, and which can be looked at again."""

from collections.abc import Sequence
from typing import NamedTuple

from game.rules.match import Match, with_round
from game.rules.moves import Choice, Move
from game.rules.round.turn import begin_round, play_recorded
from game.rules.view import View, moves_of, view


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


def may_unmake(past: Sequence[Past], match: Match, people: Sequence[int]) -> bool:
    """Whether the last of these moves may be gone back on where several persons sit at one screen, the match being in play.

    It must be a person's own; nothing may have come to light since, and nobody may have moved: a tile that was drawn, a play of a
    bot's or another person's move stand. `past` are the moves since that person came to the screen.
    """
    if not past or past[-1].move.seat not in people or past[-1].move.do == "draw":
        return False
    events = match.round.events[len(past[-1].match.round.events) :]
    return all(event.seat == past[-1].move.seat and event.do != "draw" for event in events)


def decisions_of(past: Sequence[Past], seat: int) -> list[tuple[View, Choice]]:
    """The views in which a seat had a choice, with what was chosen; what was taken back does not count."""
    decisions: list[tuple[View, Choice]] = []
    for match, move in past:
        if move.seat != seat:
            continue
        if move.do == "take-back":
            decisions = [made for made in decisions if len(made[0].events) < _taken(match, seat)]
        elif move.do in ("play", "draw", "pass"):
            seen = view(match, seat)
            if len(seen.choices) > 1:
                chosen = next(choice for choice in seen.choices if move in moves_of(seen, choice))
                decisions.append((seen, chosen))
    return decisions


def _taken(match: Match, seat: int) -> int:
    """How many events there were before the play that is about to be taken back."""
    events = match.round.events
    return max(n for n, event in enumerate(events) if (event.seat, event.do) == (seat, "play"))
