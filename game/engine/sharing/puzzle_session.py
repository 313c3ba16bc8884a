"""A puzzle on the table: the person sees one seat's view and chooses a move.

The view does not contain the hidden tiles, so arbitrary ones stand in for them (`puzzle.stand_in_match`). Therefore the session never
executes a move that would reveal one of them.
"""

from typing import Any

from game.players.coach.hints import Hint
from game.records.links.puzzle import Puzzle, stand_in_match
from game.records.record import Seat
from game.rules.errors import IllegalMove, Reason
from game.rules.match import Match
from game.rules.moves import Choice, parse_move
from game.rules.round.judge import why_not
from game.rules.view import View, moves_of
from game.session.board_layout import BoardLayout
from game.session.session import Session


class PuzzleSession(Session):
    """A session that shows a puzzle. `asked` is the puzzle's view, `chosen` the person's choice, None before it."""

    kept = False

    def __init__(self, puzzle: Puzzle, aspect: float) -> None:
        self.asked: View = puzzle.view
        self.chosen: Choice | None = None
        seats = tuple(
            _puzzle_seat(seat, place == puzzle.view.seat) for place, seat in enumerate(puzzle.seats)
        )
        super().__init__(stand_in_match(puzzle), puzzle.preset, seats, aspect)

    def _load(self, match: Match, aspect: float) -> None:
        self.board = BoardLayout(match.options, aspect)
        self.past = []
        self.undo_floor = 0
        self._set_match(match)

    def others_must_move(self) -> bool:
        """Always false: no other seat moves in a puzzle."""
        return False

    def may_undo(self) -> bool:
        """Whether the person has chosen: then they can take the choice back."""
        return self.chosen is not None

    def undo(self) -> None:
        """Take the choice back. Raises IllegalMove before the person has chosen."""
        if self.chosen is None:
            raise IllegalMove("reason.nothing-to-undo", {})
        self.chosen = None
        self._set_match(self.past.pop().match if self.past else self.match)

    def execute(self, text: str, seat: int | None = None) -> None:
        """Choose a move: a tile is laid, and a draw shows no tile. Raises MoveSyntaxError or IllegalMove."""
        move = parse_move(text, self.person)
        reason = Reason("reason.not-your-turn", {}) if self.chosen else why_not(self.match.round, move)
        if reason is not None:
            raise IllegalMove(*reason)
        if move.do in ("play", "draw", "pass"):
            self.chosen = next(
                choice for choice in self.asked.choices if move in moves_of(self.asked, choice)
            )
        if move.do == "play" and self.asked.hand.bit_count() > 1:
            self._act(move)
        elif self.chosen:
            self._set_match(self.match)

    def _set_match(self, match: Match) -> None:
        super()._set_match(match)
        if self.chosen is not None:
            self.view = self.view._replace(choices=(), may_call=False)

    def answer(self, found: Hint) -> tuple[str, float]:
        """Compare the choice with the coach's: best, equal or worse, and the points that it gives away."""
        if self.chosen is None:
            raise IllegalMove("reason.not-your-turn", {})
        mine = next(ranked for ranked in found.ranked if ranked.choice == self.chosen)
        if self.chosen == found.choice:
            return "best", 0.0
        return ("worse" if mine.clearly else "equal"), mine.behind


def add_puzzle(new_scene: dict[str, Any], session: PuzzleSession) -> None:
    """Turn a scene into a puzzle's: phase "puzzle", and "puzzle": {"said": whether the person has chosen}. Only undo is offered."""
    new_scene["phase"] = "puzzle"
    new_scene["puzzle"] = {"said": session.chosen is not None}
    new_scene["can"] |= {"hint": False, "call": None, "catch": [], "take-back": False, "beside": []}
    new_scene["next"] = False


def _puzzle_seat(seat: Seat, here: bool) -> Seat:
    """A seat as the puzzle shows it: the person in the asked seat (`here`), bots in the others."""
    return Seat(seat.name, "human") if here else Seat(seat.name, "bot", seat.level or "hen", "balanced")
