"""Turn messages (a key with values) into sentences. The module imports nothing, and runs in CPython and MicroPython.

Texts are in `assets/locales/LANGUAGE.json`, a flat object that maps keys to templates. A template has placeholders such as
`{name}`. A key may have plural forms, `key.one`, `key.few` … `key.other` (the categories of Unicode's CLDR). The value
named `n` selects the form. If a language lacks a key, the text is English, with English plural rules.
"""

ENGLISH = "en"
NAMELESS = "You"  # the stored name of a person who gave no name; the page shows the text `ui.you` instead
NAMELESS_PLACEHOLDER = "{{you}}"  # in markup of the engine: the page replaces it with the text `ui.you`
_NAMELESS_NAMES = (NAMELESS, "Tú")  # Spanish pages stored "Tú" until November 2026

# Ranges (first, last) of right-to-left scripts, and of the control characters that change the direction.
RIGHT_TO_LEFT = (
    ("\u0590", "\u08ff"),
    ("\u202a", "\u202e"),
    ("\ufb1d", "\ufefc"),
    ("\U00010800", "\U00010fff"),
)

# Attributes in index.html that hold text keys, each with the attribute that gets the text. With None, the text becomes
# the content of the element.
TEXT_ATTRIBUTES = {
    "data-text": None,
    "data-label": "aria-label",
    "data-placeholder": "placeholder",
    "data-content": "content",
}


class Texts:
    """The texts of one language. A subclass for each interpreter adds plural categories and the writing of numbers."""

    def __init__(self, table: "dict[str, str]", fallback: "Texts | None" = None) -> None:
        self.table = table  # the templates by key
        self.fallback = fallback  # the texts for missing keys; None for English

    def plural(self, n: "int | float") -> str:
        """The plural category of a number: zero, one, two, few, many or other."""
        raise NotImplementedError

    def number(self, n: "int | float") -> str:
        """Write a number of 0 or more with the language's separators."""
        raise NotImplementedError

    def join_list(self, parts: "list[str]") -> str:
        """Join texts to a list such as "a, b and c".

        `language.last-two` joins the last two texts, and `language.more` joins each earlier text to the rest. If the last
        text needs it (`needs_smooth_form`), `language.last-two-smooth` joins the last two instead: Spanish has "e" in
        place of "y" in "Ana e Ida".
        """
        if len(parts) < 2:
            return "".join(parts)
        last = "language.last-two-smooth" if self.needs_smooth_form(parts[-1]) else "language.last-two"
        joined = self.say(last, {"a": parts[-2], "b": parts[-1]})
        for part in reversed(parts[:-2]):
            joined = self.say("language.more", {"a": part, "b": joined})
        return joined

    def needs_smooth_form(self, text: str) -> bool:
        """Whether a text begins with one of the beginnings in `language.smooth`.

        A beginning with `!` before it is an exception. If several beginnings match, the last one decides.
        """
        smooth = False
        for beginning in self.template("language.smooth").split():
            if text.lower().startswith(beginning.lstrip("!")):
                smooth = not beginning.startswith("!")
        return smooth

    def has(self, key: str) -> bool:
        """Whether this exact key exists in this language or in the fallback."""
        return key in self.table or (self.fallback is not None and self.fallback.has(key))

    def template(self, key: str, n: "int | float | None" = None) -> str:
        """The template for `key`, in the plural form for `n`. Raises KeyError for an unknown key."""
        if key in self.table:
            return self.table[key]
        if n is not None:
            for form in (self.plural(n), "other"):
                if key + "." + form in self.table:
                    return self.table[key + "." + form]
        if self.fallback is None:
            raise KeyError(key)
        return self.fallback.template(key, n)

    def say(self, key: str, values: "dict[str, object] | None" = None) -> str:
        """The sentence for `key`. `values` fills its placeholders: numbers, texts, messages, or lists of these.

        Raises KeyError for an unknown key, and for a placeholder without a value.
        """
        values = values or {}
        n = values.get("n")
        sentence, *parts = self.template(key, n if isinstance(n, (int, float)) else None).split("{")
        for part in parts:
            name, _, rest = part.partition("}")
            sentence += self.words(values[name]) + rest
        return sentence

    def words(self, value: object) -> str:
        """A value as text. The value is a message [key, values], a list of values, a number or a text."""
        if isinstance(value, (list, tuple)):
            if len(value) == 2 and isinstance(value[1], dict):
                return self.say(value[0], value[1])
            return self.join_list([self.words(item) for item in value])
        if isinstance(value, (int, float)):
            return "−" + self.number(-value) if value < 0 else self.number(value)
        text = str(value)
        return isolate(text) if needs_isolation(text) else text

    def paragraph(self, sentences: "list[object]") -> str:
        """Join sentences to a paragraph, with the text `language.space` between them."""
        return self.template("language.space").join([self.words(sentence) for sentence in sentences])


def is_nameless(name: str) -> bool:
    """Whether a stored name stands for a person without a name.

    >>> is_nameless("Tú"), is_nameless("Ann")
    (True, False)
    """
    return name in _NAMELESS_NAMES


def isolate(text: str) -> str:
    """Put Unicode's bidi isolates around a name, so that a right-to-left name does not reverse the text around it."""
    return "\u2068" + text + "\u2069"


def needs_isolation(text: str) -> bool:
    """Whether a text has right-to-left letters or direction controls, and no bidi isolate yet.

    >>> needs_isolation("Ann"), needs_isolation("\u05e8\u05d5\u05ea")
    (False, True)
    """
    if not text or max(text) < "\u0590" or "\u2068" in text:
        return False
    for first, last in RIGHT_TO_LEFT:
        for character in text:
            if first <= character <= last:
                return True
    return False


def choose_language(offered: "list[str]", wishes: "list[str | None]") -> str:
    """The first language of `wishes` that is offered, with or without its region. If none is offered, English.

    >>> choose_language(["en", "es"], [None, "fr-CA", "es-MX", "en"])
    'es'
    """
    for wish in wishes:
        for tag in (wish, (wish or "").split("-")[0]):
            if tag in offered:
                return str(tag)
    return ENGLISH
