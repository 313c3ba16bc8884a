"""Learning: the course of lessons, the written rules and the glossary."""

from game.for_types import TYPE_CHECKING
from game.page.kernel.room import Room

if TYPE_CHECKING:
    from typing import TypedDict

    from game.contract.play_answers import WrittenRules

    class LearningState(TypedDict, total=False):
        """The types of the values below."""

        written_rules: WrittenRules | None
        rules_clause: str | None
        glossary_term: str | None


room = Room(__name__, "lesson_card", "written_rules", "learning_actions")
room.state(
    written_rules=None,  # the generated rules text, as the engine's verb `rules` answers it
    rules_clause=None,  # the code of the clause to mark in the rules text
    glossary_term=None,  # the term that the glossary marks; "": none; None: the glossary was never opened
)
