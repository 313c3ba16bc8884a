"""Thinking in slices, so that the engine answers between them. The clock says when to pause, never what is chosen."""

from collections.abc import Generator
from time import perf_counter
from typing import TypeVar

Found = TypeVar("Found")

SLICE = 0.012  # seconds of thinking between two pauses


def in_slices(thinking: Generator[None, None, Found]) -> Generator[None, None, Found]:
    """Yields whenever `thinking` has run for SLICE seconds; returns what it returns."""
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
