"""A pytest plugin that stops the coverage measurement while a test marked `slow` or `untraced` runs.

Under coverage such a test takes three to sixty times as long. The other tests cover every line of the rules and records.
"""

import sys
from collections.abc import Iterator

import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Take the tracer away before such a test, and put it back afterwards.

    `Coverage.stop` and `start` would do so too, but a start takes 30 ms, because it looks at all imported modules.
    """
    repeats = item.get_closest_marker("slow") or item.get_closest_marker("untraced")
    tracer = sys.gettrace()
    if repeats:
        sys.settrace(None)
    yield
    if repeats:
        sys.settrace(tracer)
