"""Text formats of finished matches, score pads, daily results, house rules, challenges and the backup file."""
