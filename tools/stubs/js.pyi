"""The worker's global scope in Pyodide. All its objects are Any."""

from typing import Any

def __getattr__(name: str) -> Any: ...
