"""Measure the bytes that a first visit needs until the page is playable, for each build that lacks one of the tricks.

A trick is an optimization of the start (tools/making/tricks.py). The normal build, with all tricks, is measured too.
"""

import json
import subprocess
from pathlib import Path

from tools import build
from tools.common import provision
from tools.making.tricks import TRICKS

QUALITY = 9  # the quality of the Brotli compression, as in tests/browser/test_weight.py
# The name of the normal build, with all tricks. Its figure too is called `without_…`, as if it were a trick.
WHOLE = "whole"
# `blind-pyscript` makes the page safer, not smaller. If only `stubs` is left out, Pyodide does not start: all other
# changes to Pyodide would have to be left out too.
NOT_MEASURED = ("blind-pyscript", "stubs")


def figures() -> dict[str, float]:
    """Return the bytes of each build."""
    return {f"without_{name}_bytes": size(folder) for name, folder in builds().items()}


def builds() -> dict[str, Path]:
    """Make the normal build, then one build for each trick that leaves this trick out, each in a new process.

    Return the folders of the builds, by the name of the trick that is left out. The name of the normal build is WHOLE.
    """
    found = {WHOLE: build.build()}
    for trick in TRICKS:
        if trick not in NOT_MEASURED:
            provision.run([provision.venv_python(), "tools/build.py", "--without", trick])
            found[trick] = build.WITHOUT / trick / "dist"
    return found


def size(dist: Path) -> int:
    """Return the bytes, compressed by Brotli, of the files that a first visit needs until the page is playable."""
    script = provision.ROOT / "tools" / "making" / "compressed_sizes.mjs"
    command = [str(part) for part in (provision.node(), script, dist, QUALITY)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sum(json.loads(output).values())


def markdown(measured: dict[str, float]) -> str:
    """Return a Markdown table of the figures, with the difference between each build and the normal one."""
    whole = measured[f"without_{WHOLE}_bytes"]
    lines = ["| without | bytes | difference | what it is |", "|---|---|---|---|"]
    for name in (WHOLE, *(trick for trick in TRICKS if trick not in NOT_MEASURED)):
        bytes_ = measured[f"without_{name}_bytes"]
        description = TRICKS.get(name, "everything is in use")
        lines.append(f"| {name} | {bytes_:,.0f} | {bytes_ - whole:+,.0f} | {description} |")
    return "\n".join(lines)
