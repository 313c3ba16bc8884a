"""Open the forms of the page and change their fields."""

from typing import Any

from tests.page.conftest import World
from tests.page.document import Element
from tests.page.openings import Make


async def at_the_form(make: Make) -> World:
    world = await make().begin()
    await world.click("#choose")
    assert world.one("html").dataset.screen == "setup" and not world.one("#setup").hidden
    return world


async def chosen(world: World, selector: str, value: Any) -> None:
    """Change a field, as a person does."""
    field = world.one(selector)
    if isinstance(value, bool):
        field.checked = value
    elif field.type == "radio":
        field.checked = True
    else:
        field.value = value
    field.fire("change")
    await world.quiet()


async def at_a_saved_set(make: Make, selector: str, value: Any) -> World:
    """A page at the form after the rules were saved as "At Aunt May’s", with this value in a field."""
    world = await at_the_form(make)
    await chosen(world, selector, value)
    await chosen(world, "#house-name", "At Aunt May’s")
    await world.do("save-house")
    return world


def checked(world: World, selector: str) -> list[str]:
    return [field.value for field in world.every(selector) if field.checked]


async def put(world: World, field: Element, value: Any = None) -> None:
    """Change a field, as a person does."""
    if value is None:
        field.checked = True
    else:
        field.value = value
    field.fire("change")
    await world.quiet()
