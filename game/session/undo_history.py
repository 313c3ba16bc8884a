"""Rebuild the past states of a round, for undo and for the review of a player's choices; and count undos and hints."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.players.coach.review import Decision, Review, review
from game.rules.match import Match, with_round
from game.rules.moves import Choice, Move
from game.rules.rng import Rng
from game.rules.round.turn import begin_round, play_recorded
from game.rules.view import SeatView, moves_of, view

if TYPE_CHECKING:
    from game.contract.basics import UsedHelp


class PastState(NamedTuple):
    """An earlier state of a match, and the move that was made in it."""

    match: Match
    move: Move


def past_states(match: Match) -> list[PastState]:
    """The past states of the newest round, replayed from its events."""
    newest = match.round
    earlier_rounds = match.rounds if match.current is not None else match.rounds[:-1]
    state = match._replace(rounds=earlier_rounds, current=begin_round(match.options, newest.deal))
    past: list[PastState] = []
    for number, event in enumerate(newest.events):
        # if `state` already contains the event, it followed automatically from the move before
        if number >= len(state.round.events):
            tile = event.tile if event.do == "play" else -1
            move = Move(event.seat, event.do, tile, event.on, event.target)
            past.append(PastState(state, move))
            after = play_recorded(state.round, move, len(newest.events), newest.end is not None)
            state = with_round(state, after)
    return past


def may_undo_shared(past: Sequence[PastState], match: Match, people: Sequence[int]) -> bool:
    """Whether the last move can be undone in a round in play, if several people share the screen.

    `past` has the moves since the present person lifted the curtain. The last move must be a person's, and not a
    draw. Since that move, no other player may have moved, and no tile may have been drawn. Undo therefore reveals no
    hidden tile.
    """
    if not past or past[-1].move.seat not in people:
        return False
    events = match.round.events[len(past[-1].match.round.events) :]  # of that move, and since
    return all(event.seat == past[-1].move.seat and event.do != "draw" for event in events)


def decisions_of(past: Sequence[PastState], seat: int) -> list[Decision]:
    """The decisions of a seat: its choice in each of its views with several choices.

    Moves that the seat took back are left out.
    """
    decisions: list[Decision] = []
    for match, move in past:
        if move.seat != seat:
            continue
        if move.do == "take-back":
            count = _events_before_last_play(match, seat)
            decisions = [decision for decision in decisions if len(decision.view.events) < count]
        elif move.do in ("play", "draw", "pass"):
            seat_view = view(match, seat)
            if len(seat_view.choices) > 1:
                chosen = next(choice for choice in seat_view.choices if move in moves_of(seat_view, choice))
                decisions.append(Decision(seat_view, chosen, match.round.hands, match.round.yard))
    return decisions


def review_of(match: Match, number: int, seat: int) -> Generator[None, None, Review]:
    """Review the choices of a seat in the finished round `number` (from 1). Yields after each world, and returns the review."""
    ended = match._replace(rounds=match.rounds[:number], current=None)
    decisions, rng = decisions_of(past_states(ended), seat), Rng(match.seed, f"review/{number}/{seat}")
    return review(
        decisions, view(ended, seat), rng, lambda seen: decision_rng(match.seed, "hint", seen, seat)
    )


def decision_rng(seed: str, purpose: str, seen: SeatView, seat: int) -> Rng:
    """Random numbers for one decision. The same seed and position give the same random numbers."""
    return Rng(seed, f"{purpose}/{seen.number}/{len(seen.events)}/{seat}")


def _events_before_last_play(match: Match, seat: int) -> int:
    """The number of events before the seat's last play in the round."""
    events = match.round.events
    return max(n for n, event in enumerate(events) if (event.seat, event.do) == (seat, "play"))


def used_help(undone: int, helped: int) -> UsedHelp:
    """The help that a person used in a match with so many undos and hints.

    >>> used_help(2, 0), used_help(0, 1), used_help(0, 0)
    ('undo', 'hints', '')
    """
    if undone and helped:
        return "both"
    return "undo" if undone else "hints" if helped else ""


class Help:
    """The help that the person of a match has used."""

    def __init__(self) -> None:
        self.undone = 0  # the number of undos that were not taken back
        self.hints = 0  # the number of hints
        # The choices that hints have advised, by number of the round. They are not saved: after a reload they are forgotten.
        self.advised: set[tuple[int, Choice]] = set()
        self.before: UsedHelp = ""  # the help in the rounds before the present one

    @property
    def used(self) -> UsedHelp:
        """The help in the whole match."""
        return used_help(self.undone, self.hints)
