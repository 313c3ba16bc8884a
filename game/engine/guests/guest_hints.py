"""The coach's hint for a guest: from the view of the guest's seat alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.match.current import CurrentMatch
from game.engine.match.thinking import Thinking
from game.engine.scene_parts import told_names
from game.narration.coach import sentences
from game.rules.errors import Refusal
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.device_lines import TableAnswer


class GuestHints:
    """Searches hints for the viewers of the match on the table, in slices, so that play goes on meanwhile."""

    def __init__(self, match: CurrentMatch, thinking: Thinking) -> None:
        self._match = match
        self._thinking = thinking

    async def answer(self, viewer: Viewer) -> TableAnswer:
        """The answer to a viewer's request for a hint: the hint, None if the table has changed meanwhile, or a refusal."""
        try:
            session = self._match.require_session()
            hint = await self._thinking.run_in_slices(session, session.hint(viewer))
        except Refusal as refusal:
            return {"refused": {"key": refusal.key, "values": refusal.values}}
        return {"ok": sentences.hint_data(*hint, viewer.view, told_names(viewer)) if hint else None}
