"""The bytes of a first visit on the network."""

import json
import subprocess
from pathlib import Path

import pytest

from tools import build
from tools.common import provision

QUALITY = 9  # the level of a host that compresses on the fly; precompressed files are smaller
MOST, MOST_SLOW = 4_500_000, 2_900_000  # the second on a slow line, which does without the heap snapshot


@pytest.mark.parametrize(("line", "most"), [("fast", MOST), ("slow", MOST_SLOW)])
def test_the_first_load_is_light(dist: Path, line: str, most: int) -> None:
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    command = [provision.node(), script, dist, str(QUALITY), line]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    weights: dict[str, int] = json.loads(told)
    assert any(name.endswith("pyodide.asm.wasm") for name in weights)
    assert any(name.endswith("snapshot.wasm" if line == "fast" else "game.zip") for name in weights)
    assert sum(weights.values()) <= most, [*build.warnings(), weights]
