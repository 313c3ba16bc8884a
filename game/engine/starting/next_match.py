"""What the first screen says of the match that it offers to resume."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.errors import RecordError
from game.session.saving import day_of, is_challenge
from game.store.match_store import MatchStore

if TYPE_CHECKING:
    from game.contract.answers.list_answers import NextMatch


def next_match(store: MatchStore) -> NextMatch | None:
    """The newest match of the store, which the verb `resume` opens. None if there is none, or if it cannot be read."""
    for head in store.matches()[:1]:
        text, facts = store.match_text(head.label.id), head.data()
        try:
            day, challenge = day_of(text), is_challenge(text)
        except RecordError:
            return None
        return {"day": day, "challenge": challenge, "round": facts["round"], "of": facts["of"]}
    return None
