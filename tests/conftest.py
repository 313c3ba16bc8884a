"""How pytest and Hypothesis test: failed assertions of all modules here show their values, and Hypothesis takes the same
examples in every run, without a time limit, so that a busy machine fails no test.
"""

import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite(*(f"tests.{path.stem}" for path in Path(__file__).parent.iterdir()))
settings.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of collected tests: a fifth of the processor time of many tests.

    It runs so seldom that the page of a test is garbage by then. Otherwise it looks at each page several times.
    """
    gc.freeze()
    gc.set_threshold(500_000, 10, 50)
