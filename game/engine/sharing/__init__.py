"""Links out and in (challenges, replays, matches to continue, puzzles, daily deals), and the proof of a deal."""
