"""A puzzle on the table: one seat's view, in which somebody says what they would play; nothing is hidden in it that could come out.

The tiles that the view does not show are dealt anyhow (`puzzle.stand_in`), so no move is made that would turn one of them up.
"""

from typing import Any

from game.players.coach.hints import Hint
from game.records.links.puzzle import Puzzle, stand_in
from game.records.record import Seat
from game.rules.errors import IllegalMove, Reason
from game.rules.match import Match
from game.rules.moves import Choice, parse_move
from game.rules.round.judge import why_not
from game.rules.view import View, moves_of
from game.session.board_layout import Tabletop
from game.session.session import Session


class Riddle(Session):
    """A puzzle that somebody looks at. `asked` is the view, `chosen` what they would play, None as long as they think."""

    kept = False

    def __init__(self, puzzle: Puzzle, aspect: float) -> None:
        self.asked: View = puzzle.view
        self.chosen: Choice | None = None
        seats = tuple(_sitting(seat, place == puzzle.view.seat) for place, seat in enumerate(puzzle.seats))
        super().__init__(stand_in(puzzle), puzzle.preset, seats, aspect)

    def _take(self, match: Match, aspect: float) -> None:
        self.board = Tabletop(match.options, aspect)
        self.past = []
        self.sealed = 0
        self._settle(match)

    def due(self) -> bool:
        """Nobody else moves."""
        return False

    def may_undo(self) -> bool:
        """Whether something was said; then it can be thought over once more."""
        return self.chosen is not None

    def undo(self) -> None:
        """Thinks it over. Raises IllegalMove when nothing was said yet."""
        if self.chosen is None:
            raise IllegalMove("reason.nothing-to-undo", {})
        self.chosen = None
        self._settle(self.past.pop().match if self.past else self.match)

    def do(self, text: str, seat: int | None = None) -> None:
        """Says what one would play; a tile is laid, and nothing is drawn. Raises MoveSyntaxError or IllegalMove."""
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
            self._settle(self.match)

    def _settle(self, match: Match) -> None:
        super()._settle(match)
        if self.chosen is not None:
            self.view = self.view._replace(choices=(), may_call=False)

    def answer(self, found: Hint) -> tuple[str, float]:
        """How the choice compares with the coach's: best, equal or worse, and the points that it gives away."""
        if self.chosen is None:
            raise IllegalMove("reason.not-your-turn", {})
        mine = next(ranked for ranked in found.ranked if ranked.choice == self.chosen)
        if self.chosen == found.choice:
            return "best", 0.0
        return ("worse" if mine.clearly else "equal"), mine.behind


def add_puzzle(made: dict[str, Any], riddle: Riddle) -> None:
    """Makes a scene that of a puzzle: phase "puzzle", with "puzzle": {"said": whether a choice was made}; only it can be gone back on."""
    made["phase"] = "puzzle"
    made["puzzle"] = {"said": riddle.chosen is not None}
    made["can"] |= {"hint": False, "call": None, "catch": [], "take-back": False, "beside": []}
    made["next"] = False


def _sitting(seat: Seat, here: bool) -> Seat:
    """Who sits there, for whom the puzzle is the person in their seat."""
    return Seat(seat.name, "human") if here else Seat(seat.name, "bot", seat.level or "hen", "balanced")
