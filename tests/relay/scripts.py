"""Run the scripts of this folder in Node."""

import subprocess
from pathlib import Path

from tools.common import provision

HERE = Path(__file__).parent


def run(script: str, *arguments: int | str, flags: tuple[str, ...] = ()) -> str:
    """Run a script of this folder in Node. Returns what it printed."""
    command = [str(provision.node()), *flags, str(HERE / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout
