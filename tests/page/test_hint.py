"""A hint leaves the place that it advises in sight, and the tile that it has chosen stays chosen at the first tap."""

from importlib import import_module

import pytest

from tests.page.conftest import World, a_scene, played
from tests.page.openings import Make, opened
from tests.page.shown_scenes import PLACE, shown

TILE = '#hand > [data-tile="9-4"]'


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


async def hinted(make: Make) -> World:
    """A page on which a hint has chosen the 9-4, and lit one of its two places."""
    advice = {"tile": "9-4", "do": None, "move": PLACE["move"], "said": [["ui.draw", {}]]}
    places = [PLACE, PLACE | {"move": "9-4>4-1", "x": 2, "on": "4-1"}]
    world = await shown(make, a_scene(), tap=lambda **given: {"places": places}, hint=advice)
    await world.do("hint")
    return world


async def tapped(world: World) -> bool:
    """Whether the 9-4 is chosen, with a lit place, after an unhurried tap on it."""
    choosing = import_module("game.page.play.choosing")
    world.app.object(choosing.Choosing).since -= choosing.DOUBLE_TAP_MS
    await world.click(TILE)
    is_chosen = world.one(TILE).getAttribute("aria-pressed") == "true"
    assert is_chosen == bool(world.every("#places > button"))
    return is_chosen


@played
async def test_the_first_tap_on_a_hinted_tile_keeps_it_and_lights_all_places(make: Make) -> None:
    world = await hinted(make)
    assert len(world.every("#places > button")) == 1
    assert await tapped(world) and len(world.every("#places > button")) == 2
    await world.do("hint")
    assert [await tapped(world) for _ in range(3)] == [True, False, True]
    assert [await tapped(world) for _ in range(2)] == [False, True]  # the person has chosen it since
    await world.do("hint")
    assert await tapped(world)


@pytest.mark.parametrize(("warning", "plays"), [(None, True), (["ui.draw", {}], False)])
@played
async def test_with_single_taps_a_tap_plays_the_tile_of_a_hint(
    make: Make, warning: object, plays: bool
) -> None:
    """At the lit place, unless a warning is to be read first."""
    advice = {"tile": "9-4", "do": None, "move": PLACE["move"], "said": [["ui.draw", {}]]}
    places = [PLACE | {"warning": warning}, PLACE | {"move": "9-4>4-1", "x": 2, "on": "4-1"}]
    after = a_scene(version=2, hand=[])
    world = await shown(make, a_scene(), tap=lambda **given: {"places": places}, hint=advice, act=after)
    world.change_setting("at-once", True)
    await world.do("hint")
    await world.click(TILE)
    assert [given["code"] for verb, given in world.asked if verb == "act"] == [PLACE["move"]] * plays


@played
async def test_a_key_on_the_tile_of_a_hint_leads_to_its_place(make: Make) -> None:
    world = await hinted(make)
    world.one(TILE).fire("click", detail=0)
    await world.quiet()
    assert world.document.activeElement is world.one("#places > button")


@pytest.mark.parametrize("words", [9, 30])
@played
async def test_a_long_notice_is_marked_for_large_text(make: Make, words: int) -> None:
    world = await opened(make)
    import_module("game.page.notices.notice").show_notice(world.app, "word " * words)
    assert world.one("#notice").dataset.long == ("true" if words > 20 else None)
    assert world.one("#tray").dataset.noticed == ("long" if words > 20 else "true")
