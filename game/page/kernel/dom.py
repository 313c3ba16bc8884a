"""Write cells into the document, except cells with an unchanged value.

A *cell* is (part, name, value). `part` is a CSS selector; inside a row it is relative to the row, and "" means the row
itself. `name` is an attribute (None or False removes it, True sets it without a value), or one of

    text, html        the content of the element
    typed             the value of a form field in which the person may type; compared with the field at every write
    fields            {name: value}: the values of the form fields in the element, by name; compared as `typed`
    options           [(value, text), …]: the options of a <select>; a chosen option stays chosen if it is still there
    rows              [(key, template, cells), …]: copies of <template id=template>, in this order, after the element's
                      other content; a row with the same key keeps its element, its focus and its animation. If `cells` is
                      the very object of the last time (panels/row_cache.py), the row is not painted again

Other code must never write an attribute that a cell writes, because this module remembers the last value and does not
read it back.
"""

from pyscript import document, ffi, window

NOT_WRITTEN = object()  # the last value of a cell that was never written; differs from every value
TYPING = "data-typing"  # an attribute of a field while the person types in it

# The last values of the document's cells, as {(part, name): value}. For the name "rows" the value is a pair: the list
# of keys in order, and {key: [element, the last values of its cells, its last cells]}.
_last_values = {}


def paint(cells, element=None, written=None):
    """Write the cells into the document, or into one element.

    `written` holds the last values of that element's cells.
    """
    if written is None:
        written = _last_values
    for part, name, value in cells:
        key = part, name
        if name == "rows":
            if key not in written:
                written[key] = [], {}
            _write_rows(one(part, element) if part else element, value, *written[key])
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


def _write_options(select, options):
    """Write all options as one HTML text: copying a template for each of a hundred options took a laptop 9 ms."""
    chosen = select.value
    select.innerHTML = "".join(
        ['<option value="{}">{}</option>'.format(escaped(value), escaped(text)) for value, text in options]
    )
    if chosen in [value for value, _ in options]:
        select.value = chosen


def escaped(text):
    """A text, escaped for HTML content and quoted attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _write_rows(container, rows, order, elements):
    """Remove, add and move the rows of a container.

    Update `order` and `elements`, its last value (see `_last_values`).
    """
    keys = [row[0] for row in rows]
    for key in [key for key in order if key not in keys]:
        order.remove(key)
        elements.pop(key)[0].remove()
    for index, (key, template, cells) in enumerate(rows):
        if key not in elements:
            elements[key] = [clone(template), {}, None]
        row = elements[key]
        element, written, last_cells = row
        if cells is not last_cells:
            paint(cells, element, written)
            row[2] = cells
        if index == len(order) or order[index] != key:
            container.insertBefore(element, elements[order[index]][0] if index < len(order) else None)
            if key in order:
                order.remove(key)
            order.insert(index, key)


def mark_typing(field, is_typing):
    """Mark or unmark a field in which the person types. No cell overwrites a marked field."""
    _write(field, TYPING, is_typing)


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
    """A new copy of the single element in `<template id=template>`."""
    return document.getElementById(template).content.firstElementChild.cloneNode(True)


def data(element, name):
    """The value of the element's attribute `data-{name}`, or None."""
    return element.getAttribute("data-" + name)


def counts_up_to(number):
    """The value of the attribute `data-least` for a list of `number` items: the numbers 1 to `number` as a text.

    A style can then select "at least five items" by [data-least~="5"]. The selector `:has(> :nth-child(5))` needs no
    attribute, but it makes the browser restyle the whole table after each change.
    """
    return " ".join([str(count) for count in range(1, number + 1)])


def recall(key):
    """The text that localStorage holds under `key`, or None if it is missing or storage is blocked."""
    text = window.startup.recall(key)
    return str(text) if text else None


def remember(key, text):
    """Put a text into localStorage, if the browser allows it.

    The engine's store (game/store/) keeps data that must not be lost.
    """
    window.startup.remember(key, text)


def listen(target, event, handler, passive=True):
    """Call `handler(event)` for each event of the type `event`.

    A passive listener cannot prevent the browser's own reaction.
    """
    target.addEventListener(event, ffi.create_proxy(handler), ffi.to_js({"passive": passive}))
