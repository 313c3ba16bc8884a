"""Pyodide, as far as the engine uses it."""
