"""A match by post on the table: a session whose other people play at other devices, and whose turns come as links.

The people at other devices are `away`, as with own phones. This device may act while it is the turn of one of its people,
and until their turn was sent. Undo never crosses what was sent.
"""

from game.records.post.merging import HeldMatch
from game.records.post.posted_match import in_play
from game.rules.errors import IllegalMove, MatchError
from game.rules.match import Match
from game.rules.moves import Choice, Move
from game.rules.view import SeatView
from game.session.board_layout import BoardLayout
from game.session.session import Session
from game.session.undo_history import may_undo_shared
from game.session.viewers.viewer import Viewer

BOTS_ASPECT = 1.0
"""The aspect of the table on which bots choose among equal ends: the same at every device."""


class PostSession(Session):
    """A match by post, as `held` has it. Raises MatchError before the deal.

    `sheets` is the number of finished rounds whose end the people at this device have seen. The session shows the end of
    the next one first, and `next_round` goes on from there.
    """

    is_stored = False  # game/engine/post/ stores it, as an entry of its own

    def __init__(self, held: HeldMatch, sheets: int, aspect: float) -> None:
        posted = held.posted
        if posted.played is None:
            raise MatchError("error.session.no-round")
        self.held, self.kept_id = held, posted.id
        self.known = in_play(
            posted.played
        )  # all that this device knows; `match` may be at the end of an earlier round
        self._bots_board = BoardLayout(posted.options, BOTS_ASPECT)
        away = tuple(seat for seat in posted.people_in_turn if seat not in held.people)
        super().__init__(self._up_to_sheet(sheets), posted.preset, posted.seats, aspect, away)

    def _load(self, match: Match, aspect: float) -> None:
        super()._load(match, aspect)
        self.viewer.undo_floor = self._shared_moves()

    def _up_to_sheet(self, sheets: int) -> Match:
        """All that is known, or the match up to the end of the round that follows so many finished ones."""
        known = self.known
        is_whole = sheets >= len(known.rounds)
        return known if is_whole else known._replace(rounds=known.rounds[: sheets + 1], current=None)

    def _shared_moves(self) -> int:
        """The number of moves of the round on the table that left this device, or came to it."""
        before = self.match.rounds if self.match.current is not None else self.match.rounds[:-1]
        shared = self.held.shared[1] - sum(len(state.events) for state in before)
        return sum(len(past.match.round.events) < shared for past in self.past)

    # --- what this device may do

    @property
    def sheets(self) -> int:
        """The number of finished rounds whose end was seen, and is not on the table any more."""
        return len(self.match.rounds) - (self.match.current is None)

    @property
    def is_behind(self) -> bool:
        """Whether the end of a round is shown, after which the match has gone on or can go on."""
        return self.match is not self.known

    @property
    def may_act(self) -> bool:
        """Whether people at this device may move now."""
        return not self.is_behind and self.held.may_act

    def others_must_move(self) -> bool:
        """Whether a bot moves next, at this device."""
        if self.is_behind or self.phase != "playing":
            return False
        return (self.held.may_act or self.bot_at(self.view.turn) is not None) and super().others_must_move()

    def may_undo(self, viewer: Viewer | None = None) -> bool:
        """Whether the last move of a person here can be undone, with the moves of bots after it: never what was sent.

        Otherwise as when several people share a screen.
        """
        viewer = viewer or self.viewer
        if self.phase != "playing" or not self.may_act:
            return False
        floor = max(viewer.undo_floor, self._shared_moves())
        past, after = self.past[floor:], self.match
        while past and self.bot_at(past[-1].move.seat) is not None:
            after = past.pop().match
        return may_undo_shared(past, after, viewer.people)

    def may_redo(self) -> bool:
        """Whether an undo can be taken back: until the next move, and until the turn is sent."""
        return bool(self._undone_states) and self.may_act

    # --- going on

    def execute(self, text: str, seat: int | None = None, viewer: Viewer | None = None) -> None:
        """Execute a move code, see `Session.execute`. Raises IllegalMove while it is not this device's turn."""
        if not self.may_act:
            raise IllegalMove("reason.not-your-turn", {})
        super().execute(text, seat, viewer)

    def next_round(self, aspect: float) -> None:
        """Show the next round, with what was played in it already. Raises MatchError during a round and after the last."""
        if not self.is_behind:
            raise MatchError("error.round-not-over" if self.phase == "playing" else "error.match-over")
        self._load(self._up_to_sheet(len(self.match.rounds)), aspect)

    def sent(self) -> None:
        """The turn was sent: nothing of it can be undone any more."""
        self.held, self._undone_states = self.held.sent(), []
        self.version += 1

    def play_on(self, held: HeldMatch) -> None:
        """Take over what bots have played while the end of a round is on the table."""
        assert held.posted.played is not None
        self.held, self.known = held, in_play(held.posted.played)

    def _act(self, move: Move) -> None:
        super()._act(move)
        self._follow_match()

    def undo(self, viewer: Viewer | None = None) -> None:
        """Undo the last move at this device. Raises IllegalMove when that is not possible, see `may_undo`."""
        super().undo(viewer)
        self._follow_match()

    def redo(self) -> None:
        """Take the last undo back. Raises IllegalMove when there is none."""
        super().redo()
        self._follow_match()

    def _follow_match(self) -> None:
        """Note a change of the match. When a round has ended, the next one is dealt, but the end is shown first."""
        self.held = self.held.went_on(self.held.posted._replace(played=self.match))
        self.known = in_play(self.match)

    def _bots_move(self, view: SeatView, choice: Choice) -> Move:
        """A bot's move. The end is the same at every device, whatever the shape of its table."""
        self._bots_board.follow(view.laid)
        return self._bots_board.exact_move(view, choice)


def with_bots_played(held: HeldMatch) -> HeldMatch:
    """Let the bots play until a person is on turn, or the match is over. Nothing changes before the deal.

    They play as at every other device: what they do follows from the seed and the moves before.
    """
    while held.posted.is_dealt and not held.posted.is_over:
        session = PostSession(held, len(held.posted.played.rounds) if held.posted.played else 0, BOTS_ASPECT)
        moves = len(session.past)
        while session.others_must_move():
            move = next((move for move in session.think() if move is not None), None)
            if move is not None:
                session.play_bot_move(move)
        held = session.held
        if len(session.past) == moves or not session.is_behind:
            break
    return held
