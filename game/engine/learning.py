"""The verbs for learners: lessons, the written rules, and the reason of a refused move."""

from typing import Any

from game.engine import menu
from game.engine.match.current import CurrentMatch
from game.engine.scene import Scene
from game.lessons.lesson import Lesson
from game.lessons.steps import STEP_COUNT
from game.narration.rules_prose import clause_of, written_rules
from game.rules.errors import Refusal
from game.session.session import Session


class Learning:
    """The learners' verbs. A lesson takes the table; the match that was there stays stored."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match

    async def lesson(self, step: int, names: list[str], aspect: float, **wanted: Any) -> Scene:
        """Start step 1 to 6 of the course by the wanted options. `names` are the learner's and two others'.

        The scene also has "lesson": see `add_lesson`. Raises OptionError, and Refusal for an unknown step.
        """
        if step not in range(1, STEP_COUNT + 1):
            raise Refusal("error.no-lesson", {"step": step})
        lesson = Lesson(step, menu.resolved(**wanted), names, aspect)
        return self._match.put_unsaved(lesson)

    async def rules(self, **wanted: Any) -> dict[str, Any]:
        """The written rules of the wanted options; if none are given, of the match on the table.

        {"values": see `menu.pairs`, and the keys of `rules_prose.written_rules`}. Raises OptionError.
        """
        options = menu.resolved(**wanted) if wanted else self._match.require_session().match.options
        preset = wanted.get("preset") if wanted else self._match.require_session().preset
        return {"values": menu.pairs(options), **written_rules(options, preset)}

    async def why(self, reason: str) -> str | None:
        """The clause of the written rules that explains a refusal, see `rules_prose.clause_of`."""
        return clause_of(reason, self._match.require_session().match.options)


def add_lesson(new_scene: Scene, session: Session) -> None:
    """Add "lesson": {"step", "of", "title", "text", "done", "free"} to the scene of a lesson.

    `title` and `text` are messages. A scripted step offers no undo, no take-back, no catch and no hint, because each would
    leave the script.
    """
    if not isinstance(session, Lesson):
        return
    new_scene["lesson"] = {
        "step": session.step.number,
        "of": STEP_COUNT,
        "title": [f"lesson.{session.step.number}.title", {}],
        "text": session.message,
        "done": session.done,
        "free": session.free,
    }
    new_scene["phase"] = "lesson"
    if not session.free:
        new_scene["can"] |= {"undo": False, "take-back": False, "hint": False, "catch": []}
