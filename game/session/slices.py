"""Run a computation in time slices, so that the engine can answer calls between them. The clock never affects the result."""

from collections.abc import Generator
from time import perf_counter
from typing import TypeVar

Found = TypeVar("Found")

SLICE = 0.012  # seconds of computing between two pauses


def in_slices(thinking: Generator[None, None, Found]) -> Generator[None, None, Found]:
    """Yield whenever `thinking` has run for SLICE seconds; return its result."""
    begun = perf_counter()
    while True:
        try:
            next(thinking)
        except StopIteration as stop:
            found: Found = stop.value
            return found
        if perf_counter() - begun >= SLICE:
            yield
            begun = perf_counter()
