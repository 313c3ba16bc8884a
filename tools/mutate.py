"""`python3 tools/mutate.py [--seed S] [--count N]`: mutation testing: change the code of game/ and see if a test fails.

A fault is one small change of the source code. It replaces an operator or constant, or swaps two branches or arguments.
It removes a statement, filter, condition, argument or tie-break, or moves a slice by one.
The seed selects the faults, equally many from each folder of game/ and of each kind. Without `--seed` the tool chooses
a new seed and prints it. It runs no browser tests.
It prints one line for each fault. The exit code is 0 when the tests catch at least `--least` percent, else 1.
A fault that survives is either a gap in the tests or a change that has no visible effect.
"""

import argparse
import secrets
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.common import provision
from tools.mutations import faults


def row(outcome: "catching.Outcome") -> str:
    """Return the table's line for one fault: place, change, and the test that caught it."""
    fault = outcome.fault
    place = f"{fault.path}:{fault.line}"
    change = f"{fault.kind}: {fault.before[:70]}  →  {fault.after[:70]}"
    verdict = f"caught by {outcome.caught}" if outcome.caught else "SURVIVED"
    return f"{place:45} {change}   {verdict} ({outcome.seconds:.0f} s)"


def main() -> int:
    """Run the command. Return the exit code: 0 when the tests catch enough faults, else 1."""
    names = list(faults.areas())
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seed", default=secrets.token_hex(4), help="any text (default: a random one)")
    parser.add_argument("--count", type=int, default=120, help="number of faults (default 120)")
    parser.add_argument(
        "--areas", nargs="+", choices=names, default=names, help="folders of game/ (default: all)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="number of parallel processes (default 2)")
    parser.add_argument(
        "--least", type=float, default=90, help="percent of the faults that the tests must catch (default 90)"
    )
    parser.add_argument("--list", action="store_true", help="only print the faults; run no tests")
    options = parser.parse_args()
    chosen = faults.draw(options.seed, options.count, options.areas)
    print(f"seed {options.seed}, {len(chosen)} faults", flush=True)
    if options.list:
        for fault in chosen:
            print(f"{fault.path}:{fault.line}  {fault.kind}: {fault.before}  →  {fault.after}")
        return 0
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        for outcome in catching.outcomes(chosen, options.jobs, Path(folder)):
            caught += bool(outcome.caught)
            print(row(outcome), flush=True)
    share = 100 * caught / len(chosen)
    print(f"seed {options.seed}: {caught} of {len(chosen)} caught, {share:.0f} %")
    return 0 if share >= options.least else 1


if __name__ == "__main__":
    provision.rerun_in_venv(__file__)
    from tools.mutations import catching

    sys.exit(main())
