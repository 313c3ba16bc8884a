"""Prove that a deal was fair: commit to the seed before the first tile, and check the commitment after the match."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from game.records.commitment import commit
from game.records.reading import violations
from game.rules.errors import Refusal
from game.session.saving import record_text
from game.session.session import Session

if TYPE_CHECKING:
    from game.contract.play_answers import CheckedDeal

# The nonce is hashed with the seed. Because the nonce is random, nobody can find the seed by trying all seeds.
NONCE_BYTES = 9


def with_commitment(session: Session) -> Session:
    """Commit to the seed of the session's match, and return the session."""
    session.commitment = commit(session.match.seed, secrets.token_urlsafe(NONCE_BYTES))
    return session


def check_commitment(session: Session) -> CheckedDeal:
    """Open the commitment, and deal all rounds again from the seed.

    Raises Refusal during the match, and for a match without a commitment.
    """
    if session.commitment is None:
        raise Refusal("error.nothing-promised", {})
    if session.phase != "match-over":
        raise Refusal("error.match-not-over", {})
    return {
        "hash": session.commitment.hash,
        "nonce": session.commitment.nonce,
        "seed": session.match.seed,
        "rounds": len(session.match.rounds),
        "wrong": [(problem.key, problem.values) for problem in violations(record_text(session))],
    }
