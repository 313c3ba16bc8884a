"""What Python computes, by many of its libraries: run in Pyodide by test_trim_wasm.py, once with the whole wasm and once with ours."""

import array
import base64
import binascii
import datetime
import hashlib
import itertools
import json
import math
import random
import re
import struct
import sys
import time
import traceback
import zlib
from typing import Any

NUMBERS = [0.1, 0.5, 1.0, 1.5, 2.5, 3.3, 7.0, 10.0, 123.456, 1e-9, 1e-300, 1e17, 1e300]


def attempted(function: Any, *given: Any) -> str:
    """What it answers, or how it fails."""
    try:
        return repr(function(*given))
    except (ArithmeticError, TypeError, ValueError) as problem:
        return type(problem).__name__


def of_math() -> list[str]:
    """Every function of `math`, of one and of two numbers."""
    functions = [getattr(math, name) for name in sorted(dir(math)) if not name.startswith("_")]
    functions = [function for function in functions if callable(function)]
    one = [attempted(function, number) for function in functions for number in (*NUMBERS, -0.7, 12)]
    pairs = list(itertools.product(NUMBERS[:9], repeat=2))
    return one + [attempted(function, *pair) for function in functions for pair in pairs]


def of_text() -> list[str]:
    """What is known of every sign there is, and some ways of writing."""
    signs = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    asked = (
        "isalpha",
        "isdecimal",
        "isdigit",
        "isidentifier",
        "islower",
        "isnumeric",
        "isprintable",
        "isspace",
        "istitle",
        "isupper",
    )
    changed = ("casefold", "lower", "title", "upper", "swapcase", "capitalize")
    told = [
        hashlib.sha256(repr([getattr(sign, name)() for sign in signs]).encode()).hexdigest()
        for name in (*asked, *changed)
    ]
    text = "Straße, ΑΣ, İstanbul, ﬁ, 鶏の足, 🐔"
    for encoding in (
        "utf-8",
        "utf-16",
        "utf-32",
        "latin-1",
        "ascii",
        "unicode_escape",
        "raw_unicode_escape",
        "utf-8-sig",
    ):
        data = text.encode(encoding, "backslashreplace")
        told += [repr(data), repr(data.decode(encoding, "replace"))]
    numbers = [*NUMBERS, *(-number for number in NUMBERS)]
    told += [
        f"{number:{how}}"
        for number in numbers
        for how in ("", ".3f", "e", ".17g", ",.2f", "%", ">30", "08.1f")
    ]
    told += [
        repr(float(f"{digits}e{power}"))
        for digits in ("1", "2.7182818", "9.9999999999999999")
        for power in range(-320, 305, 25)
    ]
    return [
        *told,
        str(3**500),
        repr(int("9" * 400) // 7**99),
        re.sub(r"(?i)É|ß", "x", text),
        repr(sorted(text)),
    ]


def of_libraries() -> list[str]:
    """Sums, archives, dates, chance."""
    data = bytes(range(256)) * 40
    told = [
        hashlib.new(name, data).hexdigest()
        for name in ("md5", "sha1", "sha256", "sha512", "sha3_256", "blake2b")
    ]
    for level in (0, 1, 6, 9):
        packed = zlib.compress(data, level)
        told += [packed.hex(), repr(zlib.decompress(packed) == data)]
    told += [
        str(zlib.crc32(data)),
        str(zlib.adler32(data)),
        str(binascii.crc32(data)),
        base64.b85encode(data).decode(),
    ]
    told += [
        base64.urlsafe_b64encode(data).decode(),
        struct.pack("<bhiqfdH", 1, -2, 3, -4, 5.5, 6.6, 7).hex(),
    ]
    chance = random.Random(7)
    told += [
        repr(draw())
        for draw in (chance.random, lambda: chance.gauss(0, 1), lambda: chance.sample(range(99), 20))
    ]
    told += [
        repr(
            [
                chance.betavariate(2, 3),
                chance.expovariate(2),
                chance.lognormvariate(0, 1),
                chance.vonmisesvariate(1, 2),
            ]
        )
    ]
    day = datetime.datetime(2026, 11, 22, 17, 4, 5, tzinfo=datetime.UTC)
    told += [
        day.isoformat(),
        repr(day.isocalendar()),
        day.strftime("%A %d %B %j %U %x"),
        repr(day - datetime.timedelta(days=400.5)),
    ]
    told += [time.strftime("%Y-%m-%d", time.gmtime(1e9)), repr(array.array("d", NUMBERS).tobytes())]
    told += [
        json.dumps({"a": NUMBERS, "é": [None, True, "🐔"]}),
        repr(json.loads('[1e-7, 12345678901234567890, "\\u00e9"]')),
    ]
    try:
        dict[str, int]()["missing"]
    except KeyError:
        told.append(traceback.format_exc())
    return told


RESULT = [*of_math(), *of_text(), *of_libraries()]
