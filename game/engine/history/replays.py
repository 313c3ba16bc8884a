"""Matches looked at again on the board, and played on from where one stands. See game/session/replay.py."""

import asyncio
from copy import copy

from game.engine.match.current import CurrentMatch
from game.engine.replay_scene import Seen, stop
from game.engine.scene_parts import Scene
from game.ledger.summary import record_in
from game.records.reading import read_record
from game.records.record import Record
from game.rules.errors import Refusal
from game.session.replay import Replay
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore

REST = 0.2  # seconds that a stop is looked at before what is further off is laid out


class Replays:
    """The replay that is looked at, if any. The match on the table stays there, and is there again after `replay_leave`."""

    def __init__(self, match: CurrentMatch, store: MatchStore) -> None:
        self._match = match
        self._store = store
        self.looked_at: Replay | None = None
        self._seen = Seen()
        # the scenes of the stops beside this one, and what the page has seen then
        self._beside: dict[int, tuple[Scene, Seen]] = {}
        self._laying: asyncio.Task[None] | None = None

    def show_replay(self, record: Record, aspect: float) -> Scene:
        """Shows a match as a replay and returns the scene of its first stop (engine/replay_scene.py)."""
        self.looked_at = Replay(record, aspect)
        return self._anew()

    async def replay(self, id: str, aspect: float) -> Scene:
        """A match of the history. Raises Refusal when there is none with its moves, RecordError when these cannot be read."""
        made = self._store.entry(SUMMARY, id)
        if made is None or not made.record:
            raise Refusal("error.no-match", {})
        return self.show_replay(read_record(record_in(made)), aspect)

    async def replay_here(self, number: int, events: int, aspect: float) -> Scene:
        """The match on the table, at the last stop of round `number` (from 1) with no more than so many events; raises Refusal."""
        session = self._match.table()
        rounds = len(session.match.rounds) + (session.match.current is not None)
        if not 1 <= number <= rounds:
            raise Refusal("error.session.no-round", {})
        self.show_replay(Record(session.match, session.preset, session.seats), aspect)
        self._open().go_to_event(number - 1, events)
        return self._anew()

    async def replay_go(self, index: int) -> Scene:
        """To the stop `index`, or the nearest that there is."""
        self._open().go(index)
        return self._stop()

    async def replay_look(self, seat: int | None) -> Scene:
        """From now on as that seat saw it; None: with all hands open."""
        self._open().look_from(seat)
        return self._anew()

    async def replay_play(self, aspect: float) -> Scene:
        """A match of its own goes on from here. Raises Refusal where nobody can, and changes nothing."""
        session = self._open().session(aspect)
        if session.match.over:
            raise Refusal("error.match-over", {})
        session.again = True
        self._close()
        return await self._match.seat(session, self._store.new_label())

    async def replay_leave(self) -> Scene | None:
        """Nothing is looked at any more; answers the whole scene of the match on the table, None when there is none."""
        self._close()
        return self._match.whole_scene() if self._match.session is not None else None

    def _open(self) -> Replay:
        if self.looked_at is None:
            raise Refusal("error.no-match", {})
        return self.looked_at

    def _close(self) -> None:
        self.looked_at = None
        self._let_be()

    def _let_be(self) -> None:
        """Nothing is made ready any more."""
        if self._laying is not None:
            self._laying.cancel()

    def _anew(self) -> Scene:
        """The whole scene of the stop."""
        self._seen, self._beside = Seen(), {}
        return self._stop()

    def _stop(self) -> Scene:
        """The stop's scene, made ready before if one came from beside it. The stops beside it are made ready next."""
        self._let_be()
        replay = self._open()
        made, self._seen = self._beside.get(replay.index) or self._made(replay.index)
        self._beside = {}
        self._laying = asyncio.ensure_future(self._prepare(replay))
        return made

    def _made(self, index: int) -> tuple[Scene, Seen]:
        """The scene of a stop for a page that shows the present one, and what the page has seen with it."""
        replay, seen = self._open(), copy(self._seen)
        here = replay.index
        replay.go(index)
        try:
            return stop(replay, seen), seen
        finally:
            replay.go(here)

    async def _prepare(self, replay: Replay) -> None:
        """Makes the stops beside this one ready, and later, so that steps one after the other need not wait, lays out what lies near."""
        for index in (replay.index + 1, replay.index - 1):
            await asyncio.sleep(0)
            if 0 <= index <= replay.last:
                self._beside[index] = self._made(index)
        await asyncio.sleep(REST)
        for _ in replay.prepare():
            await asyncio.sleep(0)
