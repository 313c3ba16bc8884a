"""The random number generator of deals (DEAL-1), SplitMix64: the same on every machine and every Python, for ever.

A 64-bit counter goes up by 0x9E3779B97F4A7C15, and a mixing function of it is the output. The counter starts at the 64-bit FNV-1a
hash of the UTF-8 bytes of `stream`, a zero byte, and the seed text. Each consumer has a named stream, so that none shifts another.
"""

from math import factorial

_MASK = (1 << 64) - 1


class Rng:
    """One named stream of random numbers from a seed text."""

    __slots__ = ("_counter",)

    def __init__(self, seed: str, stream: str) -> None:
        hashed = 0xCBF29CE484222325
        for byte in f"{stream}\0{seed}".encode():
            hashed = (hashed ^ byte) * 0x100000001B3 & _MASK
        self._counter = hashed

    def bits(self) -> int:
        """The next 64 random bits."""
        self._counter = counter = self._counter + 0x9E3779B97F4A7C15 & _MASK
        counter = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        counter = (counter ^ counter >> 27) * 0x94D049BB133111EB & _MASK
        return counter ^ counter >> 31

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely.

        For n up to 2**64 one word of 64 bits is taken, else one more than n fills, the first the highest; a
        number too near the top to be fair is thrown away.
        """
        words = 1 if n <= _MASK + 1 else n.bit_length() // 64 + 2
        limit = (1 << 64 * words) // n * n
        while True:
            number = 0
            for _ in range(words):
                number = number << 64 | self.bits()
            if number < limit:
                return number % n

    def random(self) -> float:
        """A number from 0 up to but without 1, in steps of 2**-53."""
        return (self.bits() >> 11) * 2.0**-53

    def shuffle(self, items: list[int]) -> list[int]:
        """Shuffles the list in place and returns it.

        One number below n! chooses the order: its remainders by n, n - 1 … 2 say which of the items not yet
        placed goes to the last free place (the shuffle of Fisher and Yates).
        """
        order = self.below(factorial(len(items)))
        for last in range(len(items) - 1, 0, -1):
            order, chosen = divmod(order, last + 1)
            items[last], items[chosen] = items[chosen], items[last]
        return items
