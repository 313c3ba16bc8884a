"""Several people at one screen: the curtain between their turns, and buttons for moves out of turn. Another tab's match."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from tests.page.conftest import TEXTS, MemoryBackend, World, a_scene, a_seat, a_tile, played
from tests.page.openings import Make, opened
from tests.page.shown_scenes import shown


def beside(do: str, code: str, target: int = -1, seat: int = 1, name: str = "Bob") -> dict[str, Any]:
    return {"seat": seat, "name": name, "do": do, "target": target, "code": code}


@played
async def test_each_move_out_of_turn_has_a_button_that_names_the_person(make: Make) -> None:
    moves = [beside("call", "!"), beside("catch", "?0", target=0), beside("catch", "?2", target=2)]
    seats = [a_seat(0, "Ann"), a_seat(1, "Bob"), a_seat(2, "Cleo")]
    world = await shown(
        make, a_scene(seats=seats, can={"beside": moves}), act=a_scene(version=2, seats=seats)
    )
    assert world.texts("#beside > button") == [
        "Bob: Chickenlittle!",
        "Bob catches Ann",
        "Bob catches Cleo",
    ]
    await world.click(world.every("#beside > button")[2])
    assert world.asked[-1] == ("act", {"code": "?2", "seat": 1})
    assert world.texts("#beside > button") == []


@played
async def test_at_the_curtain_the_next_person_is_named_and_asked_to_take_over(make: Make) -> None:
    curtain = {"seat": 1, "name": "Bob"}
    world = await shown(
        make, a_scene(phase="curtain", curtain=curtain, hand=[], prompt=[["ui.lift", {"name": "Bob"}]])
    )
    sentence = TEXTS["ui.lift"].replace("{name}", "Bob")
    assert not world.one("#curtain").hidden and world.one("#curtain-words").textContent == sentence
    assert world.one("#curtain .avatar").className == "avatar s1"
    assert "#face-person-1" in world.one("#curtain .avatar").innerHTML
    assert sentence in world.one("#announcer").textContent


@pytest.mark.parametrize("people", [1, 2])
@played
async def test_whoever_leaves_a_shared_table_finds_it_covered(make: Make, people: int) -> None:
    seats = [a_seat(0, "Ann"), a_seat(1, "Bob", level=None if people == 2 else "hen")]
    covered = a_scene(version=2, seats=seats, phase="curtain", curtain={"seat": 0, "name": "Ann"}, hand=[])
    nothing: dict[str, Any] = {"people": [], "statistics": None, "since": 0, "also": [], "maybe": []}
    world = await shown(
        make, a_scene(seats=seats, hand=[a_tile("9-9", 18)]), hide=covered, statistics=nothing
    )
    await world.do("menu")
    await world.do("statistics")
    assert world.app.state["screen"] == "statistics"
    await world.do("back")
    assert ("hide" in [verb for verb, _ in world.asked]) == (people == 2)
    assert world.one("#curtain").hidden == (people == 1) and bool(world.hand()) == (people == 1)


@played
async def test_a_guest_covers_nothing_at_a_side_screen(make: Make) -> None:
    """The others are at devices of their own."""
    world = await shown(make, a_scene())
    world.app.guest = SimpleNamespace(takes=lambda verb: False)
    world.app.update(screen="statistics")
    await world.quiet()
    assert "hide" not in [verb for verb, _ in world.asked]


@pytest.mark.parametrize("visible", [True, False])
@played
async def test_a_match_that_another_tab_releases_goes_on_at_the_first_screen(
    make: Make, visible: bool
) -> None:
    world = await opened(make, store=MemoryBackend())
    await world.turn()
    world.document.visibilityState = "visible" if visible else "hidden"  # type: ignore[attr-defined]
    world.document.fire("engine:tell", detail="elsewhere")
    await world.quiet()
    assert world.phase == "menu"
    world.document.fire("engine:tell", detail="free")
    await world.quiet()
    assert world.texts(".standing .standing-text") == []
    assert world.phase == ("playing" if visible else "menu")


@pytest.mark.parametrize("place", ["dialog", "side screen"])
@played
async def test_a_released_match_disturbs_nobody_who_is_at_something_else(make: Make, place: str) -> None:
    world = await opened(make, store=MemoryBackend())
    world.document.visibilityState = "visible"  # type: ignore[attr-defined]
    world.document.fire("engine:tell", detail="elsewhere")
    await world.do("settings" if place == "dialog" else "history")
    world.document.fire("engine:tell", detail="free")
    await world.quiet()
    assert world.app.scene is None and "resume" not in [verb for verb, _ in world.asked]
    assert world.app.state["match_elsewhere"] == ""


async def elsewhere(make: Make, **answers: Any) -> World:
    """A page whose match another tab has taken over."""
    world = await shown(make, a_scene(), **answers)
    world.document.fire("engine:tell", detail="elsewhere")
    await world.quiet()
    return world


@played
async def test_a_match_that_cannot_be_taken_over_leads_to_the_first_screen(make: Make) -> None:
    world = await elsewhere(make, resume=None)
    world.app.update(screen="matches")
    await world.do("play-here")
    assert ("resume", {"by_force": True}) in world.asked
    assert world.phase == "menu" and world.one("html").dataset.screen == "welcome"


@played
async def test_a_verb_refused_because_of_another_tab_leads_to_the_first_screen(make: Make) -> None:
    refused = {"refused": {"key": "error.match-elsewhere", "values": {"id": "m1"}}}
    world = await shown(make, a_scene(can={"pass": True}), act=refused)
    ask_for_scene = importlib.import_module("game.page.events.advancing").ask_for_scene
    world.app.run(ask_for_scene(world.app, "act", code="="))
    await world.quiet()
    assert world.phase == "menu" and world.app.state["match_elsewhere"] == "m1"
    assert world.texts(".standing .standing-text") == [TEXTS["error.match-elsewhere"]]
