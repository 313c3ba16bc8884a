"""The match on the table: its session, its place in the store, and its scenes.

The engine's other objects hold this one, and it imports none of them. To act when the match changes, they put a function into
one of its three lists. game/engine/desk.py fills the lists.

The engine replies with a scene only after IndexedDB has committed the state it shows, or has failed and said why. So the page
never shows moves that a reload would lose. See game/store/match_store.py.
"""

from collections.abc import Callable

from game.engine.scene import Scene, SentState, scene
from game.rules.errors import Refusal
from game.session.save_head import Label
from game.session.saving import save, session_head
from game.session.session import Session
from game.store.match_lock import MatchLock
from game.store.match_store import MatchStore


class CurrentMatch:
    """The table of one page. `session` is None when the table is empty; `label` names the stored match.

    A lesson or a puzzle has no label of its own: while it is on the table, `label` still names the match behind it.
    """

    def __init__(self, store: MatchStore, lock: MatchLock, tell_page: Callable[[str], None]) -> None:
        self.session: Session | None = None
        self.label: Label | None = None
        self.store = store
        self.lock = lock
        self.tell_page = tell_page
        self.lock.on_lost = self._on_lock_lost
        self._sent = SentState()
        # called in order with each new scene, to add further keys to it
        self.scene_parts: list[Callable[[Scene, Session], None]] = []
        # called with the scene of a change, after the change is stored
        self.on_change: list[Callable[[Scene], None]] = []
        # called whenever a finished match is stored
        self.on_finished: list[Callable[[Session, Label], None]] = []

    def require_session(self) -> Session:
        """The session. Raises Refusal when there is none."""
        if self.session is None:
            raise Refusal("error.no-match", {})
        return self.session

    def holds(self, id: str) -> bool:
        """Whether the match `id` is on the table; a match behind a lesson is not."""
        on_table = self.session is not None and self.session.kept
        return on_table and self.label is not None and self.label.id == id

    # --- putting something else on the table

    async def put(self, session: Session, label: Label) -> Scene:
        """Put a match on the table, after storing the one that was there. Returns the scene, like `commit`."""
        self.save()
        self.store.drop_finished(except_id=label.id)
        await self.lock.acquire(label.id)
        self.session, self.label = session, label
        self.store.claim(label.id)
        self._sent.forget()
        return await self.commit()

    def put_unsaved(self, session: Session) -> Scene:
        """Put a lesson or a puzzle on the table, after storing the match that was there. It is never stored itself."""
        self.save()
        self.session = session
        return self.complete_scene()

    def clear(self) -> None:
        """Empty the table."""
        self.session, self.label = None, None

    # --- scenes

    async def commit(self) -> Scene:
        """Store the change, then return its scene. Raises Refusal when another page has taken the match over."""
        new_scene = self.scene()
        self.save()
        id = self.label.id if self.label else ""
        await self.store.flush()
        if id in self.store.taken_over:
            self._on_lock_lost(id)
            raise Refusal("error.match-elsewhere", {"id": id})
        new_scene["kept"] = self.store.failure
        for listener in self.on_change:
            listener(new_scene)
        return new_scene

    def scene(self) -> Scene:
        """The scene with the changes since the last one."""
        session = self.require_session()
        new_scene = {**scene(session, self._sent), "kept": self.store.failure}
        for add in self.scene_parts:
            add(new_scene, session)
        return new_scene

    def complete_scene(self) -> Scene:
        """The complete scene, for a page that no longer shows the last one."""
        self._sent.forget()
        return self.scene()

    # --- storing

    def save(self) -> None:
        """Hand the present state of the match to the store. Does nothing for a lesson or a puzzle."""
        if self.session is None or not self.session.kept or self.label is None:
            return
        self.label = self.store.new_label(self.label.id, self.label.title)
        self.store.put_match(save(self.session, self.label), session_head(self.session, self.label))
        if self.session.phase == "match-over":
            for listener in self.on_finished:
                listener(self.session, self.label)

    def _on_lock_lost(self, id: str) -> None:
        """Take the match off the table, because another page has taken it over."""
        if self.holds(id):
            self.session = None
            self.tell_page("elsewhere")
        if self.label is not None and self.label.id == id:
            self.label = None
