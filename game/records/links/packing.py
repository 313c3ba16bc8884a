"""Many small choices as one number, and a number as a link code: `#`, a letter for the kind, a sign for the version, digits, check.

A digit is one of 64 signs that need no escaping in an address. The check is CRC-32 of all before it, in six digits.
"""

from binascii import crc32
from collections.abc import Sequence
from itertools import accumulate

from game.rules.errors import LinkError

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
LONGEST = 4_000  # signs of a code; a whole match of ten seats with a double-18 takes some 1,700
_VALUE = {sign: value for value, sign in enumerate(SIGNS)}


class Packer:
    """Collects choices and makes one number of them, a mixed radix in which a likely choice may take less than its share.

    A choice that takes `weight` of `total` parts takes log2(total / weight) bits; what is certain takes none. The
    choices come out in the order in which they were put in, and every number is some sequence of choices, exactly one.
    """

    def __init__(self) -> None:
        self._choices: list[
            tuple[int, int, int]
        ] = []  # where its parts begin, how many they are, of how many

    def put(self, value: int, radix: int) -> None:
        """One of `radix` equal choices, 0 to radix - 1."""
        if not 0 <= value < radix:
            raise LinkError("error.link.cannot-hold")
        self._choices.append((value, 1, radix))

    def pick(self, place: int, weights: Sequence[int]) -> None:
        """One of several choices that are not equally likely; the first must weigh most, or short codes grow."""
        self._choices.append((sum(weights[:place]), weights[place], sum(weights)))

    def number(self) -> int:
        """All choices as one number."""
        number = 0
        for begin, weight, total in reversed(self._choices):
            high, low = divmod(number, weight)
            number = high * total + begin + low
        return number


class Unpacker:
    """Takes choices out of a number again, in the order in which they were put in."""

    def __init__(self, number: int) -> None:
        self._number = number

    def take(self, radix: int) -> int:
        """One of `radix` equal choices."""
        self._number, value = divmod(self._number, radix)
        return value

    def pick(self, weights: Sequence[int]) -> int:
        """The place of one of several choices that are not equally likely."""
        ends = [*accumulate(weights)]
        high, part = divmod(self._number, ends[-1])
        place = next(place for place, end in enumerate(ends) if part < end)
        self._number = high * weights[place] + part - ends[place] + weights[place]
        return place

    def finish(self) -> None:
        """Raises LinkError if there is more in the number than was taken out."""
        if self._number:
            raise damaged()


def damaged() -> LinkError:
    """The refusal of a code that is cut off or altered."""
    return LinkError("error.link.damaged")


def write_code(kind: str, version: str, packer: Packer) -> str:
    """The code, from its `#` on."""
    body = kind + version + digits(packer.number())
    return f"#{body}{check(body)}"


def read_code(code: str, kind: str, versions: str) -> Unpacker:
    """The content of a code of this kind and one of these versions; raises LinkError. Takes time in proportion to the code's length."""
    if not code.startswith("#" + kind) or not 9 <= len(code) <= LONGEST or not set(code[2:]) <= _VALUE.keys():
        raise LinkError("error.link.not-ours")
    if code[2] not in versions:
        raise LinkError("error.link.version")
    body = code[1:-6]
    if check(body) != code[-6:] or body[2:3] == "0":
        raise damaged()
    return Unpacker(number_of(body[2:]))


def digits(number: int) -> str:
    """The number in base 64, highest digit first; no digits for 0."""
    bits = f"{number:b}" if number else ""
    bits = bits.rjust(-(-len(bits) // 6) * 6, "0")
    return "".join(SIGNS[int(bits[place : place + 6], 2)] for place in range(0, len(bits), 6))


def number_of(signs: str) -> int:
    """The number that digits stand for."""
    return int("".join(f"{_VALUE[sign]:06b}" for sign in signs) or "0", 2)


def check(body: str) -> str:
    """The six digits that stand behind a body."""
    return digits(crc32(body.encode())).rjust(6, "0")
