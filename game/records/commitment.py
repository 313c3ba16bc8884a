"""A deal that can be proved: before the first tile a hash is shown, afterwards the seed and the nonce that it was made of.

The hash is SHA-256 of the UTF-8 text `NONCE:SEED`, in 64 hexadecimal digits, so that anybody can work it out without this game.
All tiles, seats that begin and lots of a match follow from seed and options; `replay` deals them again.
"""

from hashlib import sha256
from typing import NamedTuple

LONGEST_NONCE = 100


class Commitment(NamedTuple):
    """What was promised (`hash`), and what opens it. A nonce nobody can guess keeps the seed from being guessed by trying."""

    hash: str
    nonce: str


def commit(seed: str, nonce: str) -> Commitment:
    """The promise to deal by this seed.

    >>> commit("hen", "1").hash[:16]
    '55569688000eb501'
    """
    return Commitment(sha256(f"{nonce}:{seed}".encode()).hexdigest(), nonce)


def keeps(commitment: Commitment, seed: str) -> bool:
    """Whether the seed is the one that was committed to."""
    return bool(seed) and commit(seed, commitment.nonce) == commitment
