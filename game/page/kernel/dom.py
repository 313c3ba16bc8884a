"""Find, read and change elements of the document; and the browser's storage for small texts."""

from pyscript import document, ffi, window

from game.for_types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from game.page.page_types import Element, Event

TYPING = "data-typing"  # an attribute of a field while the person types in it


def escaped(text: "str") -> "str":
    """A text, escaped for HTML content and quoted attributes."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def mark_typing(field: "Element", is_typing: "bool") -> "None":
    """Mark or unmark a field in which the person types. No cell overwrites a marked field."""
    if is_typing:
        field.setAttribute(TYPING, "")
    else:
        field.removeAttribute(TYPING)


def set_field(field: "Element", value: "object") -> "None":
    """Put a value into a form field of any type."""
    if field.type == "checkbox":
        field.checked = bool(value)
    elif field.type == "radio":
        field.checked = field.value == str(value)
    else:
        field.value = str(value)


def field_value(field: "Element") -> "Any":
    """The value of a form field of any type: a bool for a checkbox, a text otherwise."""
    return bool(field.checked) if field.type == "checkbox" else field.value


def one(selector: "str", root: "Element" = None) -> "Element":
    """The first element that matches, or None."""
    return (root or document).querySelector(selector)


def every(selector: "str", root: "Element" = None) -> "list[Element]":
    """All elements that match, as a list."""
    nodes = (root or document).querySelectorAll(selector)
    return [nodes.item(number) for number in range(nodes.length)]


def clone(template: "str") -> "Element":
    """A new copy of the single element in `<template id=template>`."""
    return document.getElementById(template).content.firstElementChild.cloneNode(True)


def data(element: "Element", name: "str") -> "Any":
    """The value of the element's attribute `data-{name}`, or None."""
    return element.getAttribute("data-" + name)


def counts_up_to(number: "int") -> "str":
    """The value of the attribute `data-least` for a list of `number` items: the numbers 1 to `number` as a text.

    A style can then select "at least five items" by [data-least~="5"]. The selector `:has(> :nth-child(5))` needs no
    attribute, but it makes the browser restyle the whole table after each change.
    """
    return " ".join([str(count) for count in range(1, number + 1)])


def recall(key: "str", of_tab: "bool" = False) -> "str | None":
    """The text that localStorage, or this tab's storage, holds under `key`; None if it is missing or storage is blocked."""
    text = window.startup.recall(key, of_tab)
    return str(text) if text else None


def remember(key: "str", text: "str", of_tab: "bool" = False) -> "None":
    """Put a text into localStorage, or into this tab's storage, if the browser allows it.

    The engine's store (game/store/) keeps data that must not be lost.
    """
    window.startup.remember(key, text, of_tab)


def listen(
    target: "Element", event: "str", handler: "Callable[[Event], object]", passive: "bool" = True
) -> "None":
    """Call `handler(event)` for each event of the type `event`.

    A passive listener cannot prevent the browser's own reaction.
    """
    target.addEventListener(event, ffi.create_proxy(handler), ffi.to_js({"passive": passive}))


def show_when_unfolded(details: "Element") -> "None":
    """Scroll to a `<details>` whenever it is unfolded: at the foot of a screen, what it opens would be out of view."""

    def toggled(event: "Event") -> "None":
        if event.target.hasAttribute("open"):
            event.target.scrollIntoView()

    listen(details, "toggle", toggled)
