"""Learning at the page: the card of a lesson, the written rules, the words of the game, and what their buttons do."""

STATE = {
    "written_rules": None,  # the rules of a table, written out
    "rules_clause": None,  # the clause that was asked for, marked in them
    "glossary_term": None,  # the word that the glossary was opened for; "" for none
    "match_waits": False,  # a match waits while a lesson is on the table
    "learnt": False,  # the course was done, or a match was played on an earlier visit
}
