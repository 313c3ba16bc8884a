"""Add to the scene of a finished match how it was decided."""

from game.engine.scene_parts import Scene
from game.narration.match_story import match_story
from game.session.session import Session
from game.session.viewers.viewer import Viewer


def add_match_story(new_scene: Scene, session: Session, viewer: Viewer) -> None:
    """Add "story" to the scene of a finished match, see `match_story`."""
    if session.is_stored and session.phase == "match-over":
        names = [seat.name for seat in session.seats]
        new_scene["story"] = match_story(session.match, viewer.view, names)
