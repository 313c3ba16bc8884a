"""A match that is over goes into the history: a summary of it is kept, with its record."""

from game.ledger.summary import Summary, packed, summary_of, write_summary
from game.rules.errors import RecordError
from game.session.save_head import Label
from game.session.saving import record_text, restore
from game.session.session import Session
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore


def remember(store: MatchStore, session: Session, label: Label) -> None:
    """Puts the summary of a match that is over on the shelf; one that is there keeps its time and title and gains what is known
    by now."""
    id, when = label.id, label.when
    before: Summary | None = store.entry(SUMMARY, id)
    losses = {seat: loss for seat in session.people if (loss := session.loss(seat)) is not None}
    if before is not None and not losses:
        return
    made = summary_of(
        session.match, session.preset, session.seats, id, before.when if before else when, losses
    )
    made = made._replace(
        record=packed(record_text(session)),
        again=session.again,
        title=before.title if before else label.title,
    )
    store.put_entry(SUMMARY, id, write_summary(made))


def remember_earlier(store: MatchStore) -> None:
    """The same for every match that was over before there was a history."""
    over = [head for head in store.matches() if head.over]
    for head in [head for head in over if store.entry(SUMMARY, head.label.id) is None]:
        try:
            remember(store, restore(store.match_text(head.label.id)), head.label)
        except RecordError:
            store.quarantine(head.label.id)
        except ValueError:
            continue  # its head says that it is over, its record does not
