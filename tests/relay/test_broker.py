"""A host and its guests at a real relay, in Node: assets/relay/ without the direct way, which Node lacks."""

import json
from pathlib import Path

import pytest

from tests.relay.scripts import run
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


# What is asked of a relay, in ms, and what a loaded machine may take: more than that is a line that was lost and sent again.
QUICK = [
    pytest.param(150, 200, 2_000, marks=pytest.mark.long, id="goal"),
    pytest.param(5_000, 5_000, 20_000, id="no stall"),
]


@pytest.mark.parametrize(("answer", "beside_a_flood", "gone"), QUICK)
def test_a_line_and_its_answer_are_quick(
    broker: relay.Broker, answer: int, beside_a_flood: int, gone: int
) -> None:
    """Also while another guest floods the table, who is soon gone."""
    assert figures("speed", broker)["p95"] < answer
    measured = figures("flood", broker)
    assert measured["gone"] < gone and measured["p95"] < beside_a_flood


def test_cut_connections_lose_and_double_nothing(broker: relay.Broker) -> None:
    figures("cuts", broker)


def test_the_relay_reads_and_changes_nothing(broker: relay.Broker) -> None:
    """Packets that are sent again, altered, foreign or malformed change nothing. Other rooms cannot be reached."""
    assert figures("wire", broker)["packets"] > 10


def test_a_visitor_who_has_vanished_leaves_the_door(broker: relay.Broker) -> None:
    figures("door", broker)


def test_pages_that_go_and_come_again(broker: relay.Broker) -> None:
    figures("leaving", broker)
