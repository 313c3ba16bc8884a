"""Write a session as a save and restore it, and start a session from a record file."""

from typing import Any, NamedTuple

from game.players import levels
from game.records import fields, record
from game.records.daily_deal import daily_deal
from game.records.fields import Entry, Json
from game.records.links.challenge import read_challenge
from game.records.reading import read_record
from game.records.text.names import clean
from game.rules.errors import LinkError, RecordError, Refusal
from game.session.save_head import FIRST_FORMAT, SAVE_FORMAT, Head, Label, read_head, write_head
from game.session.session import Session

ASPECTS = 0.05, 20.0  # the plausible range of width / height
MOST_UNDONE = 1_000_000
UNNAMED = Label("", 0)
OPTIONAL_KEYS = ("helped", "armed", "link", "day", "late", "again")
"""Keys of a head, and attributes of a session, that a save leaves out while they are 0, empty or false."""


class NewerSave(RecordError):
    """A save from a newer version of the game: it cannot be read, and must not be changed."""


def record_text(session: Session) -> str:
    """The text of the match's record so far (docs/contracts.md, section 2)."""
    return record.write_record(session_record(session))


def session_record(session: Session) -> record.Record:
    """The match's record so far."""
    return record.Record(session.match, session.preset, session.seats, session.commitment)


def session_head(session: Session, label: Label) -> Head:
    """The head of a session's save."""
    match = session.match
    return Head(
        label,
        session.preset,
        tuple(seat.name for seat in session.seats),
        session.view.number,
        match.options.round_count,
        match.totals,
        session.phase,
        len(match.rounds) > 1 or session.has_played,
    )


def save(session: Session, label: Label = UNNAMED) -> str:
    """Write everything that is needed to continue the session, as text."""
    more = {
        "aspect": session.board.aspect,
        "undone": session.undone,
        "styles": [seat.style for seat in session.seats],
        **{key: value for key in OPTIONAL_KEYS if (value := getattr(session, key))},
    }
    return write_head(session_head(session, label), more) + record_text(session)


def read_save_head(text: object, id: str) -> Head:
    """Read the head of a save. A damaged or missing head is made from the record.

    Raises RecordError when the text is no save, NewerSave when a newer version wrote it.
    """
    parts = _parts(text)
    try:
        return read_head(parts.head, id)
    except RecordError:
        when = parts.head.get("when")
        label = Label(id, when if type(when) is int and 0 <= when < 1 << 53 else 0)
        return session_head(_restored(parts), label)


def restore(text: object) -> Session:
    """Restore the session from a save by replaying its record. Raises RecordError when the text is no save."""
    return _restored(_parts(text))


def record_of(text: object) -> str:
    """The text of the record in a save, unchecked. Raises RecordError when the text is no save."""
    return _parts(text).record


def day_of(text: object) -> str:
    """The date of the daily deal that a save plays, or empty. Raises RecordError when the text is no save."""
    return _daily_date(_parts(text).head.get("day"))


class _Parts(NamedTuple):
    head: Entry
    record: str


def _parts(text: object) -> _Parts:
    """Split a save of any version into head and record. An unreadable head becomes empty."""
    if not isinstance(text, str):
        raise RecordError("error.save.unreadable")
    first, _, rest = text.partition("\n")
    try:
        head: Json = fields.parse_json(first)
    except RecordError:
        head = None
    head = head if isinstance(head, dict) else {}
    version = head.get("format")
    if version == FIRST_FORMAT and isinstance(head.get("record"), str):
        return _Parts(head, str(head["record"]))
    if isinstance(version, str) and version.startswith("chickenfoot-save/"):
        number = version.removeprefix("chickenfoot-save/")
        if number.isdecimal() and len(number) < 5 and version not in (SAVE_FORMAT, FIRST_FORMAT):
            raise NewerSave("error.save.newer")
    if not rest.strip():
        raise RecordError("error.save.unreadable")
    return _Parts(head, rest)


def _restored(parts: _Parts) -> Session:
    """Restore the match from its record. Invalid values in the head are replaced by defaults."""
    head = parts.head
    played = _playable_record(read_record(parts.record))
    styles = head.get("styles")
    wanted = styles if isinstance(styles, list) else []
    seats = [
        seat._replace(style=_style(seat, wanted[number] if number < len(wanted) else None))
        for number, seat in enumerate(played.seats)
    ]
    session = Session(played.match, played.preset, tuple(seats), _aspect(head.get("aspect")))
    undone = head.get("undone")
    session.undone = undone if type(undone) is int and 0 <= undone < MOST_UNDONE else 0
    helped = head.get("helped")
    session.helped = helped if type(helped) is int and 0 <= helped < MOST_UNDONE else 0
    session.commitment = played.commitment
    session.link = _challenge_code(head.get("link"))
    session.day = _daily_date(head.get("day"))
    session.late, session.again = head.get("late") is True, head.get("again") is True
    session.armed = head.get("armed") is True and session.may_arm()
    return session


def _challenge_code(link: Json) -> str:
    """The value if it is the code of a challenge, else an empty text."""
    try:
        return link if isinstance(link, str) and read_challenge(link) else ""
    except LinkError:
        return ""


def _daily_date(day: Json) -> str:
    """The value if it is a valid date, else an empty text."""
    try:
        return day if isinstance(day, str) and daily_deal(day) else ""
    except Refusal:
        return ""


def _style(seat: record.Seat, wanted: Any) -> str | None:
    if seat.kind == "human":
        return None
    return wanted if wanted in levels.STYLES else "balanced"


def _aspect(head: Any) -> float:
    """The value if it is a plausible aspect, else 1."""
    if type(head) not in (int, float) or not ASPECTS[0] <= head <= ASPECTS[1]:
        return 1.0
    return float(head)


def session_from_record(text: str, aspect: float) -> Session:
    """Start a session from the text of a record (docs/contracts.md, section 2), with bots in the balanced style.

    Raises RecordError when the text is no legal record, or when no seat is a person's.
    """
    played = _playable_record(read_record(text))
    seats = tuple(seat._replace(name=clean(seat.name), style=_style(seat, None)) for seat in played.seats)
    session = Session(played.match, played.preset, seats, aspect)
    session.commitment = played.commitment
    return session


def _playable_record(played: record.Record) -> record.Record:
    """Return the record if a person can continue it. Raises RecordError otherwise."""
    if all(seat.kind != "human" for seat in played.seats):
        raise RecordError("error.session.nobody")
    if any(seat.level not in (None, *levels.LEVELS) for seat in played.seats):
        raise RecordError("error.record.field", {"field": "level"})
    if not played.match.rounds and played.match.current is None:
        raise RecordError("error.session.no-round")
    return played
