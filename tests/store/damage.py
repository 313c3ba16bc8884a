"""Damage the entries of a store."""

import json
import random
from typing import Any

from game.records.fields import LONGEST
from game.session.save_head import Label
from game.session.saving import save
from game.store.match_store import MATCH
from tests.session.matches import bots_step, persons_step, table

NESTED = "[" * 20_000 + "]" * 20_000

STRANGE: list[Any] = [
    None, True, -1, 0, 7, 1 << 70, 1e308, float("inf"), float("nan"), "", "x", "\ud800", "x" * 5_000, [], {}, [None],
    [[]] * 50, {"a": {"b": []}}, "chickenfoot-save/3", "chickenfoot-record/9", "9-4", json.loads("[" * 50 + "]" * 50),
]  # fmt: skip


def entries() -> dict[str, Any]:
    """A healthy store: two matches, one of them in its second round, settings, and a quarantined entry."""
    first, second = table("first", set=6, seats=2), table("second", set=6, hand_size=5, seats=2)
    lots = random.Random(4)
    while second.view.number < 2:
        if second.phase != "playing":
            second.next_round(1)
        elif second.others_must_move():
            bots_step(second)
        else:
            persons_step(second, lots)
    return {
        MATCH + "first": save(first, Label("first", 1000)),
        MATCH + "second": save(second, Label("second", 2000, "Sunday")),
        "stamp/first": "me/1",
        "stamp/second": "me/2",
        "settings": '{"theme":"dark","sound":true}',
        "table": '{"preset":"montgomery","seats":[{"name":"You","kind":"human"}]}',
        "said": '["old"]',
        "aside/12/old/match/third": "what it was",
    }


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every field of some data."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, part in parts for path in paths(part, (*at, key)))]


def changed(value: Any, path: tuple[Any, ...], lots: random.Random) -> Any:
    """Data with one field missing, doubled, or replaced."""
    if not path:
        return lots.choice(STRANGE)
    holder = value
    for key in path[:-1]:
        holder = holder[key]
    kind = lots.randrange(3)
    if kind == 0:
        del holder[path[-1]]
    elif kind == 1 and isinstance(holder, list):
        holder.insert(path[-1], holder[path[-1]])
    else:
        holder[path[-1]] = lots.choice(STRANGE)
    return value


def damaged(entry: str, lots: random.Random) -> Any:
    """Damage an entry at random."""
    kind = lots.randrange(12)
    if kind == 0:
        return entry[: lots.randrange(len(entry) + 1)]
    if kind == 1:
        return lots.choice([*STRANGE, NESTED, " " * (LONGEST + 1), "\n" * 9])
    if kind == 2:
        at = lots.randrange(len(entry) + 1)
        return entry[:at] + lots.choice(["", "\n", "\0", '"', "}", NESTED, "é"]) + entry[at + 1 :]
    first, newline, rest = entry.partition("\n")
    if rest and kind < 9:
        data = json.loads(rest)
        made = json.dumps(changed(data, lots.choice(paths(data)), lots))
        return first + newline + made
    try:
        data = json.loads(first)
    except ValueError:
        return entry[1:]
    return json.dumps(changed(data, lots.choice(paths(data)), lots)) + newline + rest
