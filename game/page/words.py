"""Sentences for the page, in the language that it speaks (game/page/screens/language_choice.py chooses it)."""

from pyscript import ffi, window

from game.narration.localization.terms import pieces
from game.narration.localization.terms import plain as plain  # without marks, for listeners
from game.narration.localization.texts import NAMELESS, is_nameless
from game.page.dom import escaped

_spoken = {}
_letters = {}  # by name
JOINING = "\u0300"  # the first sign that joins with the one before it
TERM = (
    '<span class="whole"><button type="button" class="term" data-action="glossary" data-term="{}">{}</button>'
)


def use(texts):
    """From now on everything is said by these texts."""
    _spoken["texts"] = texts


def say(key, values=None):
    """The sentence for `key`; see `Texts.say`."""
    return _spoken["texts"].say(key, values)


def words(value):
    """A value as text: a message ([key, values]), a list of values, a number, or plain."""
    return _spoken["texts"].words(value)


def paragraph(sentences):
    """Sentences one after the other."""
    return _spoken["texts"].paragraph(sentences)


DATE = {"day": "numeric", "month": "long", "year": "numeric"}


def written_date(when, **parts):
    """A date in the page's language: "22 November 2026", or the `parts` that Intl.DateTimeFormat takes.

    `when` is a moment in ms since 1970, shown in the time zone of the device, or a day of UTC as "2026-11-22".
    """
    day_of_utc = isinstance(when, str)
    parts = parts or dict(DATE)
    if day_of_utc:
        parts["timeZone"] = "UTC"
    form = window.Intl.DateTimeFormat.new(say("language.tag"), ffi.to_js(parts))
    return str(form.format(window.Date.new(when if day_of_utc else float(when))))


def today():
    """The date now, of UTC."""
    return str(window.Date.new().toISOString())[:10]


def called(name, mine):
    """A seat's name; the person's own, if they gave none, is "you" in the language that is spoken."""
    return say("ui.you") if mine and is_nameless(name) else name


def stored(name):
    """Return a person's name as the engine stores it: one word for no name, whatever language the page speaks."""
    return NAMELESS if name == say("ui.you") else name


def players(names):
    """Who sat at a table, as the language lists them; a person who gave no name is "you"."""
    return words([called(name, True) for name in names])


def monogram(name):
    """The first letter of a name as people see it: with its accents, or a sign that is joined of several."""
    if max(name[:2], default="") < JOINING:  # a browser's first Segmenter takes it 10 ms
        return name[:1]
    if name not in _letters:
        _letters[name] = name[:1]
        if window.Reflect.has(window.Intl, "Segmenter"):  # browsers before 2024 may lack it
            letters = window.Intl.Segmenter.new().segment(name)
            _letters[name] = str(letters.containing(0).segment)
    return _letters[name]


def known(key):
    """Whether there is a text of just this key."""
    return _spoken["texts"].has(key)


def marked(text):
    """A text as HTML: each marked word a button that opens its entry in the glossary."""
    made = ""
    for shown, term in pieces(text):
        shown = escaped(shown)
        if term:
            shown = TERM.format(term, shown)
        elif made and shown[0] in ".,;:!?":  # stays on the word's line
            made, shown = made + shown[0] + "</span>", shown[1:]
        elif made:
            made += "</span>"
        made += shown
    return made + "</span>" if made.endswith("</button>") else made
