"""Read and write every kind of link: challenge `#c…`, replay `#r…`, position `#p…`, house rules `#h…`, daily deal `#d…`.

A position is a match to continue on another device, packed like a replay, or a puzzle. The first choice in the code says which.
"""

from typing import NamedTuple

from game.records.daily_deal import daily_deal
from game.records.links.challenge import Challenge, read_challenge
from game.records.links.packing import ALPHABET, Packer, checksum, damaged_code, read_code, write_code
from game.records.links.puzzle import Puzzle, put_puzzle, take_puzzle
from game.records.links.replay_link import LinkedMatch, put_replay, read_replay, take_replay
from game.records.links.shared_parts import put_rules, put_text, take_rules, take_text
from game.records.text.names import clean
from game.rules.errors import LinkError, Refusal
from game.rules.options.declared import Options

POSITION_VERSION, POSITION_VERSIONS = (
    "2",
    "12",
)  # in version 1 names have no joiners, as in replays
DAY_VERSION = "1"
DAY_LENGTH = 19  # characters: `#`, kind, version, date, checksum
HOUSE_VERSION, HOUSE_VERSIONS = "2", "12"  # version 1 has no sender


class HouseRules(NamedTuple):
    """Named rules for a certain number of seats. The name is clean (records/text/names.py) and never empty."""

    name: str
    preset: str | None
    options: Options


class SentRules(NamedTuple):
    """House rules in a link, with the sender's name, which may be empty."""

    rules: HouseRules
    sender: str = ""


class DailyDealLink(NamedTuple):
    """A daily deal in a link, by its date."""

    date: str


class ContinuableMatch(NamedTuple):
    """A match in a link, to be continued on another device."""

    replay: LinkedMatch


LinkContent = Challenge | LinkedMatch | ContinuableMatch | Puzzle | SentRules | DailyDealLink
"""The content of a link of any kind."""


def write_position(position: ContinuableMatch | Puzzle, version: str = POSITION_VERSION) -> str:
    """Write a position's code, with its `#`. Raises LinkError for values that a link cannot hold.

    Only tests write older versions.
    """
    packer = Packer()
    packer.put(isinstance(position, Puzzle), 2)
    if isinstance(position, Puzzle):
        put_puzzle(packer, position)
    else:
        put_replay(packer, position.replay)
    return write_code("p", version, packer)


def read_position(code: str) -> ContinuableMatch | Puzzle:
    """Read a position's code. Raises LinkError."""
    unpacker = read_code(code, "p", POSITION_VERSIONS)
    if unpacker.take(2):
        return take_puzzle(unpacker)
    return ContinuableMatch(take_replay(unpacker))


def write_house_code(sent: SentRules, version: str = HOUSE_VERSION) -> str:
    """Write the code of house rules, with its `#`. Raises LinkError for an empty name. Only tests write older versions."""
    if not clean(sent.rules.name):
        raise LinkError("error.link.cannot-hold")
    packer = Packer()
    put_rules(packer, sent.rules.options, sent.rules.preset)
    put_text(packer, sent.rules.name)
    if version == HOUSE_VERSION:
        put_text(packer, sent.sender)
    return write_code("h", version, packer)


def read_house_code(code: str) -> SentRules:
    """Read the code of house rules. Raises LinkError."""
    unpacker = read_code(code, "h", HOUSE_VERSIONS)
    preset, options = take_rules(unpacker)
    name = take_text(unpacker)
    sender = take_text(unpacker) if code[2] == HOUSE_VERSION else ""
    unpacker.finish()
    if not name:
        raise damaged_code()
    return SentRules(HouseRules(name, preset, options), sender)


def write_day_code(date: str) -> str:
    """Write the code of a daily deal, with its `#`; it shows the date. Raises Refusal for an invalid date."""
    body = f"d{DAY_VERSION}{daily_deal(date).date}"
    return f"#{body}{checksum(body)}"


def read_day_code(code: str) -> DailyDealLink:
    """Read the code of a daily deal. Raises LinkError."""
    body = code[1:-6]
    if not code.startswith("#d") or len(code) != DAY_LENGTH or not set(code[2:]) <= set(ALPHABET):
        raise LinkError("error.link.not-ours")
    if code[2] != DAY_VERSION:
        raise LinkError("error.link.version")
    if checksum(body) != code[-6:]:
        raise damaged_code()
    try:
        return DailyDealLink(daily_deal(body[2:]).date)
    except Refusal:
        raise damaged_code() from None


def read_any_code(code: str) -> LinkContent:
    """Read a code of any kind. Raises LinkError for every other text."""
    if code[:2] == "#c":
        return read_challenge(code)
    if code[:2] == "#r":
        return read_replay(code)
    if code[:2] == "#p":
        return read_position(code)
    if code[:2] == "#h":
        return read_house_code(code)
    if code[:2] == "#d":
        return read_day_code(code)
    raise LinkError("error.link.not-ours")
