"""Store the summary and the record of a finished match in the history."""

from game.ledger.summary import make_summary, pack_record, write_summary
from game.rules.errors import RecordError
from game.session.save_head import Label
from game.session.saving import record_text, restore
from game.session.session import Session
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore


def store_summary(store: MatchStore, session: Session, label: Label) -> None:
    """Store the summary and the record of a finished match.

    If a summary is stored already, add the results of the review to it. Its time and title stay.
    """
    id, when = label.id, label.when
    stored = store.entry(SUMMARY, id)
    # by seat: the points per round that a person's choices gave away
    losses = {seat: loss for seat in session.people if (loss := _loss(session, seat)) is not None}
    if stored is not None and not losses:
        return
    summary = make_summary(
        session.match, session.preset, session.seats, id, stored.when if stored else when, losses
    )
    summary = summary._replace(
        record=pack_record(record_text(session)),
        again=session.again,
        away=session.away,
        toes=session.toes,
        aspects={number: round(aspect, 3) for number, aspect in session.aspects.items()},
        title=stored.title if stored else label.title,
    )
    store.put_entry(SUMMARY, id, write_summary(summary))


def _loss(session: Session, seat: int) -> float | None:
    """The points per round that a person's choices gave away. None until all rounds are reviewed."""
    if session.phase != "match-over" or session.not_reviewed(seat):
        return None
    costs = [found.cost for (_, owner), found in session.reviews.items() if owner == seat]
    return sum(costs) / len(session.match.rounds)


def store_missing_summaries(store: MatchStore) -> None:
    """Store the missing summaries of finished matches. Versions without a history stored no summary."""
    finished = [head for head in store.matches() if head.over]
    for head in [head for head in finished if store.entry(SUMMARY, head.label.id) is None]:
        try:
            store_summary(store, restore(store.match_text(head.label.id)), head.label)
        except RecordError:
            store.quarantine(head.label.id)
        except ValueError:
            continue  # the save's head says that the match is over, but its record says that it is not
