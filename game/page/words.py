"""Sentences for the page, from the locale's table of key to template."""

from game.telling.texts import fill

table = {}


def words(value):
    """A value as text: a message ([key, values]), a list of values, or plain."""
    if isinstance(value, list):
        if len(value) == 2 and isinstance(value[1], dict):
            return say(value[0], value[1])
        return ", ".join([words(item) for item in value])
    return str(value)


def say(key, values=None):
    """The sentence for `key`; values that are messages are turned into words first."""
    plain = {}
    for name in values or {}:
        value = values[name]
        plain[name] = value if isinstance(value, int) else words(value)
    return fill(table, key, plain)
