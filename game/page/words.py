"""Sentences for the page, in the language that it speaks (game/page/screens/language.py chooses it)."""

_spoken = {}


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
