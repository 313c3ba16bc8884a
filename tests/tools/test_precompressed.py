"""The compressed copies of dist/, and the order of the offline copy."""

import random
import re
import subprocess
from pathlib import Path

import pytest

from tools import build
from tools.common import provision

UNPACK = (
    "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(process.argv[1])))"
)


def test_what_becomes_smaller_has_a_compressed_copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text, picture = tmp_path / "app" / "page.js", tmp_path / "app" / "icon.png"
    text.parent.mkdir()
    text.write_text("let tiles = 55;\n" * 99)
    picture.write_bytes(random.Random(1).randbytes(999))
    monkeypatch.setattr(build, "DIST", tmp_path)
    for _ in range(2):  # the copies have no copies
        build.precompress()
        assert sorted(path.name for path in text.parent.iterdir()) == ["icon.png", "page.js", "page.js.br"]
    command = [str(provision.node()), "-e", UNPACK, f"{text}.br"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == text.read_bytes()


def test_the_offline_copy_begins_with_what_the_next_visit_needs() -> None:
    dist = build.build()
    urls = re.findall(r'"?url"?:"([^"]+)"', (dist / "sw.js").read_text())
    names = [url.rpartition("/")[2] for url in urls]
    assert {"snapshot.wasm", "page.rom", "micropython.wasm"} <= set(names[:8])
    last = {
        "es.json",
        "phones.rom",
        "peers.js",
        "answers.js",
        "scanner.js",
        "jsQR.js",
        "icon-512.png",
        "preview.jpg",
    }
    others = {"snapshot.wasm", "rest.zip", "laboratory.rom", "sharing.js", "updates.js", "index.html"}
    assert max(map(names.index, others)) < min(map(names.index, last))
