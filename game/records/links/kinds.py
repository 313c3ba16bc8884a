"""Every kind of link: a challenge `#c…`, a replay `#r…`, a position `#p…`, house rules `#h…`.

A position is a match to be gone on with on another device, packed as a replay, or a puzzle; its first choice says which.
"""

from typing import NamedTuple

from game.records.links.challenge import Challenge, read_challenge
from game.records.links.packing import Packer, damaged, read_code, write_code
from game.records.links.parts import put_rules, put_text, take_rules, take_text, tidy
from game.records.links.puzzle import Puzzle, put_puzzle, take_puzzle
from game.records.links.replay import Replay, put_replay, read_replay, take_replay
from game.rules.errors import LinkError
from game.rules.options.declared import Options

POSITION_VERSION = "1"
HOUSE_VERSION = "1"


class HouseRules(NamedTuple):
    """A set of rules under a name, as somebody made it for so many seats; the name is tidy (parts.tidy) and never empty."""

    name: str
    preset: str | None
    options: Options


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


def write_house(house: HouseRules) -> str:
    """The code, from its `#` on; raises LinkError for rules without a name."""
    if not tidy(house.name):
        raise LinkError("error.link.cannot-hold")
    packer = Packer()
    put_rules(packer, house.options, house.preset)
    put_text(packer, house.name)
    return write_code("h", HOUSE_VERSION, packer)


def read_house(code: str) -> HouseRules:
    """The rules in a code; raises LinkError."""
    unpacker = read_code(code, "h", HOUSE_VERSION)
    preset, options = take_rules(unpacker)
    name = take_text(unpacker)
    unpacker.finish()
    if not name:
        raise damaged()
    return HouseRules(name, preset, options)


def read_any(code: str) -> Challenge | Replay | Carried | Puzzle | HouseRules:
    """What a code of any kind holds; raises LinkError, whatever the text."""
    if code[:2] == "#c":
        return read_challenge(code)
    if code[:2] == "#r":
        return read_replay(code)
    if code[:2] == "#p":
        return read_position(code)
    if code[:2] == "#h":
        return read_house(code)
    raise LinkError("error.link.not-ours")
