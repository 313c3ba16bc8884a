"""The form for a new match: rule-books, options, seats, and saved sets of house rules."""
