"""A host and its guests at a real relay, in Node: assets/relay/ without the direct way, which Node lacks."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.relay.scripts import run, skip_without_relay
from tools.common import relay

FLAGS = (
    "--no-warnings",
    "--experimental-websocket",
    "--import",
    str(Path(__file__).with_name("browser_like.mjs")),
)


def figures(part: str, broker: relay.Broker) -> dict[str, float]:
    """Run a part of table.mjs. Returns its figures: ms, and numbers."""
    text = run("table.mjs", part, broker.address, relay.free_port(), flags=FLAGS)
    measured: dict[str, float] = json.loads(text)
    print(part, measured)
    return measured


PARTS = ("speed", "flood", "cuts", "wire", "door", "leaving")
Measured = Callable[[str], dict[str, float]]


@pytest.fixture(scope="module")
def measured() -> Iterator[Measured]:
    """The figures of a part. All parts run at once, each at a relay of its own, because they mostly wait."""

    def alone(part: str) -> dict[str, float]:
        with relay.running() as broker:
            return figures(part, broker)

    skip_without_relay()
    with ThreadPoolExecutor(len(PARTS)) as pool:
        running = {part: pool.submit(alone, part) for part in PARTS}
        yield lambda part: running[part].result()


@pytest.mark.long
def test_a_line_and_its_answer_are_as_quick_as_is_asked(broker: relay.Broker) -> None:
    """On a quiet machine, in ms. `test_no_line_stalls` is for every run."""
    assert figures("speed", broker)["p95"] < 150
    flood = figures("flood", broker)
    assert flood["gone"] < 2_000 and flood["p95"] < 200


def test_no_line_stalls(measured: Measured) -> None:
    """Also while another guest floods the table, who is soon gone. A line that was lost and sent again takes longer, in ms."""
    assert measured("speed")["p95"] < 5_000
    flood = measured("flood")
    assert flood["gone"] < 20_000 and flood["p95"] < 5_000


def test_cut_connections_lose_and_double_nothing(measured: Measured) -> None:
    measured("cuts")


def test_the_relay_reads_and_changes_nothing(measured: Measured) -> None:
    """Packets that are sent again, altered, foreign or malformed change nothing. Other rooms cannot be reached."""
    assert measured("wire")["packets"] > 10


def test_a_visitor_who_has_vanished_leaves_the_door(measured: Measured) -> None:
    measured("door")


def test_pages_that_go_and_come_again(measured: Measured) -> None:
    measured("leaving")
