"""Whether the document agrees with the views: what is shown is what the state says."""

from collections.abc import Callable
from typing import Any

from tests.page.conftest import INDEX, World
from tests.page.document import Element


def agrees(cells: list[Any], one: Callable[[str], Element]) -> int:
    """How many cells agree with the document. Fails if one does not."""
    agreed = 0
    for part, name, value in cells:
        element = one(part)
        if name == "text":
            assert element.textContent == str(value), (part, name)
        elif name == "rows":
            fixed = INDEX.querySelector(part) if part.startswith("#") else None
            rows = (
                element.elements()[fixed.childElementCount :] if fixed else element.elements()[-len(value) :]
            )
            assert len(rows) == len(value), (part, rows)
            for row, (_, _, inner) in zip(rows, value, strict=True):
                agreed += agrees(inner, lambda part, row=row: row.querySelector(part) if part else row)
        elif name == "options":
            assert [(option.value, option.textContent) for option in element.elements()] == value, part
        elif name == "html":
            made = Element(element.tag)
            made.innerHTML = value
            assert element.innerHTML == made.innerHTML, part
        elif name == "typed":
            assert element.value == value
        elif value is None or value is False:
            assert not element.hasAttribute(name), (part, name)
        elif name != "fields":
            assert element.getAttribute(name) == ("" if value is True else str(value)), (part, name)
        agreed += 1
    return agreed


def all_agree(world: World) -> None:
    """Check every view against the document, except the views of the hidden form that are out of date."""
    painter = world.app.painter
    shown = [view for number, (view, _, _) in enumerate(painter.views) if number not in painter.outdated]
    assert sum(agrees(view(world.app.state), world.one) for view in shown) > 200
