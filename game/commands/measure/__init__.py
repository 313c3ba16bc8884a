"""Commands that play or search in bulk to measure something, and the runner that plays their matches."""
