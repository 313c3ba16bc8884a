"""Codes are found in texts as people pass them on, and what was cut off is told from what is none."""

import random

import pytest

from game.records.links.any_link import LINK_KINDS, read_any_code
from game.records.text.code_finder import ALPHABET, LONGEST, LONGEST_TEXT, checksum, find_code, is_whole
from game.rules.errors import LinkError
from tests.records.surroundings import BESIDE, KINDS, all_codes, codes, random_text, texts


@pytest.mark.untraced
@pytest.mark.parametrize("code", codes())
def test_a_code_is_found_in_all_surroundings(code: str) -> None:
    assert len(BESIDE) > 40
    for text in texts(code):
        assert find_code(text, KINDS) == code, text
        assert find_code(text, code[1]) == code, text


@pytest.mark.untraced
def test_two_thousand_random_surroundings() -> None:
    lots = random.Random(1)
    for _ in range(2_000):
        code = lots.choice(codes())
        text = random_text(lots, code)
        assert find_code(text, KINDS) == code, text


@pytest.mark.untraced
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


@pytest.mark.untraced
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
