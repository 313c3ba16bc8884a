"""docs/contracts.md has the words of the code: formats and their keys, commands, hooks. Whoever adds one writes it down.

test_link_kinds.py does the same for links.
"""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from game.__main__ import COMMANDS, main
from game.contract.scenes import EventKind
from game.ledger.backup_file import write_backup
from game.records.position import VERSION as POSITION
from game.store import entries

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "docs" / "contracts.md").read_text()
GOLDEN = ROOT / "tests" / "golden"
SOURCES = "\n".join(path.read_text() for path in sorted((ROOT / "game").rglob("*.py")))
PAGE = (ROOT / "index.html").read_text()
FORMAT = re.compile(r"chickenfoot-[a-z]+/\d+")


def block_after(text: str) -> str:
    """The first fenced block after a text."""
    return DOCUMENT[DOCUMENT.index(text) :].split("```")[1]


def words_in(block: str) -> set[str]:
    """The keys that a block of the document names: `"key"` before a colon, or alone in a list of keys."""
    return set(re.findall(r'"([a-z_]+)"(?=[:,}])', block))


def keys_of(value: Any) -> set[str]:
    """Every key in JSON data, but those of the options, which are in rules.md, and numbers of rounds and tiles."""
    if isinstance(value, dict):
        names = {key for key in value if not re.fullmatch(r"\d+(-\d+)?", key)}
        return names.union(*(keys_of(each) for key, each in value.items() if key != "options"))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def test_every_format_is_described() -> None:
    assert set(FORMAT.findall(SOURCES)) == set(FORMAT.findall(DOCUMENT))
    assert f"\n{POSITION} " in DOCUMENT
    for kind in entries.KINDS:
        assert re.search(rf"^\| `{kind.format}` \|.*`{kind.prefix}[A-Z]+` \|$", DOCUMENT, re.MULTILINE), (
            kind.format
        )
    for name in (*entries.OBJECT_KEYS, *entries.ID_LIST_KEYS, entries.QUARANTINE_PREFIX):
        assert f"`{name}" in DOCUMENT


def test_every_key_of_local_storage_is_described() -> None:
    in_code = set(re.findall(r'KEY = "(chickenfoot-[a-z]+)"', SOURCES))
    assert in_code >= {"chickenfoot-settings"}
    assert in_code == set(re.findall(r"`(chickenfoot-[a-z]+)`", DOCUMENT))


def first(name: str) -> str:
    return str(json.loads((GOLDEN / name).read_text())[0]["text"])


def written() -> dict[str, list[str]]:
    """Texts of each format whose keys the document shows in a block."""
    return {
        "chickenfoot-record/1": [path.read_text() for path in (GOLDEN / "records-1").glob("*.json")],
        "chickenfoot-save/2": [
            path.read_text().split("\n")[0] for path in (GOLDEN / "saves-2").glob("*.txt")
        ],
        "chickenfoot-summary/1": [path.read_text() for path in (GOLDEN / "summaries-1").glob("*.json")],
        "chickenfoot-pad/1": [
            json.loads(path.read_text())["text"] for path in (GOLDEN / "pads-1").glob("*.json")
        ],
        "chickenfoot-house/1": [first("houses-2.json")],
        "chickenfoot-challenge/1": [
            entry["text"] for entry in json.loads((GOLDEN / "challenges-kept-1.json").read_text())
        ],
        "chickenfoot-party/1": [
            entry["text"]
            for name in ("parties-1.json", "parties-1-evening.json")
            for entry in json.loads((GOLDEN / name).read_text())
        ],
        "chickenfoot-post/1": [
            entry["text"] for entry in json.loads((GOLDEN / "posts-kept-1.json").read_text())
        ],
        "chickenfoot-archive/1": [write_backup({"match/a": "b"}, 1)],
    }


@pytest.mark.parametrize("format", written())
def test_every_key_of_a_format_is_described(format: str) -> None:
    block = block_after(f'```\n{{"format": "{format}"')
    described = words_in(block) | set(re.findall(r'"([a-z_]+)":', DOCUMENT))
    texts = [json.loads(text) for text in written()[format]]
    assert all(isinstance(text, dict) and text["format"] == format for text in texts) and texts
    missing = set().union(*map(keys_of, texts)) - described
    assert not missing
    top = set().union(*texts) - {"commitment"}
    assert top <= set(re.findall(r'"([a-z_]+)":', block)) | words_in(block)


def test_every_command_is_described() -> None:
    table = DOCUMENT.split("## 1.")[1].split("## 2.")[0]
    assert set(COMMANDS) == set(re.findall(r"^\| `(\w+) ", table, re.MULTILINE))


def table_lines(command: str) -> str:
    """The lines of the table that describe a command."""
    return "\n".join(re.findall(rf"^\| `{command} .*$", DOCUMENT, re.MULTILINE))


@pytest.mark.parametrize(
    "asked",
    [
        "rules --json",
        "rules --preset hastings --json",
        "daily 2026-11-22 --json",
        "arena --hero random --field random --deals 1 --json",
        "layout --preset hastings --rounds 1 --json",
        "compare hastings,rounds=1 chickie,rounds=1 --deals 2 --workers 1 --json",
    ],
)
def test_every_key_that_a_command_prints_is_described(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(asked.split()) == 0
    printed = json.loads(capsys.readouterr().out)
    lists = [printed.get(key) for key in ("options", "figures", "noted")]
    inside = {key for items in lists if isinstance(items, list) for key in items[0]}
    described = set(re.findall(r"\w+", table_lines(asked.split()[0])))
    assert {*printed, *inside} <= described


def test_every_hook_is_described() -> None:
    actions = set(re.findall(r'data-action="([a-z-]+)"', PAGE))
    assert actions == set(block_after("### Every action").split())
    phases = set(re.search(r'data-phase="([a-z|-]+)"', DOCUMENT)[1].split("|"))
    phases |= set(
        re.findall(r"`([a-z]+)`", re.search(r"^- `data-phase` has besides: (.*)$", DOCUMENT, re.MULTILINE)[1])
    )
    styles = "\n".join(path.read_text() for path in (ROOT / "assets" / "styles").glob("*.css"))
    named = set(re.findall(r'data-phase="?([a-z-]+)', styles + SOURCES))
    assert named <= phases


def test_every_event_that_is_seen_is_described() -> None:
    assert set(get_args(EventKind)) == set(re.search(r'data-event="([a-z|-]+)"', DOCUMENT)[1].split("|"))
