"""Learning: the course of lessons, the written rules and the glossary."""

STATE = {
    "written_rules": None,  # the rules of a table as text, from the engine
    "rules_clause": None,  # the clause to mark in them
    "glossary_term": None,  # the term that the glossary marks; "": none; None: never opened
    "match_waits": False,  # a match waits while a lesson is on the table
    "learnt": False,  # the person finished the course, or played on an earlier visit
}
