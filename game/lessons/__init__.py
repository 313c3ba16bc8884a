"""Learning by playing: positions, scripts and words as data, and the session that plays them by the real rules."""
