"""Pack many small choices into one number, and write a number as a link code: `#`, kind, version, digits, checksum.

A digit is one of 64 characters that need no escaping in an address. The checksum is CRC-32 of everything before it, in six digits.
"""

from binascii import crc32
from collections.abc import Sequence
from itertools import accumulate

from game.rules.errors import LinkError

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
LONGEST = 4_000  # characters; a whole match of ten seats with a double-18 set takes some 1,700
_VALUE = {character: value for value, character in enumerate(ALPHABET)}


class Packer:
    """Packs choices into one number, in a mixed radix with weights: a likely choice takes fewer bits.

    A choice of weight w out of a total t takes log2(t / w) bits; a certain choice takes none. `Unpacker` returns the choices in
    the same order. Every number stands for exactly one sequence of choices.
    """

    def __init__(self) -> None:
        self._choices: list[tuple[int, int, int]] = []  # (start, weight, total) of each choice

    def put(self, value: int, radix: int) -> None:
        """Add one of `radix` equally likely choices, 0 to radix - 1."""
        if not 0 <= value < radix:
            raise LinkError("error.link.cannot-hold")
        self._choices.append((value, 1, radix))

    def pick(self, place: int, weights: Sequence[int]) -> None:
        """Add one of several weighted choices. The first must have the greatest weight, or short codes would grow."""
        self._choices.append((sum(weights[:place]), weights[place], sum(weights)))

    def number(self) -> int:
        """The number that holds all choices."""
        number = 0
        for begin, weight, total in reversed(self._choices):
            high, low = divmod(number, weight)
            number = high * total + begin + low
        return number


class Unpacker:
    """Unpacks the choices from a number, in the order in which they were packed."""

    def __init__(self, number: int) -> None:
        self._number = number

    def take(self, radix: int) -> int:
        """Unpack one of `radix` equally likely choices."""
        self._number, value = divmod(self._number, radix)
        return value

    def pick(self, weights: Sequence[int]) -> int:
        """Unpack the index of a weighted choice."""
        ends = [*accumulate(weights)]
        high, part = divmod(self._number, ends[-1])
        place = next(place for place, end in enumerate(ends) if part < end)
        self._number = high * weights[place] + part - ends[place] + weights[place]
        return place

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


def read_code(code: str, kind: str, versions: str) -> Unpacker:
    """Open a code of this kind and one of these versions. Raises LinkError. Takes time proportional to the code's length."""
    if not code.startswith("#" + kind) or not 9 <= len(code) <= LONGEST or not set(code[2:]) <= _VALUE.keys():
        raise LinkError("error.link.not-ours")
    if code[2] not in versions:
        raise LinkError("error.link.version")
    body = code[1:-6]
    if checksum(body) != code[-6:] or body[2:3] == "0":
        raise damaged_code()
    return Unpacker(from_digits(body[2:]))


def to_digits(number: int) -> str:
    """Write a number in base 64, highest digit first; 0 has no digits."""
    bits = f"{number:b}" if number else ""
    bits = bits.rjust(-(-len(bits) // 6) * 6, "0")
    return "".join(ALPHABET[int(bits[place : place + 6], 2)] for place in range(0, len(bits), 6))


def from_digits(characters: str) -> int:
    """Read a number in base 64."""
    return int("".join(f"{_VALUE[character]:06b}" for character in characters) or "0", 2)


def checksum(body: str) -> str:
    """The six checksum digits of a code's body."""
    return to_digits(crc32(body.encode())).rjust(6, "0")
