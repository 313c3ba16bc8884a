"""A match that is over goes into the history: a summary of it is kept, with its record."""

from game.ledger.summary import Summary, packed, summary_of, write_summary
from game.rules.errors import RecordError
from game.session.saving import record_text, restore
from game.session.session import Session
from game.store.entries import SUMMARY
from game.store.shelf import Shelf


def remember(shelf: Shelf, session: Session, id: str, when: int) -> None:
    """Puts the summary of a match that is over on the shelf; one that is there keeps its time and gains what is known by now."""
    before: Summary | None = shelf.entry(SUMMARY, id)
    losses = {seat: loss for seat in session.people if (loss := session.loss(seat)) is not None}
    if before is not None and not losses:
        return
    made = summary_of(
        session.match, session.preset, session.seats, id, before.when if before else when, losses
    )
    shelf.put_entry(SUMMARY, id, write_summary(made._replace(record=packed(record_text(session)))))


def remember_earlier(shelf: Shelf) -> None:
    """The same for every match that was over before there was a history."""
    over = [head for head in shelf.matches() if head.over]
    for head in [head for head in over if shelf.entry(SUMMARY, head.label.id) is None]:
        try:
            remember(shelf, restore(shelf.text(head.label.id)), head.label.id, head.label.when)
        except RecordError:
            shelf.unreadable(head.label.id)
        except ValueError:
            continue  # its head says that it is over, its record does not
