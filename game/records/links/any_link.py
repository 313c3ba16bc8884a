"""Read and write link codes of every kind: challenge `#c…`, replay `#r…`, position `#p…`, house rules `#h…`, day `#d…`.

A position is a puzzle, or a match to continue on another device, which is packed like a replay. The first choice in the
code (see packing.py) is 1 for a puzzle, else 0.
"""

from collections.abc import Callable
from typing import NamedTuple

from game.records.daily_deal import FIRST_PRESET, daily_deal
from game.records.links import challenge, replay_link
from game.records.links.challenge import Challenge, read_challenge
from game.records.links.packing import Packer, check_code, damaged_code, read_code, write_code
from game.records.links.puzzle import Puzzle, put_puzzle, take_puzzle
from game.records.links.replay_link import LinkedMatch, put_replay, read_replay, take_replay
from game.records.links.shared_parts import put_rules, put_text, take_rules, take_text
from game.records.text.code_finder import checksum
from game.records.text.names import clean
from game.rules.errors import LinkError, Refusal
from game.rules.options.declared import Options
from game.rules.options.presets import PRESETS

POSITION_VERSION, HOUSE_VERSION, DAY_VERSIONS = "2", "2", "12"  # of a code, one character each


class HouseRules(NamedTuple):
    """Options with a name, for a certain number of seats. The name is clean (records/text/names.py) and not empty."""

    name: str
    preset: str | None
    options: Options


class SentRules(NamedTuple):
    """The content of a link to house rules. The sender's name may be empty."""

    rules: HouseRules
    sender: str = ""


class DailyDealLink(NamedTuple):
    """The content of a link to a daily deal."""

    date: str  # for example "2026-11-22"
    preset: str = FIRST_PRESET


class ContinuableMatch(NamedTuple):
    """The content of a link to a match that can be continued on another device."""

    replay: LinkedMatch


LinkContent = Challenge | LinkedMatch | ContinuableMatch | Puzzle | SentRules | DailyDealLink
"""The content of a link of any kind."""


def write_position(position: ContinuableMatch | Puzzle) -> str:
    """Write a position's code, with its `#`. Raises LinkError for a position that a link cannot hold."""
    packer = Packer()
    packer.put(isinstance(position, Puzzle), 2)
    if isinstance(position, Puzzle):
        put_puzzle(packer, position)
    else:
        put_replay(packer, position.replay)
    return write_code("p", POSITION_VERSION, packer)


def read_position(code: str) -> ContinuableMatch | Puzzle:
    """Read a position's code. Raises LinkError."""
    unpacker = read_code(code, "p", POSITION_VERSION)
    if unpacker.take(2):
        return take_puzzle(unpacker)
    return ContinuableMatch(take_replay(unpacker))


def write_house_code(sent: SentRules) -> str:
    """Write the code of house rules, with its `#`. Raises LinkError for an empty name."""
    if not clean(sent.rules.name):
        raise LinkError("error.link.cannot-hold")
    packer = Packer()
    put_rules(packer, sent.rules.options, sent.rules.preset)
    put_text(packer, sent.rules.name)
    put_text(packer, sent.sender)
    return write_code("h", HOUSE_VERSION, packer)


def read_house_code(code: str) -> SentRules:
    """Read the code of house rules. Raises LinkError."""
    unpacker = read_code(code, "h", HOUSE_VERSION)
    preset, options = take_rules(unpacker)
    name, sender = take_text(unpacker), take_text(unpacker)
    unpacker.finish()
    if not name:
        raise damaged_code()
    return SentRules(HouseRules(name, preset, options), sender)


def write_day_code(date: str, preset: str = FIRST_PRESET) -> str:
    """Write the code of a daily deal, with its `#`.

    It contains the date as text, and in version 2 the code of the rule-book. Version 1, which the first release can
    read too, means FIRST_PRESET. Raises Refusal for an invalid date and for an unknown rule-book.
    """
    day = daily_deal(date, preset)
    body = f"d1{day.date}" if preset == FIRST_PRESET else f"d2{day.date}-{preset}"
    return f"#{body}{checksum(body)}"


def read_day_code(code: str) -> DailyDealLink:
    """Read the code of a daily deal. Raises LinkError."""
    check_code(code, "d", DAY_VERSIONS)
    content = code[3:-6]
    date, preset = (content, FIRST_PRESET) if code[2] == "1" else (content[:10], content[11:])
    try:
        daily_deal(date)
    except Refusal:
        raise damaged_code() from None
    if code[2] == "2" and content[10:11] != "-":
        raise damaged_code()
    if preset not in PRESETS:  # a rule-book that was published later
        raise LinkError("error.link.version")
    return DailyDealLink(date, preset)


class LinkKind(NamedTuple):
    """The released versions of a kind of code, one character each, the newest last; and the reader of all of them."""

    versions: str
    read: Callable[[str], LinkContent]


LINK_KINDS = {
    "c": LinkKind(challenge.VERSION, read_challenge),
    "r": LinkKind(replay_link.VERSION, read_replay),
    "p": LinkKind(POSITION_VERSION, read_position),
    "h": LinkKind(HOUSE_VERSION, read_house_code),
    "d": LinkKind(DAY_VERSIONS, read_day_code),
}
"""The kinds of code by their letter. `tests/test_link_kinds.py` lists the other places where each kind must be."""


def read_any_code(code: str) -> LinkContent:
    """Read a code of any kind but a comparison, which only the laboratory reads. Raises LinkError for every other text."""
    kind = LINK_KINDS.get(code[1:2])
    if not code.startswith("#") or kind is None:
        raise LinkError("error.link.not-ours")
    return kind.read(code)
