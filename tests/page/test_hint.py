"""The notice of a hint leaves the place that it advises in sight."""

import pytest

from tests.page.conftest import played
from tests.page.openings import Make, opened


@pytest.mark.parametrize(
    ("notice", "lift"),
    [
        (
            (10, 280, 380, 90),
            "--lift:172px",
        ),  # over the felt's middle, at which the place is: 8 px below its edge
        ((10, 520, 380, 90), None),  # below the place
        ((10, 130, 380, 190), None),  # it would cover the place at the edge, too
    ],
)
@played
async def test_a_hint_uncovers_its_place(make: Make, notice: tuple[int, ...], lift: str | None) -> None:
    world = await opened(make)
    world.one(".notice-line").box = notice
    while not world.every('#places > [data-hint="true"]'):
        await world.do("hint")
        if not world.every('#places > [data-hint="true"]'):
            await world.turn()
    assert world.one("#notice").attributes.get("style") == lift
    await world.do("hint")
    assert world.one("#notice").attributes.get("style") == lift  # the same after a second press
