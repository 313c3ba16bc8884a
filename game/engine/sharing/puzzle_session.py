"""A puzzle on the table: the person sees one seat's view and chooses a move.

The view does not contain the hidden tiles, so arbitrary tiles stand in for them (`puzzle.stand_in_match`). Therefore
the session never executes a move that would reveal a hidden tile: it only notes the choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.players.coach.hints import Hint
from game.records.links.puzzle import Puzzle, stand_in_match
from game.records.record import Seat
from game.rules.errors import IllegalMove, Reason
from game.rules.match import Match
from game.rules.moves import Choice, parse_move
from game.rules.round.judge import why_not
from game.rules.view import SeatView, moves_of
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.scenes import Scene


class PuzzleSession(Session):
    """A session that shows a puzzle.

    `puzzle_view` is the puzzle's view; `chosen` is the person's choice, None until they choose.
    """

    is_stored = False

    def __init__(self, puzzle: Puzzle, aspect: float) -> None:
        self.puzzle_view: SeatView = puzzle.view
        self.chosen: Choice | None = None
        seats = tuple(
            _puzzle_seat(seat, number == puzzle.view.seat) for number, seat in enumerate(puzzle.seats)
        )
        super().__init__(stand_in_match(puzzle), puzzle.preset, seats, aspect)

    def _load(self, match: Match, aspect: float) -> None:
        """Load the stand-in match without past states: undo only takes the choice back."""
        self.match = match
        self.past = []
        self.viewer.begin_round(aspect, 0)
        self._set_match(match)

    def others_must_move(self) -> bool:
        """Always False: no other seat moves in a puzzle."""
        return False

    def may_undo(self, viewer: Viewer | None = None) -> bool:
        """Whether the person has chosen, and can take the choice back."""
        return self.chosen is not None

    def undo(self, viewer: Viewer | None = None) -> None:
        """Take the choice back. Raises IllegalMove if the person has not chosen."""
        if self.chosen is None:
            raise IllegalMove("reason.nothing-to-undo", {})
        self.chosen = None
        self._set_match(self.past.pop().match if self.past else self.match)

    def execute(self, text: str, seat: int | None = None, viewer: Viewer | None = None) -> None:
        """Choose a move.

        A played tile is laid on the table. A draw is only noted, because it would reveal a hidden tile. A pass and the play
        of the last tile are only noted, because they can end the round, which reveals the hands. Raises MoveSyntaxError or IllegalMove.
        """
        move = parse_move(text, self.person)
        reason = Reason("reason.not-your-turn", {}) if self.chosen else why_not(self.match.round, move)
        if reason is not None:
            raise IllegalMove(*reason)
        if move.do in ("play", "draw", "pass"):
            self.chosen = next(
                choice for choice in self.puzzle_view.choices if move in moves_of(self.puzzle_view, choice)
            )
        if move.do == "play" and self.puzzle_view.hand.bit_count() > 1:
            self._act(move)
        elif self.chosen:
            self._set_match(self.match)

    def _set_match(self, match: Match) -> None:
        """Make `match` the present state. After the choice, the view offers no further choice."""
        super()._set_match(match)
        if self.chosen is not None:
            self.viewer.view = self.view._replace(choices=(), may_call=False)

    def answer(self, hint: Hint) -> tuple[str, float]:
        """Compare the choice, which the person has made, with the coach's hint: (verdict, points that it gives away).

        The verdict is "best", "equal" or "worse".
        """
        mine = next(ranked for ranked in hint.ranked if ranked.choice == self.chosen)
        if self.chosen == hint.choice:
            return "best", 0.0
        return ("worse" if mine.clearly else "equal"), mine.behind


def add_puzzle(new_scene: Scene, session: PuzzleSession) -> None:
    """Turn a scene into a puzzle's scene. It offers no hint and no off-turn move."""
    new_scene["phase"] = "puzzle"
    new_scene["puzzle"] = {"said": session.chosen is not None}
    new_scene["can"] |= {"hint": False, "call": None, "catch": [], "take-back": False, "beside": []}
    new_scene["next"] = False


def _puzzle_seat(seat: Seat, is_solver: bool) -> Seat:
    """A seat as the puzzle shows it: the person in the puzzle's seat (`is_solver`), bots in the others."""
    return Seat(seat.name, "human") if is_solver else Seat(seat.name, "bot", seat.level or "hen", "balanced")
