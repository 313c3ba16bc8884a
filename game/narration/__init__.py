"""Narration: events as messages, the score sheet and its chart, the written rules, statistics, and texts by language."""
