"""A pytest plugin that stops the coverage measurement while a test marked `slow` runs.

Under coverage such a test takes three to four times as long. The other tests cover every line of the rules and records.
"""

from collections.abc import Iterator

import coverage
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Stop the measurement before a slow test, and resume it afterwards."""
    measuring = coverage.Coverage.current() if item.get_closest_marker("slow") else None
    if measuring:
        measuring.stop()
    yield
    if measuring:
        measuring.start()
