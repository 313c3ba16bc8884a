"""Rollout policies that train.py fits, for trials with the compiled search.

A pupil values a play by a weighted sum of FEATURES, as `rollout.careful` does. But its weights depend on the *row*: the
fewest tiles in another hand (0 to 4), and the size of the own hand (2 to 6). A pupil for the other seats adds random
numbers to the values (Gumbel noise). So it plays each tile as often as the softmax of the values says.
"""

import ctypes
import json
from dataclasses import dataclass
from functools import cache
from math import fsum, log
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.players.search.playout import RANDOM_STARTS, PlayoutRules
from game.players.search.rollout import BURDEN, FITTED_SET, RolloutPolicy, Weights
from game.players.search.search_position import Position
from game.players.search.tile_tables import TileTables
from game.rules.moves import Choice
from tools.strength.ctables import CData, PolicyTable, address, double_array

# "Own" tiles are those of the hand after the play. The opened suit is that of the half that the play leaves free.
FEATURES = (
    "points",  # of the tile
    "burden",  # 1 if these are many, see `rollout.BURDEN`
    "double",  # 1 for a double
    "double own",  # for a double, own tiles of its suit
    "double unseen",  # for a double, hidden tiles of its suit
    "double short",  # 1 for a double that cannot get all its toes
    "double alone",  # 1 for a double without an own tile of its suit
    "unseen",  # hidden tiles of the opened suit
    "own",  # own tiles of the opened suit
    "new",  # 1 if the opened suit was not open before
    "shut",  # 1 if the play takes the last open end of a suit
    "shut own",  # own tiles of the suit whose last open end it takes
    "fitting",  # own tiles that fit afterwards; of a double always 0, as all features below
    "none fits",  # 1 if no own tile fits afterwards
    "own in foot",  # own tiles of the opened suit, if the play is a toe or an arm
)
BY_TILE = 3  # so many of the first features depend on the tile alone
FEWEST, SIZES = 5, 5  # numbers of values of the two parts of a row
LARGEST = RANDOM_STARTS + 191  # random numbers by tile, from a playout's start on
FORMAT = "chickenfoot-pupil/1"


@dataclass(frozen=True, eq=False)
class Pupil:
    """A policy. `rows[SIZES × fewest + size − 2]` has a weight for each of FEATURES, for double-9."""

    rows: tuple[tuple[float, ...], ...]
    is_random: bool  # whether its plays are random, by the softmax of the values


class Pupils(NamedTuple):
    """The policies under trial; None for a seat that plays by the game's policy."""

    own: Pupil | None = None
    others: Pupil | None = None

    def in_place_of(
        self, policies: tuple[RolloutPolicy | None, ...], seat: int, tile_tables: TileTables
    ) -> tuple[RolloutPolicy | None, ...]:
        """Return the policies by seat, with the pupils in place of those of thinking seats. `seat` is the own one."""
        if self.own is None and self.others is None:
            return policies
        found = list(policies)
        for number, policy in enumerate(policies):
            pupil = self.own if number == seat else self.others
            if policy is not None and pupil is not None:
                found[number] = pupil_policy(pupil, tile_tables)
        return tuple(found)


class PupilPolicy(RolloutPolicy):
    """A pupil for one set, in place of a `RolloutPolicy`. Only C can play by it."""

    made_from: tuple[Pupil, TileTables]

    def in_c(self) -> CData:
        """Return it as the C struct `policy` (playout.c)."""
        pupil, tile_tables = self.made_from
        share = FITTED_SET / (tile_tables.suits - 1)
        tiles = range(1, tile_tables.size + 1)
        by_tile = [[0.0] * BY_TILE, *(features_of_tile(tile_tables, tile) for tile in tiles)]
        urge = [
            fsum(w * x for w, x in zip(row, found, strict=False)) for row in pupil.rows for found in by_tile
        ]
        rest = [
            weight * (share if name in SCALED else 1)
            for row in pupil.rows
            for name, weight in zip(FEATURES[BY_TILE:], row[BY_TILE:], strict=True)
        ]
        parts = double_array(urge), double_array(rest), gumbel_noise() if pupil.is_random else None
        places = [part and address(part) for part in parts]
        return CData(PolicyTable(3, places[0], None, *places[1:]), self, parts)


