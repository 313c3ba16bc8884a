"""The words of the game and their marks in texts. Imports nothing, and runs in CPython and MicroPython alike.

A text of the locale marks a word of the glossary with brackets: `[toe]`, or `[toes|toe]` where it is written in another
form than the entry's code. Entries: `glossary.<code>.word` and `glossary.<code>.text`, one for each word.
"""

TERMS = (
    "tile",
    "double",
    "suit",
    "pip",
    "double-blank",
    "centre",
    "arm",
    "opening",
    "open-end",
    "foot",
    "toe",
    "chickenfoot",
    "yard",
    "draw",
    "hold-back",
    "pass",
    "block",
    "stalemate",
    "chickenlittle",
    "round",
    "match",
)


def pieces(text):  # type: ignore[no-untyped-def]
    """The text in pieces: [[shown, code of its glossary entry or ""], …].

    >>> pieces("Two [toes|toe], one [foot].")
    [['Two ', ''], ['toes', 'toe'], [', one ', ''], ['foot', 'foot'], ['.', '']]
    """
    made = []
    for number, part in enumerate(text.split("[")):
        if not number:
            made.append([part, ""])
            continue
        marked, _, rest = part.partition("]")
        shown, _, code = marked.partition("|")
        made.append([shown, code or shown])
        made.append([rest, ""])
    return [piece for piece in made if piece[0]]


def plain(text):  # type: ignore[no-untyped-def]
    """The text without marks, for a listener.

    >>> plain("Two [toes|toe].")
    'Two toes.'
    """
    return "".join([shown for shown, _ in pieces(text)])  # type: ignore[no-untyped-call]
