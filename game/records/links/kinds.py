"""Every kind of link: a challenge `#c…`, a replay `#r…`, a position `#p…`, and what each holds as plain data.

A position is a match to be gone on with on another device, packed as a replay, or a puzzle; its first choice says which.
"""

from typing import NamedTuple

from game.records.links.challenge import Challenge, read_challenge
from game.records.links.packing import Packer, read_code, write_code
from game.records.links.puzzle import Puzzle, put_puzzle, take_puzzle
from game.records.links.replay import Replay, put_replay, read_replay, take_replay
from game.rules.errors import LinkError

POSITION_VERSION = "1"


class Carried(NamedTuple):
    """A match that goes on on another device."""

    replay: Replay


def write_position(position: Carried | Puzzle) -> str:
    """The code, from its `#` on; raises LinkError for what no link can hold."""
    packer = Packer()
    packer.put(isinstance(position, Puzzle), 2)
    if isinstance(position, Puzzle):
        put_puzzle(packer, position)
    else:
        put_replay(packer, position.replay)
    return write_code("p", POSITION_VERSION, packer)


def read_position(code: str) -> Carried | Puzzle:
    """What a position holds; raises LinkError."""
    unpacker = read_code(code, "p", POSITION_VERSION)
    if unpacker.take(2):
        return take_puzzle(unpacker)
    return Carried(take_replay(unpacker))


def read_any(code: str) -> Challenge | Replay | Carried | Puzzle:
    """What a code of any kind holds; raises LinkError, whatever the text."""
    if code[:2] == "#c":
        return read_challenge(code)
    if code[:2] == "#r":
        return read_replay(code)
    if code[:2] == "#p":
        return read_position(code)
    raise LinkError("error.link.not-ours")
