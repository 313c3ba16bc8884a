"""Every kind of link: a challenge `#c…`, a replay `#r…`, a position `#p…`, house rules `#h…`, the
deal of a day `#d…`.

A position is a match to be gone on with on another device, packed as a replay, or a puzzle; its first choice says which.
"""

from typing import NamedTuple

from game.records.daily_deal import daily
from game.records.links.challenge import Challenge, read_challenge
from game.records.links.packing import SIGNS, Packer, check, damaged, read_code, write_code
from game.records.links.puzzle import Puzzle, put_puzzle, take_puzzle
from game.records.links.replay_link import Replay, put_replay, read_replay, take_replay
from game.records.links.shared_parts import put_rules, put_text, take_rules, take_text
from game.records.text.names import clean
from game.rules.errors import LinkError, Refusal
from game.rules.options.declared import Options

POSITION_VERSION, POSITION_VERSIONS = (
    "2",
    "12",
)  # version 1 differs in what names may hold, as that of replays
DAY_VERSION = "1"
DAY_LENGTH = 19  # signs of a code: mark, kind, version, date, check
HOUSE_VERSION, HOUSE_VERSIONS = "2", "12"  # version 1 does not say who sends the rules


class HouseRules(NamedTuple):
    """A set of rules under a name, as somebody made it for so many seats; the name is clean (records/text/names.py) and never empty."""

    name: str
    preset: str | None
    options: Options


class SentRules(NamedTuple):
    """House rules in a link, and the name of who sends them, empty where they did not say it."""

    rules: HouseRules
    sender: str = ""


class DayLink(NamedTuple):
    """The deal of a day, by its date."""

    date: str


class Carried(NamedTuple):
    """A match that goes on on another device."""

    replay: Replay


Held = Challenge | Replay | Carried | Puzzle | SentRules | DayLink
"""What a link of any kind holds."""


def write_position(position: Carried | Puzzle, version: str = POSITION_VERSION) -> str:
    """The code, from its `#` on; raises LinkError for what no link can hold. Nothing but tests asks for an older version."""
    packer = Packer()
    packer.put(isinstance(position, Puzzle), 2)
    if isinstance(position, Puzzle):
        put_puzzle(packer, position)
    else:
        put_replay(packer, position.replay)
    return write_code("p", version, packer)


def read_position(code: str) -> Carried | Puzzle:
    """What a position holds; raises LinkError."""
    unpacker = read_code(code, "p", POSITION_VERSIONS)
    if unpacker.take(2):
        return take_puzzle(unpacker)
    return Carried(take_replay(unpacker))


def write_house(sent: SentRules, version: str = HOUSE_VERSION) -> str:
    """The code, from its `#` on; raises LinkError for rules without a name. Nothing but tests asks for an older version."""
    if not clean(sent.rules.name):
        raise LinkError("error.link.cannot-hold")
    packer = Packer()
    put_rules(packer, sent.rules.options, sent.rules.preset)
    put_text(packer, sent.rules.name)
    if version == HOUSE_VERSION:
        put_text(packer, sent.sender)
    return write_code("h", version, packer)


def read_house(code: str) -> SentRules:
    """The rules in a code, and who sends them; raises LinkError."""
    unpacker = read_code(code, "h", HOUSE_VERSIONS)
    preset, options = take_rules(unpacker)
    name = take_text(unpacker)
    sender = take_text(unpacker) if code[2] == HOUSE_VERSION else ""
    unpacker.finish()
    if not name:
        raise damaged()
    return SentRules(HouseRules(name, preset, options), sender)


def write_day_code(date: str) -> str:
    """The code of a day, from its `#` on: the date can be read in it. Raises Refusal for no date."""
    body = f"d{DAY_VERSION}{daily(date).date}"
    return f"#{body}{check(body)}"


def read_day_code(code: str) -> DayLink:
    """The day in a code; raises LinkError."""
    body = code[1:-6]
    if not code.startswith("#d") or len(code) != DAY_LENGTH or not set(code[2:]) <= set(SIGNS):
        raise LinkError("error.link.not-ours")
    if code[2] != DAY_VERSION:
        raise LinkError("error.link.version")
    if check(body) != code[-6:]:
        raise damaged()
    try:
        return DayLink(daily(body[2:]).date)
    except Refusal:
        raise damaged() from None


def read_any(code: str) -> Held:
    """What a code of any kind holds; raises LinkError, whatever the text."""
    if code[:2] == "#c":
        return read_challenge(code)
    if code[:2] == "#r":
        return read_replay(code)
    if code[:2] == "#p":
        return read_position(code)
    if code[:2] == "#h":
        return read_house(code)
    if code[:2] == "#d":
        return read_day_code(code)
    raise LinkError("error.link.not-ours")
