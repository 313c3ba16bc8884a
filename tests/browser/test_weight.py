"""The bytes of a first visit on the network, and what the offline copy fetches first."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools import build
from tools.common import provision, serve

# The level of a host that compresses on the fly. Level 9, which the documents name, saves 3 % and takes four times as long.
QUALITY = 5
MOST, MOST_SLOW = 4_370_000, 2_870_000  # the second on a slow line, which does without the heap snapshot


@pytest.mark.parametrize(("line", "most"), [("fast", MOST), ("slow", MOST_SLOW)])
def test_the_first_load_is_light(dist: Path, line: str, most: int) -> None:
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    command = [provision.node(), script, dist, str(QUALITY), line]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    weights: dict[str, int] = json.loads(told)
    assert any(name.endswith("pyodide.asm.wasm") for name in weights)
    assert any(name.endswith("snapshot.wasm" if line == "fast" else "game.zip.wasm") for name in weights)
    types = {name: serve.TYPES.get(Path(name).suffix, "unknown") for name in weights}
    assert {name: type for name, type in types.items() if not type.startswith(serve.COMPRESSED)} == {}
    assert sum(weights.values()) <= most, [*build.warnings(), weights]


def test_the_offline_copy_begins_with_what_the_next_visit_needs(dist: Path) -> None:
    urls = re.findall(r'"?url"?:"([^"]+)"', (dist / "sw.js").read_text())
    names = [url.rpartition("/")[2] for url in urls]
    assert {"snapshot.wasm", "page.rom.wasm", "micropython.wasm"} <= set(names[:8])
    pages, others = (
        {"laboratory.rom.wasm", "sharing.js", "index.html"},
        {"es.json", "phones.rom.wasm", "jsQR.js", "icon-512.png"},
    )
    assert max(map(names.index, pages | {"snapshot.wasm", "rest.zip.wasm"})) < min(map(names.index, others))
