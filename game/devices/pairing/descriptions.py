"""Read and write the session descriptions (SDP, RFC 8866) of a connection with one data channel.

A description has the values that are different for each connection. TEMPLATE has the rest. A candidate's type is "host" or
"srflx" (the address that a STUN server saw).

Addresses are IPv4, IPv6, or an mDNS name (a UUID and `.local`), which hides the address. TCP candidates are left out.
"""

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from game.contract.devices.pairing import Candidate, Credentials, Description

MOST_CANDIDATES = 7
HEXADECIMAL = "0123456789abcdef"
ICE_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"  # RFC 8839
UFRAG_LENGTHS = 4, 32
PWD_LENGTHS = 22, 64
TEMPLATE = """\
v=0
o=- 1 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=ice-ufrag:{ufrag}
a=ice-pwd:{pwd}
a=fingerprint:sha-256 {fingerprint}
a=setup:{setup}
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
"""


def read_description(sdp: "str") -> "Description":
    """The description in a browser's SDP. Raises ValueError if a part is missing or of an unknown form."""
    found: Credentials = {"ufrag": "", "pwd": "", "fingerprint": ""}
    candidates: list[Candidate] = []
    for line in sdp.splitlines():
        name, _, value = line.strip().partition(":")
        if name == "a=ice-ufrag":
            found["ufrag"] = value
        elif name == "a=ice-pwd":
            found["pwd"] = value
        elif name == "a=fingerprint":
            hash_name, _, digits = value.partition(" ")
            if hash_name.lower() == "sha-256":
                found["fingerprint"] = digits.replace(":", "").lower()
        elif name == "a=candidate" and len(candidates) < MOST_CANDIDATES:
            candidate = read_candidate(value)
            if candidate and candidate not in candidates:
                candidates.append(candidate)
    check_description(found)
    return {
        "ufrag": found["ufrag"],
        "pwd": found["pwd"],
        "fingerprint": found["fingerprint"],
        "candidates": candidates,
    }


def check_description(found: "Credentials | Description") -> "None":
    """Raise ValueError for credentials or a fingerprint that no browser makes."""
    limits = (("ufrag", found["ufrag"], UFRAG_LENGTHS), ("pwd", found["pwd"], PWD_LENGTHS))
    for name, value, (least, most) in limits:
        if not least <= len(value) <= most or not all(character in ICE_CHARACTERS for character in value):
            raise ValueError(name)
    if len(found["fingerprint"]) != 64 or not all(
        character in HEXADECIMAL for character in found["fingerprint"]
    ):
        raise ValueError("fingerprint")


def read_candidate(value: "str") -> "Candidate | None":
    """(type, address, port) of a candidate's value, such as `1 1 udp 2122260223 192.168.1.7 54321 typ host …`.

    None for a candidate that a code does not carry.
    """
    words = value.split()
    if len(words) < 8 or words[1] != "1" or words[2].lower() != "udp" or words[6] != "typ":
        return None
    address, port, candidate_type = words[4].lower(), words[5], words[7]
    if candidate_type not in ("host", "srflx") or not port.isdigit() or not 0 < int(port) < 65536:
        return None
    known: object = mdns_to_number(address) if address.endswith(".local") else ip_to_number(address)
    is_hidden = ".local" in address
    if known is None or (candidate_type == "srflx" and is_hidden):
        return None
    return candidate_type, address, int(port)


def write_description(description: "Description", kind: "str", with_candidates: "bool" = True) -> "str":
    """The SDP of a description. `kind` is "offer" or "answer"."""
    digits = description["fingerprint"].upper()
    text = TEMPLATE.format(
        ufrag=description["ufrag"],
        pwd=description["pwd"],
        fingerprint=":".join([digits[start : start + 2] for start in range(0, 64, 2)]),
        setup="actpass" if kind == "offer" else "active",
    )
    lines = text.split("\n")[:-1]
    if with_candidates:
        lines += ["a=" + line for line in candidate_lines(description)]
    return "\r\n".join(lines) + "\r\n"


def candidate_lines(description: "Description") -> "list[str]":
    """The candidates as a browser reads them, `candidate:…`. Earlier ones have a higher priority (RFC 8445, 5.1.2)."""
    lines = []
    for number, (candidate_type, address, port) in enumerate(description["candidates"]):
        preference = 126 if candidate_type == "host" else 100
        priority = (preference << 24) + ((65535 - number) << 8) + 255
        line = "candidate:{} 1 udp {} {} {} typ {}".format(
            number + 1, priority, address, port, candidate_type
        )
        lines.append(line + (" raddr 0.0.0.0 rport 0" if candidate_type == "srflx" else ""))
    return lines


# --- addresses as numbers


def mdns_to_number(name: "str") -> "int | None":
    """The number of a UUID's mDNS name, below 2**128; None for another name."""
    uuid = name[: -len(".local")]
    groups = uuid.split("-")
    if [len(group) for group in groups] != [8, 4, 4, 4, 12]:
        return None
    digits = "".join(groups)
    return int(digits, 16) if all(character in HEXADECIMAL for character in digits) else None


def number_to_mdns(number: "int") -> "str":
    """The mDNS name of a number, see `mdns_to_number`."""
    digits = "{:032x}".format(number)
    ends = (0, 8, 12, 16, 20, 32)
    return "-".join([digits[ends[n] : ends[n + 1]] for n in range(5)]) + ".local"


def ip_to_number(address: "str") -> "tuple[int, int] | None":
    """(number of bits, the number) of an IPv4 or IPv6 address; None for another text."""
    parts = address.split(".")
    if len(parts) == 4:
        if not all(part.isdigit() and len(part) < 4 and int(part) < 256 for part in parts):
            return None
        return 32, sum([int(part) << (24 - 8 * place) for place, part in enumerate(parts)])
    if address.count("::") > 1 or ":" not in address:
        return None
    before, gap, after = address.partition("::")
    first = before.split(":") if before else []
    last = after.split(":") if after else []
    missing = 8 - len(first) - len(last)  # groups that "::" stands for
    if (gap and missing < 1) or (not gap and missing):
        return None
    groups = first + ["0"] * missing + last
    if not all(
        0 < len(group) < 5 and all(character in HEXADECIMAL for character in group) for group in groups
    ):
        return None
    return 128, sum([int(group, 16) << (112 - 16 * place) for place, group in enumerate(groups)])


def number_to_ip(bits: "int", number: "int") -> "str":
    """The address of a number, see `ip_to_number`. IPv6 is written without `::`."""
    if bits == 32:
        return ".".join([str(number >> shift & 255) for shift in (24, 16, 8, 0)])
    return ":".join(["{:x}".format(number >> shift & 65535) for shift in range(112, -1, -16)])
