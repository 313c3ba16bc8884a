"""`python3 tools/soak_rules.py [--matches K] [--seats LEVEL,…]`: every preset at every seat count, simulated and verified.

Plays K matches (20 unless said) of bots for each, with the command `simulate`, and reads every record back with
`verify`. Prints a line for each preset and returns 1 if anything is found.
"""

import argparse
import contextlib
import io
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.commands import simulate, verify
from game.rules.options.presets import PRESETS, seat_counts


def main(arguments: list[str]) -> int:
    """Runs it all; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seats", default="hen,chick")
    given = parser.parse_args(arguments)
    found = matches = 0
    for preset in PRESETS:
        begun, said = time.monotonic(), io.StringIO()
        for seats in seat_counts(preset):
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
                wanted = ["--preset", preset, "--players", str(seats), "--seats", given.seats]
                code = simulate.run([*wanted, "--matches", str(given.matches), "--out", folder])
                found += code or verify.run([str(path) for path in sorted(Path(folder).iterdir())])
            matches += given.matches
        lines = said.getvalue().splitlines()
        print(f"{preset}: {len(lines)} tables, {time.monotonic() - begun:.0f} s", flush=True)
        if found:
            print("\n".join(lines))
            return 1
    print(f"{matches} matches, nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
