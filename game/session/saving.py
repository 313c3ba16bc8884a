"""Write a session as a save, restore a session from a save, and start a session from a record file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.players import levels
from game.records import fields, record
from game.records.daily_deal import daily_deal
from game.records.fields import Entry, Json
from game.records.links.challenge import read_challenge
from game.records.reading import read_record
from game.records.text.names import clean
from game.rules.errors import LinkError, RecordError, Refusal
from game.session.save_head import SAVE_FORMAT, Head, Label, read_head, write_head
from game.session.session import Session
from game.session.undo_history import used_help

if TYPE_CHECKING:
    from game.contract.basics import UsedHelp
    from game.contract.kept import SaveExtras

COUNT_LIMIT = 1_000_000
"""Limit for the numbers of undos and of hints in a save."""
USED_HELP: tuple[UsedHelp, ...] = ("", "undo", "hints", "both")
"""The help that a save can name."""
UNNAMED = Label("", 0)
"""Label of a save outside the store."""


class NewerSave(RecordError):
    """A save from a newer version of the game, which this version cannot read and must not change."""


def record_text(session: Session) -> str:
    """The record of the session's match so far, as text (docs/contracts.md, section 2)."""
    return record.write_record(session_record(session))


def session_record(session: Session) -> record.Record:
    """The record of the session's match so far."""
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
        begun=bool(match.rounds) or session.has_played,
    )


def save(session: Session, label: Label = UNNAMED) -> str:
    """Write the session as text, with everything that `restore` needs."""
    more: SaveExtras = {
        "aspect": session.board.aspect,
        "undone": session.help.undone,
        "styles": [seat.style for seat in session.seats],
    }
    if session.help.hints:
        more["helped"] = session.help.hints
    if session.help.before != session.help.used:
        more["before"] = session.help.before
    if session.viewer.armed:
        more["armed"] = True
    if session.link:
        more["link"] = session.link
    if session.day:
        more["day"] = session.day
    if session.late:
        more["late"] = True
    if session.again:
        more["again"] = True
    if session.away:
        more["away"] = [*session.away]
    toes = fields.toes_data(session.toes)
    if toes:
        more["toes"] = toes
    return write_head(session_head(session, label), more) + record_text(session)


def read_save_head(text: object, id: str) -> Head:
    """Read the head of a save. A damaged or missing head is made again from the record.

    Raises RecordError when the text is no save, NewerSave when a newer version of the game wrote it.
    """
    parts = _split(text)
    try:
        return read_head(parts.head, id)
    except RecordError:
        when = parts.head.get("when")
        label = Label(id, when if type(when) is int and 0 <= when < fields.LATEST else 0)
        return session_head(_restore_session(parts), label)


def restore(text: object) -> Session:
    """Restore the session from a save by replaying its record. Raises RecordError when the text is no save."""
    return _restore_session(_split(text))


def record_of(text: object) -> str:
    """The text of the record in a save, unchecked. Raises RecordError when the text is no save."""
    return _split(text).record


def day_of(text: object) -> str:
    """The date of a save's daily deal, or an empty text. Raises RecordError when the text is no save."""
    return _daily_date(_split(text).head.get("day"))


def is_challenge(text: object) -> bool:
    """Whether a save is of an accepted challenge. Raises RecordError when the text is no save."""
    return bool(_split(text).head.get("link"))


def help_of(text: object) -> UsedHelp:
    """The help that was used in a save's match. Raises RecordError when the text is no save."""
    head = _split(text).head
    return used_help(_count(head.get("undone")), _count(head.get("helped")))


class _Parts(NamedTuple):
    head: Entry
    record: str


def _split(text: object) -> _Parts:
    """Split a save into head and record. An unreadable head becomes empty.

    Raises RecordError when the text is no save, NewerSave when a newer version of the game wrote it.
    """
    if not isinstance(text, str):
        raise RecordError("error.save.unreadable")
    first_line, _, rest = text.partition("\n")
    try:
        head: Json = fields.parse_json(first_line)
    except RecordError:
        head = None
    head = head if isinstance(head, dict) else {}
    format = head.get("format")
    name, _, own_version = SAVE_FORMAT.rpartition("/")
    if isinstance(format, str) and format.startswith(name + "/"):
        version = format.removeprefix(name + "/")
        # a longer number counts as damage, not as a newer version
        if version.isdecimal() and len(version) < 5 and int(version) > int(own_version):
            raise NewerSave("error.save.newer")
    if not rest.strip():
        raise RecordError("error.save.unreadable")
    return _Parts(head, rest)


