"""Clean the names that people type for themselves, matches and house rules: remove invisible characters.

An invisible character can make two names look alike, or reverse the text around it. So it stays only if it changes how
the neighbouring characters look. Such characters are joiners and variation selectors: a joiner connects the parts of an
emoji, or changes the shapes of letters; a selector chooses a variant of the character before it. The tables of code
points are our own. `unicodedata` is not used, because links contain names, and a name must be the same under every
version of Python.
"""

from bisect import bisect

from game.rules.errors import Refusal

LONGEST = 40  # code points
MOST_READ = 1000  # characters; the rest of a longer text is ignored

_ZWNJ, _ZWJ = 0x200C, 0x200D  # zero-width non-joiner and joiner
_TEXT, _EMOJI = 0xFE0E, 0xFE0F  # variation selectors: draw as text, draw as emoji
_KEYCAP = 0x20E3  # draws the digit before it on a key
_Ranges = tuple[tuple[int, int], ...]  # (first, last) code points
_INVISIBLE: _Ranges = (
    (0x00, 0x1F),  # controls
    (0x7F, 0xA0),
    (0xAD, 0xAD),  # soft hyphen
    (0x34F, 0x34F),
    (0x61C, 0x61C),  # direction marks, as below
    (0x115F, 0x1160),  # fillers, as below
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xD800, 0xF8FF),  # surrogates and private use
    (0xFDD0, 0xFDEF),
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFF),
    (0x13430, 0x13440),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0x10FFFF),
)
# The starts of alternately invisible and visible ranges. Every character of a name is looked up here.
_BOUNDS = [bound for first, last in _INVISIBLE for bound in (first, last + 1)]
_PICTURES: _Ranges = (  # symbols and emoji
    (0x2190, 0x21FF),
    (0x2300, 0x23FF),
    (0x2600, 0x27BF),
    (0x2B00, 0x2BFF),
    (0x1F000, 0x1FAFF),
)
_WITH_VARIANTS: _Ranges = (  # characters with a text variant and an emoji variant
    *_PICTURES,
    (0xA9, 0xA9),
    (0xAE, 0xAE),
    (0x203C, 0x203C),
    (0x2049, 0x2049),
    (0x2122, 0x2139),
    (0x24C2, 0x24C2),
    (0x25AA, 0x25FE),
    (0x2934, 0x2935),
    (0x3030, 0x303D),
    (0x3297, 0x3299),
)
_IDEOGRAPHS: _Ranges = ((0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFD))
_IDEOGRAPH_SELECTORS: _Ranges = ((0xFE00, 0xFE02), (0xE0100, 0xE01EF))
_MONGOLIAN: _Ranges = ((0x1820, 0x18AA),)
_MONGOLIAN_SELECTORS: _Ranges = ((0x180B, 0x180D), (0x180F, 0x180F))
_ARABIC: _Ranges = ((0x620, 0x64A), (0x66E, 0x6D3), (0x6FA, 0x7B1), (0x8A0, 0x8C7))
_NEVER_JOINED = frozenset(map(ord, "ءآأؤإاةدذرزوٱڈڑژۆۇۋەۓ"))  # letters that do not join the next one
_INDIC: _Ranges = ((0x900, 0xDFF), (0x1000, 0x109F), (0x1780, 0x17DD))
_VIRAMAS = frozenset(
    (0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD4D, 0xDCA, 0x1039, 0x103A, 0x17D2)
)
_DIGITS = frozenset(map(ord, "#*0123456789"))
_FLAGS = tuple(  # England, Scotland, Wales: a black flag, invisible tag letters, and an end tag
    [0x1F3F4, *(0xE0000 + ord(letter) for letter in region), 0xE007F]
    for region in ("gbeng", "gbsct", "gbwls")
)
_COMBINING: _Ranges = (  # characters that belong to the character before: a long name is not cut between the two
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5C7),
    (0x610, 0x61A),
    (0x64B, 0x65F),
    (0x900, 0x903),
    (0x93A, 0x94F),
    (0xE31, 0xE3A),
    (0xE47, 0xE4E),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x200C, 0x200D),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE2F),
    (0x1F3FB, 0x1F3FF),
    (0xE0020, 0xE01EF),
)


def clean(name: str, longest: int = LONGEST) -> str:
    """The name without invisible characters and superfluous spaces, at most `longest` code points. It may become empty.

    >>> clean("  Ann\\u202e <b>\\tLee ")
    'Ann <b> Lee'
    """
    words = " ".join(name[:MOST_READ].split())
    if not any(map(_is_invisible, map(ord, words))):  # almost every name
        return _cut(words, longest)
    characters = [
        character for character in map(ord, words) if not _is_invisible(character) or _can_shape(character)
    ]
    kept: list[int] = []
    index = 0
    while index < len(characters):
        flag = next((flag for flag in _FLAGS if characters[index : index + len(flag)] == flag), [])
        if flag:
            kept += flag
        elif not _is_invisible(characters[index]) or _shapes(
            characters[index], kept, characters[index + 1 : index + 2]
        ):
            kept.append(characters[index])
        index += len(flag) or 1
    return _cut(" ".join("".join(map(chr, kept)).split()), longest)


def visible_name(name: str) -> str:
    """The clean name. Raises Refusal if no visible character is left."""
    if not clean(name):
        raise Refusal("error.name.unseen", {})
    return clean(name)


def _is_invisible(character: int) -> bool:
    return bisect(_BOUNDS, character) % 2 == 1 or character & 0xFFFE == 0xFFFE


def _can_shape(character: int) -> bool:
    """Whether an invisible character can change how some neighbour looks."""
    tag = 0xE0020 <= character <= 0xE007F
    return (
        tag
        or character in (_ZWNJ, _ZWJ, _TEXT, _EMOJI)
        or _within(character, (*_IDEOGRAPH_SELECTORS, *_MONGOLIAN_SELECTORS))
    )


def _shapes(character: int, before: list[int], after: list[int]) -> bool:
    """Whether an invisible character changes how its neighbours look: the last of `before` and the first of `after`."""
    last, following = before[-1] if before else 0, after[0] if after else 0
    if character == _ZWJ and (_within(last, _PICTURES) or last in (_EMOJI, _KEYCAP)):
        return _within(following, _PICTURES)
    if character in (_ZWJ, _ZWNJ) and _within(last, _INDIC) and _within(following, _INDIC):
        return last in _VIRAMAS or following in _VIRAMAS
    if character == _ZWNJ:
        return _within(last, _ARABIC) and last not in _NEVER_JOINED and _within(following, _ARABIC)
    if character in (_TEXT, _EMOJI):
        return _within(last, _WITH_VARIANTS) or (last in _DIGITS and following == _KEYCAP)
    if _within(character, _IDEOGRAPH_SELECTORS):
        return _within(last, _IDEOGRAPHS)
    return _within(character, _MONGOLIAN_SELECTORS) and _within(last, _MONGOLIAN)


def _cut(name: str, longest: int) -> str:
    """Cut a name to `longest` code points, or fewer, so that no character of several code points is split."""
    end = min(longest, len(name))
    if end < len(name):
        while end and (_within(ord(name[end]), _COMBINING) or name[end - 1] == chr(_ZWJ)):
            end -= 1
    return name[: end or longest].strip()


def _within(character: int, ranges: _Ranges) -> bool:
    return any(first <= character <= last for first, last in ranges)
