"""A deal that can be proved: what is promised before anybody has seen a tile, and what shows afterwards that it was kept."""

import secrets
from typing import Any

from game.records.commitment import commit
from game.records.reading import violations
from game.rules.errors import Refusal
from game.session.saving import record_text
from game.session.session import Session

NONCE = 9  # bytes; with them nobody finds a seed by trying


def promised(session: Session) -> Session:
    """The match with a promise to deal by its seed."""
    session.commitment = commit(session.match.seed, secrets.token_urlsafe(NONCE))
    return session


def checked(session: Session) -> dict[str, Any]:
    """Opens the promise and deals everything again: {"hash", "nonce", "seed", "rounds", "wrong": messages, none if all is well}.

    Raises Refusal while the match goes on, or when nothing was promised.
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
        "wrong": [[problem.key, problem.values] for problem in violations(record_text(session))],
    }
