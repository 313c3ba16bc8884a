"""Measure the strength of the computer opponents, beyond the command `arena`, with a compiled copy of the search."""
