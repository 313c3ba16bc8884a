"""Commit to a match's seed: show a hash before the first tile; after the match, reveal seed and nonce (a random text).

The hash is SHA-256 of the UTF-8 text `NONCE:SEED`, in 64 hexadecimal digits, so that anybody can check it without this
game. All deals, starting seats and start tiles of a match follow from the seed and the options. So a player who has the
seed can deal them again and compare.
"""

from hashlib import sha256
from typing import NamedTuple

LONGEST_NONCE = 100  # characters


class Commitment(NamedTuple):
    """A hash and its nonce. The nonce must be random: otherwise a player could find the seed by trying."""

    hash: str
    nonce: str


def commit(seed: str, nonce: str) -> Commitment:
    """Create the commitment to a seed with this nonce.

    >>> commit("hen", "1").hash[:16]
    '55569688000eb501'
    """
    return Commitment(sha256(f"{nonce}:{seed}".encode()).hexdigest(), nonce)


def is_commitment_to(commitment: Commitment, seed: str) -> bool:
    """Whether the commitment was created for this seed. An empty seed has no commitment."""
    return bool(seed) and commit(seed, commitment.nonce) == commitment
