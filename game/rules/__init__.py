"""The rules of the game (docs/rules.md has their clause codes): pure functions over immutable values. No clock, no I/O."""
