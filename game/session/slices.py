"""Run a computation in time slices, so that the engine can answer requests between them.

The clock decides only when a slice ends. It never changes the result.
"""

from collections.abc import Generator
from time import perf_counter
from typing import TypeVar

Found = TypeVar("Found")

SLICE = 0.012
"""Length of a time slice, in seconds. The step that exceeds it still finishes."""


def in_slices(computation: Generator[None, None, Found]) -> Generator[None, None, Found]:
    """Yield each time `computation` has run for SLICE seconds, and finally return its result."""
    begun = perf_counter()
    while True:
        try:
            next(computation)
        except StopIteration as stop:
            found: Found = stop.value
            return found
        if perf_counter() - begun >= SLICE:
            yield
            begun = perf_counter()
