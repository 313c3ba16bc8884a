"""Fixtures for tests of a session."""

import random

import pytest


@pytest.fixture
def lots() -> random.Random:
    """Random numbers for the person's choices."""
    return random.Random(7)
