"""Small helpers over the document. Every write is skipped where it would change nothing."""

from pyscript import document, ffi


def one(selector, root=None):
    """The first element that matches, or None."""
    return (root or document).querySelector(selector)


def every(selector, root=None):
    """All elements that match, as a list."""
    found = (root or document).querySelectorAll(selector)
    return [found.item(number) for number in range(found.length)]


def clone(template):
    """A fresh copy of the one element in `<template id=template>`."""
    return document.getElementById(template).content.firstElementChild.cloneNode(True)


def put(element, text):
    """Sets the text of an element."""
    text = str(text)
    if element.textContent != text:
        element.textContent = text


def markup(element, html):
    """Sets the markup inside an element, when it differs from what was set last."""
    if data(element, "was") != html:
        element.dataset.was = html
        element.innerHTML = html


def data(element, name):
    """The value of a `data-` attribute, or None."""
    return element.getAttribute("data-" + name)


def show(element, visible):
    """Shows or hides an element."""
    if element.hidden == bool(visible):
        element.hidden = not visible


def attribute(element, name, value):
    """Sets an attribute; None takes it away."""
    if value is None:
        if element.hasAttribute(name):
            element.removeAttribute(name)
    elif element.getAttribute(name) != str(value):
        element.setAttribute(name, str(value))


def least(element, number):
    """Lists every number up to `number` in `data-least`, so that styles can ask for "at least five": [data-least~="5"].

    `:has(> :nth-child(5))` would do without this, but makes the browser look at the styles of the whole table anew
    with every change within.
    """
    attribute(element, "data-least", " ".join([str(count) for count in range(1, number + 1)]))


def listen(target, event, handler, passive=True):
    """Calls `handler(event)` on every such event."""
    target.addEventListener(event, ffi.create_proxy(handler), ffi.to_js({"passive": passive}))
