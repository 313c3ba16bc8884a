"""The party: this device as the host of people with their own devices (docs/own-phones.md).

`Party` owns the `Host`, passes events to it, and posts the lines that it sends. A line leaves only after the store has
committed the state that the line shows, or has failed and said why. The lines of each connection keep their order.

`apply` runs without a pause up to the point where all changes are in the store's pending changes and all lines in
`_lines`. So events may come while an earlier one awaits the store.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, TypeVar

from game.devices.hosting.host import Host
from game.devices.hosting.members import SeatPlan
from game.devices.hosting.wanted_hints import WantedHint
from game.engine.guests.guest_hints import GuestHints
from game.engine.guests.restored_host import host_of, let_bots_play
from game.engine.guests.shared_table import PlannedMatch, SharedTable, deal_match
from game.engine.guests.table_news import news_of
from game.engine.match.current import CurrentMatch
from game.ledger.party_entry import write_party
from game.narration.messages import message
from game.rules.errors import RecordError, Refusal
from game.session.session import Session
from game.session.viewers.viewer import Viewer
from game.store.entries import PARTY

if TYPE_CHECKING:
    from game.contract.answers.sharing_answers import PartyData, PartyLobby
    from game.contract.device_lines import TableAnswer
    from game.contract.devices.pairing import Posted
    from game.contract.scenes import Scene

Found = TypeVar("Found")
NO_LOBBY: PartyLobby = {
    "phase": "none",
    "paused": False,
    "seats": [],
    "lookers": 0,
    "other_versions": 0,
    "reactions": [],
    "flooded": [],
    "visitors": [],
}
TABLE_BYTES = 4  # random bytes in the id of a table, which becomes the id of its match


class Party:
    """The host of one page, or none. `clock` returns seconds. `random_hex(n)` returns n random bytes.

    `post_lines` posts {"send": [[connection, line], …], "close": [connection, …]}, as JSON text, to the connections.
    `search_ahead` starts the search for a bot's move, see `Thinking.search_ahead`.
    """

    def __init__(
        self,
        match: CurrentMatch,
        search_ahead: Callable[[bool], None],
        post_lines: Callable[[str], None],
        hints: GuestHints,
        clock: Callable[[], float] = time.monotonic,
        random_hex: Callable[[int], str] = secrets.token_hex,
    ) -> None:
        self._match = match
        self._search_ahead = search_ahead
        self._post_lines = post_lines
        self._hints = hints
        self._clock = clock
        self._random_hex = random_hex
        self._host: Host | None = None
        self._planned: PlannedMatch | None = None
        self._dealt: Session | None = None  # the match on its way to the table
        self._match_id = ""  # id of the party's match on the table; empty before the deal
        self._stored = ("", "")  # the id and the text of the entry that was put into the store last
        self._lines: list[tuple[str, str]] = []  # (connection, line), to be posted in this order
        self._closing: list[str] = []  # connections to close after that
        self._posting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()  # so that running tasks are not garbage-collected
        self._told: tuple[PartyLobby | None, int] = (
            None,
            -1,
        )  # what the page knows: the lobby, the version of the table
        self._lost_guests = False  # whether the next scene says that the guests cannot return
        match.scene_parts.append(self._add_party_parts)
        match.on_change.append(self._follow_change)
        match.on_replaced.append(self._follow_table)

    # --- the lobby

    async def open(self, plan: Sequence[SeatPlan], planned: PlannedMatch) -> None:
        """Open a lobby, in place of an earlier party. Takes the match of that party off the table."""
        if self._match_id:
            self._match.clear()
        self._close()
        self._host = Host(self._random_hex(TABLE_BYTES), plan, self._random_hex)
        self._planned = planned
        await self.deliver()

    async def change(self, plan: Sequence[SeatPlan], planned: PlannedMatch) -> None:
        """Go on with another table after a match. Raises Refusal, see `Host.change_table`."""
        before = self._planned
        news = (
            [] if before is None else news_of(before.options, before.preset, planned.options, planned.preset)
        )
        await self.apply(lambda host, now: host.change_table(plan, news, now))
        self._planned = planned
        await self.deliver()

    async def close(self) -> None:
        """End the party. Bots play on for its guests, if its match is on the table."""
        session = self._session if self._match_id else None
        self._close()
        if session is not None and session.phase != "match-over":
            let_bots_play(session)
            self._match.save()
        await self.deliver()

    async def apply(self, event: Callable[[Host, float], Found]) -> Found:
        """Pass an event to the host, and post the lines that follow. Returns the value of `event`.

        Deals the match when all devices have revealed their bytes. Raises Refusal, also when there is no party.
        """
        if self._host is None:
            raise Refusal("error.devices.not-now")
        before = self._version
        found = event(self._host, self._clock())
        self._note_changes(before)
        for hint in self._host.hints.take():
            self._run(self._search_hint(self._host, hint))
        if self._host.phase == "ready" and self._dealt is None:
            await self._deal_match(self._host)
        await self.deliver()
        self._tell_page()
        return found

    async def refuse_connection(self, connection: str) -> None:
        """Close a connection that came without a party."""
        self._closing.append(connection)
        await self.deliver()

    @property
    def is_open(self) -> bool:
        """Whether there is a party."""
        return self._host is not None

    async def data(self) -> PartyData:
        """What the host's page shows of the party."""
        host, scene = self._host, None
        if self._unseen != -1:
            scene = self._match.scene()
            self._search_ahead(scene["next"])
        lobby = self._lobby
        self._told = (lobby, self._told[1])
        table_id = "" if host is None else host.gathering.table_id
        await self._match.flush()
        if scene is not None:
            scene["storage_problem"] = self._match.store.failure
        return {**(lobby or NO_LOBBY), "table": table_id, "scene": scene}

    def show_again(self) -> None:
        """Let the next `data` have a scene, because the page must go on or stop."""
        if self._session is not None:
            self._session.viewer.sent.version = -1

    # --- the match

    async def _deal_match(self, host: Host) -> None:
        """Deal the match, store it, and show it to all guests. The next `data` has the whole scene."""
        assert self._planned is not None
        session = deal_match(host, self._planned.options, self._planned.preset, self._planned.aspect)
        self._dealt = session
        try:
            number = host.gathering.match
            id = host.gathering.table_id if number == 1 else self._random_hex(TABLE_BYTES)
            await self._match.put(session, self._match.store.new_label(id))
        finally:
            self._dealt = None
        session.viewer.sent.forget()

    def _follow_table(self) -> None:
        """Follow a change of the match on the table: start the party's match, leave it, or restore another party."""
        session, label = self._session, self._match.label
        id = label.id if session is not None and session.is_stored and label is not None else ""
        host = self._host
        if (
            host is not None
            and session is not None
            and (session is self._dealt or id == self._match_id != "")
        ):
            self._match_id = id
            host.gathering.play(SharedTable(self._match), self._clock())
        elif session is not None or self._match_id:  # an empty table ends no lobby
            if self._match_id in self._match.store.taken_over:
                self._lines.clear()  # they show what the store has dropped
            self._close()
            if session is not None and session.is_stored and session.away:
                self._restore(session, id)
        self._note_changes(self._version)
        self._in_background()

    def _restore(self, session: Session, id: str) -> None:
        """Restore the host of a stored match, with all guests away. Without its entry, bots play for the guests."""
        entry = self._match.store.entry(PARTY, id)
        try:
            host = None if entry is None else host_of(entry, session, self._random_hex)
        except RecordError:
            host = None
        if host is not None:
            self._host, self._match_id = host, id
            self._planned = PlannedMatch(session.match.options, session.preset, session.board.aspect)
            host.play(SharedTable(self._match), self._clock())
        elif session.phase != "match-over":
            let_bots_play(session)
            self._lost_guests = True

    def _close(self) -> None:
        """End all connections, with a last message to each guest. The stored entry stays with its match."""
        if self._host is not None:
            self._host.close(self._clock())
            self._collect_lines()
        self._host, self._planned, self._match_id, self._stored = None, None, "", ("", "")
        self._match.is_paused = False

    # --- changes

    @property
    def _session(self) -> Session | None:
        return self._match.session

    @property
    def _version(self) -> int:
        """The version of the match on the table, if it is the party's; else -1."""
        return self._session.version if self._match_id and self._session is not None else -1

    @property
    def _unseen(self) -> int:
        """The version of the party's match, if the page has not got it; else -1."""
        session = self._session
        return -1 if session is None or session.viewer.sent.version == session.version else self._version

    @property
    def _lobby(self) -> PartyLobby | None:
        """The phase and the seats, which the page shows."""
        if self._host is None:
            return None
        return {
            **self._host.gathering.facts(),
            "other_versions": self._host.admission.other_versions,
            "reactions": [*self._host.reactions],
            "flooded": [*self._host.flooded],
            "visitors": self._host.door.visitors(),
        }

    def _follow_change(self, new_scene: Scene) -> None:
        """Show the guests a change at this device, which is stored already."""
        if self._host is not None and self._match_id:
            self._host.table_changed(self._clock())
            self._note_changes(self._version)
            self._in_background()

    def _note_changes(self, before: int) -> None:
        """Put what changed since the version `before` into the store, and collect the lines that show it."""
        if self._host is None:
            return
        if self._match_id:
            self._match.is_paused = self._host.gathering.is_paused
            if self._version != before:
                self._match.save()
                self._search_ahead(not self._match.is_paused)
            entry = self._match_id, write_party(self._host.data())
            if entry != self._stored:
                self._match.store.put_entry(PARTY, *entry)
                self._stored = entry
        self._collect_lines()

    def _collect_lines(self) -> None:
        assert self._host is not None
        switchboard = self._host.lines
        self._lines += switchboard.outbox
        self._closing += switchboard.closing
        switchboard.outbox, switchboard.closing = [], []

    async def deliver(self) -> None:
        """Write the pending changes, then post the lines that were collected before."""
        async with self._posting:
            send, self._lines = self._lines, []
            close, self._closing = self._closing, []
            try:
                await self._match.flush()
            except Refusal:  # another page has taken the match over
                send = []
            if send or close:
                posted: Posted = {"send": send, "close": close}
                self._post_lines(json.dumps(posted, ensure_ascii=False))

    def _in_background(self) -> None:
        """Deliver, and tell the page, after the present request."""

        async def deliver_and_tell() -> None:
            await self.deliver()
            self._tell_page()

        self._run(deliver_and_tell())

    def _run(self, work: Coroutine[None, None, None]) -> None:
        """Run something after the present request."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _search_hint(self, host: Host, hint: WantedHint) -> None:
        """Search a hint that a guest wants, and send it. After a fault in the search the guest waits no longer."""
        answer: TableAnswer = {"refused": {"key": "error.devices.no-hint", "values": {}}}
        try:
            answer = await self._hints.answer(hint.viewer)
        finally:
            if self._host is host:
                host.hints.answer(hint, answer, host.lines, self._clock())
                self._collect_lines()
                await self.deliver()

    def _tell_page(self) -> None:
        """Tell the page that the lobby or the table changed, unless it knows."""
        lobby, unseen = self._lobby, self._unseen
        if lobby != self._told[0] or unseen not in (-1, self._told[1]):
            self._told = (lobby, unseen)
            self._match.tell_page("party")

    def _add_party_parts(self, new_scene: Scene, session: Session, viewer: Viewer) -> None:
        """Change a scene: a paused match has no next event. Say once that the guests cannot return."""
        if self._match.is_paused:
            new_scene["next"] = False
        if self._lost_guests and viewer is session.viewer:
            self._lost_guests = False
            new_scene["said"] = [*new_scene["said"], message("say.guests-lost")]
