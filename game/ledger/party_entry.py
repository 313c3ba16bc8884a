"""The stored entry `chickenfoot-party/1`: with it, guests can return to a match after a reload of the host's page.

The entry is stored under the id of its match; its text does not contain the id. It contains the bytes of the seed, which
gives nothing more away, because the save contains the seed too. `Host.restore` in game/devices/hosting/host.py reads the
values.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from game.records import fields
from game.records.fields import Entry

if TYPE_CHECKING:
    from game.contract import kept
    from game.contract.kept import HostState

FORMAT: Final = "chickenfoot-party/1"
LONGEST = 20_000  # characters; an entry of ten seats has some 4,000
LISTS = ("plan", "places", "shares", "minded")
MOST_ITEMS = 40
MOST_COUNT = 1 << 31


class PartyEntry(NamedTuple):
    """The stored data of a host (`Host.data`). `id` is that of the match; `read_party` leaves it empty."""

    id: str
    table: str
    """The id by which the guests' phones know the table."""
    data: Entry


def write_party(data: HostState) -> str:
    """Write the data of a host as one line of JSON."""
    entry: kept.PartyEntry = {"format": FORMAT, **data}
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def read_party(text: str) -> PartyEntry:
    """Read an entry. Raises RecordError if it is unreadable. The items of the lists are not checked here."""
    data = fields.read_document(text, FORMAT, LONGEST)
    for name in LISTS:
        fields.items(data, name, MOST_ITEMS)
    fields.number(data, "count", MOST_COUNT)
    return PartyEntry("", fields.text(data, "table", 64), data)
