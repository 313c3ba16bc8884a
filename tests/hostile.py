"""Hostile texts for tests, as lists of repeated parts, so that a page can build 50 MB without receiving them."""

import inspect
import json
import random
from collections.abc import Iterator

from game.engine.desk import Desk
from game.store.match_store import MatchStore
from game.store.storage_backend import MemoryBackend

Parts = list[tuple[str, int]]
"""Parts of a text, each with its number of repetitions."""

FORMATS = (
    "chickenfoot-archive/1",
    "chickenfoot-record/1",
    "chickenfoot-save/1",
    "chickenfoot-save/2",
    "chickenfoot-pad/1",
)
FIELDS = (
    *("when", "matches", "summaries", "pads", "house", "days", "settings", "table", "counted"),
    *("preset", "options", "seed", "seats", "rounds", "totals", "places", "commitment"),
)
VALUES = (
    *("null", "true", "-1", "1e999", "-1e999", "NaN", "Infinity", "1e308", "9" * 400, "9" * 5_000, "0.1"),
    *(
        '""',
        '"x"',
        '"\\ud800"',
        '"\\u0000"',
        "[]",
        "{}",
        "[[]]",
        "[null]",
        '[{"id":"a","text":"{}"}]',
        '[{"id":5}]',
    ),
    *(
        '{"players":1e999}',
        '[{"name":[],"kind":"human"}]',
        '[{"events":[[]]}]',
        '["\\udfff"]',
        '{"since":{"You":NaN}}',
    ),
)
ALPHABET = (
    *("\0", "\ud800", "\udfff", "\ufeff", "\u202e", "\x1b", '"', "\\", "[", "{", "]", "}", ",", ":", "\n"),
    *("é", "鶏", "🐔", "9", "-", "#r1", "#c4", "#p2", "#h2", "9-4>", "../"),
)


def text_of(parts: Parts) -> str:
    """Build the text."""
    return "".join(piece * times for piece, times in parts)


def hostile(lots: random.Random, largest: int) -> Parts:
    """A random hostile text of at most about `largest` characters."""
    kind = lots.randrange(6)
    size = int(largest ** lots.random()) + 1
    if kind == 0:  # deep nesting
        piece, end = lots.choice(
            [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]"), ('["]",', "]"), ('{"a":0,"a":[', "]}")]
        )
        times = size // len(piece + end) + 1
        return [(piece, times), ("1", 1), (end, lots.choice([0, times]))]
    if kind == 1:  # many items
        piece = lots.choice(["0,", "[],", "{},", '"",', "1e999,", '{"id":"a","text":""},', "-0.0,"])
        return [("[", 1), (piece, size // len(piece)), ("0]", 1)]
    if kind == 2:  # the right format with many items
        field, value = lots.choice(FIELDS), lots.choice(VALUES)
        head = f'{{"format":"{lots.choice(FORMATS)}","when":5,"{field}":['
        return [(head, 1), (value + ",", size // (len(value) + 1)), (value + "]}", 1)]
    if kind == 3:  # wrong types and duplicate keys
        fields = [(lots.choice(FIELDS), lots.choice(VALUES)) for _ in range(lots.randrange(30))]
        body = ",".join(f'"{field}":{value}' for field, value in fields)
        return [(f'{{"format":"{lots.choice(FORMATS)}","when":5,{body}}}', 1)]
    if kind == 4:  # one repeated character
        return [
            (lots.choice(["", '"', "[", "#"]), 1),
            (lots.choice(ALPHABET), size),
            (lots.choice(["", '"', "]"]), 1),
        ]
    return [(lots.choice(ALPHABET), lots.randrange(1, 9)) for _ in range(lots.randrange(40))]


def texts(seed: str, count: int, largest: int) -> Iterator[Parts]:
    """`count` random hostile texts, the same ones for the same seed."""
    lots = random.Random(seed)
    for _ in range(count):
        yield hostile(lots, largest)


FIFTY = 49_999_990
LARGE: list[Parts] = [
    [("[", FIFTY)],
    [('{"a":', FIFTY // 5)],
    [("[", 1), ("0,", FIFTY // 2), ("0]", 1)],
    [("[", 1), ("[],", FIFTY // 3), ("0]", 1)],
    [("[", 1), ("{},", FIFTY // 3), ("0]", 1)],
    [("\0", FIFTY)],
    [('"', 1), ('\\"', FIFTY // 2)],
    [("9", FIFTY)],
    [
        ('{"format":"chickenfoot-archive/1","when":5,"matches":[', 1),
        ('{"id":"a","text":"["},', FIFTY // 22),
        ("0]}", 1),
    ],
    [("é", FIFTY // 2)],
]
"""Texts of 50 MB, the size of the largest file that the page gives to the engine."""


def taking_text() -> list[tuple[str, str]]:
    """Every verb with a text argument, and the argument's name. `tell` is left out: it takes one of the page's words."""
    desk = Desk(MatchStore(MemoryBackend()))
    found = [
        (name, argument.name)
        for name, verb in desk.verbs.items()
        if name != "tell"
        for argument in inspect.signature(verb).parameters.values()
        if "str" in str(argument.annotation).replace("dict[str", "").replace("list[str", "")
    ]
    assert len(found) > 25
    return found


def asked(verb: str, name: str, text: str) -> str:
    """A verb's arguments as JSON, with the text as the argument `name`."""
    return json.dumps({**SANE.get(verb, {}), name: text})


SANE: dict[str, dict[str, object]] = {
    "take_link": {"names": ["You"], "aspect": 1},
    "days": {"date": "2026-11-20"},
    "start_day": {"date": "2026-11-20", "names": ["You"], "aspect": 1},
    "open_record": {"aspect": 1},
    "replay": {"aspect": 1},
    "rename_match": {"id": "a", "title": "t"},
    "pad_points": {"out": 0, "told": [5, 5]},
    "write_pad": {"out": 0, "told": [5, 5]},
    "typed": {"tile": "9-4"},
    "house_link": {"id": "a"},
    "join_statistics": {"name": "You", "other": "Ann"},
    "part_statistics": {"name": "You", "other": "Ann"},
    "save_house": {"name": "x", "preset": "hastings", "changes": {}, "players": 4},
    "begin_pad": {"preset": "hastings", "changes": {}, "names": []},
    "start": {"seats": [{"name": "You", "kind": "human"}] * 2, "aspect": 1, "preset": "montgomery", "changes": {"set": 6}},
    "keep": {"key": "table", "value": {}},
    "check": {"preset": "hastings", "changes": {}, "players": 4},
    "rules": {"preset": "hastings", "changes": {}, "players": 4},
    "lesson": {"step": 1, "names": ["You", "Ann", "Bo"], "aspect": 1, "preset": "hastings", "changes": {}, "players": 4},
    "ways": {"preset": "hastings", "changes": {}, "players": 4},
    "empty_pad": {"preset": "hastings", "changes": {}, "players": 4},
}  # fmt: skip
"""The other arguments that a verb needs."""
