"""Check the texts of a language against the English ones, and make a pseudo-language for layout tests."""

import re
import unicodedata

FORMS = ("zero", "one", "two", "few", "many", "other")  # the plural forms of a key
ACCENTS = {  # a letter with an accent, by letter
    letter: letter + mark
    for letter, mark in zip("aceinouy", "\u0301\u0327\u0302\u0308\u0303\u0300\u030c\u0304", strict=True)
}


def stem(key: str, english: dict[str, str]) -> str:
    """Return a key without its plural form, for example `about` for `about.one`.

    The last part of a key is a plural form only if English has the same key with `.other`.
    """
    head, _, form = key.rpartition(".")
    return head if form in FORMS and head + ".other" in english else key


def placeholders(template: str) -> set[str]:
    """Return the names of the placeholders in a template."""
    return set(re.findall(r"{([^}]*)}", template))


def problems(translated: dict[str, str], english: dict[str, str]) -> list[str]:
    """Compare a language's texts with the English ones. Return a sentence for each fault.

    Faults are missing and unknown keys, wrong placeholders and untranslated texts. The key `language.same` lists the
    keys whose text is the same as in English on purpose.
    """
    same = translated.get("language.same", "").split()
    stems = {key: stem(key, english) for key in (*english, *translated)}
    translated_stems = {stems[key] for key in translated}
    faults = [
        f"{missing} is missing" for missing in sorted({stems[key] for key in english} - translated_stems)
    ]
    for key, text in translated.items():
        if key.startswith("language."):
            continue
        base = stems[key]
        originals = [placeholders(english[other]) for other in english if stems[other] == base]
        if not originals:
            faults.append(f"{key} is no key of the English texts")
            continue
        allowed, required = originals[0].union(*originals), originals[0].intersection(*originals)
        if not required - {"n"} <= placeholders(text) <= allowed:
            faults.append(f"{key} has other placeholders than the English text")
        if base != key and base + ".other" not in translated:
            faults.append(f"{base} lacks the form “other”")
        has_letters = re.search(r"[^\W\d_]", re.sub(r"{.*?}", "", text))
        if text == english.get(key) and has_letters and key not in same:
            faults.append(f"{key} is not translated")
    return faults


def pseudo(english: dict[str, str]) -> dict[str, str]:
    """Return the texts of a pseudo-language: each English text with accents, in brackets, and at least 40 % longer."""
    texts = {
        key: text if key.startswith(("language.", "typed.")) else _longer(text)
        for key, text in english.items()
    }
    return {
        **texts,
        "language.tag": "en-XA",
        "language.name": "Pseudo",
        "language.same": " ".join(key for key in texts if key.startswith("typed.")),
    }


def _longer(text: str) -> str:
    """Return the text in pseudo-language. Placeholders in {} and glossary terms in [] stay as they are."""
    parts = re.split(r"({.*?}|\[.*?\])", text)
    length = sum(len(part) for part in parts if not part.startswith(("{", "[")))
    filler = "àéîøü wxyz "
    more = (filler * (1 + length // len(filler)))[: -(-length * 2 // 5)]
    accented = [
        part
        if part.startswith(("{", "["))
        else unicodedata.normalize("NFC", "".join(ACCENTS.get(character, character) for character in part))
        for part in parts
    ]
    return "⟦" + "".join(accented) + " " + more.strip() + "⟧"
