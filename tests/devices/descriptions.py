"""Descriptions of a connection, as browsers make them."""

import random

from game.contract.devices.pairing import Candidate, Description
from game.devices.pairing.descriptions import (
    number_to_ip,
)

HEX, BASE64 = "0123456789abcdef", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def text_of(lots: random.Random, signs: str, length: int) -> str:
    return "".join(lots.choice(signs) for _ in range(length))


def address(lots: random.Random, form: str) -> Candidate:
    """A candidate of a form, as the reader writes it."""
    digits = text_of(lots, HEX, 32)
    if form == "uuid4":
        digits = f"{digits[:12]}4{digits[13:16]}{lots.choice('89ab')}{digits[17:]}"
    name = f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}.local"
    port = lots.randrange(1, 65536)
    if form.startswith("uuid"):
        return "host", name, port
    kind = "srflx" if form.startswith("seen") else "host"
    bits = 32 if form.endswith("4") else 128
    return kind, number_to_ip(bits, lots.getrandbits(bits)), port


def description(lots: random.Random, forms: list[str], browser: str = "chromium") -> Description:
    """What a browser's description holds."""
    lengths = {"chromium": (4, 24, BASE64), "firefox": (8, 32, HEX), "other": (7, 31, BASE64)}
    ufrag, pwd, signs = lengths[browser]
    return {
        "ufrag": text_of(lots, signs, ufrag),
        "pwd": text_of(lots, signs, pwd),
        "fingerprint": text_of(lots, HEX, 64),
        "candidates": [address(lots, form) for form in forms],
    }
