"""Link codes in the texts in which people pass them on."""

import functools
import random
from collections.abc import Callable
from urllib.parse import quote

from game.records.text.code_finder import ALPHABET
from tests.golden.codes import golden_entries, pairing_codes

KINDS = "crphdlmjat"

# What stands beside a link, as `{}`: punctuation, marks of messengers and mail programs, parameters, words.
BESIDE = [
    *("{}.", "({})", "{},", "»{}«", "«{}»", "<{}>", '"{}"', "*{}*", "_{}_", "~{}~", "`{}`", "[our table]({})"),
    *("{}!", "{}?", "{};", "{}:", "{}'s", "{}/", "{}\\", "{}|", "{}\t", "{}#", "{}…", "{}-", "{}--", "{}_", "{}0"),
    *("{}&fbclid=IwAR1x-_y", "{}?utm_source=x", "{}&amp;x=1", "{}%20", "{}%22", "{}%C2%A0", "{}%E2%80%8B", "{}%0D%0A"),
    *("{} come and play", "{}\n\nSent from my iPhone", "{} Sent from my iPhone", "{}Sent from my iPhone"),
    *("#2 table: {}", "{} #2 table", "#jazz #chickenfoot {}", "Flat #a1, {}", "🐔{}🐔", "{}\u200b", "{}\u00a0later"),
    *("\ufeff{}", "> {}\n> so\n", 'href="{}"', "100%{}%", "{}%zz", "{{{}}}"),
]  # fmt: skip


def broken(link: str, mark: str, width: int = 76) -> str:
    return mark.join(link[start : start + width] for start in range(0, len(link), width))


# What programs do to a link itself.
WRITTEN: dict[str, Callable[[str], str]] = {
    "as it is": lambda link: link,
    "hyphens escaped": lambda link: link.replace("-", "%2D").replace("_", "%5f"),
    "hash escaped": lambda link: link.replace("#", "%23"),
    "everything escaped": lambda link: (
        link.partition("#")[0] + "#" + "".join(f"%{ord(sign):02x}" for sign in link.partition("#")[2])
    ),
    "escaped twice": lambda link: quote(quote(link, safe=""), safe=""),
    "redirected": lambda link: f"https://l.test/l.php?u={quote(link, safe='')}&h=AT1",
    "line break": lambda link: broken(link, "\n"),
    "line break of a mail": lambda link: broken(link, "=\r\n"),
    "quoted": lambda link: broken(link, "\r\n> > "),
    "short lines": lambda link: broken(link, "\n", 7),
    "blanks": lambda link: broken(link, " ", 20),
    "invisible blanks": lambda link: broken(link, "\u200b", 10),
    "escaped line break": lambda link: broken(link, "%0A", 30),
}


@functools.cache
def all_codes() -> list[str]:
    """Every golden code."""
    return sorted({entry["code"] for entry in golden_entries()} | {*pairing_codes()})


@functools.cache
def codes() -> list[str]:
    """The shortest and the longest golden code of each kind and version."""
    found: dict[str, list[str]] = {}
    for code in all_codes():
        found.setdefault(code[1:3], []).append(code)
    assert {kind[0] for kind in found} == set(KINDS)
    return [code for group in found.values() for code in sorted({min(group, key=len), max(group, key=len)})]


def texts(code: str) -> list[str]:
    """The code as a link in all its surroundings."""
    link = f"https://play.test/game/{code}"
    return [beside.format(written(link)) for beside in BESIDE for written in WRITTEN.values()]


def random_text(lots: random.Random, code: str) -> str:
    """A code in surroundings of random characters, without another code's beginning behind a `#`."""
    signs = [
        *ALPHABET,
        *" \n\t.,;:!?()[]{}<>«»\"'*~`|/\\=&%@🐔é\u200b\u00a0",
        "%20",
        "%C3%A9",
        "Sent from",
        "# ",
        "#2",
        "#Z",
    ]
    before, after = ("".join(lots.choices(signs, k=lots.randrange(60))) for _ in range(2))
    written = lots.choice([*WRITTEN.values()])
    return f"{before}{written(code)}{after}"
