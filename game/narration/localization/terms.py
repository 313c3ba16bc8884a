"""Find the glossary terms that are marked in a text. Imports nothing, and runs in CPython and MicroPython.

A locale's text marks a glossary term with brackets: `[toe]`, or `[toes|toe]` if the text has another form than the entry's code.
A glossary entry has the keys `glossary.<code>.word` and `glossary.<code>.text`.
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


def split_terms(text):  # type: ignore[no-untyped-def]
    """Split a text at its marked terms: [[shown, code of the glossary entry or ""], …].

    >>> split_terms("Two [toes|toe], one [foot].")
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


def without_marks(text):  # type: ignore[no-untyped-def]
    """The text without marks, for screen readers.

    >>> without_marks("Two [toes|toe].")
    'Two toes.'
    """
    return "".join([shown for shown, _ in split_terms(text)])  # type: ignore[no-untyped-call]
