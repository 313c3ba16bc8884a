"""Narration: events as messages, the score sheet, the written rules, statistics, and the texts of each language."""
