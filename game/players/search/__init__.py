"""Flat Monte Carlo search: worlds that agree with a view, playouts of them, and the values of their ends. No levels, no texts."""
