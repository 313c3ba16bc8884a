"""Lessons: positions, scripts and messages as data, and the session that plays them by the real rules."""
