"""Add to the scene of a finished match how it was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.scene_parts import told_names
from game.narration.match_story import match_story
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.scenes import Scene


def add_match_story(new_scene: Scene, session: Session, viewer: Viewer) -> None:
    """Add "story" to the scene of a finished match, see `match_story`."""
    if (session.is_stored or session.kept_id) and session.phase == "match-over":
        new_scene["story"] = match_story(session.match, viewer.view, told_names(viewer))
