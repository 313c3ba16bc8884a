"""Link codes: their lengths beside JSON and deflate of the same, and what reading and writing takes.

Matches are played by bots of all levels that do not search; names are those that the form proposes. JSON is the record, packed by
zlib at its best and written in base 64, as one would do without a codec of one's own.
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

Given = TypeVar("Given")
Answer = TypeVar("Answer")
Table = tuple[str, int, dict[str, object]]  # preset, seats, changed options

NAMES = ("hattie", "otis", "pearl", "mabel", "walt", "ida", "clem", "nell", "gus")
LEVELS = ("hen", "rooster", "chick")
ONE: dict[str, object] = {"rounds": 1}
SAMPLES: dict[str, tuple[list[Table], int]] = {
    "one_round": ([("montgomery", 4, ONE), ("hastings", 4, ONE), ("double-chickenfoot", 3, ONE)], 20),
    "ten_rounds_4_seats": ([("montgomery", 4, {}), ("hastings", 4, {}), ("pagat", 4, {})], 6),
    "double18_10_seats": ([("montgomery", 10, {"set": 18})], 2),
}
"""By name: tables, and how many matches of each."""


def played(preset: str, players: int, changes: dict[str, object], number: int) -> LinkedMatch:
    """A match with a person's name in seat 0 and bots beside."""
    options = resolve(preset, changes, players)
    levels = [LEVELS[place % len(LEVELS)] for place in range(players)]
    seed = f"{Random(number).getrandbits(40):010x}"  # as the game draws them; one with many zeros would be shorter
    match = simulate_match(options, [parse_spec(level) for level in levels], seed)
    names = [load().say("ui.you"), *(load().say(f"seat.{name}") for name in NAMES)]
    seats = [Seat(names[0], "human")]
    seats += [Seat(names[place], "bot", levels[place], "balanced") for place in range(1, players)]
    return LinkedMatch(Record(match, preset, tuple(seats), commit(seed, "0f1e2d3c4b5a")))


def deflated(replay: LinkedMatch) -> int:
    """Signs of the record as JSON, packed and written in base 64."""
    text = json.dumps(record_data(replay.record), separators=(",", ":"))
    return len(base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"="))


def timed(function: Callable[[Given], Answer], given: Given) -> tuple[Answer, float]:
    """The answer, and the milliseconds that it took of the processor."""
    begun = process_time()
    answer = function(given)
    return answer, 1000 * (process_time() - begun)


def figures() -> dict[str, float]:
    """Signs (medians and the most) and milliseconds (medians and the most)."""
    measured: dict[str, float] = {}
    for name, (tables, count) in SAMPLES.items():
        replays = [played(*table, number) for table in tables for number in range(count)]
        written = [timed(write_replay, replay) for replay in replays]
        read = [timed(read_replay, code) for code, _ in written]
        if [replay for replay, _ in read] != replays:
            raise ValueError(f"{name}: a replay is not the match")
        signs = [len(code) for code, _ in written]
        measured[f"links_replay_{name}_signs_p50"] = median(signs)
        measured[f"links_replay_{name}_signs_max"] = max(signs)
        measured[f"links_replay_{name}_json_deflate_signs_p50"] = median(map(deflated, replays))
        for verb, times in (("write", written), ("read", read)):
            measured[f"links_replay_{name}_{verb}_ms_p50"] = round(median(ms for _, ms in times), 2)
            measured[f"links_replay_{name}_{verb}_ms_max"] = round(max(ms for _, ms in times), 2)
        challenges = [(challenge_of(replay.record), challenge_of(replay.record, "Ann")) for replay in replays]
        plain = [timed(read_challenge, write_challenge(challenge))[1] for challenge, _ in challenges]
        measured[f"links_challenge_{name}_signs_max"] = max(
            len(write_challenge(plain)) for plain, _ in challenges
        )
        measured[f"links_challenge_{name}_with_result_signs_p50"] = median(
            len(write_challenge(result)) for _, result in challenges
        )
        measured[f"links_challenge_{name}_read_ms_max"] = round(max(plain), 2)
    return measured


if __name__ == "__main__":
    for name, value in figures().items():
        print(f"{name}: {value}")
