"""What a guest's device keeps of its seat, in the browser's storage. With `?party=local`, only the tab has it."""

import json

from game.for_types import TYPE_CHECKING
from game.page.kernel.dom import remember
from game.page.own_phones import relay
from game.page.people import at_the_table

if TYPE_CHECKING:
    from typing import Any

    from game.contract.devices.guest_device import Keepsake

KEY = "chickenfoot-seat"


def read() -> "Keepsake | None":
    """What this device keeps of its seat at a host's table, or None."""
    text = relay.kept(KEY)
    kept: Any
    try:
        kept = json.loads(text) if text else None
    except ValueError:
        return None
    names = ("table", "secret", "who", "bytes")
    if not isinstance(kept, dict) or not all(isinstance(kept.get(name), str) for name in names):
        return None
    is_whole = isinstance(kept.get("seat"), int) and isinstance(kept.get("shares"), list)
    whole: Keepsake | None = kept if is_whole else None  # type: ignore[assignment]  # checked above
    return whole


def write(keepsake: "Keepsake") -> "None":
    """Keep a seat at a host's table."""
    relay.keep(KEY, json.dumps(keepsake))


def write_link(code: "str") -> "None":
    """Keep the code of the link of the seat's table, "" for a table without one."""
    relay.keep(at_the_table.SEAT_LINK, code)


def link() -> "str":
    """The code that `write_link` kept, or ""."""
    return relay.kept(at_the_table.SEAT_LINK)


def is_seat_of(code: "str") -> "bool":
    """Whether the seat is at the table with this link, and the person has not left it."""
    kept = read()
    return bool(kept and kept["secret"] and kept["seat"] >= 0 and link() == code)


def write_way_back(code: "str") -> "None":
    """Keep in this tab the link that brings the page back to its table after a reload (`way_back` in at_the_table.py)."""
    remember(at_the_table.WAY_BACK, code, of_tab=True)
