"""The parts of assets/relay/ that need no broker: the ordered channel, and the sealed packets. Node runs them."""

import json
from typing import Any

import pytest

from tests.relay.scripts import run


def trouble(runs: int, seed: int) -> Any:
    return json.loads(run("cuts.mjs", runs, seed))


def test_no_line_is_lost_or_doubled() -> None:
    """Frames are lost, doubled, late and out of order, the relay and the direct way come and go."""
    figures = trouble(20, 1)
    assert figures["cuts"] > 100 and figures["frames"] > figures["lines"]


@pytest.mark.long
def test_a_thousand_cuts_of_the_channel() -> None:
    assert trouble(1_000, 2)["cuts"] > 1_000


def test_a_sealed_packet_is_read_once_and_by_its_session_alone() -> None:
    run("sealing.mjs", 200)


@pytest.mark.long
def test_ten_thousand_malformed_packets() -> None:
    run("sealing.mjs", 10_000)
