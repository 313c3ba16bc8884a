"""`python3 tools/bench.py [--json] [PART…]`: the figures that this project answers for, measured now.

A part is a module `tools/benches/PART.py` with `figures() -> dict[str, float]`; the names of the figures say their units.
Where a figure has something to be compared with, both are measured in the same run, in turn. Without PART: all parts but
`tricks` and `trick_bytes`, which build the page sixteen times. A part with `markdown(figures)` prints that table too.
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

LONG = ("tricks", "trick_bytes")  # only when asked for


def parts() -> list[str]:
    """The names of all parts there are."""
    return sorted(path.stem for path in (provision.ROOT / "tools" / "benches").glob("[!_]*.py"))


def module(name: str) -> ModuleType:
    """The module of a part."""
    return importlib.import_module(f"tools.benches.{name}")


def measure(names: list[str]) -> dict[str, float]:
    """The figures of the parts, one after the other."""
    measured: dict[str, float] = {}
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        measured |= module(name).figures()
    return measured


def main(arguments: list[str]) -> int:
    """Prints the figures; returns 2 for a part that does not exist."""
    names = [name for name in arguments if name != "--json"]
    unknown = [name for name in names if name not in parts()]
    if unknown:
        print(f"no part {unknown[0]}; there are {' '.join(parts())}", file=sys.stderr)
        return 2
    names = names or [name for name in parts() if name not in LONG]
    measured = measure(names)
    if "--json" in arguments:
        print(json.dumps(measured, indent=2))
        return 0
    print(f"{platform.platform()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name, value in measured.items():
        print(f"{name:48} {value:12g}")
    for name in names:
        if hasattr(module(name), "markdown"):
            print(f"\n{module(name).markdown(measured)}")
    return 0


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)  # the figures need what the tests need
    sys.exit(main(sys.argv[1:]))
