"""The keyboard focus."""
