"""Read and write challenges of version 1: codes `#c1…` with preset, options, number of seats and seed.

After `#c` come characters of code_finder.ALPHABET: the version `1`; the preset; the number of seats; the number of characters
of the changes; the changes; the seed as text; six characters of checksum, the CRC-32 of everything between `#c` and the
checksum. The changes are one number in a mixed radix. It has a digit for each option of version1_tables.OPTIONS: 0 means
the preset's value, k means the option's k-th value. The first option has the lowest digit. This format never changes,
because the game must always read such links.
"""

from typing import NamedTuple

from game.records.links.packing import check_code, damaged_code, from_digits, to_digits
from game.records.links.shared_parts import is_linkable_seed
from game.records.links.version1_tables import OPTIONS, PRESETS
from game.records.text.code_finder import ALPHABET, checksum
from game.rules.errors import LinkError, OptionError
from game.rules.options.declared import EARLIER_VALUES, Options
from game.rules.options.presets import differences, resolve

VERSION = "1"
LONGEST = 60  # characters of a code


class Link(NamedTuple):
    """The content of a code of version 1."""

    preset: str | None
    options: Options
    seed: str


def write_link(link: Link) -> str:
    """Write a code, with its `#`. Raises LinkError for a seed or options that version 1 cannot hold."""
    if not is_linkable_seed(link.seed):
        raise LinkError("error.link.seed")
    changes = differences(link.options, link.preset)
    uses_later_option = any(
        getattr(link.options, option) != value for option, value in EARLIER_VALUES.items()
    )
    if uses_later_option or link.preset not in PRESETS:
        raise LinkError("error.link.later")
    number = 0
    for option, values in reversed(OPTIONS.items()):
        if option in changes and changes[option] not in values:
            raise LinkError("error.link.later")
        number = number * (len(values) + 1) + (1 + values.index(changes[option]) if option in changes else 0)
    characters = to_digits(number)
    head = (
        VERSION
        + ALPHABET[PRESETS.index(link.preset)]
        + ALPHABET[link.options.players]
        + ALPHABET[len(characters)]
    )
    body = head + characters + link.seed
    return f"#c{body}{checksum(body)}"


def read_link(code: str) -> Link:
    """Read a code. Raises LinkError."""
    check_code(code, "c", VERSION)
    body = code[2:-6]
    if not 12 < len(code) <= LONGEST:
        raise damaged_code()
    preset, seats, size = (ALPHABET.index(character) for character in body[1:4])
    if preset >= len(PRESETS):
        raise damaged_code()
    try:
        options = resolve(PRESETS[preset], {**EARLIER_VALUES, **_changes(body[4 : 4 + size])}, seats)
    except OptionError:
        raise damaged_code() from None
    link = Link(PRESETS[preset], options, body[4 + size :])
    if not is_linkable_seed(link.seed) or write_link(link) != code:
        raise damaged_code()
    return link


def _changes(characters: str) -> dict[str, object]:
    """Decode the changes, one number written in base 64, to {option code: value}."""
    number, changes = from_digits(characters), dict[str, object]()
    for option, values in OPTIONS.items():
        number, digit = divmod(number, len(values) + 1)
        if digit:
            changes[option] = values[digit - 1]
    return changes
