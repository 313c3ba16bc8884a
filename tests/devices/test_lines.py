"""The lines of version 1 are read for ever, and the page's interpreter reads and writes them as CPython does."""

import json
import subprocess
from pathlib import Path
from typing import get_args

import pytest

from game.contract.device_lines import GuestVerb
from game.devices import wire
from game.devices.guest import Guest
from game.devices.host_lines import OTHER_VERSION, is_message
from game.devices.hosting.lines import requests
from game.devices.pairing.descriptions import read_description, write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
from tests.devices.room import parse
from tests.devices.transcripts import transcript
from tools.common import provision

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
LINES = GOLDEN / "device-lines-1.json"
NEWEST_LINES = GOLDEN / "device-lines-1-evening.json"
SHARED = ("__init__", "for_types", "devices/__init__", "devices/wire", "devices/guest", "devices/evidence")
SHARED += (
    "devices/host_lines",
    "devices/open_requests",
    "records/__init__",
    "records/text/__init__",
    "records/text/code_finder",
)
SHARED += ("devices/pairing/__init__", "devices/pairing/descriptions", "devices/pairing/pairing_code")
RUN = """
import json, os, sys
for path, text in json.loads(FILES):
    for end in range(1, len(path)):
        if path[end] == "/":
            try:
                os.mkdir(path[:end])
            except OSError:
                pass
    with open(path, "w") as file:
        file.write(text)
sys.path.insert(0, "/shared")
from game.devices.guest import Guest
from game.devices.pairing.descriptions import read_description, write_description
from game.devices.pairing.pairing_code import read_pairing, write_pairing
def say(key, values):
    if key.startswith("prompt."):
        raise KeyError(key)
guest = Guest({"name": "Ben 🐔", "face": "hen", "aspect": 0.5, "looks_on": False}, lambda n: "ab" * n, json.loads, None, say)
guest.opened(0)
for line in json.loads(HOST):
    guest.received(0, line)
guest.ask(0, "act", {"code": "+"})
made = [json.loads(line) for line in guest.outbox]
kinds = [event[0] for event in guest.events]
codes = []
for kind, sdp in json.loads(SDPS):
    code = write_pairing(kind, read_description(sdp), 3)
    codes.append([code, write_description(read_pairing(code)["description"], kind)])
prompts = [event[1]["prompt"] for event in guest.events if event[0] == "scene"]
print(json.dumps([made, kinds, prompts, guest.keepsake["shares"], codes]))
"""


@pytest.mark.parametrize("path", [LINES, NEWEST_LINES], ids=lambda path: path.stem)
def test_lines_of_version_1_are_read(path: Path) -> None:
    golden = json.loads(path.read_text())
    kinds = set()
    for line in golden["guest"]:
        kind, data = requests.read_request(line)
        kinds.add(kind)
        if kind == "hello":
            assert requests.read_hello(data).name == "Ben"
        elif kind == "ask":
            ask = requests.read_ask(data)
            verb = requests.known_verb(ask)
            assert verb is not None
            requests.read_arguments(ask, verb)
    assert kinds >= {"hello", "me", "commit", "reveal", "ask", "back", "ping", "leave"}
    for line in golden["host"]:
        assert is_message(json.loads(line)), line[:80]
    told = {json.loads(line)["do"] for line in golden["host"]}
    assert told >= {"welcome", "lobby", "hashes", "scene", "answer", "opened", "ping", "bye"}


@pytest.mark.parametrize(
    ("do", "path"),
    [
        ("hashes", ("shares",)),
        ("lobby", ("seats",)),
        ("scene", ("scene", "hand")),
        ("scene", ("scene", "seats")),
        ("scene", ("scene", "steps")),
    ],
)
def test_one_bad_item_among_good_ones_spoils_a_message(do: str, path: tuple[str, ...]) -> None:
    """A host's list is not trusted because one item of it is right."""
    read = [json.loads(line) for line in json.loads(LINES.read_text())["host"]]
    spoiled = 0
    for message in (message for message in read if message["do"] == do):
        items = message
        for name in path:
            items = items.get(name, [])
        if items:
            assert is_message(message)
            items.append("no object")
            assert not is_message(message)
            spoiled += 1
    assert spoiled


