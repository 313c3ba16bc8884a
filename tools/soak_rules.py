"""`python3 tools/soak_rules.py [--matches K] [--seats LEVEL,…]`: test the rules with many matches between bots.

For every preset and every number of seats that it allows, the command `simulate` plays K matches (default 20). The command
`verify` then checks every record. This tool prints a line for each preset. The exit code is 1 after a failure, else 0.

`--stuck N` does another test: it plays N rounds of random moves with random options, always with penalties and with the
option `one-stuck` (a round is blocked as soon as one seat is stuck). The test counts the states in which a stuck seat is
on turn, which must not happen (END-2).
"""

import argparse
import contextlib
import io
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.commands import simulate, verify
from game.rules.options.presets import PRESETS, seat_counts
from tests.rules.rounds import penalised_round, stuck_on_turn


def main(arguments: list[str]) -> int:
    """Run the test that the arguments choose. Return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20, help="matches for each preset and number of seats")
    parser.add_argument("--seats", default="hen,chick", help="levels of the bots, repeated around the table")
    parser.add_argument(
        "--stuck", type=int, default=0, metavar="N", help="play N rounds with `one-stuck` instead"
    )
    options = parser.parse_args(arguments)
    if options.stuck:
        return check_stuck(options.stuck)
    failures = matches = 0
    for preset in PRESETS:
        start, output = time.monotonic(), io.StringIO()
        allowed_counts = seat_counts(preset)
        for seat_count in allowed_counts:
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(output):
                table_arguments = ["--preset", preset, "--players", str(seat_count), "--seats", options.seats]
                code = simulate.run([*table_arguments, "--matches", str(options.matches), "--out", folder])
                failures += code or verify.run([str(path) for path in sorted(Path(folder).iterdir())])
            matches += options.matches
        print(
            f"{preset}: {len(allowed_counts)} numbers of seats, {time.monotonic() - start:.0f} s", flush=True
        )
        if failures:
            print(output.getvalue())
            return 1
    print(f"{matches} matches, no failure")
    return 0


def check_stuck(rounds: int) -> int:
    """Play this number of rounds with `one-stuck` and print counts. Return 1 if a stuck seat was on turn, else 0."""
    counts: Counter[str] = Counter()
    for number in range(rounds):
        options, states = penalised_round(f"soak {number}")
        for state in states:
            counts["states"] += 1
            counts["stuck on turn"] += stuck_on_turn(state)
        counts[f"with last_tile_call {options.last_tile_call}"] += 1
        counts["catches"] += sum(event.do == "catch" for event in state.events)
        is_penalty = [event.why == "penalty" for event in state.events]
        counts["penalty tiles"] += sum(is_penalty)
        if state.end is not None and state.end.kind == "blocked":
            counts["blocked"] += 1
            counts["blocked by a penalty"] += is_penalty[-1:] == [True]
    print(f"{rounds} rounds: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    return 1 if counts["stuck on turn"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
