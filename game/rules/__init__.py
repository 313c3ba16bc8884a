"""The law of the game: pure functions over immutable values. No clock, no I/O, no global randomness, standard library only."""
