"""What is remembered of matches: the history, replays, figures, and everything that is kept as one file."""
