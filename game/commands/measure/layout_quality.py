"""`layout`: lays out rounds that bots play, and counts faults with a check that shares no code with the layout.

JSON keys: `rounds`; `tiles` (without the centres); `overlaps` (pairs of tiles that overlap) and `unplaced` (tiles that
do not touch the tile on which they were played), which must be 0; `moved` (plays that moved other tiles); `feet`, and
`bent` (feet whose toes are not at -45, 0 and +45 degrees); `on_bend` (tiles at which a line turns); `false_contacts`
(pairs of tiles closer than 0.15 u, without a play of one on the other); `ms_per_tile_p50`, `_p95`, `_max` (processor
time to choose the end and the spot); `extent_p50`, `_p95` (longer side of the final bounding box, in tile lengths);
`fixed` (the share of plays whose end was chosen at random, like a person's drag, and not by the layout).
"""

import json
import random
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple, TextIO

from game.commands.common import Parser, add_option_arguments, complain, options_from_arguments, sentence
from game.laboratory.runner import play_match
from game.players.bots import Bot, Spec, parse_spec
from game.rules.errors import Refusal
from game.rules.options.declared import Options
from game.rules.rng import Rng
from game.rules.round.round_state import Round
from game.rules.tiles import HIGH, LOW, NAME, SUIT, Tile, is_double
from game.table import overlap_check
from game.table.layout import Layout
from game.table.spots.occupancy import Box

ASPECTS = (0.6, 1.6)
"""Width / height of the board view on a phone and on a laptop. Without `--aspect`, rounds alternate between them."""
CONTACT = 0.15  # u; the distance below which two tiles seem to touch


class Play(NamedTuple):
    """A play. `suit` is the number of the end, -1 for the centre. `unseen` is the mask of the tiles not yet laid."""

    tile: Tile
    suit: int
    unseen: int


class Table(NamedTuple):
    """The layout of a round.

    `on_by` has, for each tile but the centre, the tile on which it was played, and the number at which the two join.
    `seconds` is the time of each play. `moves` is the number of plays that moved other tiles. `boxes` has the bounding box
    after each play.
    """

    layout: Layout
    on_by: dict[Tile, tuple[Tile, int]]
    seconds: list[float]
    moves: int
    boxes: list[Box]


def run(argv: list[str]) -> int:
    """Run the command. The exit code is 1 if a tile overlaps another or does not touch its neighbour."""
    parser = Parser(prog="layout", description=__doc__)
    add_option_arguments(parser)
    parser.add_argument("--rounds", type=int, default=100, help="number of rounds")
    parser.add_argument("--seed", default="layout")
    parser.add_argument(
        "--seats",
        default="greedy,hen",
        metavar="LEVEL,LEVEL,…",
        help="the bots, which take the seats in turn",
    )
    parser.add_argument(
        "--fixed",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="share of plays with a random end, from 0 to 1",
    )
    parser.add_argument("--aspect", type=float, help="width / height of the board view; default: 0.6 and 1.6")
    parser.add_argument(
        "--poses", type=Path, metavar="FILE", help="write the tiles' poses, a JSON line per round"
    )
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    if (
        arguments.rounds < 1
        or not 0 <= arguments.fixed <= 1
        or (arguments.aspect is not None and not 0.1 <= arguments.aspect <= 10)
    ):
        return complain("layout: --rounds must be 1 or more, --fixed from 0 to 1, --aspect from 0.1 to 10.")
    try:
        options = options_from_arguments(arguments)
        specs = [parse_spec(name) for name in arguments.seats.split(",")]
    except Refusal as problem:
        return complain(sentence(problem))
    aspects = ASPECTS if arguments.aspect is None else (arguments.aspect,)
    try:
        with arguments.poses.open("w", encoding="utf-8") if arguments.poses else nullcontext() as file:
            counted = measure(
                options, specs, arguments.seed, arguments.rounds, aspects, arguments.fixed, file
            )
    except OSError as problem:
        return complain(f"{problem.filename} cannot be written: {problem.strerror}.")
    print(
        json.dumps(counted)
        if arguments.json
        else "\n".join(f"{key:18} {value}" for key, value in counted.items())
    )
    return 1 if counted["overlaps"] or counted["unplaced"] else 0


def measure(
    options: Options,
    specs: list[Spec],
    seed: str,
    rounds: int,
    aspects: tuple[float, ...] = ASPECTS,
    fixed: float = 0.0,
    poses: TextIO | None = None,
) -> dict[str, float]:
    """Lay out `rounds` rounds; return the figures by JSON key. Write a JSON line per round to `poses`."""
    sums = dict.fromkeys(
        ("rounds", "tiles", "overlaps", "unplaced", "moved", "bent", "feet", "on_bend", "false_contacts"), 0
    )
    seconds: list[float] = []
    extents: list[float] = []
    for number, plays in enumerate(bot_rounds(options, specs, seed, rounds), 1):
        table = lay_out(options, plays, aspects[number % len(aspects)], fixed, f"{seed}-{number}")
        for key, count in count_faults(table).items():
            sums[key] += count
        sums["rounds"] += 1
        sums["tiles"] += len(table.on_by)
        sums["moved"] += table.moves
        seconds += table.seconds
        extents.append(extent(table.layout))
        if poses is not None:
            print(json.dumps({"round": number, "tiles": pose_list(table)}), file=poses)
    timed = {f"ms_per_tile_p{share}": round(percentile(seconds, share) * 1000, 3) for share in (50, 95)}
    sizes = {f"extent_p{share}": round(percentile(extents, share), 2) for share in (50, 95)}
    return {**sums, **timed, "ms_per_tile_max": round(max(seconds) * 1000, 1), **sizes, "fixed": fixed}


