"""The text form of a session: what is kept between visits, and records opened from files."""

from typing import Any, NamedTuple

from game.players import levels
from game.records import fields, record
from game.records.daily_deal import daily
from game.records.fields import Entry, Json
from game.records.links.challenge import read_challenge
from game.records.reading import read_record
from game.records.text.names import clean
from game.rules.errors import LinkError, RecordError, Refusal
from game.session.save_head import FIRST_FORMAT, SAVE_FORMAT, Head, Label, read_head, write_head
from game.session.session import Session

ASPECTS = 0.05, 20.0  # of any frame that somebody looks at
MOST_UNDONE = 1_000_000
UNNAMED = Label("", 0)
LATER = ("helped", "armed", "link", "day", "late", "again")
"""Keys of a head that are left out where they say nothing: 0, no link and no day, and false."""


class NewerSave(RecordError):
    """A save of a version that is still to come: not to be read, and not to be touched."""


def record_text(session: Session) -> str:
    """The record of the match so far (docs/contracts.md, section 2)."""
    return record.write_record(record_made(session))


def record_made(session: Session) -> record.Record:
    """The same as a value."""
    return record.Record(session.match, session.preset, session.seats, session.commitment)


def head_of(session: Session, label: Label) -> Head:
    """What a list shows of a match."""
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
    """Everything that is needed to go on from here, as text."""
    more = {
        "aspect": session.board.aspect,
        "undone": session.undone,
        "styles": [seat.style for seat in session.seats],
        **{key: value for key in LATER if (value := getattr(session, key))},
    }
    return write_head(head_of(session, label), more) + record_text(session)


def head(text: object, id: str) -> Head:
    """What a list shows of a kept match. Raises RecordError when it is no save, NewerSave when it is one to come.

    A head that is damaged, or was not yet written, is made from the record.
    """
    parts = _parts(text)
    try:
        return read_head(parts.head, id)
    except RecordError:
        when = parts.head.get("when")
        label = Label(id, when if type(when) is int and 0 <= when < 1 << 53 else 0)
        return head_of(_restored(parts), label)


def restore(text: object) -> Session:
    """The session that `save` wrote, replayed. Raises RecordError when the text is not such a save."""
    return _restored(_parts(text))


def record_of(text: object) -> str:
    """The record in a save, as it was written. Raises RecordError when it is no save; the record itself may not be readable."""
    return _parts(text).record


def day_of(text: object) -> str:
    """The date whose deal a save is of, empty if it is of none. Raises RecordError when it is no save."""
    return _dealt_on(_parts(text).head.get("day"))


class _Parts(NamedTuple):
    head: Entry
    record: str


def _parts(text: object) -> _Parts:
    """Head and record of a save of any version; a head that cannot be read is empty."""
    if not isinstance(text, str):
        raise RecordError("error.save.unreadable")
    first, _, rest = text.partition("\n")
    try:
        head: Json = fields.parsed(first)
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
    """The match as its record has it; of the head what makes sense, and else what is usual."""
    head = parts.head
    played = _with_a_person(read_record(parts.record))
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
    session.link = _taken_up(head.get("link"))
    session.day = _dealt_on(head.get("day"))
    session.late, session.again = head.get("late") is True, head.get("again") is True
    session.armed = head.get("armed") is True and session.may_arm()
    return session


def _taken_up(link: Json) -> str:
    """The code of a challenge, or nothing if it is none."""
    try:
        return link if isinstance(link, str) and read_challenge(link) else ""
    except LinkError:
        return ""


def _dealt_on(day: Json) -> str:
    """The date of a day, or nothing if it is none."""
    try:
        return day if isinstance(day, str) and daily(day) else ""
    except Refusal:
        return ""


def _style(seat: record.Seat, wanted: Any) -> str | None:
    if seat.kind == "human":
        return None
    return wanted if wanted in levels.STYLES else "balanced"


def _aspect(head: Any) -> float:
    """A wanted aspect, or that of a square if it is none."""
    if type(head) not in (int, float) or not ASPECTS[0] <= head <= ASPECTS[1]:
        return 1.0
    return float(head)


def opened(text: str, aspect: float) -> Session:
    """The session that goes on from a record (docs/contracts.md, section 2), bots in the balanced style.

    Raises RecordError when the text is not a record that the rules allow, or when nobody in it is a person.
    """
    played = _with_a_person(read_record(text))
    seats = tuple(seat._replace(name=clean(seat.name), style=_style(seat, None)) for seat in played.seats)
    session = Session(played.match, played.preset, seats, aspect)
    session.commitment = played.commitment
    return session


def _with_a_person(played: record.Record) -> record.Record:
    """The record, if somebody can sit down to it."""
    if all(seat.kind != "human" for seat in played.seats):
        raise RecordError("error.session.nobody")
    if any(seat.level not in (None, *levels.LEVELS) for seat in played.seats):
        raise RecordError("error.record.field", {"field": "level"})
    if not played.match.rounds and played.match.current is None:
        raise RecordError("error.session.no-round")
    return played
