"""The link of a table at a relay (`#t1…`): one for everybody, for as long as the host keeps it.

It has the 44 signs that assets/relay/sealed.js makes and reads: the room's secret of 128 bits, and the first 128 bits of
SHA-256 of the host's public key, each as 22 digits of base64url.
"""

from game.devices.pairing.pairing_code import BadCode
from game.records.text.code_finder import ALPHABET, checksum, is_whole

LETTER = "t"
VERSION = "1"
SIGNS = 44


def write_table_link(signs: "str") -> "str":
    """The code with these signs, with its `#`. Raises ValueError for signs that are no room's."""
    if len(signs) != SIGNS or not all(sign in ALPHABET for sign in signs):
        raise ValueError(signs)
    body = LETTER + VERSION + signs
    return "#" + body + checksum(body)


def read_table_link(code: "str") -> "str":
    """The signs of a code. Raises BadCode."""
    if code[:2] != "#" + LETTER:
        raise BadCode("error.link.not-ours")
    if not is_whole(code):
        raise BadCode("error.link.damaged")
    if code[2] != VERSION:
        raise BadCode("error.link.version")
    if len(code) != len("#" + LETTER + VERSION) + SIGNS + 6:
        raise BadCode("error.link.damaged")
    return code[3:-6]
