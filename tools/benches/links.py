"""Measure the lengths of link codes, compared with compressed JSON, and the time to write and read them.

The matches are between bots of the levels that do not search. The names are the ones that the form for a new match
proposes. The comparison is the record as JSON, compressed by zlib at its highest level and encoded in Base64.
"""

import base64
import json
import zlib
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from game.commands.simulate import simulate_match
from game.narration.localization.language import load
from game.players.bots import parse_spec
from game.records.commitment import commit
from game.records.links.challenge import challenge_of, read_challenge, write_challenge
from game.records.links.replay_link import LinkedMatch, read_replay, write_replay
from game.records.record import Record, Seat, record_data
from game.rules.options.presets import resolve
from tools.benches.harness import Figures, Run, bench

Argument = TypeVar("Argument")
Result = TypeVar("Result")
Table = tuple[str, int, dict[str, object]]  # preset, number of seats, changed options

NAMES = ("hattie", "otis", "pearl", "mabel", "walt", "ida", "clem", "nell", "gus")
LEVELS = ("hen", "rooster", "chick")
ONE_ROUND: dict[str, object] = {"rounds": 1}
# By name: tables, and the number of matches at each.
SAMPLES: dict[str, tuple[list[Table], int]] = {
    "one_round": (
        [("montgomery", 4, ONE_ROUND), ("hastings", 4, ONE_ROUND), ("double-chickenfoot", 3, ONE_ROUND)],
        20,
    ),
    "ten_rounds_4_seats": ([("montgomery", 4, {}), ("hastings", 4, {}), ("pagat", 4, {})], 6),
    "double18_10_seats": ([("montgomery", 10, {"set": 18})], 2),
}


def played(preset: str, players: int, changes: dict[str, object], number: int) -> LinkedMatch:
    """Return match `number` of a table, played to its end. Seat 0 has a person's name, the others are bots."""
    options = resolve(preset, changes, players)
    levels = [LEVELS[place % len(LEVELS)] for place in range(players)]
    # Ten hexadecimal digits, as the game draws them. A seed of zeros could shorten the code; the nonce's digits cannot.
    seed = f"{Random(number).getrandbits(40):010x}"
    match = simulate_match(options, [parse_spec(level) for level in levels], seed)
    names = [load().say("ui.you"), *(load().say(f"seat.{name}") for name in NAMES)]
    seats = [Seat(names[0], "human")]
    seats += [Seat(names[place], "bot", levels[place], "balanced") for place in range(1, players)]
    return LinkedMatch(Record(match, preset, tuple(seats), commit(seed, "0f1e2d3c4b5a")))


def deflated(replay: LinkedMatch) -> int:
    """Return the length of the record as JSON, compressed and encoded in Base64."""
    text = json.dumps(record_data(replay.record), separators=(",", ":"))
    return len(base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"="))


def timed(function: Callable[[Argument], Result], argument: Argument) -> tuple[Result, float]:
    """Call the function. Return its result and the processor time in milliseconds."""
    start = process_time()
    result = function(argument)
    return result, 1000 * (process_time() - start)


@bench
def links(run: Run) -> Figures:
    """The lengths of link codes beside compressed JSON, and the time to write and read them.

    Return lengths (`signs`, the number of characters) and milliseconds, each as median and maximum."""
    measured: Figures = {}
    for name, (tables, count) in SAMPLES.items():
        replays = [played(*table, number) for table in tables for number in range(run.count(count))]
        written = [timed(write_replay, replay) for replay in replays]
        read = [timed(read_replay, code) for code, _ in written]
        if [replay for replay, _ in read] != replays:
            raise ValueError(f"{name}: a decoded replay differs from its match")
        signs = [len(code) for code, _ in written]
        measured[f"links_replay_{name}_signs_p50"] = median(signs)
        measured[f"links_replay_{name}_signs_max"] = max(signs)
        measured[f"links_replay_{name}_json_deflate_signs_p50"] = median(map(deflated, replays))
        for verb, times in (("write", written), ("read", read)):
            measured[f"links_replay_{name}_{verb}_ms_p50"] = round(median(ms for _, ms in times), 2)
            measured[f"links_replay_{name}_{verb}_ms_max"] = round(max(ms for _, ms in times), 2)
        challenges = [write_challenge(challenge_of(replay.record)) for replay in replays]
        with_results = [write_challenge(challenge_of(replay.record, "Ann")) for replay in replays]
        read_times = [timed(read_challenge, code)[1] for code in challenges]
        measured[f"links_challenge_{name}_signs_max"] = max(map(len, challenges))
        measured[f"links_challenge_{name}_with_result_signs_p50"] = median(map(len, with_results))
        measured[f"links_challenge_{name}_read_ms_max"] = round(max(read_times), 2)
    return measured
