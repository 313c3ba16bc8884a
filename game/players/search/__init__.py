"""Flat Monte Carlo search: possible worlds, playouts in them, and the values of their ends. No levels, no texts."""
