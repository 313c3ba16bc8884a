"""The rules of the game: pure functions over immutable values. No clock, no I/O. docs/rules.md lists the clauses."""
