"""Run the scripts of this folder in Node."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.common import provision, relay

HERE = Path(__file__).parent


def skip_without_relay() -> None:
    """Where there is no relay, skip the test, but fail it on a continuous-integration server."""
    if relay.command() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(relay.MISSING)


def run(script: str, *arguments: int | str, flags: tuple[str, ...] = ()) -> str:
    """Run a script of this folder in Node. Returns what it printed."""
    command = [str(provision.node()), *flags, str(HERE / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout
