"""A match in progress: its past states for undo, its seats, and the actions of the people at the screen.

The screen shows one person's hand at a time. If several people share the screen, a curtain hides it whenever the turn comes to
another person. Until that person lifts the curtain, `person` is -1 and the view is an onlooker's.
People's input and bots' choices both become move codes, and the session executes only codes. Bots get a `View`.
The session does not wait, draw or store: game/engine/scene.py builds its scene, game/session/saving.py its text form.
"""

from collections.abc import Iterator

from game.players import levels
from game.players.coach import hints as coach
from game.players.coach.review import Review, match_review, review
from game.records.commitment import Commitment
from game.records.record import Seat
from game.rules.errors import IllegalMove, MatchError, Reason
from game.rules.match import Match, act, next_round
from game.rules.moves import Move, move_text, parse_move
from game.rules.rng import Rng
from game.rules.round.judge import why_not
from game.rules.tiles import HIGH, LOW, NAME, Tile, tiles_in
from game.rules.view import NOBODY, View, moves_of, onlooker, view
from game.session.board_layout import BoardLayout
from game.session.slices import in_slices
from game.session.undo_history import PastState, decisions_of, may_undo_shared, past_states


class Session:
    """A match at one screen. `version` grows with every change, so that a running search notices that it is out of date.

    Raises MatchError when no seat is a person's.
    """

    kept = True  # whether the store saves it; false for lessons and puzzles

    def __init__(self, match: Match, preset: str | None, seats: tuple[Seat, ...], aspect: float) -> None:
        self.preset = preset
        self.seats = seats
        self.people = tuple(number for number, seat in enumerate(seats) if seat.kind == "human")
        if not self.people:
            raise MatchError("error.session.nobody")
        self.alone = len(self.people) == 1
        self.person = self.people[0] if self.alone else NOBODY  # the seat whose hand the screen shows
        self.undone = 0  # the number of undos
        self.helped = 0  # the number of hints
        self.commitment: Commitment | None = None  # to the seed, made before the first tile
        self.link = ""  # the code of the accepted challenge
        self.day = ""  # the date of the daily deal
        self.late = False  # whether the daily deal was started after its day
        self.again = False  # whether the deal was played here before: a second try
        self.reviews: dict[tuple[int, int], Review] = {}  # by round number and seat
        self.armed = False  # whether the next play calls the last tile
        self.version = 0
        self._decided_catches: set[tuple[int, int]] = set()
        self._views: dict[int, View] = {}  # cached views of the present state, by seat
        self._load(match, aspect)

    def _load(self, match: Match, aspect: float) -> None:
        self.match = match
        self.board = BoardLayout(match.options, aspect)
        self.past = past_states(match)
        self.undo_floor = len(self.past)  # with several people, undo cannot go back before this index
        if not self.alone:
            self.person = NOBODY
        self._set_match(match)

    def _set_match(self, match: Match) -> None:
        """Make `match` the present state, and update everything that depends on it."""
        self.match = match
        self.version += 1
        self._views = {}
        if self.curtain != NOBODY or (match.current is None and not self.alone):
            self.person, self.armed = NOBODY, False
        self.view = self.view_of(self.person)
        self.board.follow(self.view.laid)
        self._decided_catches &= set(self._catches())

    # --- queries

    @property
    def marked(self) -> bool:
        """Whether somebody used undo or a hint."""
        return self.undone > 0 or self.helped > 0

    def bots(self) -> Iterator[int]:
        """The seats of bots, clockwise."""
        return (number for number, seat in enumerate(self.seats) if seat.kind == "bot")

    def view_of(self, seat: int) -> View:
        """The view of a seat; an onlooker's view for NOBODY."""
        if seat not in self._views:
            self._views[seat] = onlooker(self.match) if seat == NOBODY else view(self.match, seat)
        return self._views[seat]

    @property
    def curtain(self) -> int:
        """The person who must take the screen before play continues, or NOBODY."""
        turn = self.match.round.turn if self.match.current is not None else NOBODY
        return turn if turn in self.people and turn != self.person else NOBODY

    @property
    def phase(self) -> str:
        """The phase: "playing", "round-over" or "match-over"."""
        if self.view.end is None:
            return "playing"
        return "match-over" if self.match.over else "round-over"

    @property
    def my_turn(self) -> bool:
        """Whether the person at the screen has to choose a move."""
        return self.phase == "playing" and self.view.turn == self.person

    def may_arm(self) -> bool:
        """Whether the person can arm the call: it is then made with the play that leaves one tile."""
        asked = self.match.options.last_tile_call != "none"
        return asked and self.my_turn and self.view.hand.bit_count() == 2

    @property
    def has_played(self) -> bool:
        """Whether a person has made a move in this round."""
        return any(past.move.seat in self.people for past in self.past)

    def may_undo(self) -> bool:
        """Whether undo is possible in this round: against bots whenever the person has moved, else see `may_undo_shared`."""
        if self.phase != "playing" or self.alone:
            return self.phase == "playing" and self.has_played
        return may_undo_shared(self.past[self.undo_floor :], self.match, self.people)

    # --- the person's actions

    def lift(self) -> None:
        """Lift the curtain: the screen now shows the hand of the person on turn. Raises IllegalMove when there is no curtain."""
        if self.curtain == NOBODY:
            raise IllegalMove("reason.no-curtain", {})
        self.person = self.curtain
        self.undo_floor = len(self.past)
        self._set_match(self.match)

    def execute(self, text: str, seat: int | None = None) -> None:
        """Execute a move code for the person at the screen, or for another person at `seat`, who may call, catch and take back.

        Raises MoveSyntaxError or IllegalMove, and then changes nothing.
        """
        move = parse_move(text, self.person if seat is None else seat)
        if move.seat == NOBODY or (move.do in ("play", "draw", "pass") and move.seat != self.person):
            raise IllegalMove("reason.curtain" if self.curtain != NOBODY else "reason.not-your-turn", {})
        if move.seat not in self.people:
            raise IllegalMove("reason.no-such-seat", {"seat": move.seat})
        self._act(move)
        if self.armed and move.do == "play":
            self.armed = False
            if self.view.may_call:
                self._act(Move(self.person, "call"))

    def off_turn_moves(self) -> list[Move]:
        """The moves that the other people here may make off turn: calls, catches and take-backs."""
        moves = []
        for seat in self.people if self.phase == "playing" else ():
            if seat != self.person:
                mine = self.view_of(seat)
                moves += [Move(seat, "call")] * mine.may_call
                moves += [Move(seat, "catch", target=target) for target in mine.may_catch]
                moves += [Move(seat, "take-back")] * mine.may_take_back
        return moves

    def plays_of(self, tile: Tile) -> list[Move]:
        """The person's plays of `tile`: one for each number that it fits, at the end where it lies neatest.

        Raises IllegalMove with the reason when the tile fits nowhere.
        """
        choices = [choice for choice in self.view.choices if choice.do == "play" and choice.tile == tile]
        if not choices:
            raise IllegalMove(*self._why_no_place(tile))
        return [self.board.exact_move(self.view, choice) for choice in choices]

    def exact_plays_of(self, tile: Tile) -> list[Move]:
        """The person's plays of `tile` at every end, for dragging. Raises IllegalMove when the tile fits nowhere."""
        choices = [choice for choice in self.view.choices if choice.do == "play" and choice.tile == tile]
        if not choices:
            raise IllegalMove(*self._why_no_place(tile))
        return [move for choice in choices for move in moves_of(self.view, choice)]

    def _why_no_place(self, tile: Tile) -> Reason:
        """Why `tile` fits nowhere: the judge's answer for the place that the person most likely meant."""
        view = self.view
        if view.seat == NOBODY:
            return Reason("reason.curtain", {})
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
        """Go back to before the last move of a person. Against bots this counts in `undone`. Raises IllegalMove."""
        if not self.may_undo():
            raise IllegalMove("reason.nothing-to-undo", {})
        while self.past[-1].move.seat not in self.people:
            self.past.pop()
        self.undone += self.alone
        self.armed = False
        self._set_match(self.past.pop().match)

    def next_round(self, aspect: float) -> None:
        """Deal the next round. Raises MatchError during a round and after the match."""
        self._load(next_round(self.match), aspect)
        self.armed = False

    def _act(self, move: Move) -> None:
        after = act(self.match, move)
        self.past.append(PastState(self.match, move))
        self._set_match(after)

    # --- the bots

    def others_must_move(self) -> bool:
        """Whether another seat moves next, by its turn or by a catch."""
        if self.phase != "playing":
            return False
        return self.view.turn not in self.people or self._open_catch() is not None

    def _catches(self) -> Iterator[tuple[int, int]]:
        """The catches that bots may make, as (seat, target). It builds no views unless somebody has to call."""
        if self.view.must_call:
            for seat in self.bots():
                for target in self.view_of(seat).may_catch:
                    yield seat, target

    def _open_catch(self) -> tuple[int, int] | None:
        return next((catch for catch in self._catches() if catch not in self._decided_catches), None)

    def _rng(self, seat: int, purpose: str) -> Rng:
        """Random numbers for one decision. The same position and seed give the same decision again."""
        events = len(self.view.events)
        return Rng(self.match.seed, f"{purpose}/{self.view.number}/{events}/{seat}")

    def _rng_of_catch(self, seat: int, target: int) -> Rng:
        """Random numbers for one chance to catch. They do not change while the chance lasts, so a reload gives no second one."""
        plays = [n for n, event in enumerate(self.view.events) if (event.seat, event.do) == (target, "play")]
        return Rng(self.match.seed, f"catch/{self.view.number}/{plays[-1]}/{seat}/{target}")

    def think(self) -> Iterator[Move | None]:
        """Find the next move of another seat in slices of some 15 ms: yield None between slices, at last the move.

        Yields no move when a bot overlooks a catch. Changes only the set of decided catches.
        """
        catch = self._open_catch()
        if catch is not None:
            self._decided_catches.add(catch)
            # each player who forgot to call is a separate chance with its own random numbers
            seat, target = catch
            if levels.notices_catch(self._level(seat), self._rng_of_catch(seat, target)):
                yield Move(seat, "catch", target=target)
            return
        seat = self.view.turn
        mine = self.view_of(seat)
        if len(mine.choices) == 1:
            yield self.board.exact_move(mine, mine.choices[0])
            return
        style = self.seats[seat].style or "balanced"
        level = self._level(seat)
        choice = yield from in_slices(levels.think(mine, level, style, self._rng(seat, "bot")))
        yield self.board.exact_move(mine, choice)

    def hint(self) -> Iterator[tuple[Move, coach.Hint] | None]:
        """Find the coach's move for the person: yield None between slices, at last the move and the hint.

        Raises IllegalMove when it is not the person's turn.
        """
        if not self.my_turn:
            raise IllegalMove("reason.not-your-turn", {})
        hint = yield from in_slices(coach.hint(self.view, "balanced", self._rng(self.person, "hint")))
        self.helped += 1
        yield self.board.exact_move(self.view, hint.choice), hint

    def review(self, number: int, seat: int | None = None) -> Iterator[Review | None]:
        """Review a person's choices in the finished round `number`: yield None between slices, at last the review.

        The session caches the review. `seat` None means the first person, here and in the methods below.
        """
        seat = self.people[0] if seat is None else seat
        if (number, seat) not in self.reviews:
            then = self.match._replace(rounds=self.match.rounds[:number], current=None)
            decisions = decisions_of(past_states(then), seat)
            rng = Rng(self.match.seed, f"review/{number}/{seat}")
            self.reviews[number, seat] = yield from in_slices(review(decisions, view(then, seat), rng))
        yield self.reviews[number, seat]

    def not_reviewed(self, seat: int | None = None) -> list[int]:
        """The numbers of the finished rounds without a review."""
        seat = self.people[0] if seat is None else seat
        return [n for n in range(1, len(self.match.rounds) + 1) if (n, seat) not in self.reviews]

    def luck_and_skill(self, seat: int | None = None) -> Reason:
        """The sentence about luck and skill in a match whose rounds are all reviewed."""
        seat = self.people[0] if seat is None else seat
        return match_review([review for (_, whose), review in sorted(self.reviews.items()) if whose == seat])

    def loss(self, seat: int) -> float | None:
        """The expected points per round that a person's choices gave away; None until every round is reviewed."""
        if self.phase != "match-over" or self.not_reviewed(seat):
            return None
        return sum(found.cost for (_, whose), found in self.reviews.items() if whose == seat) / len(
            self.match.rounds
        )

    def play_bot_move(self, move: Move) -> None:
        """Execute a bot's move through its code, and then its call if it has to call and remembers to."""
        self._act(parse_move(move_text(move), move.seat))
        if move.do != "play" or self.phase != "playing" or move.seat not in self.view.must_call:
            return
        if levels.wants_call(self.view_of(move.seat), self._level(move.seat), self._rng(move.seat, "call")):
            self._act(Move(move.seat, "call"))

    def _level(self, seat: int) -> str:
        return self.seats[seat].level or levels.LEVELS[0]
