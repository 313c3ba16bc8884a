"""Sentences in the language of the page (game/page/screens/language_choice.py chooses it)."""

from pyscript import ffi, window

from game.narration.localization.terms import split_terms
from game.narration.localization.texts import NAMELESS, is_nameless
from game.page.dom import escaped

_spoken = {}
_monograms = {}  # monograms by name
FIRST_COMBINING = "\u0300"  # the first combining character of Unicode
TERM = (
    '<span class="whole"><button type="button" class="term" data-action="glossary" data-term="{}">{}</button>'
)


def use(texts):
    """Use these texts from now on."""
    _spoken["texts"] = texts


def say(key, values=None):
    """The sentence for `key`; see `Texts.say`."""
    return _spoken["texts"].say(key, values)


def words(value):
    """A value as text: a message ([key, values]), a list of values, a number, or a plain text."""
    return _spoken["texts"].words(value)


def paragraph(sentences):
    """Sentences, joined to a paragraph."""
    return _spoken["texts"].paragraph(sentences)


DATE = {"day": "numeric", "month": "long", "year": "numeric"}


def written_date(when, **parts):
    """A date in the page's language: "22 November 2026", or the `parts` that Intl.DateTimeFormat takes.

    `when` is a moment in ms since 1970, shown in the device's time zone, or a UTC day as "2026-11-22".
    """
    day_of_utc = isinstance(when, str)
    parts = parts or dict(DATE)
    if day_of_utc:
        parts["timeZone"] = "UTC"
    form = window.Intl.DateTimeFormat.new(say("language.tag"), ffi.to_js(parts))
    return str(form.format(window.Date.new(when if day_of_utc else float(when))))


def today():
    """Today's date in UTC, as "2026-11-22"."""
    return str(window.Date.new().toISOString())[:10]


def display_name(name, mine):
    """The name to show for a seat: the person's own is "you" in the page's language if they gave none."""
    return say("ui.you") if mine and is_nameless(name) else name


def stored_name(name):
    """A person's name as the engine stores it: one word for no name, in every language of the page."""
    return NAMELESS if name == say("ui.you") else name


def player_names(names):
    """The names at a table as a list in words. A person who gave no name is "you"."""
    return words([display_name(name, True) for name in names])


def monogram(name):
    """The first letter of a name as people see it, with its accents and joined characters."""
    # Avoid the Segmenter: the first one costs a browser 10 ms.
    if max(name[:2], default="") < FIRST_COMBINING:
        return name[:1]
    if name not in _monograms:
        _monograms[name] = name[:1]
        if window.Reflect.has(window.Intl, "Segmenter"):  # browsers before 2024 may lack it
            letters = window.Intl.Segmenter.new().segment(name)
            _monograms[name] = str(letters.containing(0).segment)
    return _monograms[name]


def has_text(key):
    """Whether there is a text with exactly this key."""
    return _spoken["texts"].has(key)


def with_glossary_links(text):
    """A text as HTML, in which each marked word is a button that opens its glossary entry."""
    markup = ""
    for shown, term in split_terms(text):
        shown = escaped(shown)
        if term:
            shown = TERM.format(term, shown)
        elif markup and shown[0] in ".,;:!?":  # no line break between the word and its punctuation mark
            markup, shown = markup + shown[0] + "</span>", shown[1:]
        elif markup:
            markup += "</span>"
        markup += shown
    return markup + "</span>" if markup.endswith("</button>") else markup
