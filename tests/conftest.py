"""How Hypothesis tests: the same examples in every run, and no time limit, so that a busy machine fails no test."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")
