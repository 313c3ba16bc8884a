"""Find the glossary terms that are marked in a text. The module imports nothing, and runs in CPython and MicroPython.

A locale's text marks a glossary term with brackets: `[toe]`, or `[toes|toe]` if the visible word is not the entry's
code. A glossary entry has the keys `glossary.<code>.word` and `glossary.<code>.text`.
"""

# The codes of all glossary entries, in the order of the glossary.
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


def split_terms(text: "str") -> "list[list[str]]":
    """Split a text at its marked terms: [[visible text, code of its glossary entry or ""], …].

    >>> split_terms("Two [toes|toe], one [foot].")
    [['Two ', ''], ['toes', 'toe'], [', one ', ''], ['foot', 'foot'], ['.', '']]
    """
    pieces = []
    for number, part in enumerate(text.split("[")):
        if not number:
            pieces.append([part, ""])
            continue
        marked, _, rest = part.partition("]")
        shown, _, code = marked.partition("|")
        pieces.append([shown, code or shown])
        pieces.append([rest, ""])
    return [piece for piece in pieces if piece[0]]


def without_marks(text: "str") -> "str":
    """The visible text without marks, for screen readers.

    >>> without_marks("Two [toes|toe].")
    'Two toes.'
    """
    return "".join([shown for shown, _ in split_terms(text)])
