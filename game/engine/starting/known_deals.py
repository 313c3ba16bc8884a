"""Find out whether a deal was played on this device before. A new match with such a deal is a second try."""

from game.ledger.summary import Summary, deal_key, deal_key_of_record, unpack_record
from game.rules.errors import RecordError
from game.rules.match import Match
from game.session.saving import record_of
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore


def is_known_deal(store: MatchStore, match: Match) -> bool:
    """Whether the store has a match with the same deal, in play or finished."""
    wanted = deal_key(match.options, match.seed)
    return wanted in _deals_of_saves(store) or find_finished(store, match) is not None


def find_finished(store: MatchStore, match: Match) -> Summary | None:
    """The summary of the earliest finished match with the same deal; None if there is none."""
    wanted = deal_key(match.options, match.seed)
    same = [
        summary
        for summary in store.entries(SUMMARY).values()
        if len(summary.seats) == match.options.players  # first, because the deal may be in the record only
        and wanted == (summary.deal or _deal_of_record(summary))
    ]
    return min(same, key=lambda summary: summary.when, default=None)


def _deals_of_saves(store: MatchStore) -> list[str]:
    """The deal keys of the saved matches."""
    deals = []
    for head in store.matches():
        try:
            deals.append(deal_key_of_record(record_of(store.match_text(head.label.id))))
        except RecordError:
            continue  # an unreadable save: `open_match` reports it
    return deals


def _deal_of_record(summary: Summary) -> str:
    """The deal key from the record of a summary, because old summaries have no "deal".

    Empty without a readable record.
    """
    try:
        return deal_key_of_record(unpack_record(summary)) if summary.record else ""
    except RecordError:
        return ""
