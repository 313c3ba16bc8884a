"""The verbs for those who learn: lessons, the written rules, and why something was refused."""

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
    """Teaches. A lesson takes the table, and the match that was there waits in the store."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match

    async def lesson(self, step: int, names: list[str], aspect: float, **wanted: Any) -> Scene:
        """Step 1 to 6 of the course, by the rules of these wishes; `names` are the learner's and two others'.

        Raises OptionError, and Refusal for a step that there is not. The scene has besides "lesson": see `add_lesson`.
        """
        if step not in range(1, STEP_COUNT + 1):
            raise Refusal("error.no-lesson", {"step": step})
        lesson = Lesson(step, menu.resolved(**wanted), names, aspect)
        return self._match.visit(lesson)

    async def rules(self, **wanted: Any) -> dict[str, Any]:
        """The rules of these wishes (none: of the match on the table): {"preset", "values": see menu.pairs}, and `prose.written_rules`.

        Raises OptionError.
        """
        options = menu.resolved(**wanted) if wanted else self._match.table().match.options
        preset = wanted.get("preset") if wanted else self._match.table().preset
        return {"values": menu.pairs(options), **written_rules(options, preset)}

    async def why(self, reason: str) -> str | None:
        """The clause whose paragraph answers "why?" to a refusal, see `prose.clause_of`."""
        return clause_of(reason, self._match.table().match.options)


def add_lesson(made: Scene, session: Session) -> None:
    """Adds "lesson": {"step", "of", "title", "text", "done", "free"} to the scene of a lesson, and takes out what leads away from it.

    `title` and `text` are messages; a scripted step has no undo, no taking back, no catching and no hint.
    """
    if not isinstance(session, Lesson):
        return
    made["lesson"] = {
        "step": session.step.number,
        "of": STEP_COUNT,
        "title": [f"lesson.{session.step.number}.title", {}],
        "text": session.message,
        "done": session.done,
        "free": session.free,
    }
    made["phase"] = "lesson"
    if not session.free:
        made["can"] |= {"undo": False, "take-back": False, "hint": False, "catch": []}
