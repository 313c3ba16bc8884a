"""Flat Monte Carlo search: worlds that agree with a view, playouts of them, and what is made of their ends. No levels, no words."""