def test_the_same_match_is_told_in_the_same_kinds_of_lines() -> None:
    golden, now = json.loads(NEWEST_LINES.read_text()), transcript()
    for side in ("guest", "host"):
        assert {kind(line) for line in now[side]} == {kind(line) for line in golden[side]}


def kind(line: str) -> tuple[str, ...]:
    """The kind of a message, with its keys."""
    message = json.loads(line)
    return (message["do"], *sorted(message))


def test_a_long_message_comes_in_parts_that_fit() -> None:
    line = wire.write({"do": "opened", "shares": [], "record": '"\\' * 200_000})
    parts = wire.write_in_parts(line)
    assert len(parts) > 10 and all(len(part) <= wire.LONGEST_LINE for part in parts)
    guest = Guest({"name": "Ben", "face": "hen", "aspect": 0.5, "looks_on": False}, lambda n: "00" * n, parse)
    guest.opened(0)
    for part in parts:
        guest.received(0, part)
    assert guest.events[-1][0] == "opened" and guest.events[-1][1]["record"] == '"\\' * 200_000
    guest.events.clear()
    for part in [*parts[:3], *parts[4:], parts[0], *parts[:2]]:  # a part is missing, and one comes twice
        guest.received(0, part)
    assert guest.events == []


def test_the_pages_interpreter_is_the_same_guest(tmp_path: Path) -> None:
    files = [
        [f"/shared/game/{name}.py", (provision.ROOT / "game" / f"{name}.py").read_text()] for name in SHARED
    ]
    pairing = json.loads((GOLDEN / "pairing-1.json").read_text())
    sdps = [[kind, entry["sdp"]] for browser in pairing.values() for kind, entry in browser.items()]
    host = json.loads(LINES.read_text())["host"]
    values = {"FILES": files, "HOST": host, "SDPS": sdps}
    head = "".join(
        f"{name} = {json.dumps(json.dumps(value, ensure_ascii=False), ensure_ascii=False)}\n"
        for name, value in values.items()
    )
    (tmp_path / "page.py").write_text(head + RUN)
    (tmp_path / "page.rom.wasm").write_bytes(b"")
    provision.node_modules()
    command = [str(provision.node()), str(HERE.parent / "page" / "begin.mjs"), str(tmp_path)]
    run = subprocess.run(command, cwd=provision.ROOT, capture_output=True, text=True, check=True, timeout=60)
    made, kinds, prompts, shares, codes = json.loads(run.stdout)

    def say(key: str, values: dict[str, object]) -> None:
        if key.startswith("prompt."):
            raise KeyError(key)

    person = {"name": "Ben 🐔", "face": "hen", "aspect": 0.5, "looks_on": False}
    guest = Guest(person, lambda n: "ab" * n, parse, None, say)
    guest.opened(0)
    for line in host:
        guest.received(0, line)
    guest.ask(0, "act", {"code": "+"})
    assert made == [json.loads(line) for line in guest.outbox]
    assert prompts == [event[1]["prompt"] for event in guest.events if event[0] == "scene"]
    assert [[OTHER_VERSION, {}]] in prompts
    assert kinds == [event[0] for event in guest.events] and shares == guest.keepsake["shares"]
    for (kind, sdp), (code, rebuilt) in zip(sdps, codes, strict=True):
        assert code == write_pairing(kind, read_description(sdp), 3)
        assert rebuilt == write_description(read_pairing(code)["description"], kind)


@pytest.mark.parametrize("name", SHARED)
def test_shared_modules_import_only_what_both_interpreters_have(name: str) -> None:
    source = (provision.ROOT / "game" / f"{name}.py").read_text()
    imported = [line for line in source.splitlines() if line.startswith(("import ", "from "))]
    allowed = (
        "import json",
        "import sys",
        "from binascii ",
        "from hashlib ",
        "from game.for_types ",
        "from game.devices.evidence ",
        "from game.devices.host_lines ",
        "from game.devices.open_requests ",
        "from game.devices.wire ",
        "from game.devices.pairing.",
        "from game.records.text.code_finder ",
    )
    assert all(line.startswith(allowed) for line in imported), imported


def test_guests_ask_what_hosts_answer() -> None:
    assert get_args(GuestVerb) == wire.GUEST_VERBS == tuple(requests.VERBS)
