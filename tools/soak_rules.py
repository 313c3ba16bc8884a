"""`python3 tools/soak_rules.py [--matches K] [--seats LEVEL,…]`: every preset at every seat count, simulated and verified.

Plays K matches (20 unless said) of bots for each, with the command `simulate`, and reads every record back with
`verify`. Prints a line for each preset and returns 1 if anything is found.

`--stuck N`: instead, N rounds of random moves under `one-stuck` with penalties and otherwise random options, and in every
state whether the seat on turn is stuck (END-2).
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
    """Runs it all; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seats", default="hen,chick")
    parser.add_argument("--stuck", type=int, default=0)
    given = parser.parse_args(arguments)
    if given.stuck:
        return stuck(given.stuck)
    wrong = matches = 0
    for preset in PRESETS:
        begun, said = time.monotonic(), io.StringIO()
        for seats in seat_counts(preset):
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
                wanted = ["--preset", preset, "--players", str(seats), "--seats", given.seats]
                code = simulate.run([*wanted, "--matches", str(given.matches), "--out", folder])
                wrong += code or verify.run([str(path) for path in sorted(Path(folder).iterdir())])
            matches += given.matches
        lines = said.getvalue().splitlines()
        print(f"{preset}: {len(lines)} tables, {time.monotonic() - begun:.0f} s", flush=True)
        if wrong:
            print("\n".join(lines))
            return 1
    print(f"{matches} matches, nothing found")
    return 0


def stuck(rounds: int) -> int:
    """Rounds under `one-stuck`; prints what was seen, returns 1 if a stuck seat was ever on turn."""
    seen: Counter[str] = Counter()
    for number in range(rounds):
        options, states = penalised_round(f"soak {number}")
        for state in states:
            seen["states"] += 1
            seen["stuck on turn"] += stuck_on_turn(state)
        seen[f"under {options.last_tile_call}"] += 1
        seen["catches"] += sum(event.do == "catch" for event in state.events)
        penalties = [event.why == "penalty" for event in state.events]
        seen["penalty tiles"] += sum(penalties)
        if state.end is not None and state.end.kind == "blocked":
            seen["blocked"] += 1
            seen["blocked by a penalty"] += penalties[-1:] == [True]
    print(f"{rounds} rounds: " + ", ".join(f"{count} {what}" for what, count in seen.items()))
    return 1 if seen["stuck on turn"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
