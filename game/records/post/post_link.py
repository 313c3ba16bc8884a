"""The link code of a match by post, `#m…`: the table, the parts of the seed, the seats' devices, and all moves.

A code holds, in this order:
- rule-book and options; the seats with names; the place of the starter among the people
- the number of other people's parts, whether the starter's part is known, and the parts. Without the starter's part, its
  hash comes before them
- for each seat that has a device: how often it was taken over, and the digest of the device's secret
- if all parts are known: what was played, as in a replay (game/records/links/replay_link.py)

The seed follows from the parts, and the deals from the seed. A reader plays all moves by the rules.
"""

from game.records.links.packing import Packer, Unpacker, damaged_code, read_code, write_code
from game.records.links.replay_link import put_played, take_played_in_slices
from game.records.links.shared_parts import (
    LEVELS,
    put_count,
    put_rules,
    put_seats,
    take_count,
    take_rules,
    take_seats,
)
from game.records.post.posted_match import (
    FEWEST_PEOPLE,
    HOLDER_DIGITS,
    MOST_PEOPLE,
    PART_DIGITS,
    SEAL_DIGITS,
    Holder,
    PostedMatch,
    as_sent,
    seal_of,
    seed_of,
)
from game.records.record import Seat
from game.rules.errors import LinkError
from game.rules.match import Match

VERSION = "1"
OFFERED = ("chick", "pullet", "hen", "rooster", "fox", "farmer")
"""The levels of bots; `LEVELS` of shared_parts.py has yardsticks too."""


def write_post(posted: PostedMatch) -> str:
    """Write the code of a match by post, with its `#`. Raises LinkError for a match that a link cannot hold."""
    packer = Packer()
    put_rules(packer, posted.options, posted.preset)
    put_seats(packer, posted.seats)
    people = _people(posted.seats)
    packer.put(people.index(posted.starter), len(people))
    others = min(len(posted.parts), len(people) - 1)
    packer.put(others, len(people))
    if others == len(people) - 1:
        packer.put(posted.is_dealt, 2)
    if not posted.is_dealt:
        _put_digits(packer, posted.seal, SEAL_DIGITS)
    for part in posted.parts:
        _put_digits(packer, part, PART_DIGITS)
    for holder in posted.holders:
        put_count(packer, holder.taken_over)
        _put_digits(packer, holder.digest, HOLDER_DIGITS)
    if posted.played is not None:
        put_played(packer, as_sent(posted.played))
    return write_code("m", VERSION, packer)


def read_post(code: str) -> PostedMatch:
    """Read the code of a match by post, and play all its moves by the rules. Raises LinkError."""
    unpacker = read_code(code, "m", VERSION)
    preset, options = take_rules(unpacker)
    seats = take_seats(unpacker, options.players)
    people = _people(seats)
    if not FEWEST_PEOPLE <= len(people) <= MOST_PEOPLE or not all(map(_may_sit, seats)):
        raise damaged_code()
    starter = people[unpacker.take(len(people))]
    others = unpacker.take(len(people))
    is_dealt = others == len(people) - 1 and bool(unpacker.take(2))
    seal = "" if is_dealt else _take_digits(unpacker, SEAL_DIGITS)
    parts = tuple([_take_digits(unpacker, PART_DIGITS) for _ in range(others + is_dealt)])
    holders = tuple([_take_holder(unpacker) for _ in range(others + 1)])
    posted = PostedMatch(preset, options, seats, starter, seal, parts, holders, None)
    if not is_dealt:
        unpacker.finish()
        return posted
    match = Match(options, seed_of(posted.order, parts), (), None)
    played = next(found for found in take_played_in_slices(unpacker, match) if found is not None)
    if played != as_sent(played):
        raise damaged_code()
    return posted._replace(seal=seal_of(starter, parts[-1]), played=played)


def _people(seats: tuple[Seat, ...]) -> list[int]:
    return [number for number, seat in enumerate(seats) if seat.kind == "human"]


def _may_sit(seat: Seat) -> bool:
    """Whether a seat is one that the game offers: a person or a bot with a name, a bot with its level and style."""
    if seat.kind == "human":
        return bool(seat.name) and seat.level is None and seat.style is None
    return bool(seat.name) and seat.level in OFFERED and seat.level in LEVELS and seat.style is not None


def _take_holder(unpacker: Unpacker) -> Holder:
    return Holder(take_count(unpacker), _take_digits(unpacker, HOLDER_DIGITS))


def _put_digits(packer: Packer, text: str, digits: int) -> None:
    """Pack a text of exactly so many hexadecimal digits. Raises LinkError for another text."""
    if len(text) != digits or not set(text) <= set("0123456789abcdef"):
        raise LinkError("error.link.cannot-hold")
    packer.put(int(text, 16), 16**digits)


def _take_digits(unpacker: Unpacker, digits: int) -> str:
    return f"{unpacker.take(16**digits):0{digits}x}"
