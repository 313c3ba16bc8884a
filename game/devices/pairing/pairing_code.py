"""Pack an invitation (`#j1…`) or its answer (`#a1…`) into a code that fits a small QR code.

Like every link code, it has a letter for its kind, a version, one number in 64 digits, and CRC-32 in six digits. The
version is that of the protocol. The number holds, in a mixed radix: the number of the invitation, the seat plus one (0:
any), the form of the ICE credentials and the credentials, the fingerprint, and the candidates.
"""

from binascii import crc32

from game.devices.pairing.descriptions import (
    HEXADECIMAL,
    ICE_CHARACTERS,
    MOST_CANDIDATES,
    PWD_LENGTHS,
    UFRAG_LENGTHS,
    address_number,
    address_of,
    check_description,
    name_number,
    name_of,
)
from game.devices.wire import PROTOCOL

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
KINDS = {"offer": "j", "answer": "a"}
VERSION = str(PROTOCOL)
MOST_INVITATIONS = 64  # numbers of invitations; a table has far fewer at a time
MOST_SEATS = 10
LONGEST_CODE = 600
# The forms of credentials: (length of ufrag, length of pwd, characters). Chromium and WebKit make the first, Firefox the second.
FORMS = ((4, 24, ICE_CHARACTERS), (8, 32, HEXADECIMAL))
# The forms of a candidate's address: (type, number of bits). A random UUID (version 4) has 122 bits that are not fixed.
UUID4, UUID, IPV4, IPV6, SEEN_IPV4, SEEN_IPV6 = range(6)
ADDRESSES = (("host", 122), ("host", 128), ("host", 32), ("host", 128), ("srflx", 32), ("srflx", 128))


class BadCode(Exception):
    """A code that cannot be read. `key` is the text key of the sentence that says why."""

    def __init__(self, key):
        super().__init__(key)
        self.key = key


def write_pairing(kind, description, invitation, seat=-1, longest=LONGEST_CODE):
    """The code of an offer or an answer, with its `#`.

    Candidates that would make the code longer than `longest` are left out, the last ones first. One always stays.
    """
    candidates = description["candidates"][:MOST_CANDIDATES]
    while True:
        body = KINDS[kind] + VERSION + to_digits(packed(description, candidates, invitation, seat))
        code = "#" + body + checksum(body)
        if len(code) <= longest or len(candidates) < 2:
            return code
        candidates = candidates[:-1]


def read_pairing(code):
    """Read a code: {"kind": "offer" or "answer", "invitation", "seat", "description"}. Raises BadCode."""
    kinds = [kind for kind in KINDS if code[:2] == "#" + KINDS[kind]]
    if not kinds or not 9 <= len(code) <= LONGEST_CODE or not all(sign in ALPHABET for sign in code[2:]):
        raise BadCode("error.link.not-ours")
    if code[2] != VERSION:
        raise BadCode("error.link.version")
    body = code[1:-6]
    if checksum(body) != code[-6:]:
        raise BadCode("error.link.damaged")
    try:
        read = unpacked(from_digits(body[2:]))
        check_description(read["description"])
    except ValueError:
        raise BadCode("error.link.damaged") from None
    read["kind"] = kinds[0]
    return read


def packed(description, candidates, invitation, seat):
    """The number that holds everything. Raises ValueError for a description that `check_description` refuses."""
    check_description(description)
    ufrag, pwd = description["ufrag"], description["pwd"]
    form = form_of(ufrag, pwd)
    choices = [
        (invitation % MOST_INVITATIONS, MOST_INVITATIONS),
        (seat + 1, MOST_SEATS + 1),
        (form, len(FORMS) + 1),
    ]
    if form == len(FORMS):
        limits = ((ufrag, UFRAG_LENGTHS), (pwd, PWD_LENGTHS))
        choices += [(len(text) - least, most - least + 1) for text, (least, most) in limits]
    signs = FORMS[form][2] if form < len(FORMS) else ICE_CHARACTERS
    choices += [(signs.index(sign), len(signs)) for sign in ufrag + pwd]
    choices.append((int(description["fingerprint"], 16), 1 << 256))
    choices.append((len(candidates), MOST_CANDIDATES + 1))
    for kind, address, port in candidates:
        form, bits, number = address_form(kind, address)
        choices += [(form, len(ADDRESSES)), (number, 1 << bits), (port, 65536)]
    total = 0
    for value, radix in reversed(choices):
        total = total * radix + value
    return total


