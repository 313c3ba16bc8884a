"""A host and its guests at a real relay, in Node: assets/relay/ without the direct way, which Node lacks."""

import json
from pathlib import Path

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


def test_a_line_and_its_answer_are_quick(broker: relay.Broker) -> None:
    assert figures("speed", broker)["p95"] < 150


def test_cut_connections_lose_and_double_nothing(broker: relay.Broker) -> None:
    figures("cuts", broker)


def test_the_relay_reads_and_changes_nothing(broker: relay.Broker) -> None:
    """Packets that are sent again, altered, foreign or malformed change nothing. Other rooms cannot be reached."""
    assert figures("wire", broker)["packets"] > 10


def test_a_flooding_guest_is_gone_and_the_others_stay_quick(broker: relay.Broker) -> None:
    measured = figures("flood", broker)
    assert measured["gone"] < 2_000 and measured["p95"] < 200


def test_pages_that_go_and_come_again(broker: relay.Broker) -> None:
    figures("leaving", broker)
