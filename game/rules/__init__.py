"""The law of the game: pure functions over immutable values; no clock, no I/O, standard library only."""
