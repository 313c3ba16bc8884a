"""Codes are found in texts as people pass them on, and what was cut off is told from what is none."""

import functools
import random
from urllib.parse import quote

import pytest

from game.records.links.any_link import LINK_KINDS, read_any_code
from game.records.text.code_finder import ALPHABET, LONGEST, LONGEST_TEXT, checksum, find_code, is_whole
from game.rules.errors import LinkError
from tests.golden.codes import golden_entries, pairing_codes

KINDS = "crphdlja"
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
WRITTEN = {
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


@pytest.mark.parametrize("code", codes())
def test_a_code_is_found_in_all_surroundings(code: str) -> None:
    assert len(BESIDE) > 40
    for text in texts(code):
        assert find_code(text, KINDS) == code, text
        assert find_code(text, code[1]) == code, text


def test_two_thousand_random_surroundings() -> None:
    lots = random.Random(1)
    for _ in range(2_000):
        code = lots.choice(codes())
        text = random_text(lots, code)
        assert find_code(text, KINDS) == code, text


def test_a_cut_code_is_told_as_that_wherever_it_stands() -> None:
    """All beginnings of some golden codes, and some of all; also in other surroundings, where words may follow."""
    lots, tried = random.Random(2), 0
    for code in all_codes():
        lengths = range(2, len(code)) if code in codes() else [lots.randrange(2, len(code)) for _ in range(5)]
        for length in lengths:
            assert find_code(code[:length], KINDS) == code[:length] and not is_whole(code[:length])
            tried += 1
    assert tried > 2_000
    for code in codes():
        for _ in range(100):
            text = lots.choice(BESIDE).format("https://play.test/" + code[: lots.randrange(3, len(code))])
            found = find_code(text, KINDS)
            assert found and not is_whole(found), text


@pytest.mark.parametrize("code", [code for code in codes() if code[1] in LINK_KINDS])
def test_a_cut_or_altered_code_is_never_foreign_and_never_read(code: str) -> None:
    lots = random.Random(code)
    cut = [code[:length] for length in range(2, len(code))]
    places = [lots.randrange(3, len(code)) for _ in range(40)]
    altered = [
        code[:at] + lots.choice(ALPHABET.replace(code[at], "") + "~. ") + code[at + 1 :] for at in places
    ]
    for text in cut + altered:
        with pytest.raises(LinkError) as refused:
            read_any_code(find_code(text, KINDS))
        assert refused.value.key == "error.link.damaged", text


def test_the_first_whole_code_of_the_wanted_kinds_is_taken() -> None:
    one, two = (next(code for code in codes() if code[1] == kind) for kind in "jc")
    assert find_code(f"{one} {two}", KINDS) == one and find_code(f"{two}{one}", KINDS) == two
    assert find_code(f"{one} {two}", "c") == two and find_code(one, "c") == ""
    assert find_code(f"{one[:-1]} {two} {one}", KINDS) == two
    assert find_code(f"#j1short {one[:-1]} #j1 #jazz", KINDS) == one[:-1]  # none is whole: the longest


@pytest.mark.parametrize(
    "text",
    [
        *("", "#", "##", "hello", "# ", "#2 table", "#table", "#chickenfoot", "#jean-claude", "#C4abc", "c4abcdefgh"),
        *("100%", "%", "%2", "#%", "# come at 4", "#hand", "#jazz"),
    ],
)  # fmt: skip
def test_a_text_without_a_code(text: str) -> None:
    assert find_code(text, KINDS) == ""


@pytest.mark.parametrize("text", ["#c", "#c4", "#c4abc", "#j1?", "#cXm3kPq8_w", "#d12026-11-2", "#d!"])
def test_a_text_that_only_begins_like_a_code(text: str) -> None:
    found = find_code(text, KINDS)
    assert found and text.startswith(found) and not is_whole(found)


def test_a_code_of_a_later_version_is_found() -> None:
    body = "cXabc"
    code = f"#{body}{checksum(body)}"
    assert find_code(f"({code})", KINDS) == code and is_whole(code)
    with pytest.raises(LinkError) as refused:
        read_any_code(code)
    assert refused.value.key == "error.link.version"


def test_a_text_of_any_length_takes_little_time() -> None:
    """The work grows with the length of the text, whatever is in it."""
    assert len(find_code("#c4" + "a" * 10**6, KINDS)) == LONGEST
    for text in ("#c4" * 10**5, "#" * 10**6, "%23c4" * 10**5, "%" * 10**6, "# c" * 10**5):
        assert not is_whole(find_code(text, KINDS))
    code = codes()[0]
    assert find_code(" " * (LONGEST_TEXT - len(code)) + code, KINDS) == code
    assert find_code(" " * LONGEST_TEXT + code, KINDS) == ""
