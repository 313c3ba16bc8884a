"""Message keys and values to sentences. Imports nothing, and runs in CPython and MicroPython alike.

Texts live in `assets/locales/*.json`, a flat object of key to template. A template holds `{name}` places.
A key may come in plural forms, `key.one` and `key.other`, chosen by the value named `n`.
"""


def fill(table, key, values=None):  # type: ignore[no-untyped-def]
    """The sentence for `key`, its places filled from `values`; a missing key raises KeyError, naming it.

    >>> fill({"toes.one": "{n} toe", "toes.other": "{n} toes"}, "toes", {"n": 2})
    '2 toes'
    >>> fill({"came": "You came out {margin}."}, "came", {"margin": -7})
    'You came out −7.'
    """
    values = values or {}
    if key not in table:
        key = key + (".one" if values.get("n") == 1 else ".other")
    text = table[key]
    for name in values:
        value = values[name]
        negative = isinstance(value, (int, float)) and value < 0
        text = text.replace("{" + name + "}", "−" + str(-value) if negative else str(value))
    return text
