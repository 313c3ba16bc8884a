"""The law of the game, docs/rules.md with its clause codes: pure functions, immutable values; no clock, no I/O, standard library only."""
