"""Pack many small choices into one number, and write the number as a link code: `#`, kind, version, digits, checksum.

A choice is a value out of several possible ones, such as one option's value or one move out of the legal moves. A digit
is one of 64 characters that need no escaping in an address. The checksum is CRC-32 of everything between `#` and it, in
six digits (records/text/code_finder.py).
"""

from collections.abc import Sequence
from itertools import accumulate

from game.records.text.code_finder import ALPHABET, checksum, is_whole
from game.rules.errors import LinkError

_VALUE = {character: value for value, character in enumerate(ALPHABET)}


class Packer:
    """Packs choices into one number (entropy coding with a number of mixed radix).

    Each possible value has a weight, and a value of great weight takes few bits: one of weight w out of a total t takes
    log2(t / w) bits, and a value without alternatives none. `Unpacker` returns the choices in the same order. For the
    same radices and weights, every number stands for exactly one sequence of choices.
    """

    def __init__(self) -> None:
        self._choices: list[tuple[int, int, int]] = []  # (start, weight, total) of each choice

    def put(self, value: int, radix: int) -> None:
        """Add a choice from 0 to `radix` - 1, with equal weights. Raises LinkError for another value."""
        if not 0 <= value < radix:
            raise LinkError("error.link.cannot-hold")
        self._choices.append((value, 1, radix))

    def put_weighted(self, index: int, weights: Sequence[int]) -> None:
        """Add a choice from 0 to `len(weights)` - 1.

        The most probable value should have index 0. Choices of index 0 at the end of the sequence take no digits, because
        they leave the number 0.
        """
        self._choices.append((sum(weights[:index]), weights[index], sum(weights)))

    def number(self) -> int:
        """The number that holds all choices."""
        number = 0
        for start, weight, total in reversed(self._choices):
            high, low = divmod(number, weight)
            number = high * total + start + low
        return number


class Unpacker:
    """Unpacks the choices from a number, in the order in which they were packed."""

    def __init__(self, number: int) -> None:
        self._number = number

    def take(self, radix: int) -> int:
        """Unpack a choice that `Packer.put` packed with the same radix."""
        self._number, value = divmod(self._number, radix)
        return value

    def take_weighted(self, weights: Sequence[int]) -> int:
        """Unpack a choice that `Packer.put_weighted` packed with the same weights."""
        ends = [*accumulate(weights)]
        high, part = divmod(self._number, ends[-1])
        index = next(index for index, end in enumerate(ends) if part < end)
        self._number = high * weights[index] + part - ends[index] + weights[index]
        return index

    def finish(self) -> None:
        """Raise LinkError if the number holds more choices."""
        if self._number:
            raise damaged_code()


def damaged_code() -> LinkError:
    """The error for a code that is cut off or altered."""
    return LinkError("error.link.damaged")


def write_code(kind: str, version: str, packer: Packer) -> str:
    """Write a code, with its `#`."""
    body = kind + version + to_digits(packer.number())
    return f"#{body}{checksum(body)}"


def check_code(code: str, kind: str, versions: str) -> None:
    """Raise LinkError for another kind, for a version from before 1.0, for damage, and for a later version.

    A kind and a version are one character each. `versions` are the released versions, the oldest first. All of them have
    the same checksum, so a code that is cut off is told from one of a later version. A version from before 1.0 needs no
    right checksum: `#c1…` had another one, and a whole code would not help.
    """
    if not code.startswith("#" + kind):
        raise LinkError("error.link.not-ours")
    if "0" < code[2:3] < versions[0]:
        raise LinkError("error.link.before-release")
    if not is_whole(code):
        raise damaged_code()
    if code[2] not in versions:
        raise LinkError("error.link.version")


def read_code(code: str, kind: str, versions: str) -> Unpacker:
    """Check a code and return its choices. Raises LinkError as `check_code` does."""
    check_code(code, kind, versions)
    digits = code[3:-6]
    if digits[:1] == "0":
        raise damaged_code()
    return Unpacker(from_digits(digits))


def to_digits(number: int) -> str:
    """Write a number in base 64, highest digit first. Zero has no digits."""
    bits = f"{number:b}" if number else ""
    bits = bits.rjust(-(-len(bits) // 6) * 6, "0")  # to a multiple of six
    return "".join(ALPHABET[int(bits[start : start + 6], 2)] for start in range(0, len(bits), 6))


def from_digits(characters: str) -> int:
    """Read a number in base 64."""
    return int("".join(f"{_VALUE[character]:06b}" for character in characters) or "0", 2)
