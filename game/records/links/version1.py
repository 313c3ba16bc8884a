"""Link codes of version 1: `#c1…`, at most 60 characters, hold preset, options, seats and seed; who opens one plays the same deals.

After `#c` come, each digit one of 64 signs: the version `1`; the preset; the seats; how many digits the changes take;
the changes; the seed as it is; six digits of CRC-32 over all before. The changes are one number, in which every option
of `frozen.OPTIONS` is a digit: 0 as in the preset, k its k-th value.
What is written here never changes: it is read for ever.
"""

from typing import NamedTuple

from game.records.links.packing import SIGNS, check, digits, number_of
from game.records.links.shared_parts import linkable
from game.records.links.version1_tables import OPTIONS, PRESETS
from game.rules.errors import LinkError, OptionError
from game.rules.options.declared import BEFORE, Options
from game.rules.options.presets import differences, resolve

VERSION = "1"
LONGEST = 60


class Link(NamedTuple):
    """What a link holds."""

    preset: str | None
    options: Options
    seed: str


def write_link(link: Link) -> str:
    """The code, from its `#` on; raises LinkError for a seed or rules that no link of version 1 can hold."""
    if not linkable(link.seed):
        raise LinkError("error.link.seed")
    changes = differences(link.options, link.preset)
    later = any(getattr(link.options, code) != value for code, value in BEFORE.items())
    if later or link.preset not in PRESETS:
        raise LinkError("error.link.later")
    number = 0
    for code, values in reversed(OPTIONS.items()):
        if code in changes and changes[code] not in values:
            raise LinkError("error.link.later")
        number = number * (len(values) + 1) + (1 + values.index(changes[code]) if code in changes else 0)
    signs = digits(number)
    head = VERSION + SIGNS[PRESETS.index(link.preset)] + SIGNS[link.options.players] + SIGNS[len(signs)]
    body = head + signs + link.seed
    return f"#c{body}{check(body)}"


def read_link(code: str) -> Link:
    """What a code holds; raises LinkError."""
    body = code[2:-6]
    if not code.startswith("#c") or not 12 < len(code) <= LONGEST or not set(code[2:]) <= set(SIGNS):
        raise LinkError("error.link.not-ours")
    if body[0] != VERSION:
        raise LinkError("error.link.version")
    if check(body) != code[-6:]:
        raise LinkError("error.link.damaged")
    preset, seats, size = (SIGNS.index(sign) for sign in body[1:4])
    if preset >= len(PRESETS):
        raise LinkError("error.link.damaged")
    try:
        options = resolve(PRESETS[preset], {**BEFORE, **_changes(body[4 : 4 + size])}, seats)
    except OptionError:
        raise LinkError("error.link.damaged") from None
    link = Link(PRESETS[preset], options, body[4 + size :])
    if not linkable(link.seed) or write_link(link) != code:
        raise LinkError("error.link.damaged")
    return link


def _changes(signs: str) -> dict[str, object]:
    number, changes = number_of(signs), dict[str, object]()
    for code, values in OPTIONS.items():
        number, place = divmod(number, len(values) + 1)
        if place:
            changes[code] = values[place - 1]
    return changes
