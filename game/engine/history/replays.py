"""The verbs (requests of the page) for replays: open a replay, move through it, play on from one of its stops.

A *stop* is a state of the match that the replay can show (game/session/replay.py).

`aspect` is the width of the board view divided by its height.
"""

from __future__ import annotations

import asyncio
from copy import copy
from typing import TYPE_CHECKING

from game.engine.history.compared_moves import ComparedMoves, compared_moves, reviewed_choice
from game.engine.match.current import CurrentMatch
from game.engine.replay_scene import SentReplayState, replay_scene
from game.engine.verb_group import verb
from game.ledger.summary import unpack_record
from game.narration import answers
from game.records.reading import read_record
from game.records.record import Record
from game.rules.errors import Refusal
from game.rules.view import view
from game.session.replay import Replay
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.basics import Message
    from game.contract.scenes import ReplayScene, Scene

LAYOUT_DELAY = 0.2  # seconds at a stop before the layout of the rounds nearby begins


class Replays:
    """The verbs for replays, and the open replay.

    While a replay is open, the match stays on the table; `replay_leave` shows it again.
    """

    def __init__(self, match: CurrentMatch, store: MatchStore) -> None:
        self._match = match
        self._store = store
        self.open_replay: Replay | None = None
        self.own_seat: int | None = None
        """In the open replay, the seat of the person at this device; None if somebody else or several people played."""
        self._sent = SentReplayState()
        # by stop: the prepared scenes of the next and the previous stop, each with what the page has received after it
        self._neighbours: dict[int, tuple[ReplayScene, SentReplayState]] = {}
        self._layout_task: asyncio.Task[None] | None = None
        self._compared: ComparedMoves | None = None

    def show_replay(self, record: Record, aspect: float) -> ReplayScene:
        """Open a record as a replay. Return the scene of its first stop, see engine/replay_scene.py."""
        return self._show(Replay(record, aspect), None)

    def _show(self, replay: Replay, own_seat: int | None) -> ReplayScene:
        self.open_replay, self.own_seat, self._compared = replay, own_seat, None
        return self._complete_scene()

    @verb
    async def replay(self, id: str, aspect: float) -> ReplayScene:
        """Replay a match of the history.

        Raises Refusal when it has no record, RecordError when the record is unreadable.
        """
        summary = self._store.entry(SUMMARY, id)
        if summary is None or not summary.record:
            raise Refusal("error.no-match", {})
        people = [number for number, seat in enumerate(summary.seats) if seat.kind == "human"]
        own_seat = people[0] if len(people) == 1 and not summary.away else None
        record = read_record(unpack_record(summary))
        return self._show(Replay(record, aspect, summary.toes, summary.aspects), own_seat)

    @verb
    async def replay_here(
        self, number: int, events: int, aspect: float, seat: int | None = None
    ) -> ReplayScene:
        """Replay the match on the table.

        It opens in round `number` (from 1), after at most `events` of the round's events. If the coach has reviewed the
        choice that `seat` made there (None: the first person), the scene marks the chosen move and the better one: see
        `compared` in engine/replay_scene.py.

        Raises Refusal for a round that does not exist.
        """
        session = self._match.require_session()
        rounds = len(session.match.rounds) + (session.match.current is not None)
        if not 1 <= number <= rounds:
            raise Refusal("error.session.no-round", {})
        record = Record(session.match, session.preset, session.seats)
        replay = Replay(record, session.board.aspect, session.toes, session.aspects)
        self._show(replay, session.person if session.alone else None)
        replay.go_to_event(number - 1, events)
        verdict = reviewed_choice(session, number, events, seat)
        if verdict:
            self._compared = compared_moves(replay, verdict, [seat.name for seat in session.seats])
        return self._complete_scene()

    @verb
    async def replay_go(self, index: int) -> ReplayScene:
        """Go to the stop `index`, or to the nearest one that exists."""
        self._require_replay().go(index)
        return self._current_scene()

    @verb
    async def replay_look(self, seat: int | None) -> ReplayScene:
        """Show the replay from the view of `seat`; None: with all hands open."""
        self._require_replay().set_viewpoint(seat)
        return self._complete_scene()

    @verb
    async def replay_tell(self, what: str) -> list[Message]:
        """The messages that answer a question asked by key, see `answers.answer`. Raises Refusal."""
        replay = self._require_replay()
        names = [seat.name for seat in replay.seats]
        return answers.answer(
            what, replay.view, names, [view(replay.match, seat) for seat in replay.open_seats]
        )

    @verb
    async def replay_play(self) -> Scene:
        """Start a new match that continues from this stop, on the same table.

        Raises Refusal if no seat is a person's, or the match is over here.
        """
        session = self._require_replay().session()
        if session.match.over:
            raise Refusal("error.match-over", {})
        session.again = True
        self._close()
        return await self._match.put(session, self._store.new_label())

    @verb
    async def replay_leave(self) -> Scene | None:
        """Close the replay. Return the complete scene of the match on the table, or None if there is none."""
        self._close()
        return self._match.complete_scene() if self._match.session is not None else None

    def _require_replay(self) -> Replay:
        if self.open_replay is None:
            raise Refusal("error.no-match", {})
        return self.open_replay

    def _close(self) -> None:
        self.open_replay = None
        self._cancel_layout()

    def _cancel_layout(self) -> None:
        """Stop preparing scenes and layouts."""
        if self._layout_task is not None:
            self._layout_task.cancel()

    def _complete_scene(self) -> ReplayScene:
        """The complete scene of the current stop."""
        self._sent, self._neighbours = SentReplayState(), {}
        return self._current_scene()

    def _current_scene(self) -> ReplayScene:
        """The scene of the current stop. It is prepared already if the viewer comes from the stop before or after.

        Starts a task that prepares the scenes of the next and the previous stop.
        """
        self._cancel_layout()
        replay = self._require_replay()
        new_scene, self._sent = self._neighbours.get(replay.index) or self._scene_at(replay.index)
        self._neighbours = {}
        self._layout_task = asyncio.ensure_future(self._prepare(replay))
        return new_scene

    def _scene_at(self, index: int) -> tuple[ReplayScene, SentReplayState]:
        """The scene of the stop `index` with the changes since the current stop, and the page's state after it."""
        replay, sent = self._require_replay(), copy(self._sent)
        current_index = replay.index
        replay.go(index)
        try:
            new_scene = replay_scene(replay, sent)
            sent.note_stop(replay)
            if self._compared and self._compared.stop == replay.index:
                self._compared.add_to(new_scene)
            return new_scene, sent
        finally:
            replay.go(current_index)

    async def _prepare(self, replay: Replay) -> None:
        """Prepare the scenes of the next and the previous stop.

        After LAYOUT_DELAY, lay out this round, the round before it and the round after it.
        """
        for index in (replay.index + 1, replay.index - 1):
            await asyncio.sleep(0)
            if 0 <= index <= replay.last:
                self._neighbours[index] = self._scene_at(index)
        await asyncio.sleep(LAYOUT_DELAY)
        for _ in replay.lay_out_nearby():
            await asyncio.sleep(0)
