"""The writer: what the document shall show comes as cells, and only what differs from what was written last is written.

A *cell* is (part, name, value). `part` is a selector, within a row one within that row, "" for the row itself. `name` is
an attribute (None or False takes it away, True sets it bare) or one of

    text, html        what is in the element
    typed             what is in a form field that the person changes too
    fields            {name: value}: all form fields in the element by their names
    options           [(value, text), …]: what a <select> offers; the one that is chosen stays so, if it is still there
    rows              [(key, template, cells), …]: copies of <template id=template> in this order, after what the element
                      holds otherwise; a row whose key stays keeps its element, with its focus and its motion

An element's attribute that is in a cell is written by cells alone: what was written last is remembered, not asked of it.
"""

from pyscript import document, ffi, window

NEVER = object()
TYPING = "data-typing"  # on a field while somebody writes in it
_page = {}  # what was written last, by (part, name); for rows their keys in order, and by key element and what was written


def paint(cells, element=None, written=None):
    """Brings the document, or the one element, in step with the cells."""
    if written is None:
        written = _page
    for part, name, value in cells:
        key = part, name
        if name == "rows":
            if key not in written:
                written[key] = [], {}
            _rows(one(part, element) if part else element, value, *written[key])
        elif name in ("typed", "fields") or written.get(key, NEVER) != value:
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
                fill(field, value[field.name])
    elif name == "options":
        _offer(element, value)
    elif value is None or value is False:
        element.removeAttribute(name)
    else:
        element.setAttribute(name, "" if value is True else str(value))


def _offer(select, offered):
    """All at once: a copy of a template for each of a hundred took a laptop 9 ms."""
    chosen = select.value
    select.innerHTML = "".join(
        ['<option value="{}">{}</option>'.format(escaped(value), escaped(text)) for value, text in offered]
    )
    if chosen in [value for value, _ in offered]:
        select.value = chosen


def escaped(text):
    """A text as it stands in HTML, between tags or in quotes."""
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


def typing(field, on):
    """Whether somebody is writing in a field: until its change is heard, or it is left, nothing is written over it."""
    _write(field, TYPING, on)


def fill(field, value):
    """Puts a value into a form field of any kind."""
    if field.type == "checkbox":
        field.checked = bool(value)
    elif field.type == "radio":
        field.checked = field.value == str(value)
    else:
        field.value = str(value)


def taken(field):
    """The value in a form field of any kind: a bool for a switch, a text otherwise."""
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


def least(number):
    """Every number up to `number`, for `data-least`, so that styles can ask for "at least five": [data-least~="5"].

    `:has(> :nth-child(5))` would do without this, but makes the browser look at the styles of the whole table anew
    with every change within.
    """
    return " ".join([str(count) for count in range(1, number + 1)])


def recall(key):
    """What the browser keeps under `key` for the first paint, None where it keeps nothing or may not be asked."""
    text = window.startup.recall(key)
    return str(text) if text else None


def remember(key, text):
    """Keeps that for the next visit, if the browser lets it be; what must not be lost is in the store (game/store/)."""
    window.startup.remember(key, text)


def listen(target, event, handler, passive=True):
    """Calls `handler(event)` on every such event."""
    target.addEventListener(event, ffi.create_proxy(handler), ffi.to_js({"passive": passive}))
