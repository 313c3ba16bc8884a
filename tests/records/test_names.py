"""Names: visible characters stay, invisible ones are removed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.records.text.names import LONGEST, clean, visible_name
from game.rules.errors import Refusal

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
SEEN = [
    FAMILY,
    f"Familie {FAMILY}",
    "❤️\u200d🔥 Ann",
    "👩🏽\u200d💻",
    "🏳️\u200d🌈",
    "👁️\u200d🗨️",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # the flag of Scotland
    "🇩🇪🇫🇷",
    "1️⃣ Bo",
    "☺︎ or ☺️",
    "علی\u200cرضا",
    "क\u094d\u200dष and श\u094d\u200cव",
    "ශ\u0dca\u200dරී",
    "র\u200d\u09cdয",
    "葛\U000e0100城",
    "e\u0301 ñ Ł ß",
    "שָׁלוֹם",
    "ᠮᠣᠩ\u180bᠭᠣᠯ",
]
UNSEEN = [
    ("Ann\u200d", "Ann"),
    ("A\u200dnn", "Ann"),
    ("A\u200cnn", "Ann"),
    ("Ann\ufe0f", "Ann"),
    ("Ann1\ufe0f", "Ann1"),
    ("🐔\u200d", "🐔"),
    ("\u200d🐔", "🐔"),
    ("🐔\ufe0f\ufe0f", "🐔\ufe0f"),
    ("🐔\u200d\u200d🐔", "🐔\u200d🐔"),
    ("د\u200cر", "در"),
    ("ที\u200cมี", "ทีมี"),
    ("So\u00adfi\u00ada", "Sofia"),
    ("\u061cAnn\u200e\u200f\u202a\u202e\u2066\u2069", "Ann"),
    ("\u115f\u1160\u3164\uffa0\u2800", ""),
    ("Ann\U000e0041\U000e0042", "Ann"),  # tag letters that make no flag
    ("🏴\U000e0068\U000e0069\U000e007f", "🏴"),
    ("Ann\U000e0100", "Ann"),
    ("\U0001fffe\ufdd0Ann", "Ann"),
]


@pytest.mark.parametrize("name", SEEN)
def test_visible_characters_stay(name: str) -> None:
    assert clean(name) == name


@pytest.mark.parametrize(("name", "kept"), UNSEEN)
def test_invisible_characters_are_removed(name: str, kept: str) -> None:
    assert clean(name) == kept


def test_a_required_name_needs_a_visible_character() -> None:
    assert visible_name(" Ann\u202e ") == "Ann"
    assert visible_name("\ufeffAnn") == "Ann"
    with pytest.raises(Refusal) as refused:
        visible_name("\u202e \u200b")
    assert refused.value.key == "error.name.unseen"


def test_a_long_name_is_cut_between_characters() -> None:
    assert clean(FAMILY * 10) == FAMILY * 5 and clean(FAMILY * 10, 16) == FAMILY * 2
    assert clean("x" * 36 + FAMILY) == "x" * 36
    assert clean("x" * 39 + "e\u0301") == "x" * 39
    assert clean("x" * 39 + "👩🏽") == "x" * 39
    assert 0 < len(clean("a" + "\u0301" * 100)) <= LONGEST
    assert len(clean("\u0301" * 100)) == LONGEST


HARD = st.text(
    st.sampled_from(
        "Aa1# \u0301\u200c\u200d\ufe0e\ufe0f\u20e3👩🏽💻🏴❤क\u094dعد葛ᠮ\u180b\u202e\U000e0067\U000e007f\U000e0100"
    ),
    max_size=90,
)


@pytest.mark.untraced
@settings(derandomize=True, deadline=None, max_examples=400)
@given(HARD)
def test_cleaning_a_clean_name_changes_nothing(name: str) -> None:
    kept = clean(name)
    assert clean(kept) == kept and len(kept) <= LONGEST
    assert not {*kept} & {*"\u202e\u200b"} and kept == kept.strip()


def stays(text: str) -> bool:
    return clean(text) == text


PROPERTIES: dict[str, Callable[[str], bool]] = {
    "is removed": lambda c: not clean("A" + c + "B")[1:-1],
    "belongs to the character before": lambda c: clean("AB" + c, 2) == "A",
    "is joined to an emoji": lambda c: stays(c + "\u200d🐔"),
    "an emoji is joined to it": lambda c: stays("🐔\u200d" + c),
    "has an emoji variant": lambda c: stays(c + "\ufe0f"),
    "has a keycap": lambda c: stays(c + "\ufe0f\u20e3"),
    "has variants of ideographs": lambda c: stays(c + "\U000e0100"),
    "has Mongolian variants": lambda c: stays(c + "\u180b"),
    "selects a variant of an ideograph": lambda c: stays("葛" + c) and c in clean(c + "葛" + c),
    "selects a Mongolian variant": lambda c: stays("ᠮ" + c),
    "is joined to an Arabic letter": lambda c: stays(c + "\u200cب"),
    "an Arabic letter is joined to it": lambda c: stays("ب\u200c" + c),
    "is an Indic letter before a virama": lambda c: stays(c + "\u200d\u094d"),
    "is an Indic letter after a virama": lambda c: stays("\u094d\u200d" + c),
    "is a virama": lambda c: stays("क\u200d" + c),
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_name_stays_the_same_in_every_version(name: str) -> None:
    """characters.json has the ranges of the code points with each property. The links of every version contain names."""
    ranges = json.loads((Path(__file__).parent / "characters.json").read_text())[name]
    assert ranges
    for first, last in ranges:
        for character in (first - 1, first, (first + last) // 2, last, last + 1):
            if 0 <= character <= 0x10FFFF:
                has = any(lowest <= character <= highest for lowest, highest in ranges)
                assert PROPERTIES[name](chr(character)) is has, hex(character)
