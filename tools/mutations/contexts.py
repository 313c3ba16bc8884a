"""A pytest plugin that tells coverage which test is running, so that coverage records the tests that run each line."""

from collections.abc import Iterator

import coverage
import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Attribute to this test every line that runs until the next test begins."""
    measuring = coverage.Coverage.current()
    if measuring:
        measuring.switch_context(item.nodeid)
    yield
