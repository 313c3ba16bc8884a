"""A match: its rounds, the totals, and the final ranks, called places (MATCH-1 to MATCH-3)."""

from typing import NamedTuple

from game.rules.errors import MatchError
from game.rules.moves import Move
from game.rules.options.declared import Options
from game.rules.round.deal import deal_round
from game.rules.round.round_state import Round
from game.rules.round.scoring import places_of, totals_of
from game.rules.round.turn import begin_round, play


class Match(NamedTuple):
    """A match, in progress or over. `current` is None between two rounds and after the last one."""

    options: Options
    seed: str
    rounds: tuple[Round, ...]  # the finished rounds
    current: Round | None

    @property
    def round(self) -> Round:
        """Return the current round, or the last one that was played."""
        return self.rounds[-1] if self.current is None else self.current

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return len(self.rounds) == self.options.round_count

    @property
    def round_scores(self) -> tuple[tuple[int, ...], ...]:
        """For every finished round, the scores by seat."""
        return tuple(played.end.scores for played in self.rounds if played.end is not None)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in the finished rounds. The lowest total wins."""
        return totals_of(self.round_scores, self.options.players)

    @property
    def places(self) -> tuple[int, ...]:
        """The final rank of each seat, 1 for the winner. Empty while the match goes on."""
        return places_of(self.round_scores, self.options) if self.over else ()


def start_match(options: Options, seed: str) -> Match:
    """Return a new match with its first round dealt."""
    return next_round(Match(options, seed, (), None))


def next_round(match: Match) -> Match:
    """Deal the next round. Raises MatchError during a round and after the last one."""
    if match.current is not None:
        raise MatchError("error.round-not-over")
    if match.over:
        raise MatchError("error.match-over")
    return with_round(
        match, begin_round(match.options, deal_round(match.options, match.seed, len(match.rounds) + 1))
    )


def act(match: Match, move: Move) -> Match:
    """Make a move in the current round. Raises IllegalMove, or MatchError between rounds."""
    if match.current is None:
        raise MatchError("error.no-round")
    return with_round(match, play(match.current, move))


def with_round(match: Match, state: Round) -> Match:
    """Return the match with `state` as its current round. A round that has ended goes to the finished rounds."""
    if state.end is None:
        return match._replace(current=state)
    return match._replace(rounds=(*match.rounds, state), current=None)
