"""The match on the table: the session, where it is kept, and the scenes that the page gets of it.

Every room that needs the match has this object, and it knows none of them. A room that has something to say when the
match changes puts a function into one of the three lists; game/engine/desk.py fills them, in one place.

A change of the table is answered when it is kept, or when the store has said why it is not; so what the page shows of the
others' moves is never ahead of what a reload brings back. See game/store/match_store.py.
"""

from collections.abc import Callable

from game.engine.scene import Scene, Shown, scene
from game.rules.errors import Refusal
from game.session.save_head import Label
from game.session.saving import head_of, save
from game.session.session import Session
from game.store.match_lock import MatchLock
from game.store.match_store import MatchStore


class CurrentMatch:
    """One page's table. `session` is None when nothing is on it; `label` names the match that is kept under it.

    A lesson or a puzzle takes the table without a label of its own: the label stays that of the match which waits.
    """

    def __init__(self, store: MatchStore, lock: MatchLock, tell_page: Callable[[str], None]) -> None:
        self.session: Session | None = None
        self.label: Label | None = None
        self.store = store
        self.lock = lock
        self.tell_page = tell_page
        self.lock.on_lost = self._lost
        self._shown = Shown()
        # called in their order with each scene, before it is answered: each adds what its room shows of the match
        self.scene_parts: list[Callable[[Scene, Session], None]] = []
        # called with the scene of a change, once that is kept
        self.on_change: list[Callable[[Scene], None]] = []
        # called each time that a match which is over is stored
        self.on_finished: list[Callable[[Session, Label], None]] = []

    def table(self) -> Session:
        """The session. Raises Refusal when there is none."""
        if self.session is None:
            raise Refusal("error.no-match", {})
        return self.session

    def holds(self, id: str) -> bool:
        """Whether that match is on the table; while there is a lesson its own match only waits."""
        on_table = self.session is not None and self.session.kept
        return on_table and self.label is not None and self.label.id == id

    # --- another one comes on the table

    async def seat(self, session: Session, label: Label) -> Scene:
        """Puts a match on the table; the one that was there waits. Answers as `changed`."""
        self.save()
        self.store.drop_finished(except_id=label.id)
        await self.lock.acquire(label.id)
        self.session, self.label = session, label
        self.store.claim(label.id)
        self._shown.forget()
        return await self.changed()

    def visit(self, session: Session) -> Scene:
        """Puts a lesson or a puzzle on the table, which is never kept; the match that was there waits."""
        self.save()
        self.session = session
        return self.whole_scene()

    def clear(self) -> None:
        """Nothing is on the table any more."""
        self.session, self.label = None, None

    # --- scenes

    async def changed(self) -> Scene:
        """The scene after a change, once that is kept. Raises Refusal when another page has gone on with the match."""
        made = self.scene()
        self.save()
        id = self.label.id if self.label else ""
        await self.store.flush()
        if id in self.store.taken_over:
            self._lost(id)
            raise Refusal("error.match-elsewhere", {"id": id})
        made["kept"] = self.store.failure
        for heard in self.on_change:
            heard(made)
        return made

    def scene(self) -> Scene:
        """The scene of what has changed since the last one."""
        session = self.table()
        made = {**scene(session, self._shown), "kept": self.store.failure}
        for add in self.scene_parts:
            add(made, session)
        return made

    def whole_scene(self) -> Scene:
        """The scene with all that the page may have forgotten."""
        self._shown.forget()
        return self.scene()

    # --- keeping

    def save(self) -> None:
        """Stores the match as it is now; a lesson is never kept."""
        if self.session is None or not self.session.kept or self.label is None:
            return
        self.label = self.store.new_label(self.label.id, self.label.title)
        self.store.put_match(save(self.session, self.label), head_of(self.session, self.label))
        if self.session.phase == "match-over":
            for heard in self.on_finished:
                heard(self.session, self.label)

    def _lost(self, id: str) -> None:
        """Another page goes on with the match: here it stops."""
        if self.holds(id):
            self.session = None
            self.tell_page("elsewhere")
        if self.label is not None and self.label.id == id:
            self.label = None
