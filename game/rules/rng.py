"""The random number generator of deals (DEAL-1), SplitMix64. It gives the same numbers on every machine and Python.

A 64-bit counter goes up by 0x9E3779B97F4A7C15, and each output is a mixing function of it. The counter starts at the
64-bit FNV-1a hash of these UTF-8 bytes: the stream's name, a zero byte, and the seed text. Each consumer has its own
named stream. So a consumer that draws more numbers does not change the numbers of another.
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

        For n up to 2**64 it draws one word of 64 bits. For a larger n it draws one word more than n needs, the highest
        word first. It rejects numbers from the largest multiple of n upwards, which would make small results likelier.
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
        """A number from 0 to 1 - 2**-53, in steps of 2**-53."""
        return (self.bits() >> 11) * 2.0**-53

    def shuffle(self, items: list[int]) -> list[int]:
        """Shuffle the list in place (Fisher-Yates), and return it.

        One random number below n! decides the whole order. Division by n, n - 1 … 2 in turn splits it into choices
        of positions.
        """
        order = self.below(factorial(len(items)))
        for last in range(len(items) - 1, 0, -1):
            order, chosen = divmod(order, last + 1)
            items[last], items[chosen] = items[chosen], items[last]
        return items
