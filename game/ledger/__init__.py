"""Text formats of stored entries besides matches: summaries, score pads, daily results, house rules, challenges, the backup file."""
