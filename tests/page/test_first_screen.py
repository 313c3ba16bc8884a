"""The first screen: its main button, and the two choices for the next match."""

from tests.page.conftest import MemoryBackend, World, hidden, played
from tests.page.test_match import Make
from tests.page.test_new_game_form import chosen

OFFERED = ["chick", "hen", "fox", "farmer"]


def values(world: World, selector: str) -> list[str]:
    return [option.value for option in world.one(selector).elements()]


@played
async def test_a_first_visit_offers_a_short_match_against_hens_and_the_course(make: Make) -> None:
    world = await make().begin()
    assert (world.one("#quick-level").value, world.one("#quick-length").value) == ("hen", "3")
    assert values(world, "#quick-level") == OFFERED and values(world, "#quick-length") == ["3", "all"]
    assert not world.one("#learn").hidden and world.one("#learn-again").hidden
    assert world.one("#play-now").dataset.second is None and world.one("#resume").hidden


@played
async def test_choices_of_the_first_screen_apply_to_the_match(make: Make) -> None:
    world = await make().begin()
    await chosen(world, "#quick-level", "fox")
    await chosen(world, "#quick-length", "all")
    assert {seat["level"] for seat in world.app.state["setup"]["seats"]} == {None, "fox"}
    assert "10" in world.one("#play-note").textContent
    await world.click("#play-now")
    started = next(given for verb, given in world.asked if verb == "start")
    assert started["changes"]["rounds"] == "all" and started["seats"][1]["level"] == "fox"
    assert world.app.scene["round"]["of"] == 10


@played
async def test_choices_of_the_form_appear_on_the_first_screen(make: Make) -> None:
    world = await make().begin()
    await world.click("#choose")
    await chosen(world, '#lengths [value="1"]', None)
    rows = world.every("#players > li")
    levels = [row.querySelector('[name="level"]') for row in rows]
    for level, field in zip(("human", "rooster", "fox", "human"), levels, strict=True):
        assert field is not None
        field.value = level
        field.fire("change")
        await world.quiet()
    assert world.one("#quick-length").value == "1" and values(world, "#quick-length") == ["3", "all", "1"]
    assert world.one("#quick-level").value == "" and values(world, "#quick-level") == [*OFFERED, ""]
    levels[2].value = "rooster"  # type: ignore[union-attr]
    levels[2].fire("change")  # type: ignore[union-attr]
    await world.quiet()
    assert values(world, "#quick-level") == [*OFFERED, "rooster"]
    for field in levels[1:3]:
        field.value = "human"  # type: ignore[union-attr]
        field.fire("change")  # type: ignore[union-attr]
        await world.quiet()
    assert world.one("#quick-others").hidden


@played
async def test_a_waiting_match_makes_resume_the_main_button(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await world.click("#play-now")
    await world.do("menu")
    await world.do("leave")
    assert not world.one("#resume").hidden and world.one("#play-now").dataset.second == "true"
    assert world.one("#play-first").hidden and not world.one("#play-anew").hidden
    assert world.one("#learn").hidden and not world.one("#learn-again").hidden
    seats = world.app.state["setup"]["seats"]
    await world.click("#play-now")
    starts = [given for verb, given in world.asked if verb == "start"]
    assert len(starts) == 2 and starts[1]["seats"] == starts[0]["seats"] == seats
    again = await make(store=store).begin()
    await again.do("menu")
    await again.do("leave")
    assert again.one("#learn").hidden and not again.one("#learn-again").hidden


@played
async def test_settings_open_with_one_tap_from_the_first_screen_and_two_from_the_table(make: Make) -> None:
    world = await make().begin()
    await world.do("settings")
    assert world.one("#preferences").open and not hidden(world.one("#settings"))
    await world.do("close")
    await world.click("#play-now")
    await world.do("menu")
    await world.do("settings")
    assert world.one("#preferences").open and not world.one("#menu").open


@played
async def test_a_shortcut_acts_once_and_a_waiting_match_stays_offered(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await world.click("#play-now")
    world = await make(store=store, address="?open=new-game&pace=0").begin()
    assert world.phase == "menu" and not world.one("#setup").hidden
    assert world.window.location.search == "?pace=0"  # a reload goes on with the match
    await world.do("back")
    assert not world.one("#resume").hidden
    world = await make(store=store, address="?open=resume&pace=0").begin()
    assert world.phase == "playing" and world.window.location.search == "?pace=0"


@played
async def test_an_address_can_start_no_other_action(make: Make) -> None:
    world = await make(address="?open=start&pace=0").begin()
    assert world.phase == "menu" and world.one("#setup").hidden
    assert "start" not in [verb for verb, _ in world.asked]
