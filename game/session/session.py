"""A match in progress: its past states for undo, its seats, its viewers, and the actions of people and bots.

Each device that shows the match is a viewer (game/session/viewers/viewer.py). `viewer` is this device, at which all
people sit except those in `away`. Other devices can join and leave at any time. The session does not wait, draw or store.

The input of people and the choices of bots are executed as move codes. A bot sees only the `SeatView` of its seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.players import levels
from game.players.coach import hints as coach
from game.players.coach.review import Review
from game.records.commitment import Commitment
from game.records.record import Seat
from game.rules.errors import IllegalMove, MatchError
from game.rules.match import Match, act, next_round
from game.rules.moves import Choice, Do, Move, move_text, parse_move
from game.rules.rng import Rng
from game.rules.tiles import Tile
from game.rules.view import NOBODY, SeatView, onlooker, view
from game.session.board_layout import BoardLayout
from game.session.save_head import SavePhase
from game.session.slices import in_slices
from game.session.undo_history import Help, PastState, decision_rng, may_undo_shared, past_states, review_of
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.basics import UsedHelp


class Session:
    """A match and its viewers. `aspect` is the width of this device's board view divided by its height.

    `away` are the seats of the people who sit at other devices. Raises MatchError when no seat is a person's.
    """

    is_stored = True  # whether the match store keeps it: not a lesson, a puzzle or a match by post
    kept_id = ""  # the id of a match that is stored in another way

    def __init__(
        self,
        match: Match,
        preset: str | None,
        seats: tuple[Seat, ...],
        aspect: float,
        away: tuple[int, ...] = (),
    ) -> None:
        self.preset, self.seats = preset, seats
        self.people = tuple(number for number, seat in enumerate(seats) if seat.kind == "human")
        if not self.people:
            raise MatchError("error.session.nobody")
        self.alone = len(self.people) == 1 and not away  # one person plays against bots only
        self.first_person = next((seat for seat in self.people if seat not in away), self.people[0])
        self.help = Help()  # undos and hints
        self._undone_states: list[tuple[Match, list[PastState]]] = []  # with their pasts, since the last move
        self.commitment: Commitment | None = None  # the hash that was shown before the first tile
        self.link = ""  # the code of the accepted challenge
        self.day = ""  # the date of the daily deal
        self.late = False  # whether the daily deal was started after its day
        self.again = False  # whether the deal was played here before: a second try
        self.aspects: dict[int, float] = {}  # of this device's board view, by number of the rounds dealt here
        self.toes: dict[int, dict[Tile, int]] = {}  # that people chose, by round number: see `lay_on_toe`
        self.minds: dict[int, Seat] = {}  # the bots that play on for absent people, by seat
        self.reviews: dict[tuple[int, int], Review] = {}  # by round number and seat
        self.version = 0  # grows with every change, so that a running search notices that it is out of date
        self._decided: set[tuple[int, int, int]] = set()  # the `_chances` on which a bot has decided
        self._views: dict[int, SeatView] = {}  # cached views of the present state, by seat
        self.match, self.away = match, away
        self.viewer = Viewer(self, tuple(seat for seat in self.people if seat not in away))  # this device
        self.others: list[Viewer] = []  # the viewers at other devices
        self._load(match, aspect)

    def _load(self, match: Match, aspect: float) -> None:
        self.match, self.past, self._undone_states = match, past_states(match), []
        self.aspects[match.round.deal.number] = aspect
        self.viewer.begin_round(aspect, len(self.past))
        for other in self.others:
            other.begin_round(other.board.aspect, len(self.past))
        self._set_match(match)

    def _set_match(self, match: Match) -> None:
        """Make `match` the present state, and update everything that depends on it."""
        self.match, self._views = match, {}
        self.version += 1
        for viewer in (self.viewer, *self.others):
            viewer.follow()
        self._decided &= set(self._chances())

    # --- viewers

    def add_viewer(self, people: tuple[int, ...], aspect: float) -> Viewer:
        """Add another device. `people` are the seats of the people at it; none for a device that only shows the table.

        Raises MatchError for a seat that is not a person's, or whose person sits at another device.
        """
        taken = {seat for viewer in (self.viewer, *self.others) for seat in viewer.people}
        if not set(people) <= set(self.people) - taken:
            raise MatchError("error.session.seat-taken")
        viewer = Viewer(self, people)
        viewer.begin_round(aspect, len(self.past))
        viewer.follow()
        self.others.append(viewer)
        return viewer

    def mind(self, seat: int, bot: Seat | None) -> None:
        """Let a bot play on for an absent person, or let the person play again (None)."""
        self.minds = {other: minder for other, minder in self.minds.items() if other != seat}
        if bot is not None:
            self.minds[seat] = bot
        self._set_match(self.match)

    def remove_viewer(self, viewer: Viewer) -> None:
        """Remove another device. Its people have no device until they are added with a new one.

        Nobody can undo what that device has shown.
        """
        self.others.remove(viewer)
        for left in (self.viewer, *self.others):
            left.undo_floor = len(self.past)

    @property
    def person(self) -> int:
        """The seat whose hand this device shows, or NOBODY."""
        return self.viewer.seat

    @property
    def view(self) -> SeatView:
        """The view that this device shows."""
        return self.viewer.view

    @property
    def board(self) -> BoardLayout:
        """The tiles on the table, laid out for this device."""
        return self.viewer.board

    @property
    def my_turn(self) -> bool:
        """Whether the person at this device has to choose a move."""
        return self.viewer.my_turn

    # --- queries

    @property
    def help_told(self) -> UsedHelp:
        """The help in the rounds that are over, which a result names."""
        return self.help.before if self.phase == "playing" else self.help.used

    def bots(self) -> Iterator[int]:
        """The seats for which a bot plays, clockwise."""
        return (number for number in range(len(self.seats)) if self.bot_at(number) is not None)

    def bot_at(self, seat: int) -> Seat | None:
        """The bot that plays for a seat: its own, or one that plays on for an absent person. None for a person."""
        return self.seats[seat] if self.seats[seat].kind == "bot" else self.minds.get(seat)

    def view_of(self, seat: int) -> SeatView:
        """The view of a seat; an onlooker's view for NOBODY."""
        if seat not in self._views:
            seen = onlooker(self.match) if seat == NOBODY else view(self.match, seat)
            self._views[seat] = seen._replace(book=self.preset)
        return self._views[seat]

    @property
    def phase(self) -> SavePhase:
        """The phase of the match."""
        if self.view.end is None:
            return "playing"
        return "match-over" if self.match.over else "round-over"

    @property
    def has_played(self) -> bool:
        """Whether a person has made a move in this round."""
        return any(past.move.seat in self.people for past in self.past)

    def may_undo(self, viewer: Viewer | None = None) -> bool:
        """Whether the people at `viewer` (None: this device) can undo in this round.

        A person who plays against bots only may undo after any move. For several people, see `may_undo_shared`. If
        people sit at other devices, nothing can be undone: their devices, even those that left, have shown each move.
        """
        viewer = viewer or self.viewer
        if self.phase != "playing" or self.others or self.away:
            return False
        if self.alone:
            return self.has_played
        return may_undo_shared(self.past[viewer.undo_floor :], self.match, viewer.people)

    def may_redo(self) -> bool:
        """Whether an undo can be taken back: until the next move. A save does not keep the undone moves."""
        return bool(self._undone_states) and not self.others and not self.away

    # --- people's actions; `viewer` None means this device

    def lift(self) -> None:
        """Lift this device's curtain, and show the hand of the person on turn. Raises IllegalMove without a curtain."""
        self.viewer.lift(len(self.past))
        self._set_match(self.match)

    def execute(self, text: str, seat: int | None = None, viewer: Viewer | None = None) -> None:
        """Execute a move code for the person whose hand the viewer shows, or for another person at `seat`.

        That other person must sit at the same device, and may only call, catch and take back. Raises MoveSyntaxError
        or IllegalMove, and then changes nothing.
        """
        viewer = viewer or self.viewer
        move = parse_move(text, viewer.seat if seat is None else seat)
        if move.seat == NOBODY or (move.do in ("play", "draw", "pass") and move.seat != viewer.seat):
            raise IllegalMove("reason.curtain" if viewer.curtain != NOBODY else "reason.not-your-turn", {})
        if move.seat not in viewer.people:
            raise IllegalMove("reason.no-such-seat", {"seat": move.seat})
        self._act(move)
        if viewer.armed and move.do == "play":
            viewer.armed = False
            if viewer.view.may_call:
                self._act(Move(viewer.seat, "call"))

    def undo(self, viewer: Viewer | None = None) -> None:
        """Undo a person's last move and all moves after it; count it if they play alone. Raises IllegalMove if not possible."""
        viewer = viewer or self.viewer
        if not self.may_undo(viewer):
            raise IllegalMove("reason.nothing-to-undo", {})
        self._undone_states.append((self.match, [*self.past]))
        while self.past[-1].move.seat not in self.people:
            self.past.pop()
        self.help.undone += self.alone
        viewer.armed = False
        self._set_match(self.past.pop().match)

    def redo(self) -> None:
        """Take the last undo back, and do not count it: it has told nothing. Raises IllegalMove when there is none."""
        if not self.may_redo():
            raise IllegalMove("reason.nothing-to-redo", {})
        self.viewer.armed = False
        self.help.undone -= self.alone
        match, self.past = self._undone_states.pop()
        self._set_match(match)

    def next_round(self, aspect: float) -> None:
        """Deal the next round, with this device's `aspect`. Raises MatchError when a round is in play or the match is over."""
        self.help.before = self.help_told
        self._load(next_round(self.match), aspect)

    def _act(self, move: Move) -> None:
        after = act(self.match, move)
        self.past.append(PastState(self.match, move))
        self._undone_states = []
        self.toes.get(self.view.number, {}).pop(move.tile, None)  # from a play that was undone or taken back
        self._set_match(after)

    def lay_on_toe(self, tile: Tile, toe: int) -> None:
        """Show a played tile on the toe or arm with this index (see `BoardLayout.missing_toes`), which its person chose."""
        self.toes.setdefault(self.view.number, {})[tile] = toe
        self._set_match(self.match)

    # --- the bots

    def others_must_move(self) -> bool:
        """Whether a bot moves next, because it is on turn, may catch somebody, or must call after a missed turn."""
        if self.phase != "playing":
            return False
        return self.bot_at(self.view.turn) is not None or self._open_chance() is not None

    def _chances(self) -> Iterator[tuple[int, int, int]]:
        """Catches by bots, as (seat, target, number of the play), and calls after a missed turn, as (seat, seat, its number)."""
        for seat in self.bots() if self.view.not_called else ():  # to build no views if nobody can be caught
            for target in (*self.view_of(seat).may_catch, *{seat}.intersection(self.view.again)):
                wanted = target, "skip" if target == seat else "play"
                numbers = [n for n, event in enumerate(self.view.events) if (event.seat, event.do) == wanted]
                yield seat, target, numbers[-1]

    def _open_chance(self) -> tuple[int, int, int] | None:
        """The first chance (see `_chances`) on which the bot has not decided yet."""
        return next((chance for chance in self._chances() if chance not in self._decided), None)

    def _rng(self, seat: int, purpose: str) -> Rng:
        return decision_rng(self.match.seed, purpose, self.view, seat)

    def think(self) -> Iterator[Move | None]:
        """Find the next move of a bot. Yields None after each time slice (see `in_slices`), and finally the move.

        Yields no move when the bot overlooks a catch or forgets a call. Changes only the set of decided chances.
        """
        chance = self._open_chance()
        if chance is not None:
            self._decided.add(chance)
            # Each chance has its own random numbers. They stay the same after a reload, so a bot gets no second chance.
            seat, target, event = chance
            do: Do = "call" if target == seat else "catch"
            rng = Rng(self.match.seed, f"{do}/{self.view.number}/{event}/{seat}/{target}")
            if do == "call" and levels.wants_call(self.view_of(seat), self._level(seat), rng):
                yield Move(seat, do)
            elif do == "catch" and levels.notices_catch(self._level(seat), rng):
                yield Move(seat, do, target=target)
            return
        seat = self.view.turn
        view = self.view_of(seat)
        style = ((bot := self.bot_at(seat)) and bot.style) or "balanced"
        choice = yield from in_slices(levels.think(view, self._level(seat), style, self._rng(seat, "bot")))
        yield self._bots_move(view, choice)

    def _bots_move(self, view: SeatView, choice: Choice) -> Move:
        return self.board.exact_move(view, choice)

    def hint(self, viewer: Viewer | None = None) -> Iterator[tuple[Move, coach.Hint] | None]:
        """Find the coach's move for the person at `viewer` (None: this device).

        Yields None after each time slice, finally the move and the hint. Raises IllegalMove when it is not the person's turn.
        """
        viewer = viewer or self.viewer
        if not viewer.my_turn:
            raise IllegalMove("reason.not-your-turn", {})
        hint = yield from in_slices(coach.hint(viewer.view, "balanced", self._rng(viewer.seat, "hint")))
        self.help.hints += hint.sure != "only"  # where one move is possible, a hint helps nobody
        self.help.advised.add((viewer.view.number, hint.choice))
        yield viewer.board.exact_move(viewer.view, hint.choice), hint

    def review(self, number: int, seat: int | None = None) -> Iterator[Review | None]:
        """Review a person's choices in the finished round `number` (from 1), and cache the review.

        Yields None after each time slice, and finally the review.
        `seat` None means the `first_person`, here and below.
        """
        seat = self.first_person if seat is None else seat
        if (number, seat) not in self.reviews:
            self.reviews[number, seat] = yield from in_slices(review_of(self.match, number, seat))
        yield self.reviews[number, seat]

    def not_reviewed(self, seat: int | None = None) -> list[int]:
        """The numbers (from 1) of the finished rounds without a review of this seat."""
        owner = self.first_person if seat is None else seat
        return [n for n in range(1, len(self.match.rounds) + 1) if (n, owner) not in self.reviews]

    def play_bot_move(self, move: Move) -> None:
        """Execute a bot's move by its code. If the bot must call and remembers it, execute its call too."""
        self._act(parse_move(move_text(move), move.seat))
        if move.do != "play" or self.phase != "playing" or move.seat not in self.view.not_called:
            return
        if levels.wants_call(self.view_of(move.seat), self._level(move.seat), self._rng(move.seat, "call")):
            self._act(Move(move.seat, "call"))

    def _level(self, seat: int) -> str:
        return ((bot := self.bot_at(seat)) and bot.level) or levels.LEVELS[0]
