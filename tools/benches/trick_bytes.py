"""Bytes that a first visit fetches until one can play, for the whole build and for the build without each trick of the start-up."""

import json
import subprocess
from pathlib import Path

from tools import build
from tools.common import provision
from tools.making.tricks import TRICKS

QUALITY = 9  # of Brotli, as in tests/browser/test_weight.py
WHOLE = "whole"
# The first is for safety. Without the second Pyodide starts only if all other changes to it are left out too.
NOT_MEASURED = ("blind-pyscript", "stubs")


def figures() -> dict[str, float]:
    """The bytes of each build."""
    return {f"without_{name}_bytes": size(folder) for name, folder in builds().items()}


def builds() -> dict[str, Path]:
    """The folder of each build by its trick; the whole build is dist/. Each is built by a process of its own."""
    found = {WHOLE: build.build()}
    for trick in TRICKS:
        if trick not in NOT_MEASURED:
            provision.run([provision.venv_python(), "tools/build.py", "--without", trick])
            found[trick] = build.WITHOUT / trick / "dist"
    return found


def size(dist: Path) -> int:
    """The bytes of the files that a first visit needs, as Brotli."""
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    command = [str(part) for part in (provision.node(), script, dist, QUALITY)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sum(json.loads(told).values())


def markdown(measured: dict[str, float]) -> str:
    """A table of the figures."""
    whole = measured[f"without_{WHOLE}_bytes"]
    lines = ["| without | bytes | difference | what it is |", "|---|---|---|---|"]
    for name in (WHOLE, *(trick for trick in TRICKS if trick not in NOT_MEASURED)):
        bytes_ = measured[f"without_{name}_bytes"]
        what = TRICKS.get(name, "everything is in use")
        lines.append(f"| {name} | {bytes_:,.0f} | {bytes_ - whole:+,.0f} | {what} |")
    return "\n".join(lines)
