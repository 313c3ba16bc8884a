"""A real relay for the tests: Debian's Mosquitto."""

import os
from collections.abc import Iterator

import pytest

from tools.common import relay


@pytest.fixture
def broker() -> Iterator[relay.Broker]:
    """A running relay. Where it is missing the test is skipped, but on a continuous-integration server it fails."""
    if relay.command() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(relay.MISSING)
    with relay.running() as running:
        yield running
