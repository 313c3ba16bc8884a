"""Pack an invitation (`#j1…`) or its answer (`#a1…`) into a code that fits a small QR code.

Like every link code, it has a letter for its kind, a version, one number in base 64, and a CRC-32 as six more digits. The
version is that of the protocol. The number holds, in a mixed radix: the number of the invitation, the seat plus one (0:
any), the form of the ICE credentials and the credentials, the fingerprint, and the candidates.
"""

from game.devices.pairing.descriptions import (
    HEXADECIMAL,
    ICE_CHARACTERS,
    MOST_CANDIDATES,
    PWD_LENGTHS,
    UFRAG_LENGTHS,
    check_description,
    ip_to_number,
    mdns_to_number,
    number_to_ip,
    number_to_mdns,
)
from game.devices.wire import PROTOCOL
from game.for_types import TYPE_CHECKING
from game.records.text.code_finder import ALPHABET, checksum, is_whole

if TYPE_CHECKING:
    from typing import Literal

    from game.contract.devices.pairing import Candidate, Description, Pairing, PairingData

KINDS: "dict[Literal['offer', 'answer'], str]" = {"offer": "j", "answer": "a"}
VERSION = str(PROTOCOL)
# A code holds the number of its invitation modulo this. At most 12 invitations are unused at a time.
INVITATION_NUMBERS = 64
MOST_SEATS = 10
LONGEST_CODE = 600
# The forms of credentials: (length of ufrag, length of pwd, characters). Chromium and WebKit make the first, Firefox the second.
FORMS = ((4, 24, ICE_CHARACTERS), (8, 32, HEXADECIMAL))
# The forms of a candidate's address: (type, number of bits). Browsers hide a local address behind an
# mDNS name, which is a UUID and `.local`. A UUID of version 4 is random but for six fixed bits.
UUID4, UUID, IPV4, IPV6, SRFLX_IPV4, SRFLX_IPV6 = range(6)
ADDRESSES = (("host", 122), ("host", 128), ("host", 32), ("host", 128), ("srflx", 32), ("srflx", 128))


class BadCode(Exception):
    """A code that cannot be read. `key` is the text key of the sentence that says why."""

    def __init__(self, key: "str") -> "None":
        super().__init__(key)
        self.key = key


def write_pairing(
    kind: "str",
    description: "Description",
    invitation: "int",
    seat: "int" = -1,
    longest: "int" = LONGEST_CODE,
) -> "str":
    """The code of an offer or an answer, with its `#`.

    Candidates that would make the code longer than `longest` are left out, the last ones first. One always stays.
    """
    letter = KINDS["offer"] if kind == "offer" else KINDS["answer"]
    candidates = description["candidates"][:MOST_CANDIDATES]
    while True:
        body = letter + VERSION + to_digits(packed(description, candidates, invitation, seat))
        code = "#" + body + checksum(body)
        if len(code) <= longest or len(candidates) < 2:
            return code
        candidates = candidates[:-1]


def read_pairing(code: "str") -> "Pairing":
    """Read a code. Raises BadCode."""
    kinds = [kind for kind in KINDS if code[:2] == "#" + KINDS[kind]]
    if not kinds:
        raise BadCode("error.link.not-ours")
    if len(code) > LONGEST_CODE or not is_whole(code):
        raise BadCode("error.link.damaged")
    if code[2] != VERSION:
        raise BadCode("error.link.version")
    try:
        read = unpacked(from_digits(code[3:-6]))
        check_description(read["description"])
    except ValueError:
        raise BadCode("error.link.damaged") from None
    return {
        "invitation": read["invitation"],
        "seat": read["seat"],
        "description": read["description"],
        "kind": kinds[0],
    }


def packed(
    description: "Description", candidates: "list[Candidate]", invitation: "int", seat: "int"
) -> "int":
    """The number that holds everything. Raises ValueError for a description that `check_description` refuses."""
    check_description(description)
    ufrag, pwd = description["ufrag"], description["pwd"]
    form = form_of(ufrag, pwd)
    number_fields = [
        (invitation % INVITATION_NUMBERS, INVITATION_NUMBERS),
        (seat + 1, MOST_SEATS + 1),
        (form, len(FORMS) + 1),
    ]
    if form == len(FORMS):
        limits = ((ufrag, UFRAG_LENGTHS), (pwd, PWD_LENGTHS))
        number_fields += [(len(text) - least, most - least + 1) for text, (least, most) in limits]
    alphabet = FORMS[form][2] if form < len(FORMS) else ICE_CHARACTERS
    number_fields += [(alphabet.index(character), len(alphabet)) for character in ufrag + pwd]
    number_fields.append((int(description["fingerprint"], 16), 1 << 256))
    number_fields.append((len(candidates), MOST_CANDIDATES + 1))
    for candidate_type, address, port in candidates:
        address_index, bits, number = address_form(candidate_type, address)
        number_fields += [(address_index, len(ADDRESSES)), (number, 1 << bits), (port, 65536)]
    total = 0
    for value, radix in reversed(number_fields):
        total = total * radix + value
    return total


