"""Learning: the course of lessons, the written rules and the glossary."""

STATE = {
    "written_rules": None,  # the generated rules text, as the engine's verb `rules` answers it
    "rules_clause": None,  # the code of the clause to mark in the rules text
    "glossary_term": None,  # the term that the glossary marks; "": none; None: the glossary was never opened
    "match_waits": False,  # a match waits while a lesson or puzzle is on the table
    "learnt": False,  # the person finished the course, or played on an earlier visit
}