def _restore_session(parts: _Parts) -> Session:
    """Restore the session. Invalid values in the head are replaced by defaults."""
    head = parts.head
    match_record = _playable_record(read_record(parts.record))
    styles = head.get("styles")
    stored_styles = styles if isinstance(styles, list) else []
    seats = [
        seat._replace(style=_style(seat, stored_styles[number] if number < len(stored_styles) else None))
        for number, seat in enumerate(match_record.seats)
    ]
    aspect, away = fields.aspect(head.get("aspect")) or 1.0, _away_seats(head.get("away"), seats)
    session = Session(match_record.match, match_record.preset, tuple(seats), aspect, away)
    session.help.undone, session.help.hints = _count(head.get("undone")), _count(head.get("helped"))
    session.help.before = _help_before(head.get("before"), session.help.used)
    session.commitment = match_record.commitment
    session.link = _challenge_code(head.get("link"))
    session.day = _daily_date(head.get("day"))
    # `save` says what these flags mean
    session.late, session.again = head.get("late") is True, head.get("again") is True
    session.viewer.armed = head.get("armed") is True and session.viewer.may_arm()
    session.toes = fields.toes(head.get("toes"))
    session.viewer.follow()  # lay the tiles out again, on the chosen toes
    return session


def _help_before(value: Json, otherwise: UsedHelp) -> UsedHelp:
    """The value if it names help, or none, else the help of the whole match: older saves have no such value."""
    return next((help for help in USED_HELP if help == value), otherwise)


def _count(value: Json) -> int:
    """The value if it is a plausible count, else 0."""
    return value if type(value) is int and 0 <= value < COUNT_LIMIT else 0


def _challenge_code(link: Json) -> str:
    """The value of `link` if it is the code of a challenge, else an empty text."""
    try:
        return link if isinstance(link, str) and read_challenge(link) else ""
    except LinkError:
        return ""


def _daily_date(day: Json) -> str:
    """The value of `day` if it is the date of a daily deal, else an empty text."""
    try:
        return day if isinstance(day, str) and daily_deal(day) else ""
    except Refusal:
        return ""


def _style(seat: record.Seat, stored: Json) -> str | None:
    """The style of a seat: none for a person, else the stored style if it exists, else balanced."""
    if seat.kind == "human":
        return None
    return stored if isinstance(stored, str) and stored in levels.STYLES else "balanced"


def _away_seats(value: Json, seats: list[record.Seat]) -> tuple[int, ...]:
    """The seats of people who play at other devices. Empty if one of the listed seats is a bot's."""
    listed = value if isinstance(value, list) else []
    away = tuple(seat for seat in listed if type(seat) is int and 0 <= seat < len(seats))
    return away if all(seats[seat].kind == "human" for seat in away) else ()


def session_from_record(text: str, aspect: float) -> Session:
    """Start a session from the text of a record (docs/contracts.md, section 2), with bots in the balanced style.

    Raises RecordError when the text is no legal record, or when no seat is a person's.
    """
    match_record = _playable_record(read_record(text))
    seats = tuple(
        seat._replace(name=clean(seat.name), style=_style(seat, None)) for seat in match_record.seats
    )
    session = Session(match_record.match, match_record.preset, seats, aspect)
    session.commitment = match_record.commitment
    return session


def _playable_record(match_record: record.Record) -> record.Record:
    """Return the record if a person can continue its match. Raises RecordError otherwise."""
    if all(seat.kind != "human" for seat in match_record.seats):
        raise RecordError("error.session.nobody")
    if any(seat.level not in (None, *levels.LEVELS) for seat in match_record.seats):
        raise RecordError("error.record.field", {"field": "level"})
    if not match_record.match.rounds and match_record.match.current is None:
        raise RecordError("error.session.no-round")
    return match_record
