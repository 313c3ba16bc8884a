"""Reading one small entry of the store, which may hold anything. Matches have their own reader (game/session/saving.py)."""

import json
from typing import Any

from game.records.fields import parsed
from game.rules.errors import RecordError

LARGEST = 20_000  # characters


def as_text(entry: Any) -> str:
    """What an entry is as a text, if it is none."""
    return entry if isinstance(entry, str) else json.dumps(entry, default=repr)


def unwrapped(entry: Any) -> str:
    """The text that PyScript's storage wrapped. Raises RecordError when it is no such thing."""
    wrapped = parsed(as_text(entry))
    if not isinstance(wrapped, list) or len(wrapped) != 3 or not isinstance(wrapped[2], str):
        raise RecordError("error.save.unreadable")
    return wrapped[2]


def object_in(entry: Any) -> Any:
    """The JSON object in an entry. Raises RecordError for anything else."""
    value = _small(entry)
    if not isinstance(value, dict):
        raise RecordError("error.save.unreadable")
    return value


def ids_in(entry: Any) -> list[str]:
    """The list of texts in an entry. Raises RecordError for anything else."""
    value = _small(entry)
    if not isinstance(value, list) or not all(isinstance(id, str) for id in value):
        raise RecordError("error.save.unreadable")
    return [str(id) for id in value]


def _small(entry: Any) -> Any:
    if not isinstance(entry, str) or len(entry) > LARGEST:
        raise RecordError("error.save.unreadable")
    return parsed(entry)
