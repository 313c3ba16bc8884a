"""Measuring the players beyond the command `arena`."""
