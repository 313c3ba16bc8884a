"""Read and change in the store which names are one person's, see game/narration/statistics/identity.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ledger.summary import Summary
from game.narration.statistics.identity import Names, after_renaming, read_renamed
from game.records.text.names import clean
from game.store.entries import SUMMARY
from game.store.match_store import MatchStore

COUNTED = "counted"
"""The key of the entry {"since": {name: ms since 1970}, "renamed": {name: present name}} about the statistics."""


def counted(store: MatchStore) -> dict[str, Any]:
    """The entry COUNTED, with values of any type."""
    return dict(store.get(COUNTED) or {})


def known_names(store: MatchStore) -> Names:
    """The name in the page's settings, and the present names by earlier ones."""
    return Names(_name_in(store.get("settings") or {}), read_renamed(counted(store).get("renamed")))


def put_renamed(store: MatchStore, renamed: Mapping[str, str]) -> None:
    """Store the present names by earlier ones."""
    store.put(COUNTED, {"since": {}, **counted(store), "renamed": dict(renamed)})


def note_new_name(store: MatchStore, settings: Mapping[str, object]) -> None:
    """Note that the person at the device is called as in `settings` from now on, if these have another name."""
    names, name = known_names(store), _name_in(settings)
    if "name" in settings and name != names.own:
        summaries: list[Summary] = [*store.entries(SUMMARY).values()]
        put_renamed(store, after_renaming(summaries, names, name))


def _name_in(settings: Mapping[str, object]) -> str:
    name = settings.get("name")
    return clean(name) if isinstance(name, str) else ""
