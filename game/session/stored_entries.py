"""Check stored entries and extract their contents, to import a backup (game/ledger/backup_file.py).

The part of a key before the first slash is the entry's kind.
"""

import json
from typing import Any

from game.ledger.challenge_entry import read_challenge_entry, write_challenge_entry
from game.ledger.daily_entry import read_daily_result, write_daily_result
from game.ledger.house_rules_entry import read_house_rules, write_house_rules
from game.ledger.party_entry import read_party
from game.ledger.post_entry import read_post_entry
from game.ledger.score_pad import read_pad, write_pad
from game.ledger.summary import read_summary, write_summary
from game.records import fields
from game.records.reading import read_record
from game.rules.errors import RecordError
from game.rules.options.declared import EARLIER_VALUES
from game.session.saving import record_of

LARGEST = 20_000
"""Largest number of characters in an entry with one plain JSON object, for example the settings."""


def check_entry(key: str, text: str) -> None:
    """Read a whole entry, and raise RecordError if it is unreadable."""
    kind = key.partition("/")[0]
    if kind == "match":
        read_record(record_of(text))
    elif kind == "summary":
        read_summary(text)
    elif kind == "pad":
        read_pad(text)
    elif kind == "day":
        read_daily_result(text)
    elif kind == "house":
        read_house_rules(text)
    elif kind == "challenge":
        read_challenge_entry(text)
    elif kind == "party":
        read_party(text)
    elif kind == "post":
        from game.session.post.stored_post import held_match  # comes late: few devices have a match by post

        held_match(read_post_entry(text))
    elif not isinstance(fields.parse_json(text, LARGEST), dict):
        raise RecordError("error.save.unreadable")


def entry_content(key: str, text: str) -> str:
    """The content of an entry, for comparison: without its id and the time at which it was stored.

    A summary also leaves out its deal key, second try and title. A pad keeps its id and time.
    The content of a match or pad begins with the content of every earlier state of that match or pad.
    Raises RecordError when the entry is unreadable.
    """
    kind = key.partition("/")[0]
    if kind == "match":
        return _match_content(record_of(text))
    if kind == "summary":
        return write_summary(read_summary(text)._replace(id="", deal="", again=False, title=None))
    if kind == "challenge":
        return write_challenge_entry(read_challenge_entry(text)._replace(id="", when=0))
    if kind == "day":
        return write_daily_result(read_daily_result(text)._replace(when=0))
    if kind == "pad":
        pad = read_pad(text)
        rounds = [write_pad(pad._replace(lines=(line,))) for line in pad.lines]
        return "".join(f"{part}\n" for part in (write_pad(pad._replace(lines=())), *rounds))
    if kind == "party":
        return read_party(text).table  # a backup never replaces the secrets of the same table
    if kind == "post":
        return _post_content(text)
    if kind == "house":
        house = read_house_rules(text)
        return write_house_rules(house._replace(id="", when=0))
    return text


def _post_content(text: str) -> str:
    """A match by post: its id, then a line for each part of the seed, then the content of its record.

    Secrets and devices are left out: a backup of another device does not take the seats of this one.
    Raises RecordError when the entry is unreadable.
    """
    from game.session.post.stored_post import held_match

    entry = read_post_entry(text)
    posted = held_match(entry).posted
    lines = "".join(f"{part}\n" for part in (posted.id, *posted.parts))
    return lines + (_match_content(str(entry.data["record"])) if posted.is_dealt else "")


def _match_content(text: str) -> str:
    """A record's options (newer ones too), seed and names as one line, then one line for each deal and each event.

    Raises RecordError when the record is unreadable.
    """
    record: Any = fields.parse_json(text)
    try:
        names = [seat["name"] for seat in record["seats"]]
        options = {**EARLIER_VALUES, **record["options"]}
        parts = [json.dumps([options, record["seed"], names], sort_keys=True)]
        for played in record["rounds"]:
            parts.append(json.dumps([played["hands"], played["yard"]]))
            parts += [json.dumps(event, sort_keys=True) for event in played["events"]]
    except (KeyError, TypeError):
        raise RecordError("error.save.unreadable") from None
    return "".join(f"{part}\n" for part in parts)
