"""`python3 tools/soak_links.py [--codes N] [--matches K]`: links by the thousand.

K matches of random moves over all presets and random options are encoded, decoded and encoded again (1,000 unless said); N codes,
altered, cut off, put together at random, and altered with the right check, are read (100,000 unless said). Prints what was seen
and returns 1 if a match did not come back, if anything but one sentence came of a bad code, or if one took over 50 ms.
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
from game.records.links.packing import ALPHABET
from game.records.links.replay_link import read_replay, write_replay
from game.rules.errors import LinkError
from game.rules.options.presets import PRESETS, resolve, seat_counts
from tests.records.test_links import replay_of, resealed, samples
from tests.records.texts import damaged, played
from tests.rules.rounds import random_options

LIMIT = 0.05  # seconds that reading a code may take


def matches(count: int) -> int:
    """Matches there and back again; 1 if one is not what it was."""
    random, lengths, kinds, wrong = Random(1), list[int](), Counter[str](), 0
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
        again = read_replay(code)
        wrong += again != replay or write_replay(again) != code
        lengths.append(len(code))
        for state in replay.record.match.rounds:
            kinds.update(event.why if event.do == "draw" else event.do for event in state.events)
    print(
        f"{count} matches, {wrong} wrong, median {median(lengths):g} signs, most {max(lengths)}; {dict(kinds)}"
    )
    return bool(wrong)


def altered(code: str, kind: int, random: Random) -> str:
    """The code altered in one of four ways."""
    if kind == 0:
        return damaged(code, random)
    if kind == 1:
        return code[: random.randrange(len(code))]
    if kind == 2:
        return random.choice(["#c1", "#c2", "#c3", "#r1", "#p1", ""]) + "".join(
            random.choices(ALPHABET, k=random.randint(0, 300))
        )
    return resealed(code, random)


def bad_codes(count: int) -> int:
    """Bad codes; 1 if one did anything but be refused with a sentence, or took too long."""
    random, slow, seen = Random(2), list[tuple[float, str]](), Counter[str]()
    codes = [code for _ in range(6) for code in samples(random)]
    sentences: dict[str, str] = {}
    slowest = 0.0
    for number in range(count):
        code = altered(random.choice(codes), number % 4, random)
        begun = process_time()
        try:
            read_any_code(code)
            seen["good all the same"] += 1
        except LinkError as refusal:
            seen[sentences.setdefault(refusal.key, sentence(refusal))] += 1
        spent = process_time() - begun
        slowest = max(slowest, spent)
        if spent > LIMIT:
            slow.append((spent, code))
    print(f"{count} codes, slowest {1000 * slowest:.1f} ms, {len(slow)} over {1000 * LIMIT:.0f} ms")
    for said, times in seen.most_common():
        print(f"  {times:7} {said}")
    for spent, code in slow[:5]:
        print(f"  {1000 * spent:.0f} ms: {code}")
    return bool(slow)


def main(arguments: list[str]) -> int:
    """Runs both; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--codes", type=int, default=100_000)
    parser.add_argument("--matches", type=int, default=1_000)
    given = parser.parse_args(arguments)
    return matches(given.matches) | bad_codes(given.codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
