"""`python3 tools/bench.py [--json] [PART…]`: measure and print the project's published speeds and sizes.

Each part is a module tools/benches/PART.py with `figures() -> dict[str, float]`. The name of each figure says its unit,
for example `ms`. Where a part compares two programs, it measures both in the same run, in alternation.
Without PART the command runs all parts.
"""

import importlib
import json
import os
import platform
import sys
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision


def parts() -> list[str]:
    """Return the names of all parts, in alphabetical order."""
    return sorted(path.stem for path in (provision.ROOT / "tools" / "benches").glob("[!_]*.py"))


def import_part(name: str) -> ModuleType:
    """Import the module of a part."""
    return importlib.import_module(f"tools.benches.{name}")


def measure(names: list[str]) -> dict[str, float]:
    """Run these parts one after the other. Return all their figures by name."""
    measured: dict[str, float] = {}
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        measured |= import_part(name).figures()
    return measured


def main(arguments: list[str]) -> int:
    """Measure and print the figures. Return the exit code: 0, or 2 for an unknown part."""
    names = [name for name in arguments if name != "--json"]
    unknown = [name for name in names if name not in parts()]
    if unknown:
        print(f"unknown part {unknown[0]}; the parts are {' '.join(parts())}", file=sys.stderr)
        return 2
    names = names or parts()
    measured = measure(names)
    if "--json" in arguments:
        print(json.dumps(measured, indent=2))
        return 0
    print(f"{platform.platform()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, value in measured.items():
        print(f"{name:48} {value:12g}")
    return 0


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)  # the parts need the packages of tools/requirements.txt
    sys.exit(main(sys.argv[1:]))
