"""The bytes of a first visit on the network."""

import json
import subprocess
from pathlib import Path

from tools import build
from tools.common import provision

QUALITY = 9  # the level of a host that compresses on the fly; precompressed files are smaller
MOST = 4_800_000


def test_the_first_load_is_light(dist: Path) -> None:
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    command = [provision.node(), script, dist, str(QUALITY)]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout
    weights: dict[str, int] = json.loads(told)
    assert any(name.endswith("pyodide.asm.wasm") for name in weights)
    assert sum(weights.values()) <= MOST, [*build.warnings(), weights]
