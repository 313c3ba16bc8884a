"""Finished matches: the history, replays, statistics, and the backup file."""
