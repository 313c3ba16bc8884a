"""The rule laboratory: measure what a rule changes, by bots that play the same deals by two sets of rules.

From the bottom up:

runner        plays rounds and matches between bots
trials        plays a numbered pair of matches by one set of rules, for the measures to count
measures      the measures: each is declared once, with its unit, its source and a function that counts
intervals     differences of two tables, with intervals clustered by match
comparison    the figures of two tables, and their verdicts
headline      the sentence that sums the figures up
survey_data   comparisons of a rule-book with each single change, as data that comes with the game

The results depend on rules, bots and seed alone, never on a clock or on the number of processes: docs/laboratory.md.
"""
