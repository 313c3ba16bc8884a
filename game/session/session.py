"""One table in progress: a match, its history, who sits where, and what the person at the screen does.

The person's input and the bots' choices both become move codes, and only codes are executed. Bots get a `View`.
Nothing here waits, draws or keeps: `scene` says what to show, `desk` answers the page, `saving` has its text form.
"""

from collections.abc import Iterator

from game.players import levels
from game.players.coach import hints as coach
from game.players.coach.review import Review, match_review, review
from game.records.record import Seat
from game.rules.errors import IllegalMove, Reason
from game.rules.match import Match, act, next_round
from game.rules.moves import Choice, Move, move_text, parse_move
from game.rules.rng import Rng
from game.rules.round.judge import why_not
from game.rules.tiles import HIGH, LOW, NAME, Tile, tiles_in
from game.rules.view import View, moves_of, view
from game.session.history import Past, past_of
from game.session.tabletop import Tabletop


class Session:
    """A match at one screen. `version` changes with every change, so that a search knows that it is stale."""

    def __init__(self, match: Match, preset: str | None, seats: tuple[Seat, ...], aspect: float) -> None:
        self.preset = preset
        self.seats = seats
        self.person = next(number for number, seat in enumerate(seats) if seat.kind == "human")
        self.undone = 0
        self.reviews: dict[int, Review] = {}  # by the round's number
        self.armed = False
        self.version = 0
        self._decided: set[tuple[int, int]] = set()
        self._views: dict[int, View] = {}  # of the present state, as far as they were asked for
        self._take(match, aspect)

    def _take(self, match: Match, aspect: float) -> None:
        self.match = match
        self.board = Tabletop(match.options, aspect)
        self.past = past_of(match)
        self._settle(match)

    def _settle(self, match: Match) -> None:
        """Makes `match` the state, with everything that is kept beside it."""
        self.match = match
        self.version += 1
        self._views = {}
        self.view = self.view_of(self.person)
        self.board.follow(self.view.laid)
        self._decided &= set(self._catches())

    # --- what is asked

    def bots(self) -> Iterator[int]:
        """The seats of bots, clockwise."""
        return (number for number, seat in enumerate(self.seats) if seat.kind == "bot")

    def view_of(self, seat: int) -> View:
        """What that seat may know."""
        if seat not in self._views:
            self._views[seat] = view(self.match, seat)
        return self._views[seat]

    @property
    def phase(self) -> str:
        """playing, round-over or match-over."""
        if self.view.end is None:
            return "playing"
        return "match-over" if self.match.over else "round-over"

    @property
    def my_turn(self) -> bool:
        """Whether the person has to choose."""
        return self.phase == "playing" and self.view.turn == self.person

    def may_arm(self) -> bool:
        """Whether a call can be readied, to be made with the play that leaves one tile."""
        asked = self.match.options.last_tile_call != "none"
        return asked and self.my_turn and self.view.hand.bit_count() == 2

    @property
    def has_played(self) -> bool:
        """Whether the person has chosen anything in this round."""
        return any(past.move.seat == self.person for past in self.past)

    def may_undo(self) -> bool:
        """Whether there is a choice of the person's in this round to go back to."""
        return self.phase == "playing" and self.has_played

    # --- what the person does

    def do(self, text: str) -> None:
        """Executes the person's move code. Raises MoveSyntaxError or IllegalMove and then changes nothing."""
        move = parse_move(text, self.person)
        self._act(move)
        if self.armed and move.do == "play":
            self.armed = False
            if self.view.may_call:
                self._act(Move(self.person, "call"))

    def places(self, tile: Tile) -> list[Move]:
        """The person's plays of `tile`, one for each number it can go on, each on the equal end that reads best.

        Raises IllegalMove, with the reason, when there is none.
        """
        choices = [choice for choice in self.view.choices if choice.do == "play" and choice.tile == tile]
        if not choices:
            raise IllegalMove(*self._why_no_place(tile))
        return [self.board.exact(self.view, choice) for choice in choices]

    def ends(self, tile: Tile) -> list[Move]:
        """Every exact play of `tile`, for a tile that is dragged. Raises IllegalMove when there is none."""
        choices = [choice for choice in self.view.choices if choice.do == "play" and choice.tile == tile]
        if not choices:
            raise IllegalMove(*self._why_no_place(tile))
        return [move for choice in choices for move in moves_of(self.view, choice)]

    def _why_no_place(self, tile: Tile) -> Reason:
        """Why `tile` fits nowhere: the judge's answer for the place that was most likely meant."""
        view = self.view
        ends = [on for suit in {HIGH[tile], LOW[tile]} for on in tiles_in(view.ends[suit])]
        on = ends[0] if ends else view.foot
        if on < 0 and view.laid:
            on = view.laid[-1][0]
        reason = why_not(self.match.round, Move(self.person, "play", tile, on))
        assert reason is not None
        if view.foot < 0 and reason.key in ("reason.no-match", "reason.no-open-end"):
            return Reason("reason.fits-nowhere", {"tile": NAME[tile]})
        return reason

    def undo(self) -> None:
        """Goes back to before the person's last choice in this round; the match is marked."""
        if not self.may_undo():
            raise IllegalMove("reason.nothing-to-undo", {})
        while self.past[-1].move.seat != self.person:
            self.past.pop()
        self.undone += 1
        self.armed = False
        self._settle(self.past.pop().match)

    def next_round(self, aspect: float) -> None:
        """Deals the next round. Raises MatchError while one is in play or when the match is over."""
        self._take(next_round(self.match), aspect)
        self.armed = False

    def _act(self, move: Move) -> None:
        after = act(self.match, move)
        self.past.append(Past(self.match, move))
        self._settle(after)

    # --- what the bots do

    def due(self) -> bool:
        """Whether something happens now without the person."""
        if self.phase != "playing":
            return False
        return not self.my_turn or self._open_catch() is not None

    def _catches(self) -> Iterator[tuple[int, int]]:
        """What bots may catch: (seat, target). Their views are not asked for where nobody can have forgotten a call."""
        if self.view.must_call:
            for seat in self.bots():
                for target in self.view_of(seat).may_catch:
                    yield seat, target

    def _open_catch(self) -> tuple[int, int] | None:
        return next((catch for catch in self._catches() if catch not in self._decided), None)

    def _rng(self, seat: int, purpose: str) -> Rng:
        """Lots for one decision; the same position and seed give the same decision again."""
        events = len(self.view.events)
        return Rng(self.match.seed, f"{purpose}/{self.view.number}/{events}/{seat}")

    def think(self) -> Iterator[Move | None]:
        """What happens next, thought out in slices of some 15 ms: yields None between slices, at last the move.

        Yields no move when nothing comes of it (a bot let a catch go by). Changes only what was decided.
        """
        catch = self._open_catch()
        if catch is not None:
            self._decided.add(catch)
            seat = catch[0]
            wanted = levels.wants_catch(self.view_of(seat), self._level(seat), self._rng(seat, "catch"))
            if wanted is not None:
                yield Move(seat, "catch", target=wanted)
            return
        seat = self.view.turn
        mine = self.view_of(seat)
        if len(mine.choices) == 1:
            yield self.board.exact(mine, mine.choices[0])
            return
        style = self.seats[seat].style or "balanced"
        choice = yield from levels.think(mine, self._level(seat), style, self._rng(seat, "bot"))
        yield self.board.exact(mine, choice)

    def hint(self) -> Iterator[tuple[Move, coach.Hint] | None]:
        """What the coach would do in the person's place; yields None between slices, at last the move and the hint.

        Raises IllegalMove when it is not the person's turn.
        """
        if not self.my_turn:
            raise IllegalMove("reason.not-your-turn", {})
        found = yield from coach.hint(self.view, "balanced", self._rng(self.person, "hint"))
        yield self.board.exact(self.view, found.choice), found

    def review(self, number: int) -> Iterator[Review | None]:
        """The person's choices in round `number`, which is over, looked at again; yields None between slices, at last the review.

        It is kept: asked for once more it is there at once.
        """
        if number not in self.reviews:
            then = self.match._replace(rounds=self.match.rounds[:number], current=None)
            decisions = self._decisions(past_of(then))
            rng = Rng(self.match.seed, f"review/{number}/{self.person}")
            self.reviews[number] = yield from review(decisions, view(then, self.person), rng)
        yield self.reviews[number]

    def not_reviewed(self) -> list[int]:
        """The numbers of the rounds that are over and were not looked at again."""
        return [n for n in range(1, len(self.match.rounds) + 1) if n not in self.reviews]

    def luck_and_skill(self) -> Reason:
        """The line above a match of which every round was looked at again."""
        return match_review([self.reviews[number] for number in sorted(self.reviews)])

    def _decisions(self, past: list[Past]) -> list[tuple[View, Choice]]:
        """The views in which the person had a choice, with what was chosen; what was taken back does not count."""
        decisions: list[tuple[View, Choice]] = []
        for match, move in past:
            if move.seat != self.person:
                continue
            if move.do == "take-back":
                decisions = [made for made in decisions if len(made[0].events) < self._taken(match)]
            elif move.do in ("play", "draw", "pass"):
                seen = view(match, self.person)
                if len(seen.choices) > 1:
                    chosen = next(choice for choice in seen.choices if move in moves_of(seen, choice))
                    decisions.append((seen, chosen))
        return decisions

    def _taken(self, match: Match) -> int:
        """How many events there were before the play that is about to be taken back."""
        events = match.round.events
        return max(n for n, event in enumerate(events) if (event.seat, event.do) == (self.person, "play"))

    def bot(self, move: Move) -> None:
        """Executes a bot's move, through its code like everybody's, and its call when it has one to make."""
        self._act(parse_move(move_text(move), move.seat))
        if move.do != "play" or self.phase != "playing" or move.seat not in self.view.must_call:
            return
        if levels.wants_call(self.view_of(move.seat), self._level(move.seat), self._rng(move.seat, "call")):
            self._act(Move(move.seat, "call"))

    def _level(self, seat: int) -> str:
        return self.seats[seat].level or levels.LEVELS[0]
