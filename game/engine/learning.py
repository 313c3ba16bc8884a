"""The verbs (requests of the page) for learners: lessons, the written rules, and the rule that explains a refused move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine import menu
from game.engine.match.current import CurrentMatch
from game.engine.verb_group import verb
from game.lessons.lesson import Lesson
from game.lessons.steps import LEARNER, STEP_COUNT
from game.narration.messages import foot_words, message
from game.narration.rules_prose import clause_of, written_rules
from game.rules.errors import Refusal
from game.rules.tiles import DOUBLE
from game.session.session import Session
from game.session.viewers.viewer import Viewer

if TYPE_CHECKING:
    from game.contract.basics import Changes
    from game.contract.play_answers import WrittenRules
    from game.contract.scenes import Scene


class Learning:
    """The learners' verbs. A lesson takes the place of the match on the table; the match stays in the store."""

    def __init__(self, match: CurrentMatch) -> None:
        self._match = match

    @verb
    async def lesson(
        self,
        step: int,
        names: list[str],
        aspect: float,
        *,
        preset: str | None,
        changes: Changes,
        players: int,
    ) -> Scene:
        """Start a step of the course, 1 to STEP_COUNT, with the wanted options. Its scene has the keys of `add_lesson`.

        `names` are the learner's name and the names of two other seats. `aspect` is the width of the board view divided
        by its height. Raises OptionError, and Refusal for an unknown step.
        """
        if step not in range(1, STEP_COUNT + 1):
            raise Refusal("error.no-lesson", {"step": step})
        lesson = Lesson(step, menu.resolved(preset, changes, players), names, aspect, preset)
        return self._match.put_unsaved(lesson)

    @verb
    async def rules(
        self, *, preset: str | None = None, changes: Changes | None = None, players: int = 0
    ) -> WrittenRules:
        """The written rules of the wanted options. Without arguments, the rules of the match on the table.

        Raises OptionError, and Refusal if there is no match.
        """
        if changes is None:
            session = self._match.require_session()
            options, preset = session.match.options, session.preset
        else:
            options = menu.resolved(preset, changes, players)
        return {"values": menu.pairs(options), **written_rules(options, preset)}

    @verb
    async def why(self, reason: str) -> str | None:
        """The code of the rule clause that explains a refusal.

        `reason` is the refusal's text key; see `rules_prose.clause_of`.
        """
        return clause_of(reason, self._match.require_session().match.options)


def add_lesson(new_scene: Scene, session: Session, viewer: Viewer) -> None:
    """Add "lesson" to the scene of a lesson, and set the scene's phase.

    A scripted step offers no undo, take-back, catch or hint, because each of them would leave the script, and no call
    with the play, because the script teaches the call after it.
    """
    if not isinstance(session, Lesson):
        return
    key, values = session.message
    new_scene["lesson"] = {
        "step": session.step.number,
        "of": STEP_COUNT,
        "title": message(f"lesson.{session.step.number}.title"),
        "text": (key, {**values, "call": foot_words(session.book, DOUBLE[8])}),
        "done": session.done,
        "free": session.free,
        "draws": session.beat is not None and session.beat.seat == LEARNER and "+" in session.beat.moves,
    }
    new_scene["phase"] = "lesson"
    new_scene.pop("card", None)  # the card says who begins, but a step's position is later
    if not session.free:
        can = new_scene["can"]
        can |= {"undo": False, "redo": False, "take-back": False, "hint": False, "catch": []}
        can["call"] = "now" if can["call"] == "now" else None
