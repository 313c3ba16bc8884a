"""A pytest plugin: tells coverage which test is running, so that it can be asked which tests run a line."""

from collections.abc import Iterator

import coverage
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Attribute every line that runs from here to the test's end to the test."""
    measuring = coverage.Coverage.current()
    if measuring:
        measuring.switch_context(item.nodeid)
    yield