def bot_rounds(options: Options, specs: list[Spec], seed: str, rounds: int) -> Iterator[list[Play]]:
    """The plays of `rounds` rounds of whole matches.

    The bots `specs` take the seats in turn, and move one seat on each match.
    """
    done = match = 0
    while True:
        seats = [specs[(place + match) % len(specs)] for place in range(options.players)]
        bots = [Bot(spec, Rng(f"{seed}-{match}", f"bot-{place}")) for place, spec in enumerate(seats)]
        for state in play_match(options, f"{seed}-{match}", bots).rounds:
            yield plays_of(state, options)
            done += 1
            if done == rounds:
                return
        match += 1


def plays_of(state: Round, options: Options) -> list[Play]:
    """The plays of a round. They name no end, because the layout chooses among equal ends."""
    plays: list[Play] = []
    open_suit: dict[Tile, int] = {}  # by tile: the number of its free half
    unseen = options.tiles
    for tile, on in state.laid:
        unseen &= ~(1 << tile)
        suit = open_suit[on] if on >= 0 else -1
        open_suit[tile] = HIGH[tile] + LOW[tile] - suit if on >= 0 else HIGH[tile]
        plays.append(Play(tile, suit, unseen))
    return plays


def lay_out(options: Options, plays: list[Play], aspect: float, fixed: float, seed: str) -> Table:
    """Lay out a round. For the share `fixed` of the plays, choose the end at random."""
    rng = random.Random(seed)
    layout = Layout(options.set, options.arm_count, options.toes, aspect)
    layout.lay_centre(plays[0].tile)
    table = Table(layout, {}, [], 0, [])
    moves = 0
    open_ends: dict[Tile, int] = {}  # by tile: the number of its open end
    double, missing = plays[0].tile, options.arm_count  # the pending foot, and its missing tiles
    for play in plays[1:]:
        ends = [double] if missing else [on for on, suit in open_ends.items() if suit == play.suit]
        begun = time.process_time()
        on = rng.choice(ends) if rng.random() < fixed else layout.choose_end(play.tile, ends, play.unseen)
        moves += bool(layout.place(play.tile, on, play.unseen))
        table.seconds.append(time.process_time() - begun)
        table.on_by[play.tile] = on, play.suit
        table.boxes.append(layout.box())
        if missing:
            missing -= 1
        else:
            del open_ends[on]
        if is_double(play.tile):
            double, missing = play.tile, options.toes
        else:
            open_ends[play.tile] = HIGH[play.tile] + LOW[play.tile] - play.suit
        if options.short_foot == "closes" and (play.unseen & SUIT[HIGH[double]]).bit_count() < missing:
            missing = 0
    return table._replace(moves=moves)


def count_faults(table: Table) -> dict[str, int]:
    """Count the faults of a table with the independent check. The keys are those of the module's docstring."""
    poses, on_by = table.layout.poses, table.on_by
    counted = {
        "overlaps": len(overlap_check.overlapping_pairs(poses)),
        "unplaced": 0,
        "bent": 0,
        "feet": 0,
        "on_bend": 0,
    }
    toes: dict[Tile, list[float]] = {}
    for tile, (on, suit) in on_by.items():
        attachment = overlap_check.check_attachment(NAME[tile], poses[tile], NAME[on], poses[on], suit)
        counted["unplaced"] += attachment.separation > overlap_check.TOUCHING or not attachment.match
        counted["on_bend"] += bool(attachment.turn)
        if is_double(on) and on in on_by:
            toes.setdefault(on, []).append(overlap_check.direction_away(NAME[tile], poses[tile], suit))
    counted["feet"] = len(toes)
    counted["bent"] = sum(
        not overlap_check.is_fanned(poses[double], headings) for double, headings in toes.items()
    )
    counted["false_contacts"] = overlap_check.count_contacts(
        poses, {tile: on for tile, (on, _) in on_by.items()}, CONTACT
    )
    return counted


def extent(layout: Layout) -> float:
    """The longer side of the tiles' bounding box, in tile lengths."""
    points = [point for pose in layout.poses.values() for point in overlap_check.corners(pose)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(max(xs) - min(xs), max(ys) - min(ys)) / 2


def pose_list(table: Table) -> list[dict[str, object]]:
    """The tiles of a round as `--poses` writes them, see docs/contracts.md, section 1."""
    on_names = {tile: NAME[on] for tile, (on, _) in table.on_by.items()}
    return [
        {"tile": NAME[tile], "on": on_names.get(tile), "x": round(x, 4), "y": round(y, 4), "angle": angle}
        for tile, (x, y, angle) in table.layout.poses.items()
    ]


def percentile(values: list[float], share: int) -> float:
    """The value with `share` percent of the values below it."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]
