"""Trim Pyodide for a page that loads no packages. README.md says how; `pyodide.trimmed()` is the entry."""
