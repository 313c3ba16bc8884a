"""A lesson in progress: a session whose other seats follow a script, and whose learner is kept to what it is about."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from game.lessons.steps import LEARNER, Beat, Step, course_options, step
from game.records.record import Seat
from game.rules.errors import IllegalMove, Refusal
from game.rules.match import Match, start_match
from game.rules.moves import Move, move_text, parse_move
from game.rules.options.declared import Options
from game.rules.round.deal import deal_round
from game.rules.round.judge import why_not
from game.rules.tiles import NAME
from game.rules.view import moves_of
from game.session.session import Session

LEVEL = "hen"


class Lesson(Session):
    """One step of the course, played by the real rules. It is never saved; what was learnt is the page's to keep."""

    kept = False

    def __init__(self, number: int, options: Options, names: list[str], aspect: float) -> None:
        """Step `number` by the rules of a table; `names` are the learner's and two others'. Raises OptionError."""
        rules = course_options(options)
        self.step: Step = step(number, rules)
        self.at = 0  # the beat that is waited for
        position = self.step.position
        match = (
            start_match(rules, easy_seed(rules)) if position is None else Match(rules, "lesson", (), position)
        )
        others = (Seat(name, "bot", LEVEL, "balanced") for name in names[1:])
        super().__init__(match, None, (Seat(names[LEARNER], "human"), *others), aspect)

    @property
    def free(self) -> bool:
        """Whether this is the free round, where nothing is scripted."""
        return self.step.position is None

    @property
    def beat(self) -> Beat | None:
        """What is waited for; None when the script is done, and in the free round."""
        return self.step.beats[self.at] if self.at < len(self.step.beats) else None

    @property
    def done(self) -> bool:
        """Whether the step has reached its end."""
        return self.match.over if self.free else self.beat is None

    @property
    def words(self) -> list[Any]:
        """What the learner reads now, as [key, values]; `name` is the seat to the left."""
        key, values = self._words()
        return [key, {**values, "name": self.seats[1].name}]

    def _words(self) -> list[Any]:
        if self.done:
            return self.step.done
        if self.free:
            return ["lesson.6.play", {}]
        return next(beat.words for beat in self.step.beats[self.at :] if beat.words is not None)

    def due(self) -> bool:
        """Whether another seat acts now."""
        if self.free:
            return super().due()
        return self.beat is not None and self.beat.seat != LEARNER

    def may_undo(self) -> bool:
        """Only in the free round: a script is begun anew instead."""
        return self.free and super().may_undo()

    def check(self, text: str) -> None:
        """Raises what `do` would: IllegalMove with the judge's reason, or Refusal for what is allowed but beside the point."""
        move = parse_move(text, LEARNER)
        reason = why_not(self.match.round, move)
        if reason is not None:
            raise IllegalMove(*reason)
        if not self.free and (self.beat is None or not _accepted(self.beat, move)):
            raise Refusal("lesson.beside")

    def do(self, text: str, seat: int | None = None) -> None:
        """Executes the learner's move if `check` has nothing against it."""
        self.check(text)
        super().do(text, seat)

    def think(self) -> Iterator[Move | None]:
        """What the script has for the seat that is to act, or what the hen finds in the free round."""
        if self.free:
            yield from super().think()
            return
        assert self.beat is not None
        mine = self.view_of(self.beat.seat)
        choice = next(choice for choice in mine.choices if _accepted(self.beat, moves_of(mine, choice)[0]))
        yield self.board.exact(mine, choice)

    def bot(self, move: Move) -> None:
        """Executes another seat's move; in a script nobody calls but by it."""
        if self.free:
            super().bot(move)
        else:
            self._act(parse_move(move_text(move), move.seat))

    def _act(self, move: Move) -> None:
        super()._act(move)
        if not self.free:
            self.at += 1


def _accepted(beat: Beat, move: Move) -> bool:
    """Whether the move is what the beat waits for."""
    if move.do != "play":
        return move_text(move) in beat.does
    return move.seat == beat.seat and ("play" in beat.does or NAME[move.tile] in beat.does)


def easy_seed(options: Options) -> str:
    """The first seed whose round begins without a search for its double."""
    seeds = (f"learn-{number}" for number in count(1))
    return next(seed for seed in seeds if not deal_round(options, seed, 1).draws)
