"""Lines that no honest guest sends."""

import json
import random
from typing import Any

from game.devices.hosting.lines import requests

VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 7, 1e308, -0.5, 10**30, "", "x", "9-4>9-9", "+", "\0", "\u202e", "\ud800", "🐔" * 30,
    [], [[]], {}, {"a": 1}, "0" * 64, "f" * 32, "guest-1", "host", "a" * 5000,
]  # fmt: skip

FIELDS = (
    "v", "do", "name", "face", "aspect", "looks_on", "back", "hash", "bytes", "n", "verb", "with", "table", "seat", "secret",
)  # fmt: skip

VERBS = (
    *requests.VERBS,
    "undo",
    "lift",
    "next_round",
    "next_event",
    "save_file",
    "start",
    "__init__",
    "record",
)


def hostile_line(lots: random.Random) -> str:
    """A line that no honest guest sends. (A legal move or a farewell would rightly change the table.)"""
    kind = lots.randrange(6)
    if kind == 0:
        return "".join(chr(lots.choice((*range(128), 0x2028, 0x1F414))) for _ in range(lots.randrange(80)))
    if kind == 1:
        return lots.choice(
            ("[" * 3000, "{" * 100, '{"v":1' * 400, '"', "NaN", "1e999", "null", "[]", "{}", " " * 2001)
        )
    message: dict[str, Any] = {"v": 1, "do": lots.choice((*requests.KINDS[:5], "no", "scene", ""))}
    for _ in range(lots.randrange(7)):
        message[lots.choice(FIELDS)] = lots.choice(VALUES)
    if message["do"] in ("bye", "leave"):
        message["do"] = "ask"
    if kind > 3:
        arguments = {
            lots.choice(("tile", "code", "call", "toe", "at_once", "what", "seat", "x")): lots.choice(VALUES)
        }
        message = {"v": 1, "do": "ask", "n": 1, "verb": lots.choice(VERBS), "with": arguments}
        if arguments.get("code") in ("+", "9-4>9-9"):
            arguments["code"] = "?9"
    line = json.dumps(message)
    return line[: lots.randrange(len(line))] if kind == 2 else line
