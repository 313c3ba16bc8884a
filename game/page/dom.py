"""Write cells into the document: only what differs from the last write touches the DOM.

A *cell* is (part, name, value). `part` is a CSS selector; inside a row it is relative to the row, and "" means the row itself.
`name` is an attribute (None or False removes it, True sets it without a value), or one of

    text, html        the content of the element
    typed             the value of a form field that the person can change too
    fields            {name: value}: the values of all form fields in the element, by name
    options           [(value, text), …]: the options of a <select>; the chosen one stays chosen if it is still there
    rows              [(key, template, cells), …]: copies of <template id=template>, in this order, after the element's other
                      content; a row with the same key keeps its element, its focus and its animation

An attribute that a cell writes must never be written by other code, because the last value is remembered here and not read back.
"""

from pyscript import document, ffi, window

NOT_WRITTEN = object()
TYPING = "data-typing"  # on a field while the person types in it
_page = {}  # the last values by (part, name); for rows: their keys in order, and {key: (element, its last values)}


def paint(cells, element=None, written=None):
    """Bring the document, or the one element, in line with the cells."""
    if written is None:
        written = _page
    for part, name, value in cells:
        key = part, name
        if name == "rows":
            if key not in written:
                written[key] = [], {}
            _rows(one(part, element) if part else element, value, *written[key])
        elif name in ("typed", "fields") or written.get(key, NOT_WRITTEN) != value:
            written[key] = value
            _write(one(part, element) if part else element, name, value)


def _write(element, name, value):
    if name == "text":
        element.textContent = str(value)
    elif name == "html":
        element.innerHTML = value
    elif name == "typed":
        if element.value != value and not element.hasAttribute(TYPING):
            element.value = value
    elif name == "fields":
        for field in every("input, select", element):
            if field.name in value and not field.hasAttribute(TYPING):
                set_field(field, value[field.name])
    elif name == "options":
        _write_options(element, value)
    elif value is None or value is False:
        element.removeAttribute(name)
    else:
        element.setAttribute(name, "" if value is True else str(value))


def _write_options(select, offered):
    """Write all options at once: copying a template for each of a hundred options took a laptop 9 ms."""
    chosen = select.value
    select.innerHTML = "".join(
        ['<option value="{}">{}</option>'.format(escaped(value), escaped(text)) for value, text in offered]
    )
    if chosen in [value for value, _ in offered]:
        select.value = chosen


def escaped(text):
    """A text, escaped for HTML content and quoted attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _rows(container, wanted, order, kept):
    keys = [row[0] for row in wanted]
    for key in [key for key in order if key not in keys]:
        order.remove(key)
        kept.pop(key)[0].remove()
    for place, (key, template, cells) in enumerate(wanted):
        if key not in kept:
            kept[key] = clone(template), {}
        element, written = kept[key]
        paint(cells, element, written)
        if place == len(order) or order[place] != key:
            container.insertBefore(element, kept[order[place]][0] if place < len(order) else None)
            if key in order:
                order.remove(key)
            order.insert(place, key)


def mark_typing(field, on):
    """Mark or unmark a field in which the person types. Nothing overwrites it until it reports a change or loses the focus."""
    _write(field, TYPING, on)


def set_field(field, value):
    """Put a value into a form field of any type."""
    if field.type == "checkbox":
        field.checked = bool(value)
    elif field.type == "radio":
        field.checked = field.value == str(value)
    else:
        field.value = str(value)


def field_value(field):
    """The value of a form field of any type: a bool for a checkbox, a text otherwise."""
    return bool(field.checked) if field.type == "checkbox" else field.value


def one(selector, root=None):
    """The first element that matches, or None."""
    return (root or document).querySelector(selector)


def every(selector, root=None):
    """All elements that match, as a list."""
    nodes = (root or document).querySelectorAll(selector)
    return [nodes.item(number) for number in range(nodes.length)]


def clone(template):
    """A fresh copy of the one element in `<template id=template>`."""
    return document.getElementById(template).content.firstElementChild.cloneNode(True)


def data(element, name):
    """The value of a `data-` attribute, or None."""
    return element.getAttribute("data-" + name)


def counts_up_to(number):
    """The numbers 1 to `number` for `data-least`, so that a style can ask for "at least five": [data-least~="5"].

    `:has(> :nth-child(5))` would need no attribute, but then the browser restyles the whole table with every change inside it.
    """
    return " ".join([str(count) for count in range(1, number + 1)])


def recall(key):
    """The text that localStorage holds under `key`, or None if it is missing or storage is blocked."""
    text = window.startup.recall(key)
    return str(text) if text else None


def remember(key, text):
    """Put a text into localStorage, if the browser allows it. Data that must not be lost goes into the store (game/store/)."""
    window.startup.remember(key, text)


def listen(target, event, handler, passive=True):
    """Call `handler(event)` on every such event."""
    target.addEventListener(event, ffi.create_proxy(handler), ffi.to_js({"passive": passive}))
