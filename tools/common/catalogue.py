"""Check the texts of a language against the English ones, and make a pseudo-language for layout tests."""

import re
import unicodedata

FORMS = ("zero", "one", "two", "few", "many", "other")
ACCENTS = {
    letter: letter + mark
    for letter, mark in zip("aceinouy", "\u0301\u0327\u0302\u0308\u0303\u0300\u030c\u0304", strict=True)
}


def stem(key: str, english: dict[str, str]) -> str:
    """A key without its plural form. A key ends in a plural form only if English has the same key with `.other`."""
    head, _, form = key.rpartition(".")
    return head if form in FORMS and head + ".other" in english else key


def places(template: str) -> set[str]:
    """The names of the placeholders in a template."""
    return set(re.findall(r"{([^}]*)}", template))


def problems(own: dict[str, str], english: dict[str, str]) -> list[str]:
    """The faults of a language's table compared with the English one, a line for each key.

    Faults are missing and unknown keys, other placeholders, and texts left in English. The key `language.same` lists the keys
    whose text is the same as in English on purpose.
    """
    same = own.get("language.same", "").split()
    bases = {key: stem(key, english) for key in (*english, *own)}
    own_bases = {bases[key] for key in own}
    wrong = [f"{base} is missing" for base in sorted({bases[key] for key in english} - own_bases)]
    for key, text in own.items():
        if key.startswith("language."):
            continue
        base = bases[key]
        theirs = [places(english[other]) for other in english if bases[other] == base]
        if not theirs:
            wrong.append(f"{key} is no key of the English texts")
            continue
        most, least = theirs[0].union(*theirs), theirs[0].intersection(*theirs)
        if not least - {"n"} <= places(text) <= most:
            wrong.append(f"{key} has other places than the English text")
        if base != key and base + ".other" not in own:
            wrong.append(f"{base} lacks the form “other”")
        left = text == english.get(key) and re.search(r"[^\W\d_]", re.sub(r"{.*?}", "", text))
        if left and key not in same:
            wrong.append(f"{key} is not translated")
    return wrong


def pseudo(english: dict[str, str]) -> dict[str, str]:
    """A language that nobody speaks: every text with accents, between brackets, and two fifths longer at least."""
    made = {
        key: text if key.startswith(("language.", "typed.")) else _longer(text)
        for key, text in english.items()
    }
    return {
        **made,
        "language.tag": "en-XA",
        "language.name": "Pseudo",
        "language.same": " ".join(k for k in made if k.startswith("typed.")),
    }


def _longer(text: str) -> str:
    parts = re.split(r"({.*?}|\[.*?\])", text)  # places, and words of the glossary
    bare = "".join(part for part in parts if not part.startswith(("{", "[")))
    filler = "àéîøü wxyz "
    more = (filler * (1 + len(bare) // len(filler)))[: -(-len(bare) * 2 // 5)]
    worn = [
        part
        if part.startswith(("{", "["))
        else unicodedata.normalize("NFC", "".join(ACCENTS.get(c, c) for c in part))
        for part in parts
    ]
    return "⟦" + "".join(worn) + " " + more.strip() + "⟧"
