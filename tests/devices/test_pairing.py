"""Invitation codes: short, the same in both interpreters, and no text can make one that was never written."""

import json
import random
from pathlib import Path

import pytest

from game.devices.pairing.descriptions import (
    check_description,
    ip_to_number,
    read_candidate,
    read_description,
    write_description,
)
from game.devices.pairing.pairing_code import (
    ALPHABET,
    BadCode,
    checksum,
    read_pairing,
    to_digits,
    write_pairing,
)
from game.records.links import packing
from tests.devices.descriptions import description

GOLDEN = Path(__file__).parents[1] / "golden" / "pairing-1.json"
LONGEST = 160  # signs of a code in a QR code, with the page's address


def sizes() -> dict[str, int]:
    lots = random.Random(1)
    forms = {
        "one name": ["uuid4"],
        "two names": ["uuid4"] * 2,
        "ipv4": ["ip4"],
        "ipv4 and ipv6": ["ip4", "ip6"],
    }
    return {
        f"{browser}: {name}": max(
            len(write_pairing("offer", description(lots, form, browser), 63, 9)) for _ in range(20)
        )
        for browser in ("chromium", "firefox")
        for name, form in forms.items()
    }


def test_codes_are_short_enough_for_a_small_qr_code() -> None:
    found = sizes()
    assert found["chromium: two names"] <= 131 and found["chromium: ipv4"] <= 91
    assert max(found.values()) <= LONGEST - len("https://play.example/"), found


@pytest.mark.parametrize("kind", ["offer", "answer"])
def test_what_a_code_holds_is_read_again(kind: str) -> None:
    lots = random.Random(kind)
    forms = ("uuid4", "uuid", "ip4", "ip6", "seen4", "seen6")
    for number in range(300):
        chosen = [lots.choice(forms) for _ in range(lots.randrange(8))]
        held = description(lots, chosen, lots.choice(["chromium", "firefox", "other"]))
        seat = lots.randrange(-1, 10)
        code = write_pairing(kind, held, number, seat)
        assert read_pairing(code) == {
            "kind": kind,
            "invitation": number % 64,
            "seat": seat,
            "description": held,
        }
        sdp = write_description(held, kind)
        assert read_description(sdp) == held
        assert read_description(sdp + sdp) == held  # a browser may name an address twice
        assert read_description(write_description(held, kind, with_candidates=False)) == {
            **held,
            "candidates": [],
        }


@pytest.mark.parametrize(
    ("part", "accepted", "refused"),
    [
        ("ufrag", ("a" * 4, "+/9Z" * 8), ("", "a" * 3, "a" * 33, "abc?")),
        ("pwd", ("a" * 22, "+/9Z" * 16), ("", "a" * 21, "a" * 65, "a" * 21 + "?")),
        ("fingerprint", ("0f" * 32,), ("", "0" * 63, "0" * 65, "0" * 63 + "g", "A" * 64)),
    ],
)
def test_credentials_and_fingerprints_that_no_browser_makes_are_refused(
    part: str, accepted: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    held = description(random.Random(6), [])
    for text in accepted:
        check_description({**held, part: text})
    for text in refused:
        with pytest.raises(ValueError, match=part):
            check_description({**held, part: text})


def test_candidates_that_do_not_fit_are_left_out_but_never_the_first() -> None:
    held = description(random.Random(2), ["uuid4", "ip4", "ip6", "uuid4", "uuid"])
    lengths = [len(write_pairing("offer", held, 1, longest=longest)) for longest in (600, 160, 130, 10)]
    assert lengths == sorted(lengths, reverse=True) and lengths[1] <= 160 and lengths[2] <= 130
    assert (
        read_pairing(write_pairing("offer", held, 1, longest=10))["description"]["candidates"]
        == held["candidates"][:1]
    )


def test_a_damaged_code_is_refused() -> None:
    lots = random.Random(3)
    code = write_pairing("offer", description(lots, ["uuid4", "ip4"]), 5)
    for text, key in (
        ("", "not-ours"),
        ("#j1", "damaged"),
        ("#x" + code[2:], "not-ours"),
        (code + "=", "damaged"),
        ("#j2" + code[3:], "damaged"),
        ("#j2" + code[3:-6] + checksum("j2" + code[3:-6]), "version"),
        (code[:-1], "damaged"),
        (code[:40] + code[41:], "damaged"),
        (code * 9, "damaged"),
    ):
        with pytest.raises(BadCode) as refused:
            read_pairing(text)
        assert refused.value.key == f"error.link.{key}", text
    for place in range(3, len(code)):
        other = lots.choice(ALPHABET.replace(code[place], ""))
        with pytest.raises(BadCode):
            read_pairing(code[:place] + other + code[place + 1 :])


def test_ten_thousand_forged_codes_are_refused_or_written_the_same_again() -> None:
    lots, read = random.Random(4), 0
    good = write_pairing("offer", description(lots, ["uuid4", "ip4"]), 5)
    for _ in range(10_000):
        digits = [*good[3:-6]]
        for _ in range(lots.randrange(1, 4)):
            digits[lots.randrange(len(digits))] = lots.choice(ALPHABET)
        body = lots.choice("ja") + "1" + "".join(digits)[: lots.randrange(1, 140)]
        code = f"#{body}{checksum(body)}"
        try:
            found = read_pairing(code)
        except BadCode:
            continue
        read += 1
        assert write_pairing(found["kind"], found["description"], found["invitation"], found["seat"]) == code
    assert read > 100


def test_digits_are_those_of_all_link_codes() -> None:
    lots = random.Random(5)
    for _ in range(100):
        number = lots.getrandbits(lots.randrange(1, 700))
        assert to_digits(number) == packing.to_digits(number).lstrip("0")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("192.168.1.7", (32, 0xC0A80107)),
        ("fe80::1", (128, (0xFE80 << 112) + 1)),
        ("::1", (128, 1)),
        ("1::", (128, 1 << 112)),
        ("1:2:3:4:5:6:7:8", (128, 0x00010002000300040005000600070008)),
        *((text, None) for text in ("256.1.1.1", "1.2.3", "1.2.3.x", "1::2::3", "1:2:3", "12345::", "1:2:3:4:5:6:7::8:9", "abc", "")),
    ],
)  # fmt: skip
def test_addresses(text: str, found: object) -> None:
    assert ip_to_number(text) == found


@pytest.mark.parametrize(("port", "is_read"), [("0", False), ("1", True), ("65535", True), ("65536", False)])
def test_ports(port: str, is_read: bool) -> None:
    found = read_candidate(f"1 1 udp 2122260223 192.168.1.7 {port} typ host")
    assert found == (("host", "192.168.1.7", int(port)) if is_read else None)


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_golden_codes_are_read_for_ever(browser: str) -> None:
    """Descriptions that browsers wrote, their codes, and the descriptions that are rebuilt from the codes."""
    golden = json.loads(GOLDEN.read_text())[browser]
    for kind in ("offer", "answer"):
        entry = golden[kind]
        described = entry["description"]
        described["candidates"] = [tuple(candidate) for candidate in described["candidates"]]
        assert read_description(entry["sdp"]) == described
        assert write_pairing(kind, described, entry["invitation"], entry["seat"]) == entry["code"]
        read = read_pairing(entry["code"])
        assert (read["description"], read["invitation"]) == (described, entry["invitation"])
        assert write_description(read["description"], kind) == entry["rebuilt"]
