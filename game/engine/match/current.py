"""The match on the table: its session, its place in the store, and its scenes.

The engine's other objects refer to `CurrentMatch`, but this module imports none of them. `CurrentMatch` has lists of
functions that it calls when the match changes. game/engine/desk.py puts functions of the other objects into the
lists.

After a change of the match, the engine replies only when IndexedDB has committed the new state, or when the attempt has
failed. After a failure, the key "storage_problem" of the scene says why, and the page warns that a reload may lose moves. See
game/store/match_store.py.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from game.engine.scene import scene as build_scene
from game.rules.errors import Refusal
from game.session.save_head import Label
from game.session.saving import save, session_head
from game.session.session import Session
from game.session.viewers.viewer import Viewer
from game.store.match_lock import MatchLock
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.engine_verbs import ToldEvent
    from game.contract.scenes import Scene


class CurrentMatch:
    """The match, lesson or puzzle on the table of one page.

    `session` is None while the table is empty. `label` has the stored match's id, time and title.

    A lesson or a puzzle has no label. While one is on the table, `label` is that of the match that was there before.
    """

    def __init__(self, store: MatchStore, lock: MatchLock, tell_page: Callable[[ToldEvent], None]) -> None:
        self.session: Session | None = None
        self.label: Label | None = None
        self.store = store
        self.lock = lock
        self.tell_page = tell_page
        self.lock.on_lost = self._on_lock_lost
        # functions that add keys to each new scene of a viewer
        self.scene_parts: list[Callable[[Scene, Session, Viewer], None]] = []
        # functions to call with the scene of a change, after the change is stored
        self.on_change: list[Callable[[Scene], None]] = []
        # functions to await before another match is put on the table, with its session
        self.before_put: list[Callable[[Session], Awaitable[None]]] = []
        # functions to call after something else was put on the table, or the table was emptied; before the store is written
        self.on_replaced: list[Callable[[], None]] = []
        # functions to call before the store is written, with any session, also one that the match store does not keep
        self.on_save: list[Callable[[Session], None]] = []
        self.is_paused = False  # whether the host of several devices has paused the match (`Party`)
        # functions to call whenever `save` stores a finished match
        self.on_finished: list[Callable[[Session, Label], None]] = []

    def require_session(self) -> Session:
        """The session on the table. Raises Refusal when the table is empty."""
        if self.session is None:
            raise Refusal("error.no-match", {})
        return self.session

    def require_running(self) -> Session:
        """The session on the table. Raises Refusal when the table is empty or the match is paused."""
        if self.is_paused:
            raise Refusal("error.devices.paused", {})
        return self.require_session()

    def holds(self, id: str) -> bool:
        """Whether the match `id` is on the table. False for every id while a lesson or a puzzle is there."""
        session = self.session
        if session is None or not session.is_stored:
            return session is not None and session.kept_id == id != ""
        return self.label is not None and self.label.id == id

    # --- putting something else on the table

    async def put(self, session: Session, label: Label) -> Scene:
        """Store the match on the table, and replace it by another match. Returns the scene of the other match.

        Also deletes the saves of finished matches that have a summary. Raises Refusal, like `commit`.
        """
        for prepare in self.before_put:
            await prepare(session)
        self.save()
        self.store.delete_finished(except_id=label.id)
        await self.lock.acquire(label.id)
        self.session, self.label = session, label
        # in a browser without Web Locks, only the claim stops two pages from writing the same match
        self.store.claim(label.id)
        session.viewer.sent.forget()
        self._call_on_replaced()
        return await self.commit()

    def put_unsaved(self, session: Session) -> Scene:
        """Store the match on the table, and replace it by a lesson or a puzzle.

        Lessons and puzzles are never stored.
        """
        self.save()
        self.session = session
        self._call_on_replaced()
        return self.complete_scene()

    def clear(self) -> None:
        """Empty the table."""
        self.session, self.label = None, None
        self._call_on_replaced()

    def _call_on_replaced(self) -> None:
        for listener in self.on_replaced:
            listener()

    # --- scenes

    async def commit(self) -> Scene:
        """Store the present state, then return its scene. Raises Refusal when another page has taken the match over."""
        new_scene = self.scene()
        self.save()
        await self.flush()
        new_scene["storage_problem"] = self.store.failure
        for listener in self.on_change:
            listener(new_scene)
        return new_scene

    def scene(self, viewer: Viewer | None = None) -> Scene:
        """A viewer's next scene: the present state, with the changes since the last one. None: this device's viewer.

        Notes in `viewer.sent` that the page gets it.
        """
        session = self.require_session()
        viewer = viewer or session.viewer
        new_scene = build_scene(session, viewer)
        viewer.sent.note(viewer.view, viewer.board.layout.poses, session.version)
        new_scene["storage_problem"] = self.store.failure
        for add in self.scene_parts:
            add(new_scene, session, viewer)
        return new_scene

    def complete_scene(self) -> Scene:
        """The complete scene, for a page that no longer shows the last scene."""
        self.require_session().viewer.sent.forget()
        return self.scene()

    # --- storing

    def save(self) -> None:
        """Put the present state of the match into the store; `flush` writes it later.

        Does nothing for a lesson or a puzzle.
        """
        if self.session is not None:
            for keep in self.on_save:
                keep(self.session)
        if self.session is None or not self.session.is_stored or self.label is None:
            return
        self.label = self.store.new_label(self.label.id, self.label.title)
        self.store.put_match(save(self.session, self.label), session_head(self.session, self.label))
        if self.session.phase == "match-over":
            for listener in self.on_finished:
                listener(self.session, self.label)

    async def flush(self) -> None:
        """Write all pending changes of the store. Raises Refusal when another page has taken the match over."""
        id = self.label.id if self.label else ""
        await self.store.flush()
        if id in self.store.taken_over:
            self._on_lock_lost(id)
            raise Refusal("error.match-elsewhere", {"id": id})

    def _on_lock_lost(self, id: str) -> None:
        """Take the match off the table, because another page has taken it over."""
        held = self.holds(id)
        if self.label is not None and self.label.id == id:
            self.label = None
        if held:
            self.session = None
            self.tell_page("elsewhere")
            self._call_on_replaced()
