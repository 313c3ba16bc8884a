"""Paint the document: call the views whose values have changed, and write their cells, except unchanged ones.

A *cell* is (part, name, value). `part` is a CSS selector; inside a row it is relative to the row, and "" means the row
itself. `name` is an attribute (None or False removes it, True sets it without a value), or one of

    text, html        the content of the element
    typed             the value of a form field in which the person may type; compared with the field at every write
    fields            {name: value}: the values of the form fields in the element, by name; compared as `typed`
    options           [(value, text), …]: the options of a <select>; a chosen option stays chosen if it is still there
    rows              [(key, template, cells), …]: copies of <template id=template>, in this order, after the element's
                      other content; a row with the same key keeps its element, its focus and its animation. `cells` may
                      be a `LazyCells`

Other code must never write an attribute that a cell writes, because the painter remembers the last value and does not
read it back.
"""

from pyscript import window

from game.for_types import TYPE_CHECKING
from game.page.kernel import words
from game.page.kernel.dom import TYPING, clone, escaped, every, one, set_field

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Hashable, Iterable, Iterator
    from typing import Any

    from game.page.page_types import Cell, Cells, Element, RegisteredView, Row, State

NOT_WRITTEN = object()  # the last value of a cell that was never written; differs from every value


class LazyCells:
    """The cells of a row, made by `make(*inputs)` only if an input has changed since the row was painted.

    `make` must read nothing else but the texts of the page's language. So a scene costs only its changed rows.
    """

    def __init__(self, make: "Callable[..., Cells]", *inputs: "object") -> "None":
        self.make = make
        self.inputs = inputs + (words.current_texts(),)

    def __iter__(self) -> "Iterator[Cell]":
        return iter(self.make(*self.inputs[:-1]))

    def is_like(self, other: "object") -> "bool":
        """Whether the other cells were made from equal inputs."""
        return isinstance(other, LazyCells) and self.inputs == other.inputs


class Painter:
    """The views of all rooms, and the last values of the document's cells."""

    def __init__(self) -> "None":
        self.views: list[RegisteredView] = []
        # by value of the state: the indexes of the views that read it
        self._readers: dict[str, list[int]] = {}
        self.outdated: set[int] = (
            set()
        )  # the indexes of the views to paint; after `show`, only those of hidden screens
        # {(part, name): value}. For the name "rows" the value is a pair: the list of keys in order, and
        # {key: [element, the last values of its cells, its last cells]}.
        self._last_values: dict[tuple[str, str], Any] = {}

    def paint(self, cells: "Cells") -> "None":
        """Write cells into the document."""
        paint(cells, None, self._last_values)

    def add(self, views: "list[RegisteredView]", missed: "Container[str]") -> "None":
        """Add the views of a room. The next `show` paints those that read one of the `missed` changes of values."""
        for view in views:
            number = len(self.views)
            self.views.append(view)
            for name in view[1]:
                self._readers.setdefault(name, []).append(number)
                if name in missed:
                    self.outdated.add(number)

    def show(self, changed: "Iterable[str]", state: "State") -> "None":
        """Paint the views that read one of these changed values, in the order of the views."""
        outdated = self.outdated
        for name in changed:
            outdated.update(self._readers.get(name, ()))
        for number in sorted(outdated):
            view, _, screen = self.views[number]
            if number in outdated and (screen is None or screen == state["screen"]):
                outdated.remove(number)
                paint(view(state), None, self._last_values)

    async def paint_ahead(self, present: "Callable[[], State]") -> "None":
        """Paint the views of hidden screens in small steps, so that they open without a delay. `present` returns the page's state.

        Between two steps the browser handles taps.
        """
        breathe = window.startup.breathe
        for number, (view, _, _) in enumerate(self.views):
            while number in self.outdated:
                state = present()
                for cell in rows_one_by_one(view(state)):
                    await breathe()
                    if present() is not state:  # the state changed in the meantime: start this view again
                        break
                    self.paint([cell])
                else:
                    self.outdated.remove(number)
                await breathe()


def rows_one_by_one(cells: "Cells") -> "Iterator[Cell]":
    """Yield the cells in order. Replace a cell of rows by several cells, each with one more row.

    Painting all rows of a long list in one step would block the browser.
    """
    for cell in cells:
        part, name, value = cell
        if name == "rows":
            for count in range(1, len(value)):
                yield part, name, value[:count]
        yield cell


def paint(cells: "Cells", element: "Element", written: "dict[tuple[str, str], Any]") -> "None":
    """Write the cells into an element, or into the document if it is None. `written` holds the last values of its cells."""
    for part, name, value in cells:
        key = part, name
        if name == "rows":
            if key not in written:
                written[key] = [], {}
            _write_rows(one(part, element) if part else element, value, *written[key])
        elif name in ("typed", "fields") or written.get(key, NOT_WRITTEN) != value:
            written[key] = value
            _write(one(part, element) if part else element, name, value)


def _write(element: "Element", name: "str", value: "Any") -> "None":
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


def _write_options(select: "Element", options: "Iterable[tuple[str, str]]") -> "None":
    """Write all options as one HTML text: copying a template for each of a hundred options took a laptop 9 ms."""
    chosen = select.value
    select.innerHTML = "".join(
        ['<option value="{}">{}</option>'.format(escaped(value), escaped(text)) for value, text in options]
    )
    if chosen in [value for value, _ in options]:
        select.value = chosen


def _write_rows(
    container: "Element", rows: "list[Row]", order: "list[Hashable]", elements: "dict[Hashable, list[Any]]"
) -> "None":
    """Remove, add and move the rows of a container.

    Update `order` and `elements`, its last value (see `Painter`).
    """
    keys = [row[0] for row in rows]
    for key in [key for key in order if key not in keys]:
        order.remove(key)
        elements.pop(key)[0].remove()
    for index, (key, template, cells) in enumerate(rows):
        if key not in elements:
            elements[key] = [clone(template), {}, None]
        row = elements[key]
        element, written, last = row
        # `rows_one_by_one` yields the very same cells once for each later row.
        if cells is not last and not (isinstance(cells, LazyCells) and cells.is_like(last)):
            paint(cells, element, written)
            row[2] = cells
        if index == len(order) or order[index] != key:
            container.insertBefore(element, elements[order[index]][0] if index < len(order) else None)
            if key in order:
                order.remove(key)
            order.insert(index, key)
