"""A real relay for the tests: Debian's Mosquitto."""

from collections.abc import Iterator

import pytest

from tests.relay.scripts import skip_without_relay
from tools.common import relay


@pytest.fixture
def broker() -> Iterator[relay.Broker]:
    """A running relay."""
    skip_without_relay()
    with relay.running() as running:
        yield running
