"""`python3 tools/soak_links.py [--codes N] [--matches K]`: test the link codes with many random matches and bad codes.

It plays K matches of random moves, with all presets and with random options (default 1,000). It encodes each match as a
replay link, decodes it and encodes it again. Then it reads N bad codes (default 100,000): damaged, cut off, random, and
changed but with a valid checksum.
It prints counts. The exit code is 1 if a decoded match differs from the original, or if reading a code takes more than
50 ms. A bad code must raise LinkError, which has one sentence for the player. Any other exception ends the command.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.commands.common import sentence
from game.records.links.any_link import read_any_code
from game.records.links.replay_link import read_replay, write_replay
from game.records.text.code_finder import ALPHABET
from game.rules.errors import LinkError
from game.rules.options.presets import PRESETS, resolve, seat_counts
from tests.records.test_links import replay_of, resealed, samples
from tests.records.texts import damaged, played
from tests.rules.rounds import random_options

LIMIT = 0.05  # the most processor time for reading one code, in seconds


def check_matches(count: int) -> int:
    """Encode, decode and encode again so many random matches. Return 1 if a match or a code has changed, else 0."""
    random, lengths, actions, wrong = Random(1), list[int](), Counter[str](), 0
    presets = [None, *PRESETS]
    for number in range(count):
        preset = presets[number % len(presets)]
        if number % 2:
            options = resolve(preset, {}, random.choice(seat_counts(preset)))
        else:
            preset, options = random_options(random, (6, 9, 12, 15))
        options = resolve(
            preset, {**options.declared(), "rounds": random.randint(1, min(3, options.set + 1))}
        )
        replay = replay_of(
            played(options, f"soak-{number}", random, random.choice([0, 0, 0.005])), preset, number % 3
        )
        code = write_replay(replay)
        decoded = read_replay(code)
        wrong += decoded != replay or write_replay(decoded) != code
        lengths.append(len(code))
        for state in replay.record.match.rounds:
            actions.update(event.why if event.do == "draw" else event.do for event in state.events)
    print(
        f"{count} matches, {wrong} wrong; code length in characters: median {median(lengths):g}, "
        f"most {max(lengths)}; {dict(actions)}"
    )
    return bool(wrong)


def bad_code(code: str, kind: int, random: Random) -> str:
    """Return a bad code of kind 0 (damaged), 1 (cut off), 2 (random characters) or 3 (changed, valid checksum)."""
    if kind == 0:
        return damaged(code, random)
    if kind == 1:
        return code[: random.randrange(len(code))]
    if kind == 2:
        return random.choice(["#c1", "#c2", "#c3", "#r1", "#p1", ""]) + "".join(
            random.choices(ALPHABET, k=random.randint(0, 300))
        )
    return resealed(code, random)


def check_bad_codes(count: int) -> int:
    """Read so many bad codes and print how each was refused. Return 1 if one took longer than LIMIT, else 0.

    An exception other than LinkError is not caught.
    """
    random, slow, outcomes = Random(2), list[tuple[float, str]](), Counter[str]()
    codes = [code for _ in range(6) for code in samples(random)]
    sentences: dict[str, str] = {}
    slowest = 0.0
    for number in range(count):
        code = bad_code(random.choice(codes), number % 4, random)
        start = process_time()
        try:
            read_any_code(code)
            outcomes["still a valid code"] += 1
        except LinkError as refusal:
            outcomes[sentences.setdefault(refusal.key, sentence(refusal))] += 1
        seconds = process_time() - start
        slowest = max(slowest, seconds)
        if seconds > LIMIT:
            slow.append((seconds, code))
    print(f"{count} codes, slowest {1000 * slowest:.1f} ms, {len(slow)} over {1000 * LIMIT:.0f} ms")
    for outcome, times in outcomes.most_common():
        print(f"  {times:7} {outcome}")
    for seconds, code in slow[:5]:
        print(f"  {1000 * seconds:.0f} ms: {code}")
    return bool(slow)


def main(arguments: list[str]) -> int:
    """Run both checks. Return the exit code: 1 if one of them failed, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--codes", type=int, default=100_000, help="number of bad codes")
    parser.add_argument("--matches", type=int, default=1_000, help="number of random matches")
    options = parser.parse_args(arguments)
    return check_matches(options.matches) | check_bad_codes(options.codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