SCALED = ("double unseen", "unseen")  # numbers of tiles that grow with the set


@cache
def pupil_policy(pupil: Pupil, tile_tables: TileTables) -> PupilPolicy:
    """Return the policy of a pupil for one set."""
    policy = PupilPolicy((), ())
    policy.made_from = pupil, tile_tables
    return policy


@cache
def gumbel_noise() -> ctypes.Array[ctypes.c_double]:
    """Return Gumbel noise. A playout whose random numbers start at k adds item k + t to the value of the local tile t."""
    draw = Random(21).random
    return double_array([-log(-log(draw() or 0.5)) for _ in range(LARGEST)])


def features_of_tile(tile_tables: TileTables, tile: int) -> list[float]:
    """Return the first BY_TILE features of a play of the local tile."""
    highest, points = tile_tables.suits - 1, tile_tables.score[tile]
    is_double = tile_tables.high[tile] == tile_tables.low[tile]
    return [points * FITTED_SET / highest, float(points >= BURDEN * highest), float(is_double)]


def row_of(position: Position) -> int:
    """Return the index of the row for the seat on turn. It has two tiles or more."""
    fewest = min(FEWEST - 1, *(n for seat, n in enumerate(position.counts) if seat != position.seat))
    return SIZES * fewest + min(position.hand.bit_count() - 2, SIZES - 1)


def features(tile_tables: TileTables, rules: PlayoutRules, position: Position, choice: Choice) -> list[float]:
    """Return the features of a play, in the order of FEATURES."""
    count, opened, foot, missing, _ = position.table
    tile, laid = tile_tables.local[choice.tile], choice.suit
    free = tile_tables.low[tile] if laid == tile_tables.high[tile] else tile_tables.high[tile]
    share = FITTED_SET / (tile_tables.suits - 1)
    rest = position.hand & ~tile_tables.bit[tile]
    own = (rest & tile_tables.suit[free]).bit_count()
    hidden = (position.hidden & tile_tables.suit[free]).bit_count()
    found = features_of_tile(tile_tables, tile)
    if laid == free:
        short, alone = own + hidden < rules.toes, not own
        return [*found, float(own), hidden * share, float(short), float(alone), *[0.0] * 8]
    shuts = not missing and count[laid] == 1
    after = (opened & ~(1 << laid) if shuts else opened) | 1 << free
    fitting = (rest & (tile_tables.suit[foot] if missing > 1 else tile_tables.fits(after))).bit_count()
    return [
        *found,
        *[0.0] * 4,
        hidden * share,
        float(own),
        float(not opened >> free & 1),
        float(shuts),
        float((rest & tile_tables.suit[laid]).bit_count() if shuts else 0),
        float(fitting),
        float(not fitting),
        float(own if missing else 0),
    ]


def pupil_of(weights: Weights) -> Pupil:
    """Return the pupil that plays by the game's weights CARE. Of OTHERS it is a version that knows all open suits."""
    named = {
        "burden": weights.burden,
        "double own": weights.double_own,
        "double unseen": weights.double_unseen,
        "double short": weights.double_short,
        "unseen": weights.unseen,
        "own": weights.own,
        "new": weights.new,
        "shut": weights.shut,
        "shut own": weights.shut_own,
    }
    rows = []
    for fewest in range(FEWEST):
        named["points"] = weights.points[fewest]
        named["double"] = weights.double + weights.double_late * (4 - fewest)
        rows += [tuple(named.get(name, 0.0) for name in FEATURES)] * SIZES
    return Pupil(tuple(rows), is_random=False)


def text_of(pupil: Pupil) -> str:
    """Return the text of a pupil's file: a line for each row."""
    rows = ",\n".join(json.dumps(row) for row in pupil.rows)
    head = f'{{"format": "{FORMAT}", "random": {json.dumps(pupil.is_random)}, "features": '
    return f'{head}{json.dumps(FEATURES)}, "rows": [\n{rows}\n]}}\n'


def read_pupil(path: Path) -> Pupil:
    """Read a pupil's file. Raises ValueError for a file of another format or of other features."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if data["format"] != FORMAT or data["features"] != [*FEATURES]:
        raise ValueError(f"{path}: this is no file of a pupil with today's features")
    return Pupil(tuple(map(tuple, data["rows"])), data["random"])