def unpacked(total):
    """Read a number, see `packed`. Raises ValueError if it holds more, or a value that was never packed."""
    reader = Reader(total)
    invitation, seat, form = (
        reader.take(MOST_INVITATIONS),
        reader.take(MOST_SEATS + 1) - 1,
        reader.take(len(FORMS) + 1),
    )
    if form < len(FORMS):
        ufrag_length, pwd_length, signs = FORMS[form]
    else:
        ufrag_length, pwd_length = [
            least + reader.take(most - least + 1) for least, most in (UFRAG_LENGTHS, PWD_LENGTHS)
        ]
        signs = ICE_CHARACTERS
    ufrag = "".join([signs[reader.take(len(signs))] for _ in range(ufrag_length)])
    pwd = "".join([signs[reader.take(len(signs))] for _ in range(pwd_length)])
    fingerprint = "{:064x}".format(reader.take(1 << 256))
    candidates = [take_candidate(reader) for _ in range(reader.take(MOST_CANDIDATES + 1))]
    if reader.total or form_of(ufrag, pwd) != form:
        raise ValueError("more than a description")
    description = {"ufrag": ufrag, "pwd": pwd, "fingerprint": fingerprint, "candidates": candidates}
    return {"invitation": invitation, "seat": seat, "description": description}


class Reader:
    """Takes the choices out of a number, the first one first."""

    def __init__(self, total):
        self.total = total

    def take(self, radix):
        """The next choice, from 0 to `radix` - 1."""
        self.total, value = divmod(self.total, radix)
        return value


def form_of(ufrag, pwd):
    """The first of FORMS that the credentials have, or len(FORMS)."""
    for number, (ufrag_length, pwd_length, signs) in enumerate(FORMS):
        fits = (len(ufrag), len(pwd)) == (ufrag_length, pwd_length)
        if fits and all(sign in signs for sign in ufrag + pwd):
            return number
    return len(FORMS)


def address_form(kind, address):
    """(index in ADDRESSES, bits, number) of a candidate's address. Raises ValueError for an unknown form."""
    if address.endswith(".local"):
        number = name_number(address)
        if number is None or kind != "host":
            raise ValueError(address)
        if number >> 76 & 15 == 4 and number >> 62 & 3 == 2:  # the fixed bits of version 4
            low, middle, high = number & (1 << 62) - 1, number >> 64 & 4095, number >> 80
            return UUID4, 122, (high << 12 | middle) << 62 | low
        return UUID, 128, number
    found = address_number(address)
    if found is None or kind not in ("host", "srflx"):
        raise ValueError(address)
    bits, number = found
    host, seen = (IPV4, SEEN_IPV4) if bits == 32 else (IPV6, SEEN_IPV6)
    return host if kind == "host" else seen, bits, number


def take_candidate(reader):
    """Read a candidate: [type, address, port]. Raises ValueError for a form that `address_form` would not choose."""
    form = reader.take(len(ADDRESSES))
    kind, bits = ADDRESSES[form]
    number, port = reader.take(1 << bits), reader.take(65536)
    if form == UUID4:
        high, middle, low = number >> 74, number >> 62 & 4095, number & (1 << 62) - 1
        address = name_of(high << 80 | 4 << 76 | middle << 64 | 2 << 62 | low)
    else:
        address = name_of(number) if form == UUID else address_of(bits, number)
    if not port or address_form(kind, address)[0] != form:
        raise ValueError(address)
    return [kind, address, port]


def to_digits(number):
    """Write a number in base 64, highest digit first."""
    digits = []
    while number:
        number, digit = divmod(number, 64)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def from_digits(text):
    """Read a number in base 64. Raises ValueError if it begins with a zero."""
    if text[:1] == "0":
        raise ValueError("a leading zero")
    number = 0
    for sign in text:
        number = number * 64 + ALPHABET.index(sign)
    return number


def checksum(body):
    """The six checksum digits of a code's body."""
    digits = to_digits(crc32(body.encode()) & 0xFFFFFFFF)
    return "0" * (6 - len(digits)) + digits
