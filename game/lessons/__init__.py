"""The lessons: the course's positions and scripts as data, and the session that plays them by the real rules."""
