"""Whole rounds on the page: the real engine, clicks and keys, and the document after them."""

import asyncio
import importlib

import pytest

from game.rules.options.declared import DECLARED
from tests.page.conftest import TEXTS, played
from tests.page.openings import Make, opened


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
        if "hint" in world.app.scene["marks"] and not world.app.state["asked_help"]:
            await world.do("hint")  # asks first: the result will name it
        world.every('#buttons [data-action="hint"]')[0].click()
        assert (
            world.one("#notice").textContent == TEXTS["hint.wait"]
        )  # at once, before the engine has answered
        await world.quiet()
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


@pytest.mark.parametrize("move", ["", "9-9>1-1"])
@played
async def test_a_match_that_is_left_while_the_engine_answers_stays_left(make: Make, move: str) -> None:
    """Neither the scene after a possible move comes, nor the refusal of another."""
    world = await opened(make)
    act, may_answer = world.engine["act"], asyncio.Event()

    async def late(given: str) -> str:
        answer = await act(given)
        await may_answer.wait()
        return answer

    world.engine["act"] = late
    advancing = importlib.import_module("game.page.events.advancing")
    world.app.run(advancing.make_move(world.app, move or world.app.scene["moves"][0]))
    world.one('#menu [data-action="leave"]').click()
    await asyncio.sleep(0)
    may_answer.set()
    await world.quiet()
    assert (world.phase, world.app.scene) == ("menu", None)
    assert world.one("#toast").hidden
