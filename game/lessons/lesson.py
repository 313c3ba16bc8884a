"""The session of a lesson: the other seats follow a script, and the learner may make only the expected moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.lessons.steps import LEARNER, Beat, Step, course_options, make_step
from game.players.levels import choose
from game.records.record import Seat
from game.rules.errors import IllegalMove, Refusal
from game.rules.match import Match, act, start_match
from game.rules.moves import Move, move_text, parse_move
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.round.judge import why_not
from game.rules.round.scoring import lowest_seats
from game.rules.tiles import NAME
from game.rules.view import SeatView, moves_of, view
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.basics import Message

BOT_LEVEL = "hen"
# Deals of short rounds by one rule-book or another: of 3,000 deals, by Ted Montgomery's rules three end within 40 turns, because six
# arms are many for hands of five tiles.
SEEDS = tuple(f"learn-{number}" for number in (1399, 1018, 1364, 176, 1054, 200, 513))
LONG_ROUND = 150  # turns


class Lesson(Session):
    """One step of the course, played by the real rules.

    The store never saves it; the page remembers the completed steps.
    """

    is_stored = False

    def __init__(
        self, number: int, options: Options, names: list[str], aspect: float, book: str | None = None
    ) -> None:
        """Start step `number` (from 1) with the rules of a table's options. Raises OptionError, see `course_options`.

        `names` are the learner's name and the names of two other seats. `aspect`: see `BoardLayout`. `book` is the
        rule-book whose words the course uses.
        """
        rules = course_options(options)
        self.step: Step = make_step(number, rules)
        self.beat_index = 0
        position = self.step.position
        match = (
            start_match(rules, seed_of_a_lively_round(rules))
            if position is None
            else Match(rules, "lesson", (), position)
        )
        others = (Seat(name, "bot", BOT_LEVEL, "balanced") for name in names[1:])
        self.book = book
        super().__init__(match, None, (Seat(names[LEARNER], "human"), *others), aspect)

    def view_of(self, seat: int) -> SeatView:
        """The view of a seat, in the words of the table's rule-book."""
        return super().view_of(seat)._replace(book=self.book)

    @property
    def free(self) -> bool:
        """Whether this step is the free round, which has no script."""
        return self.step.position is None

    @property
    def beat(self) -> Beat | None:
        """The beat that the lesson waits for; None after the last beat and in the free round."""
        return self.step.beats[self.beat_index] if self.beat_index < len(self.step.beats) else None

    @property
    def done(self) -> bool:
        """Whether the step is complete."""
        return self.match.over if self.free else self.beat is None

    @property
    def message(self) -> Message:
        """The message for the learner at this moment. Its value `name` is the name of seat 1, at the learner's left."""
        key, values = self._current_message()
        return key, {**values, "name": self.seats[1].name}

    def _current_message(self) -> Message:
        """The closing message, the free round's message, or the message of the next beat that has one."""
        if self.done:
            end = self.match.round.end
            is_won = self.free and end is not None and LEARNER in lowest_seats(end.scores)
            return ("lesson.7.won", {}) if is_won else self.step.done_message
        if self.free:
            return "lesson.7.play", {}
        return next(beat.message for beat in self.step.beats[self.beat_index :] if beat.message is not None)

    def others_must_move(self) -> bool:
        """Whether another seat moves next: by the script, or by the rules in the free round."""
        if self.free:
            return super().others_must_move()
        return self.beat is not None and self.beat.seat != LEARNER

    def may_undo(self, viewer: Viewer | None = None) -> bool:
        """Whether undo is possible: only in the free round. The page restarts a scripted step instead."""
        return self.free and super().may_undo(viewer)

    def check(self, text: str) -> None:
        """Raise the exception that `execute` would raise for a move code.

        IllegalMove: the move is against the rules. Refusal: the move is legal, but the script expects another one.
        """
        move = parse_move(text, LEARNER)
        reason = why_not(self.match.round, move)
        if reason is not None:
            raise IllegalMove(*reason)
        if not self.free and (self.beat is None or not _accepts(self.beat, move)):
            raise Refusal("lesson.beside")

    def execute(self, text: str, seat: int | None = None, viewer: Viewer | None = None) -> None:
        """Execute the learner's move. Raises IllegalMove or Refusal, see `check`."""
        self.check(text)
        super().execute(text, seat, viewer)

    def think(self) -> Iterator[Move | None]:
        """Yield the next move of another seat: the script's move, or a bot's move in the free round."""
        if self.free:
            yield from super().think()
            return
        assert self.beat is not None
        view = self.view_of(self.beat.seat)
        choice = next(choice for choice in view.choices if _accepts(self.beat, moves_of(view, choice)[0]))
        yield self.board.exact_move(view, choice)

    def play_bot_move(self, move: Move) -> None:
        """Execute another seat's move.

        In a scripted step, that seat does not call its last tile unless the script has the call.
        """
        if self.free:
            super().play_bot_move(move)
        else:
            self._act(parse_move(move_text(move), move.seat))

    def _act(self, move: Move) -> None:
        """Execute a move, and go on to the next beat."""
        super()._act(move)
        if not self.free:
            self.beat_index += 1


def _accepts(beat: Beat, move: Move) -> bool:
    """Whether the beat accepts the move. A play is accepted by its tile, whatever its end."""
    if move.do != "play":
        return move_text(move) in beat.moves
    return "play" in beat.moves or NAME[move.tile] in beat.moves


def seed_of_a_lively_round(options: Options) -> str:
    """The seed of SEEDS whose round is shortest among hens, without a search for the centre's double."""
    return min(SEEDS, key=lambda seed: _turns_of_hens(start_match(options, seed)))


def _turns_of_hens(match: Match) -> int:
    """The number of draws, plays and passes of the round if hens hold all hands; LONG_ROUND or more if it is no good practice."""
    turns = LONG_ROUND if match.round.deal.draws else 0
    rng = Rng(match.seed, "practice")
    while match.round.end is None and turns < LONG_ROUND:
        seen = view(match, match.round.turn)
        match = act(match, moves_of(seen, choose(seen, BOT_LEVEL, "balanced", rng))[0])
        turns += 1
    return turns
