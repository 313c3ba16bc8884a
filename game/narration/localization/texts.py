"""Message keys and values to sentences. Imports nothing, and runs in CPython and MicroPython alike.

Texts live in `assets/locales/LANGUAGE.json`, a flat object of key to template. A template holds `{name}` places. A key may
come in plural forms, `key.one`, `key.few` … `key.other` (the categories of CLDR), chosen by the value named `n`. What a
language lacks is said in English, by the plural rules of English.
"""

ENGLISH = "en"
NAMELESS = "You"  # the name that stored texts give to a person without one; the page says `ui.you` instead
_ALSO_NAMELESS = ("You", "Tú")  # and what Spanish pages stored until November 2026

# Scripts that run from the right, and the signs that make any text do so.
FROM_RIGHT = (("\u0590", "\u08ff"), ("\u202a", "\u202e"), ("\ufb1d", "\ufefc"), ("\U00010800", "\U00010fff"))

# How the shell (index.html) names its texts: an element's data-text is what stands in it, the others are attributes.
SHELL = {
    "data-text": None,
    "data-label": "aria-label",
    "data-placeholder": "placeholder",
    "data-content": "content",
}


class Texts:
    """One language: its templates, and how it lists; its plurals and numbers each interpreter makes its own way."""

    def __init__(self, table: "dict[str, str]", spare: "Texts | None" = None) -> None:
        self.table = table
        self.spare = spare  # the language that stands in for what is missing; None for English

    def plural(self, n: "int | float") -> str:
        """The category of a number: zero, one, two, few, many or other."""
        raise NotImplementedError

    def number(self, n: "int | float") -> str:
        """A number that is not negative, as people write it."""
        raise NotImplementedError

    def listing(self, parts: "list[str]") -> str:
        """Texts as in "a, b and c": the last two by `language.last-two`, what comes before by `language.more`.

        Where the last begins with one of `language.smooth` (Spanish "e Ida"), the last two are by `language.last-two-smooth`.
        """
        if len(parts) < 2:
            return "".join(parts)
        last = "language.last-two-smooth" if self.smooths(parts[-1]) else "language.last-two"
        joined = self.say(last, {"a": parts[-2], "b": parts[-1]})
        for part in reversed(parts[:-2]):
            joined = self.say("language.more", {"a": part, "b": joined})
        return joined

    def smooths(self, text: str) -> bool:
        """Whether a text begins with one of `language.smooth`, and with none that has `!` before it."""
        begins = False
        for sound in self.template("language.smooth").split():
            if text.lower().startswith(sound.lstrip("!")):
                begins = not sound.startswith("!")
        return begins

    def has(self, key: str) -> bool:
        """Whether there is a text of just this key, in this language or the one behind it."""
        return key in self.table or (self.spare is not None and self.spare.has(key))

    def template(self, key: str, n: "int | float | None" = None) -> str:
        """The template for `key`, in the plural form for `n`. Raises KeyError for a key that no language has."""
        if key in self.table:
            return self.table[key]
        if n is not None:
            for form in (self.plural(n), "other"):
                if key + "." + form in self.table:
                    return self.table[key + "." + form]
        if self.spare is None:
            raise KeyError(key)
        return self.spare.template(key, n)

    def say(self, key: str, values: "dict[str, object] | None" = None) -> str:
        """The sentence for `key`, its places filled from `values`: numbers, texts, messages, lists of them.

        Raises KeyError for a key that no language has, and for a place without a value.
        """
        values = values or {}
        n = values.get("n")
        head, *parts = self.template(key, n if isinstance(n, (int, float)) else None).split("{")
        for part in parts:
            name, _, rest = part.partition("}")
            head += self.words(values[name]) + rest
        return head

    def words(self, value: object) -> str:
        """A value as text: a message (key and values), a list of values, a number, or a text as it is."""
        if isinstance(value, (list, tuple)):
            if len(value) == 2 and isinstance(value[1], dict):
                return self.say(value[0], value[1])
            return self.listing([self.words(item) for item in value])
        if isinstance(value, (int, float)):
            return "−" + self.number(-value) if value < 0 else self.number(value)
        text = str(value)
        return apart(text) if turns(text) else text

    def paragraph(self, sentences: "list[object]") -> str:
        """Sentences one after the other, as the language sets them."""
        return self.template("language.space").join([self.words(sentence) for sentence in sentences])


def is_nameless(name: str) -> bool:
    """Return whether a stored name stands for a person who gave none.

    >>> is_nameless("Tú"), is_nameless("Ann")
    (True, False)
    """
    return name in _ALSO_NAMELESS


def apart(text: str) -> str:
    """A name set apart, so that where it runs the other way it turns nothing around it."""
    return "\u2068" + text + "\u2069"


def turns(text: str) -> bool:
    """Whether a text that is not set apart runs from the right somewhere, by its letters or by a sign that says so.

    >>> turns("Ann"), turns("\u05e8\u05d5\u05ea")
    (False, True)
    """
    if not text or max(text) < "\u0590" or "\u2068" in text:
        return False
    for first, last in FROM_RIGHT:
        for sign in text:
            if first <= sign <= last:
                return True
    return False


def chosen(offered: "list[str]", wishes: "list[str | None]") -> str:
    """The first wish that is offered, as a whole tag or by its language alone; English where none is.

    >>> chosen(["en", "es"], [None, "fr-CA", "es-MX", "en"])
    'es'
    """
    for wish in wishes:
        for tag in (wish, (wish or "").split("-")[0]):
            if tag in offered:
                return str(tag)
    return ENGLISH
