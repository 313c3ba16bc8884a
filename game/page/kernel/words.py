"""Sentences, names and dates in the page's language, which game/page/settings/language_choice.py chooses."""

from pyscript import ffi, window

from game.for_types import TYPE_CHECKING
from game.narration.localization.terms import split_terms
from game.narration.localization.texts import NAMELESS, is_nameless
from game.page.kernel.dom import escaped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from game.narration.localization.texts import Texts

# A glossary link. The <span> holds the link and the punctuation mark after it; `with_glossary_links` closes the <span>.
TERM = (
    '<span class="whole"><button type="button" class="term" data-action="glossary" data-term="{}">{}</button>'
)


class PageLanguage:
    """The page's one language."""

    def __init__(self) -> "None":
        # its texts (a `Texts` of game/narration/localization/texts.py); None before the first `use`
        self.texts: Texts = None  # type: ignore[assignment]  # `use` comes first


_language = PageLanguage()


def use(texts: "Texts") -> "None":
    """Set the texts of the page's language (a `Texts` of game/narration/localization/texts.py)."""
    _language.texts = texts


def current_texts() -> "Texts | None":
    """The texts of the page's language: another object in another language, None before the first `use`."""
    return _language.texts


def say(key: "str", values: "Mapping[str, object] | None" = None) -> "str":
    """The sentence of a text key, with the values filled in; see `Texts.say`."""
    return _language.texts.say(key, values)  # type: ignore[arg-type]  # it only reads them


def words(value: "object") -> "str":
    """A value as text: a message ([key, values]), a list of values, a number, or a plain text."""
    return _language.texts.words(value)


def paragraph(sentences: "list[Any]") -> "str":
    """Sentences joined into one paragraph."""
    return _language.texts.paragraph(sentences)


# The options of Intl.DateTimeFormat for a long date.
DATE = {"day": "numeric", "month": "long", "year": "numeric"}
SHORT_WORD = 6  # letters; longer words in names have smaller type


def written_date(when: "int | float | str", **options: "object") -> "str":
    """A date in the page's language, for example "22 November 2026".

    `when` is a moment in ms since 1970, shown in the device's time zone, or a UTC day as "2026-11-22". `options` of
    Intl.DateTimeFormat choose another format.
    """
    is_utc_day = isinstance(when, str)
    options = options or dict(DATE)
    if is_utc_day:
        options["timeZone"] = "UTC"
    formatter = window.Intl.DateTimeFormat.new(say("language.tag"), ffi.to_js(options))
    return str(formatter.format(window.Date.new(when if is_utc_day else float(when))))


def today() -> "str":
    """Today's date in UTC, as "2026-11-22"."""
    return str(window.Date.new().toISOString())[:10]


def end_of_day() -> "str":
    """The time of the clock here at which a UTC day ends, for example "1:00 AM", or the word for midnight."""
    end = window.Date.new(today() + "T24:00:00Z")
    if not end.getHours():
        return say("daily.midnight")
    how = ffi.to_js({"hour": "numeric", "minute": "2-digit"})
    formatter = window.Intl.DateTimeFormat.new(say("language.tag"), how)
    return str(formatter.format(end))


def counted_levels(levels: "Sequence[str | None]") -> "list[Any]":
    """Bots' levels as a value for `say`: each level once, with how many of them there are, for example "3 hens"."""
    return [
        ["level.{}.bots".format(level), {"n": levels.count(level)}]
        for place, level in enumerate(levels)
        if level not in levels[:place]
    ]


def letters(name: "str") -> "int":
    """The letters that set the size of a name's type: those of its longest word, because several words lie in two lines.

    Names of up to SHORT_WORD letters count as equally long, so that usual names have one size.

    >>> letters("Ann"), letters("Benedikta Margarethe")
    (6, 10)
    """
    return max([len(word) for word in name.split()] + [SHORT_WORD])


def display_name(name: "str", is_own: "bool") -> "str":
    """The name to show for a seat: "you" in the page's language if the person sits there and gave no name."""
    return say("ui.you") if is_own and is_nameless(name) else name


def stored_name(name: "str") -> "str":
    """A person's name as the engine stores it.

    The "you" of any language becomes NAMELESS, the same in all languages.
    """
    return NAMELESS if name == say("ui.you") else name


def player_names(names: "list[str]") -> "str":
    """The names of players as a list in words. A person who gave no name is "you"."""
    return words([display_name(name, True) for name in names])


def has_text(key: "str") -> "bool":
    """Whether the texts have exactly this key."""
    return _language.texts.has(key)


def with_glossary_links(text: "str") -> "str":
    """A text as HTML. Each marked term becomes a button that opens its glossary entry."""
    markup = ""
    for piece, term in split_terms(text):
        piece = escaped(piece)
        if term:
            piece = TERM.format(term, piece)
        elif markup and piece[0] in ".,;:!?":  # no line break between the word and its punctuation mark
            markup, piece = markup + piece[0] + "</span>", piece[1:]
        elif markup:
            markup += "</span>"
        markup += piece
    return markup + "</span>" if markup.endswith("</button>") else markup


def unbroken(text: "str") -> "str":
    """The text with a word joiner (U+2060) after each hyphen before a digit, where browsers may break the line.

    So tiles and sets stay whole.

    >>> unbroken("Anne-Marie plays 9-4 of a double-9.").replace(chr(0x2060), "|")
    'Anne-Marie plays 9-|4 of a double-|9.'
    """
    pieces = text.split("-")
    joined = pieces[0]
    for piece in pieces[1:]:
        joined += ("-\u2060" if piece[:1].isdigit() else "-") + piece
    return joined
