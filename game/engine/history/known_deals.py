"""Deals that were played on this device: whoever plays one of them once more has a second try."""

from game.ledger.summary import Summary, dealt, dealt_in, record_in
from game.rules.errors import RecordError
from game.rules.match import Match
from game.session.saving import record_of
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore


def is_known(store: MatchStore, match: Match) -> bool:
    """Whether a match with the same deal is kept here, in play or finished."""
    wanted = dealt(match.options, match.seed)
    return any(wanted == deal for deal in _in_play(store)) or finished(store, match) is not None


def finished(store: MatchStore, match: Match) -> Summary | None:
    """A finished match with the same deal, the first that was played; None where there is none."""
    wanted = dealt(match.options, match.seed)
    same = [
        made
        for made in store.entries(SUMMARY).values()
        if len(made.parts) == match.options.players and wanted == (made.deal or _written(made))
    ]
    return min(same, key=lambda made: made.when, default=None)


def _in_play(store: MatchStore) -> list[str]:
    deals = []
    for head in store.matches():
        try:
            deals.append(dealt_in(record_of(store.match_text(head.label.id))))
        except RecordError:
            continue  # said when it is opened
    return deals


def _written(made: Summary) -> str:
    """The deal of a match that was finished before summaries said it; empty where its record is gone."""
    try:
        return dealt_in(record_in(made)) if made.record else ""
    except RecordError:
        return ""
