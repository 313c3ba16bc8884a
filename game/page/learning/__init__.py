"""Learning: the course of lessons, the written rules and the glossary."""

from game.page.kernel.room import Room

room = Room(__name__, "lesson_card", "written_rules", "learning_actions")
room.state(
    written_rules=None,  # the generated rules text, as the engine's verb `rules` answers it
    rules_clause=None,  # the code of the clause to mark in the rules text
    glossary_term=None,  # the term that the glossary marks; "": none; None: the glossary was never opened
)
