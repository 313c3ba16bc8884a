"""Find a link code in a text, whatever stands around it: in an address, a message, a scanned QR code, or a command line.

Everything that takes a code from outside calls `find_code` first: the page (in MicroPython) and the commands. So the
module imports nothing of the project, and uses no regular expressions, because MicroPython lacks most of them.

A code is `#`, a letter for its kind, a version, digits of ALPHABET, and CRC-32 of all these but `#`, as six more digits.
The checksum decides where a code ends. So words may follow without a gap, and other characters may break the code: line
breaks, the marks of a quoted mail, invisible spaces. Another text passes once in 2**36 attempts.
"""

from binascii import crc32

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
LONGEST = 4_000  # characters of a code; a match of ten seats with a double-18 set takes about 1,700
SHORTEST = 9  # characters of a code: `#`, kind, version, checksum
LONGEST_TEXT = 20_000  # characters in which a code is looked for
CHECKSUM_SHIFTS = (30, 24, 18, 12, 6, 0)  # of the six digits of a checksum, six bits each
MOST_ESCAPES = 3  # how often a text may be percent-encoded: the address of a redirection contains an address
HEXADECIMAL = "0123456789abcdefABCDEF"


def find_code(text: str, kinds: str) -> str:
    """The first code in a text whose kind is one of the letters `kinds`, with its `#`.

    If no code is whole, return the longest beginning of one, for which every reader says that it is damaged. "" if there
    is neither. Takes time in proportion to the length of the text.
    """
    damaged = ""
    for part in decoded(text[:LONGEST_TEXT]).split("#")[1:]:
        digits = "".join([character for character in part[: 2 * LONGEST] if character in ALPHABET])
        if not digits or digits[0] not in kinds:
            continue
        code = _whole_code(digits[: LONGEST - 1])
        if code:
            return code
        beginning = _first_run(part)
        if len(beginning) > len(damaged) and _looks_like_code(beginning):
            damaged = beginning
    return "#" + damaged[: LONGEST - 1] if damaged else ""


def is_whole(code: str) -> bool:
    """Whether a text is exactly one code, of any kind and version, with the right checksum."""
    return (
        SHORTEST <= len(code) <= LONGEST
        and code[0] == "#"
        and all(character in ALPHABET for character in code[1:])
        and checksum(code[1:-6]) == code[-6:]
    )


def checksum(body: str) -> str:
    """The six checksum digits of a code's body, which is everything between `#` and the checksum."""
    return _checksum_digits(crc32(body.encode()) & 0xFFFFFFFF)


def decoded(text: str) -> str:
    """The text without percent-encoding. Only ASCII matters here: a blank takes the place of each other byte."""
    for _ in range(MOST_ESCAPES):
        parts = text.split("%")
        if len(parts) == 1:
            break
        text = parts[0] + "".join([_unescaped(part) for part in parts[1:]])
    return text


def _unescaped(part: str) -> str:
    """Decode the two hexadecimal digits with which `part` begins. Without them, put the percent sign back."""
    if len(part) < 2 or part[0] not in HEXADECIMAL or part[1] not in HEXADECIMAL:
        return "%" + part
    byte = int(part[:2], 16)
    return (chr(byte) if byte < 128 else " ") + part[2:]


def _whole_code(digits: str) -> str:
    """The longest code at the beginning of `digits`, with its `#`; "" if there is none."""
    code, body, data = "", 2, digits.encode()
    crc = crc32(data[:2]) & 0xFFFFFFFF
    while body + 6 <= len(digits):
        # The last digit decides nearly always, so the other ones are seldom computed.
        if ALPHABET[crc & 63] == digits[body + 5] and _checksum_digits(crc) == digits[body : body + 6]:
            code = "#" + digits[: body + 6]
        crc = crc32(data[body : body + 1], crc) & 0xFFFFFFFF
        body += 1
    return code


def _checksum_digits(crc: int) -> str:
    return "".join([ALPHABET[crc >> shift & 63] for shift in CHECKSUM_SHIFTS])


def _first_run(part: str) -> str:
    """The digits with which `part` begins."""
    end = 0
    while end < len(part) and part[end] in ALPHABET:
        end += 1
    return part[:end]


def _looks_like_code(run: str) -> bool:
    """Whether a kind and what follows it are the beginning of a code, or an altered one, rather than a word after `#`.

    All versions are numbers so far. An altered version leaves a long mixture of letters and numbers, unlike a word.
    """
    if len(run) == 1 or run[1].isdigit():
        return True
    return len(run) >= SHORTEST and any(character.isdigit() or character.isupper() for character in run[2:])
