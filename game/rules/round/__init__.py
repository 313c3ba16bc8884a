"""One round: the deal, the table, the judge of legality, a turn and what follows from it, points. Immutable values."""
