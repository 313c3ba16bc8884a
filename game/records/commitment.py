"""Commit to a match's seed: show a hash before the first tile, and reveal the seed and a nonce after the match.

The hash is SHA-256 of the UTF-8 text `NONCE:SEED`, in 64 hexadecimal digits, so that anybody can check it without this game.
All deals, starting seats and lots of a match follow from the seed and the options; replaying a record deals them again.
"""

from hashlib import sha256
from typing import NamedTuple

LONGEST_NONCE = 100


class Commitment(NamedTuple):
    """A hash and its nonce. A nonce that nobody can guess prevents finding the seed by trying."""

    hash: str
    nonce: str


def commit(seed: str, nonce: str) -> Commitment:
    """Create the commitment to a seed.

    >>> commit("hen", "1").hash[:16]
    '55569688000eb501'
    """
    return Commitment(sha256(f"{nonce}:{seed}".encode()).hexdigest(), nonce)


def is_commitment_to(commitment: Commitment, seed: str) -> bool:
    """Whether the seed is the one that was committed to."""
    return bool(seed) and commit(seed, commitment.nonce) == commitment
