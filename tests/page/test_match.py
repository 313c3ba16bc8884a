"""Whole rounds on the page: the real engine, clicks and keys, and the document after them."""

from collections.abc import Callable
from typing import Any

import pytest

from game.rules.options.declared import DECLARED
from tests.page.conftest import TEXTS, World, played
from tools.common.deal_link import deal_link

SMALL = {"set": 6, "rounds": 1, "hand_size": 5, "may_hold_back": False}
NAMES = ("Hattie", "Otis", "Pearl")
Make = Callable[..., World]


def link(seed: str, seats: int = 2, **changes: Any) -> str:
    """A link to one round with the smallest set, which is fast to play."""
    return deal_link(seed, seats=seats, level="chick", **(SMALL | changes))


async def opened(
    make: Make,
    seed: str = "by-hand",
    seats: int = 2,
    kept: Any = None,
    address: str = "?pace=0",
    store: Any = None,
    **changes: Any,
) -> World:
    """A short round in play."""
    bots = [
        {"name": name, "kind": "bot", "level": "chick", "style": "balanced"} for name in NAMES[: seats - 1]
    ]
    person = {"name": "You", "kind": "human", "level": None, "style": None}
    table = {"preset": "montgomery", "changes": {}, "seats": [person, *bots]}
    kept = {"chickenfoot-table": table} | (kept or {})
    world = await make(code=link(seed, seats, **changes), kept=kept, address=address, store=store).begin()
    await world.do("accept-link")
    return world


@played
async def test_a_round_by_clicks(make: Make) -> None:
    world = await opened(make)
    assert world.phase == "playing"
    assert await world.round() > 2
    assert world.phase == "match-over"


@pytest.mark.parametrize("at_once", [False, True])
@played
async def test_a_hint_chooses_a_tile_and_lights_its_place_but_never_plays(make: Make, at_once: bool) -> None:
    world = await opened(make, kept={"chickenfoot-settings": {"at-once": at_once}})
    while not world.every('#hand > [aria-pressed="true"]'):
        await world.turn()
        hand, table = world.hand(), world.placed()
        await world.do("hint")
        assert (world.hand(), world.placed()) == (hand, table)
        assert world.one("#notice").dataset.kind == "hint"
    assert len(world.every('#hand > [aria-pressed="true"]')) == 1
    assert len(world.every('#places > [data-hint="true"]')) == 1
    assert len(world.every("#ghosts > .hinted")) == 1  # the place itself pulses


@played
async def test_the_written_rules_list_all_options_in_order(make: Make) -> None:
    world = await opened(make)
    await world.do("menu")
    await world.do("rules")
    assert not world.one("#menu").open
    assert world.one("#rules").open
    labels = [TEXTS[f"option.{option.code}.label"] for option in DECLARED]
    assert world.texts("#rule-lines dt") == [TEXTS["ui.rules"], *labels]
    assert world.texts("#rule-lines dd")[1:3] == ["6", "2"]


@played
async def test_a_click_before_the_start_has_ended_does_nothing(make: Make) -> None:
    world = await make().begin()
    world.document.body.dataset.start = "failed"
    await world.click("#play-now")
    assert "start" not in [verb for verb, _ in world.asked]
    world.document.body.dataset.start = "ready"
    await world.click("#play-now")
    assert "start" in [verb for verb, _ in world.asked]
