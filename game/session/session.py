"""One table in progress: a match, its history, who sits where, and what the persons at the screen do.

One person's hand is at the screen at a time. Where several persons sit at the table a curtain comes down whenever the turn comes to
another one; until it is lifted nobody's hand is there (`person` is -1) and the view is an onlooker's.
The person's input and the bots' choices both become move codes, and only codes are executed. Bots get a `View`.
Nothing here waits, draws or keeps: `scene` says what to show, the engine's verbs answer the page, `saving` has its text form.
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
from game.session.board_layout import Tabletop
from game.session.slices import in_slices
from game.session.undo_history import Past, decisions_of, may_unmake, past_of


class Session:
    """A match at one screen. `version` changes with every change, so that a search knows that it is stale.

    Raises MatchError when no seat is a person's.
    """

    kept = True  # whether it is saved; a lesson is not

    def __init__(self, match: Match, preset: str | None, seats: tuple[Seat, ...], aspect: float) -> None:
        self.preset = preset
        self.seats = seats
        self.people = tuple(number for number, seat in enumerate(seats) if seat.kind == "human")
        if not self.people:
            raise MatchError("error.session.nobody")
        self.alone = len(self.people) == 1
        self.person = self.people[0] if self.alone else NOBODY  # whose hand is at the screen
        self.undone = 0
        self.helped = 0  # how often a hint was given
        self.commitment: Commitment | None = None  # what was promised before the first tile
        self.link = ""  # the code of the challenge that it takes up
        self.day = ""  # the date whose deal it is
        self.late = False  # it was begun when that day was over
        self.again = False  # the deal was known: a second try
        self.reviews: dict[tuple[int, int], Review] = {}  # by the round's number and the seat
        self.armed = False
        self.version = 0
        self._decided: set[tuple[int, int]] = set()
        self._views: dict[int, View] = {}  # of the present state, as far as they were asked for
        self._take(match, aspect)

    def _take(self, match: Match, aspect: float) -> None:
        self.match = match
        self.board = Tabletop(match.options, aspect)
        self.past = past_of(match)
        self.sealed = len(self.past)  # moves before this one cannot be unmade where several persons sit
        if not self.alone:
            self.person = NOBODY
        self._settle(match)

    def _settle(self, match: Match) -> None:
        """Makes `match` the state, with everything that is kept beside it."""
        self.match = match
        self.version += 1
        self._views = {}
        if self.curtain != NOBODY or (match.current is None and not self.alone):
            self.person, self.armed = NOBODY, False
        self.view = self.view_of(self.person)
        self.board.follow(self.view.laid)
        self._decided &= set(self._catches())

    # --- what is asked

    @property
    def marked(self) -> bool:
        """Whether somebody went back on a choice or had a hint."""
        return self.undone > 0 or self.helped > 0

    def bots(self) -> Iterator[int]:
        """The seats of bots, clockwise."""
        return (number for number, seat in enumerate(self.seats) if seat.kind == "bot")

    def view_of(self, seat: int) -> View:
        """What that seat may know; what an onlooker may for NOBODY."""
        if seat not in self._views:
            self._views[seat] = onlooker(self.match) if seat == NOBODY else view(self.match, seat)
        return self._views[seat]

    @property
    def curtain(self) -> int:
        """The person whom the screen is to be handed to before play goes on, or NOBODY."""
        turn = self.match.round.turn if self.match.current is not None else NOBODY
        return turn if turn in self.people and turn != self.person else NOBODY

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
        """Whether a person has chosen anything in this round."""
        return any(past.move.seat in self.people for past in self.past)

    def may_undo(self) -> bool:
        """Whether there is a choice in this round to go back to: against bots the last own one, among persons see `may_unmake`."""
        if self.phase != "playing" or self.alone:
            return self.phase == "playing" and self.has_played
        return may_unmake(self.past[self.sealed :], self.match, self.people)

    # --- what the person does

    def lift(self) -> None:
        """Lifts the curtain: whoever is on turn is at the screen now. Raises IllegalMove when there is none."""
        if self.curtain == NOBODY:
            raise IllegalMove("reason.no-curtain", {})
        self.person = self.curtain
        self.sealed = len(self.past)
        self._settle(self.match)

    def do(self, text: str, seat: int | None = None) -> None:
        """Executes a move code of the person at the screen, or of another person there: `seat` may call, catch and take back.

        Raises MoveSyntaxError or IllegalMove and then changes nothing.
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

    def beside(self) -> list[Move]:
        """What the other persons at the screen may do though it is not their turn: call, catch, take back."""
        moves = []
        for seat in self.people if self.phase == "playing" else ():
            if seat != self.person:
                mine = self.view_of(seat)
                moves += [Move(seat, "call")] * mine.may_call
                moves += [Move(seat, "catch", target=target) for target in mine.may_catch]
                moves += [Move(seat, "take-back")] * mine.may_take_back
        return moves

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
        """Goes back to before the last choice that can be gone back to. Where bots' moves go with it the match is marked."""
        if not self.may_undo():
            raise IllegalMove("reason.nothing-to-undo", {})
        while self.past[-1].move.seat not in self.people:
            self.past.pop()
        self.undone += self.alone
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
        return self.view.turn not in self.people or self._open_catch() is not None

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

    def _rng_of_catch(self, seat: int, target: int) -> Rng:
        """Lots for a chance to catch: the same as long as it lasts, so that a reload brings no second chance."""
        plays = [n for n, event in enumerate(self.view.events) if (event.seat, event.do) == (target, "play")]
        return Rng(self.match.seed, f"catch/{self.view.number}/{plays[-1]}/{seat}/{target}")

    def think(self) -> Iterator[Move | None]:
        """What happens next, thought out in slices of some 15 ms: yields None between slices, at last the move.

        Yields no move when nothing comes of it (a bot let a catch go by). Changes only what was decided.
        """
        catch = self._open_catch()
        if catch is not None:
            self._decided.add(catch)
            # of two who forgot each is a chance of its own, so that a reload changes neither
            seat, target = catch
            if levels.notices_catch(self._level(seat), self._rng_of_catch(seat, target)):
                yield Move(seat, "catch", target=target)
            return
        seat = self.view.turn
        mine = self.view_of(seat)
        if len(mine.choices) == 1:
            yield self.board.exact(mine, mine.choices[0])
            return
        style = self.seats[seat].style or "balanced"
        level = self._level(seat)
        choice = yield from in_slices(levels.think(mine, level, style, self._rng(seat, "bot")))
        yield self.board.exact(mine, choice)

    def hint(self) -> Iterator[tuple[Move, coach.Hint] | None]:
        """What the coach would do in the person's place; yields None between slices, at last the move and the hint.

        Raises IllegalMove when it is not the person's turn.
        """
        if not self.my_turn:
            raise IllegalMove("reason.not-your-turn", {})
        hint = yield from in_slices(coach.hint(self.view, "balanced", self._rng(self.person, "hint")))
        self.helped += 1
        yield self.board.exact(self.view, hint.choice), hint

    def review(self, number: int, seat: int | None = None) -> Iterator[Review | None]:
        """A person's choices in round `number`, which is over, looked at again; yields None between slices, at last the review.

        It is kept: asked for once more it is there at once. `seat` None: the first person's, as in what follows.
        """
        seat = self.people[0] if seat is None else seat
        if (number, seat) not in self.reviews:
            then = self.match._replace(rounds=self.match.rounds[:number], current=None)
            decisions = decisions_of(past_of(then), seat)
            rng = Rng(self.match.seed, f"review/{number}/{seat}")
            self.reviews[number, seat] = yield from in_slices(review(decisions, view(then, seat), rng))
        yield self.reviews[number, seat]

    def not_reviewed(self, seat: int | None = None) -> list[int]:
        """The numbers of the rounds that are over and were not looked at again."""
        seat = self.people[0] if seat is None else seat
        return [n for n in range(1, len(self.match.rounds) + 1) if (n, seat) not in self.reviews]

    def luck_and_skill(self, seat: int | None = None) -> Reason:
        """The line above a match of which every round was looked at again."""
        seat = self.people[0] if seat is None else seat
        return match_review([review for (_, whose), review in sorted(self.reviews.items()) if whose == seat])

    def loss(self, seat: int) -> float | None:
        """Expected points a round that a person's choices gave away; None until every round of the match was looked at again."""
        if self.phase != "match-over" or self.not_reviewed(seat):
            return None
        return sum(found.cost for (_, whose), found in self.reviews.items() if whose == seat) / len(
            self.match.rounds
        )

    def bot(self, move: Move) -> None:
        """Executes a bot's move, through its code like everybody's, and its call when it has one to make."""
        self._act(parse_move(move_text(move), move.seat))
        if move.do != "play" or self.phase != "playing" or move.seat not in self.view.must_call:
            return
        if levels.wants_call(self.view_of(move.seat), self._level(move.seat), self._rng(move.seat, "call")):
            self._act(Move(move.seat, "call"))

    def _level(self, seat: int) -> str:
        return self.seats[seat].level or levels.LEVELS[0]
