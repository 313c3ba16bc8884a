"""Matches: start, resume and leave them."""
