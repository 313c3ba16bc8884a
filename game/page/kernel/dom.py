"""Find, read and change elements of the document; and the browser's storage for small texts."""

from pyscript import document, ffi, window

TYPING = "data-typing"  # an attribute of a field while the person types in it


def escaped(text):
    """A text, escaped for HTML content and quoted attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def mark_typing(field, is_typing):
    """Mark or unmark a field in which the person types. No cell overwrites a marked field."""
    if is_typing:
        field.setAttribute(TYPING, "")
    else:
        field.removeAttribute(TYPING)


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
