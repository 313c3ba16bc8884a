"""A site names its relay by an environment variable of the build. Without it, the page may connect to its own host alone."""

import pytest

from tools import build
from tools.making import headers

SCRIPTS = ("let a;", "let b;")


def connections(relay: str, sent: bool) -> str:
    """What the policy of a page with this relay says of connections."""
    directives = dict(part.split(" ", 1) for part in headers.policy(SCRIPTS, sent, relay).split("; "))
    return directives["connect-src"]


@pytest.mark.parametrize("sent", [True, False])
def test_the_policy_allows_the_relay_and_nothing_else(sent: bool) -> None:
    assert connections("", sent) == "'self'"
    assert connections("wss://relay.test:8443/mqtt?x", sent) == "'self' wss://relay.test:8443"
    assert connections("ws://127.0.0.1:8865/", sent) == "'self' ws://127.0.0.1:8865"


def test_the_headers_have_the_same_policy() -> None:
    sent = headers.rules(SCRIPTS, "wss://relay.test/")["/*"]["Content-Security-Policy"]
    assert sent == headers.policy(SCRIPTS, relay="wss://relay.test/")


@pytest.mark.parametrize(
    "address",
    [
        "relay.test",
        "ws://relay.test/",  # anybody on the way could read it
        "https://relay.test/",
        "wss://",
        "wss://user:secret@relay.test/",
        "wss://relay.test; script-src *",
        "wss://relay.test,evil.test/",
        "wss://'unsafe'/",
    ],
)
def test_an_address_that_is_no_relays_stops_the_build(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv(build.RELAY_VARIABLE, address)
    with pytest.raises(ValueError, match="is no address of a relay"):
        build.relay()


def test_without_the_variable_there_is_no_relay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(build.RELAY_VARIABLE, raising=False)
    assert build.relay() == ""
