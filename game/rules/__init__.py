"""The law of the game, docs/rules.md, whose clause codes are cited: pure functions over immutable values; no clock, no I/O, standard library only."""
