"""The score sheet and the last screen of a match."""
