"""What leaves the table as a link, and what comes in by one: challenges, replays, matches to go on with, puzzles; the proof of a deal."""
