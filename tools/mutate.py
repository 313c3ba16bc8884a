"""`python3 tools/mutate.py [--seed S] [--count N]`: puts small faults into game/, one by one, and shows which the tests catch.

A fault is one change of source: another operator or constant, a swapped branch or argument, a statement, filter,
condition, argument or tie-break that is gone, a slice that is off by one. The seed draws them, as many from every room and
every kind; without `--seed` a fresh one is taken and named. No test in a browser is run.
Prints a table; exit 0 when at least `--least` percent are caught, else 1. A fault that survives is a hole in the tests,
or changes nothing that anybody could notice.
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
    """Return a line of the table."""
    fault = outcome.fault
    where = f"{fault.path}:{fault.line}"
    change = f"{fault.kind}: {fault.before[:70]}  →  {fault.after[:70]}"
    verdict = f"caught by {outcome.caught}" if outcome.caught else "SURVIVED"
    return f"{where:45} {change}   {verdict} ({outcome.seconds:.0f} s)"


def main() -> int:
    """Read the command line; return 0 when enough are caught."""
    names = list(faults.areas())
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--areas", nargs="+", choices=names, default=names)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=90, help="percent that must be caught")
    parser.add_argument("--list", action="store_true", help="only name the faults")
    given = parser.parse_args()
    chosen = faults.draw(given.seed, given.count, given.areas)
    print(f"seed {given.seed}, {len(chosen)} faults", flush=True)
    if given.list:
        for fault in chosen:
            print(f"{fault.path}:{fault.line}  {fault.kind}: {fault.before}  →  {fault.after}")
        return 0
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        for outcome in catching.outcomes(chosen, given.jobs, Path(folder)):
            caught += bool(outcome.caught)
            print(row(outcome), flush=True)
    share = 100 * caught / len(chosen)
    print(f"seed {given.seed}: {caught} of {len(chosen)} caught, {share:.0f} %")
    return 0 if share >= given.least else 1


if __name__ == "__main__":
    provision.go_on_in_venv(__file__)
    from tools.mutations import catching

    sys.exit(main())
