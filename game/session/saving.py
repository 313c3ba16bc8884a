"""The text form of a session: what is kept between visits, and records opened from files."""

import json

from game.players import levels
from game.records import record
from game.records.replay import read_record
from game.rules.errors import RecordError
from game.session.session import Session

SAVE_FORMAT = "chickenfoot-save/1"


def record_text(session: Session) -> str:
    """The record of the match so far (docs/contracts.md, section 2)."""
    return record.write_record(record.Record(session.match, session.preset, session.seats))


def save(session: Session) -> str:
    """Everything that is needed to go on from here, as text."""
    begun = len(session.match.rounds) > 1 or session.has_played
    saved = {
        "format": SAVE_FORMAT,
        "aspect": session.board.aspect,
        "undone": session.undone,
        "styles": [seat.style for seat in session.seats],
        "goes_on": session.phase != "match-over" and begun,
        "record": record_text(session),
    }
    return json.dumps(saved, ensure_ascii=False, separators=(",", ":"))


def goes_on(save: str) -> bool:
    """Whether a match in the words of `save` was begun by the person and is not over."""
    try:
        told = json.loads(save)
    except ValueError:
        return False  # nobody can go on from it
    return isinstance(told, dict) and bool(
        told.get("goes_on", True)
    )  # older saves do not tell: better kept than lost


def restore(text: str) -> Session:
    """The session that `save` wrote, replayed. Raises RecordError when the text is not such a save."""
    try:
        saved = json.loads(text)
        if saved["format"] != SAVE_FORMAT:
            raise ValueError(saved["format"])
        aspect, undone, styles = float(saved["aspect"]), int(saved["undone"]), list(saved["styles"])
        told = str(saved["record"])
    except (ValueError, KeyError, TypeError) as fault:
        raise RecordError("error.save.unreadable") from fault
    session = _seated(read_record(told), styles, aspect)
    session.undone = undone
    return session


def opened(text: str, aspect: float) -> Session:
    """The session that goes on from a record (docs/contracts.md, section 2), bots in the balanced style.

    Raises RecordError when the text is not a record that the rules allow, or when nobody in it is a person.
    """
    told = read_record(text)
    if all(seat.kind != "human" for seat in told.seats):
        raise RecordError("error.session.nobody")
    if any(seat.level not in (None, *levels.LEVELS) for seat in told.seats):
        raise RecordError("error.record.field", {"field": "level"})
    return _seated(told, [None if seat.kind == "human" else "balanced" for seat in told.seats], aspect)


def _seated(told: record.Record, styles: list[str | None], aspect: float) -> Session:
    """The session with the record's people in their seats, its match and its history."""
    seats = tuple(seat._replace(style=style) for seat, style in zip(told.seats, styles, strict=True))
    return Session(told.match, told.preset, seats, aspect)
