"""What a person does at a viewer: the verbs of play for one device, without the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.engine.match.places import only_play, places_of
from game.engine.scene_parts import told_names
from game.narration import messages
from game.narration.answers import answer
from game.rules.errors import IllegalMove, Refusal
from game.rules.moves import Move, move_text, parse_move
from game.rules.tiles import parse_tile
from game.rules.view import NOBODY
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.play_answers import Place


class PlayerActions:
    """The actions of the people at one viewer of a session. Each raises a Refusal, and then changes nothing."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self._session = session
        self._viewer = viewer

    def places(self, tile: str) -> list[Place]:
        """Every place for a tile of the hand, see `places.places_of`. Raises IllegalMove if it fits nowhere."""
        return places_of(self._viewer, parse_tile(tile))

    def single_play(self, places: Sequence[Place]) -> str:
        """The code of the play that a single tap makes, of a tile with these places; "" for none. See `places.only_play`."""
        return only_play(places, is_last=self._viewer.view.hand.bit_count() == 1)

    def act(self, code: str, seat: int | None = None, call: bool = False, toe: int = -1) -> None:
        """Execute a move code for the person whose hand is shown, or for another person at `seat`.

        With `call`, a play that leaves one tile also calls it. `toe` is the toe that the person chose, see
        `places.places_of`; -1: the layout chooses. Raises MoveSyntaxError or IllegalMove.
        """
        viewer = self._viewer
        armed, viewer.armed = viewer.armed, viewer.armed or (call and viewer.may_arm())
        try:
            self._session.execute(code, seat, viewer)
        except Refusal:
            viewer.armed = armed
            raise
        if toe >= 0 and (tile := parse_move(code, NOBODY).tile) >= 0:
            self._session.lay_on_toe(tile, toe)

    def typed(self, tile: str, on: str = "") -> str:
        """The code of the play of a typed tile. `on` is a tile or a number; empty if the tile fits only one number.

        Raises TileError for a text that is no tile, and IllegalMove.
        """
        if "-" in on:
            return f"{tile}>{on}"
        index = parse_tile(tile)
        moves = self._viewer.plays_of(index)
        if on:
            moves = [move for move in moves if _joins(move, on)]
        if not moves:
            raise IllegalMove("reason.no-such-end", {"tile": tile, "on": on})
        if len(moves) > 1:
            raise IllegalMove("reason.say-which", {"tile": tile})
        return move_text(moves[0])

    def arm(self, armed: bool) -> None:
        """Arm or disarm the call: an armed call is made with the next play."""
        self._viewer.armed = armed and self._viewer.may_arm()

    def tell(self, what: str) -> list[Message]:
        """The messages that answer a question asked by key or by a typed word.

        `what` is a key of ANSWERS. Raises Refusal for another text.
        """
        return answer(what, self._viewer.view, told_names(self._viewer))


def _joins(move: Move, suit: str) -> bool:
    """Whether a play joins another tile at this number, given as text."""
    return move.on >= 0 and str(messages.joining_suit(move.tile, move.on)) == suit
