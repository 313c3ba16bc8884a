"""Turn messages (a key with values) into sentences. Imports nothing, and runs in CPython and MicroPython.

Texts are in `assets/locales/LANGUAGE.json`, a flat object of key to template. A template has placeholders such as `{name}`. A key may
have plural forms, `key.one`, `key.few` … `key.other` (CLDR's categories); the value named `n` selects one. A key that a language
lacks is taken from English, with English plural rules.
"""

ENGLISH = "en"
NAMELESS = "You"  # the stored name of a person without one; the page shows `ui.you` instead
_NAMELESS_NAMES = (NAMELESS, "Tú")  # Spanish pages stored the second until November 2026

# Ranges of right-to-left scripts, and of the control characters that change the direction.
FROM_RIGHT = (("\u0590", "\u08ff"), ("\u202a", "\u202e"), ("\ufb1d", "\ufefc"), ("\U00010800", "\U00010fff"))

# Attributes in the shell (index.html) that hold text keys. The text of data-text is the element's content; the others set attributes.
SHELL = {
    "data-text": None,
    "data-label": "aria-label",
    "data-placeholder": "placeholder",
    "data-content": "content",
}


class Texts:
    """One language: its templates and lists. A subclass for each interpreter adds plurals and numbers."""

    def __init__(self, table: "dict[str, str]", fallback: "Texts | None" = None) -> None:
        self.table = table
        self.fallback = fallback  # the language for missing keys; None for English

    def plural(self, n: "int | float") -> str:
        """The plural category of a number: zero, one, two, few, many or other."""
        raise NotImplementedError

    def number(self, n: "int | float") -> str:
        """Write a number that is not negative, with the language's separators."""
        raise NotImplementedError

    def join_list(self, parts: "list[str]") -> str:
        """Join texts to a list such as "a, b and c": the last two with `language.last-two`, the earlier ones with `language.more`.

        If the last one begins with a sound of `language.smooth` (Spanish "e Ida"), `language.last-two-smooth` joins the last two.
        """
        if len(parts) < 2:
            return "".join(parts)
        last = "language.last-two-smooth" if self.needs_smooth_form(parts[-1]) else "language.last-two"
        joined = self.say(last, {"a": parts[-2], "b": parts[-1]})
        for part in reversed(parts[:-2]):
            joined = self.say("language.more", {"a": part, "b": joined})
        return joined

    def needs_smooth_form(self, text: str) -> bool:
        """Whether a text begins with a sound of `language.smooth`. A sound with `!` before it is an exception."""
        begins = False
        for sound in self.template("language.smooth").split():
            if text.lower().startswith(sound.lstrip("!")):
                begins = not sound.startswith("!")
        return begins

    def has(self, key: str) -> bool:
        """Whether this exact key exists, in this language or in the fallback."""
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
        """The sentence for `key`. `values` fills its placeholders: numbers, texts, messages, or lists of them.

        Raises KeyError for an unknown key, and for a placeholder without a value.
        """
        values = values or {}
        n = values.get("n")
        head, *parts = self.template(key, n if isinstance(n, (int, float)) else None).split("{")
        for part in parts:
            name, _, rest = part.partition("}")
            head += self.words(values[name]) + rest
        return head

    def words(self, value: object) -> str:
        """A value as text. The value is a message (key and values), a list of values, a number or a text."""
        if isinstance(value, (list, tuple)):
            if len(value) == 2 and isinstance(value[1], dict):
                return self.say(value[0], value[1])
            return self.join_list([self.words(item) for item in value])
        if isinstance(value, (int, float)):
            return "−" + self.number(-value) if value < 0 else self.number(value)
        text = str(value)
        return isolate(text) if needs_isolation(text) else text

    def paragraph(self, sentences: "list[object]") -> str:
        """Join sentences to a paragraph, with the language's space between them."""
        return self.template("language.space").join([self.words(sentence) for sentence in sentences])


def is_nameless(name: str) -> bool:
    """Return whether a stored name stands for a person without a name.

    >>> is_nameless("Tú"), is_nameless("Ann")
    (True, False)
    """
    return name in _NAMELESS_NAMES


def isolate(text: str) -> str:
    """Put a name between Unicode's bidi isolates, so that a right-to-left name does not reverse the text around it."""
    return "\u2068" + text + "\u2069"


def needs_isolation(text: str) -> bool:
    """Whether a text has right-to-left letters or direction controls, and is not isolated yet.

    >>> needs_isolation("Ann"), needs_isolation("\u05e8\u05d5\u05ea")
    (False, True)
    """
    if not text or max(text) < "\u0590" or "\u2068" in text:
        return False
    for first, last in FROM_RIGHT:
        for sign in text:
            if first <= sign <= last:
                return True
    return False


def choose_language(offered: "list[str]", wishes: "list[str | None]") -> str:
    """The first wanted language that is offered, as a whole tag or without its region; otherwise English.

    >>> choose_language(["en", "es"], [None, "fr-CA", "es-MX", "en"])
    'es'
    """
    for wish in wishes:
        for tag in (wish, (wish or "").split("-")[0]):
            if tag in offered:
                return str(tag)
    return ENGLISH
