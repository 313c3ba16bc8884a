"""The desk's verbs for those who learn: lessons, the written rules, and why something was refused."""

from typing import Any

from game.engine import menu
from game.engine.scene import Scene, Shown
from game.lessons.lesson import Lesson
from game.lessons.steps import COUNT
from game.rules.errors import Refusal
from game.session.session import Session
from game.telling.prose import clause_of, written_rules


class Learning:
    """The part of the desk that teaches. A lesson takes the table, and the match that was there waits in the store."""

    session: Session | None
    shown: Shown

    def _table(self) -> Session:
        raise NotImplementedError

    def _save(self) -> None:
        raise NotImplementedError

    def _scene(self) -> Scene:
        raise NotImplementedError

    async def lesson(self, step: int, names: list[str], aspect: float, **wanted: Any) -> Scene:
        """Step 1 to 6 of the course, by the rules of these wishes; `names` are the learner's and two others'.

        Raises OptionError, and Refusal for a step that there is not. The scene has besides "lesson": see `of_lesson`.
        """
        if step not in range(1, COUNT + 1):
            raise Refusal("error.no-lesson", {"step": step})
        lesson = Lesson(step, menu.resolved(**wanted), names, aspect)
        self._save()
        self.session = lesson
        self.shown.forget()
        return self._scene()

    async def rules(self, **wanted: Any) -> dict[str, Any]:
        """The rules of these wishes (none: of the match on the table): {"preset", "values": see menu.pairs}, and `prose.written_rules`.

        Raises OptionError.
        """
        options = menu.resolved(**wanted) if wanted else self._table().match.options
        preset = wanted.get("preset") if wanted else self._table().preset
        return {"values": menu.pairs(options), **written_rules(options, preset)}

    async def why(self, reason: str) -> str | None:
        """The clause whose paragraph answers "why?" to a refusal, see `prose.clause_of`."""
        return clause_of(reason, self._table().match.options)


def of_lesson(made: Scene, lesson: Lesson) -> Scene:
    """The scene of a lesson: with "lesson": {"step", "of", "title", "text", "done", "free"}, and without what leads away from it.

    `title` and `text` are messages; a scripted step has no undo, no taking back, no catching and no hint.
    """
    made["lesson"] = {
        "step": lesson.step.number,
        "of": COUNT,
        "title": [f"lesson.{lesson.step.number}.title", {}],
        "text": lesson.words,
        "done": lesson.done,
        "free": lesson.free,
    }
    made["phase"] = "lesson"
    if not lesson.free:
        made["can"] |= {"undo": False, "take-back": False, "hint": False, "catch": []}
    return made
