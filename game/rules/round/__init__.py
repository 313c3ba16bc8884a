"""One round: the deal, the tiles on the table, legality, turns and their consequences, points. Immutable values."""
