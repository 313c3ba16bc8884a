"""Sentences for the page, in the language that it speaks (game/page/screens/language.py chooses it)."""

from game.telling.speech.terms import pieces
from game.telling.speech.terms import plain as plain  # without marks, for listeners

_spoken = {}
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


def known(key):
    """Whether there is a text of just this key."""
    return _spoken["texts"].has(key)


def marked(text):
    """A text as HTML: each marked word a button that opens its entry in the glossary."""
    made = ""
    for shown, term in pieces(text):
        shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        if term:
            shown = TERM.format(term, shown)
        elif made and shown[0] in ".,;:!?":  # stays on the word's line
            made, shown = made + shown[0] + "</span>", shown[1:]
        elif made:
            made += "</span>"
        made += shown
    return made + "</span>" if made.endswith("</button>") else made
