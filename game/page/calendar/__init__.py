"""The deal of the day: its dialog with a calendar."""
