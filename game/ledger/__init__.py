"""What is kept of matches that are over: their summaries, the pad of a match with real tiles, everything as one file. Plays nothing."""