def unpacked(total: "int") -> "PairingData":
    """Read a number, see `packed`. Raises ValueError if something is left over, or if `packed` would not have written this number."""
    reader = Reader(total)
    invitation, seat, form = (
        reader.take(INVITATION_NUMBERS),
        reader.take(MOST_SEATS + 1) - 1,
        reader.take(len(FORMS) + 1),
    )
    if form < len(FORMS):
        ufrag_length, pwd_length, alphabet = FORMS[form]
    else:
        ufrag_length, pwd_length = [
            least + reader.take(most - least + 1) for least, most in (UFRAG_LENGTHS, PWD_LENGTHS)
        ]
        alphabet = ICE_CHARACTERS
    ufrag = "".join([alphabet[reader.take(len(alphabet))] for _ in range(ufrag_length)])
    pwd = "".join([alphabet[reader.take(len(alphabet))] for _ in range(pwd_length)])
    fingerprint = "{:064x}".format(reader.take(1 << 256))
    candidates = [take_candidate(reader) for _ in range(reader.take(MOST_CANDIDATES + 1))]
    if reader.total or form_of(ufrag, pwd) != form:
        raise ValueError("more than a description")
    description: Description = {
        "ufrag": ufrag,
        "pwd": pwd,
        "fingerprint": fingerprint,
        "candidates": candidates,
    }
    return {"invitation": invitation, "seat": seat, "description": description}


class Reader:
    """Reads the fields of a number in a mixed radix, the first one first."""

    def __init__(self, total: "int") -> "None":
        self.total = total

    def take(self, radix: "int") -> "int":
        """The next field, from 0 to `radix` - 1."""
        self.total, value = divmod(self.total, radix)
        return value


def form_of(ufrag: "str", pwd: "str") -> "int":
    """The index in FORMS of the first form that fits the credentials; len(FORMS) if none fits."""
    for number, (ufrag_length, pwd_length, alphabet) in enumerate(FORMS):
        fits = (len(ufrag), len(pwd)) == (ufrag_length, pwd_length)
        if fits and all(character in alphabet for character in ufrag + pwd):
            return number
    return len(FORMS)


def address_form(candidate_type: "str", address: "str") -> "tuple[int, int, int]":
    """(index in ADDRESSES, bits, number) of a candidate's address. Raises ValueError for an unknown form."""
    if address.endswith(".local"):
        number = mdns_to_number(address)
        if number is None or candidate_type != "host":
            raise ValueError(address)
        if number >> 76 & 15 == 4 and number >> 62 & 3 == 2:  # the fixed bits of version 4
            low, middle, high = number & (1 << 62) - 1, number >> 64 & 4095, number >> 80
            return UUID4, 122, (high << 12 | middle) << 62 | low
        return UUID, 128, number
    found = ip_to_number(address)
    if found is None or candidate_type not in ("host", "srflx"):
        raise ValueError(address)
    bits, number = found
    host, srflx = (IPV4, SRFLX_IPV4) if bits == 32 else (IPV6, SRFLX_IPV6)
    return host if candidate_type == "host" else srflx, bits, number


def take_candidate(reader: "Reader") -> "Candidate":
    """Read a candidate: (type, address, port). Raises ValueError for a form that `address_form` would not choose."""
    form = reader.take(len(ADDRESSES))
    candidate_type, bits = ADDRESSES[form]
    number, port = reader.take(1 << bits), reader.take(65536)
    if form == UUID4:
        high, middle, low = number >> 74, number >> 62 & 4095, number & (1 << 62) - 1
        address = number_to_mdns(high << 80 | 4 << 76 | middle << 64 | 2 << 62 | low)
    else:
        address = number_to_mdns(number) if form == UUID else number_to_ip(bits, number)
    if not port or address_form(candidate_type, address)[0] != form:
        raise ValueError(address)
    return candidate_type, address, port


def to_digits(number: "int") -> "str":
    """Write a number in base 64, highest digit first."""
    digits = []
    while number:
        number, digit = divmod(number, 64)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def from_digits(text: "str") -> "int":
    """Read a number in base 64. Raises ValueError if it begins with a zero."""
    if text[:1] == "0":
        raise ValueError("a leading zero")
    number = 0
    for character in text:
        number = number * 64 + ALPHABET.index(character)
    return number
