"""The rule laboratory on the page: choose tables, try, stop, come back, use and share the result."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from game.laboratory.measures import MEASURES
from tests.page.conftest import TEXTS, played
from tests.page.forms import at_a_saved_set, at_the_form, chosen
from tests.page.laboratories import at_the_laboratory, small, tried
from tests.page.openings import Make, opened
from tools.common import provision

BOOK = TEXTS["preset.montgomery.name"]


@played
async def test_the_tables_are_the_rule_books_the_own_rules_and_the_saved_sets(make: Make) -> None:
    world = await at_a_saved_set(make, "#option-arms", "4")
    await world.do("back")
    await world.do("laboratory")
    names = world.texts("#lab-a option")
    assert (
        names[0] == TEXTS["lab.mine"]
        and names[1] == "At Aunt May’s"
        and TEXTS["preset.hastings.name"] in " ".join(names)
    )
    assert world.texts("#lab-rules b") == [TEXTS["option.arms.label"]]
    assert world.one("#lab-rules span").textContent == "A 4 · B 6"
    assert world.document.activeElement is world.one("#laboratory-title")


@played
async def test_a_trial_is_watched_stopped_and_continued(make: Make) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await chosen(world, "#lab-option", "draw")
    assert world.one("#lab-value").value == "until-playable"
    assert world.one("#lab-none").hidden is False and world.one("#lab-export").hidden
    await tried(world)
    assert world.document.activeElement is world.one("#lab-stop")
    laboratory = world.window.laboratory
    assert laboratory.setting["a"]["changes"] == {"draw": "until-playable"}
    assert laboratory.setting["b"]["changes"] == {} and laboratory.count == 143  # of seven rounds each
    assert world.one("#lab-progress span").textContent.startswith("14 of 1,000 deals · ")
    assert str(world.one("#lab-progress progress").value) == "14"
    assert len(world.every("#lab-cards > li")) == len(MEASURES)
    assert world.texts(".lab-verdict") == [TEXTS["lab.verdict.early"]] * 9
    await world.do("lab-stop")
    assert laboratory.setting is None and world.document.activeElement is world.one("#lab-try")
    assert world.one("#lab-progress span").textContent == "14 of 1,000 deals"
    assert world.one("#lab-try span").textContent == TEXTS["lab.go-on"]
    await world.do("back")
    assert laboratory.closed == 1 and world.one("html").dataset.screen == "welcome"
    await world.do("laboratory")
    assert world.one("#lab-progress span").textContent == "14 of 1,000 deals"
    await tried(world, 1)
    assert world.one("#lab-progress span").textContent.startswith("21 of 1,000 deals")


@played
async def test_the_figures_stay_if_the_own_rules_change_meanwhile(make: Make) -> None:
    world = await at_the_laboratory(make)
    await chosen(world, "#lab-players", "2")
    await chosen(world, "#lab-option", "toes")
    await tried(world)
    setting = dict(world.window.laboratory.setting)
    gaps = world.texts(".lab-gap")
    await world.do("back")
    await world.do("new-game")
    await chosen(world, "#option-arms", "4")
    await world.do("back")
    await world.do("laboratory")
    assert world.texts(".lab-gap") == gaps and world.texts("#lab-rules b") == [TEXTS["option.toes.label"]]
    assert world.one("#lab-a").value == "link/A"
    assert world.texts("#lab-a option")[:2] == [f"{side} as tried: {BOOK}" for side in "AB"]
    await tried(world, 1)
    assert world.window.laboratory.setting == setting and len(world.window.laboratory.rows) == 3
    await chosen(world, "#lab-a", "mine")
    assert world.window.laboratory.rows == [] and world.one("#lab-sentence").hidden


@played
async def test_trials_that_ended_before_the_first_figures_are_shown_later(make: Make) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await tried(world)
    world.app.update(lab_result=None)  # as if it was left before the first event
    await world.do("back")
    assert not world.app.state["lab_running"]
    await world.do("laboratory")
    assert world.one("#lab-progress span").textContent == "14 of 1,000 deals"


@pytest.mark.slow
@played
async def test_back_returns_to_the_form_and_to_the_laboratory(make: Make) -> None:
    world = await at_the_form(make)
    await world.click('[data-option="draw"] [data-action="what-changes"]')
    await chosen(world, "#lab-players", "2")
    await tried(world)
    gaps = world.texts(".lab-gap")
    await world.do("lab-save")
    assert world.one("html").dataset.screen == "setup" and world.one("#option-draw").value == "until-playable"
    await world.do("back")
    assert world.one("html").dataset.screen == "laboratory" and world.texts(".lab-gap") == gaps
    assert world.document.activeElement is world.one("[data-action=lab-save]")
    assert world.texts("#lab-rules b") == [TEXTS["option.draw.label"]]  # though A has become the own rules
    await world.do("back")
    assert world.one("html").dataset.screen == "welcome"
    await world.do("new-game")
    button = world.one('[data-option="arms"] [data-action="what-changes"]')
    await world.click(button)
    await world.do("back")
    assert world.one("html").dataset.screen == "setup" and world.document.activeElement is button
    await world.do("back")
    assert world.one("html").dataset.screen == "welcome"


@pytest.mark.slow
@played
async def test_the_end_of_a_trial_is_announced_and_the_figures_stay(make: Make) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await chosen(world, "#lab-option", "double_blank")
    await chosen(world, "#lab-value", "100")
    await chosen(world, "#lab-deals", "300")
    await tried(world, 43)
    assert world.one("#lab-stop").hidden and world.one("#lab-try").hidden
    sentence = world.one("#lab-sentence").textContent
    assert sentence.startswith("With the rules of A instead of B: ") and "points more" in sentence
    assert world.one("#announcer").textContent == sentence
    assert [badge.textContent for badge in world.every("#lab-sentence i")] == ["A", "B"]
    card = world.one('#lab-cards [data-measure="points"]')
    assert card.dataset.clear == "true"
    await world.click(card.querySelector("button"))
    assert TEXTS["lab.measure.points.what"] in card.textContent
    assert card.querySelector("button").getAttribute("aria-expanded") == "true"


@played
async def test_another_choice_begins_another_comparison(make: Make) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await tried(world)
    assert world.texts("#lab-differ-title") == [TEXTS["lab.same-rules"]]
    await chosen(world, "#lab-level", "rooster")
    assert world.window.laboratory.rows == [] and world.one("#lab-sentence").hidden
    await tried(world, 1)
    assert world.window.laboratory.setting["level"] == "rooster"


@played
async def test_the_number_of_deals_may_change_while_a_worker_checks_the_tables(make: Make) -> None:
    world = await at_the_laboratory(make)
    for name, value in (("option", "draw"), ("deals", "300")):
        world.one(f"#lab-{name}").value = value
        world.one(f"#lab-{name}").fire("change")
    await world.quiet()
    assert not world.one("#lab-try").disabled and world.texts("#lab-rules b") == [TEXTS["option.draw.label"]]


@played
async def test_tables_that_cannot_be_played_get_a_sentence(make: Make) -> None:
    world = await at_the_laboratory(make)
    await chosen(world, "#lab-b", "book/pagat")
    await chosen(world, "#lab-players", "9")
    assert (
        TEXTS["preset.pagat.name"] in world.one("#lab-problem").textContent and world.one("#lab-try").disabled
    )
    await chosen(world, "#lab-players", "4")
    assert world.one("#lab-problem").hidden and not world.one("#lab-try").disabled


@played
async def test_each_option_of_the_form_leads_to_the_laboratory(make: Make) -> None:
    world = await at_the_form(make)
    await world.click('[data-option="draw"] [data-action="what-changes"]')
    assert (world.one("#lab-a").value, world.one("#lab-b").value) == ("mine", "mine")
    assert (world.one("#lab-option").value, world.one("#lab-value").value) == ("draw", "until-playable")
    assert world.texts("#lab-rules b") == [TEXTS["option.draw.label"]]
    assert not world.one("#lab-survey").hidden and world.texts("#lab-survey-rows b") == [
        TEXTS["option.draw.until-playable"]
    ]
    assert BOOK in world.one("#lab-survey-note").textContent
    # first what the option means, in plain words
    assert world.one("#lab-survey-option").textContent == TEXTS["option.draw.label"]
    assert world.one("#lab-survey-help").textContent == TEXTS["option.draw.help"]
    await world.do("back")
    await chosen(world, "#option-may_hold_back", False)  # the rule-book allows it
    await world.click('[data-option="may_hold_back"] [data-action="what-changes"]')
    assert world.one("#lab-value").value == "on"


@played
async def test_the_result_is_played_saved_sent_and_drawn(make: Make) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await chosen(world, "#lab-option", "toes")
    await tried(world)
    await world.do("lab-csv")
    await world.do("lab-picture")
    (text, file, kind), drawn = world.window.laboratory.saved
    assert (file, kind) == ("chickenfoot-rules.csv", "text/csv") and text.startswith("measure,unit,a,b")
    assert len(drawn["lines"]) == len(MEASURES) and "14 deals" in drawn["sentence"]
    await world.do("lab-share")
    code = "#" + world.one("#lab-link").value.partition("#")[2]
    assert code.startswith("#l1")
    await world.do("lab-copy")
    assert world.window.clipboard == [world.one("#lab-link").value]
    await world.do("close")
    await world.do("lab-save")
    assert world.one("html").dataset.screen == "setup" and world.one("#option-toes").value == "2"
    assert world.document.activeElement is world.one("#house-name")

    another = await make(code=code).begin()
    assert another.one("html").dataset.screen == "laboratory"
    assert another.window.location.hash == ""
    assert another.one("#lab-progress span").textContent == "14 of 14 deals"
    assert another.texts(".lab-gap") == world.texts(".lab-gap")
    assert another.texts("#lab-rules b") == [TEXTS["option.toes.label"]]
    assert another.one("#lab-try span").textContent == TEXTS["lab.try"]
    await tried(another)
    assert another.one("#lab-progress span").textContent == "14 of 14 deals"
    assert another.texts(".lab-gap") == world.texts(".lab-gap")  # the same trials give the same figures
    await chosen(another, "#lab-deals", "300")
    await tried(another, 1)
    assert another.window.laboratory.setting["a"]["changes"]["toes"] == 2
    await another.do("lab-play")
    assert another.phase == "playing" and len(another.app.scene["seats"]) == 2


@played
async def test_a_field_waits_for_the_script_of_the_workers(make: Make) -> None:
    world, come = await make().begin(), asyncio.Event()
    bring = world.window.startup.bring

    async def late(name: str) -> Any:
        await come.wait()
        return await bring(name)

    world.window.startup.bring = late
    world.one('[data-action="laboratory"]').click()
    for _ in range(50):
        await asyncio.sleep(0)
    for name, value in (("players", "7"), ("option", "draw")):
        world.one(f"#lab-{name}").value = value
        world.one(f"#lab-{name}").fire("change")
        await asyncio.sleep(0)
    assert world.one("#lab-try").disabled
    come.set()
    await world.quiet()
    assert not world.one("#lab-try").disabled and world.one("#lab-players").value == "7"
    assert world.texts("#lab-rules b") == [TEXTS["option.draw.label"]]


@played
async def test_the_laboratory_without_its_script_says_so(make: Make) -> None:
    world = await make().begin()
    bring, tried = world.window.startup.bring, []

    async def fail(name: str) -> Any:
        tried.append(name)
        await asyncio.sleep(0)
        raise OSError("no network")

    world.window.startup.bring = fail
    await world.do("laboratory")
    assert world.one("#toast").textContent == TEXTS["lab.not-come"]
    for name, value in (("option", "draw"), ("players", "7")):
        world.one(f"#lab-{name}").value = value
        world.one(f"#lab-{name}").fire("change")
    await world.quiet()
    assert world.one("#lab-try").disabled and len(tried) == 2  # the two changes tried once more
    world.window.startup.bring = bring
    await chosen(world, "#lab-players", "4")
    assert not world.one("#lab-try").disabled


@played
async def test_a_bad_link_gets_a_sentence(make: Make) -> None:
    world = await make(code="#l1nothing").begin()
    assert world.one("#toast").textContent and world.one("html").dataset.screen == "welcome"


@played
async def test_a_match_waits_while_the_laboratory_is_open(make: Make) -> None:
    world = await opened(make)
    world.app.update(screen="laboratory")
    assert world.app.scene is not None
    await world.do("back")
    assert world.one("html").dataset.screen == "play"


@played
async def test_a_worker_that_fails_is_reported(make: Make) -> None:
    world = await at_the_laboratory(make)
    await small(world)
    await tried(world, 1)
    world.window.laboratory.tell("failed", "out of memory")
    await world.quiet()
    assert world.one("#toast").textContent == TEXTS["lab.failed"] and world.one("#lab-stop").hidden


def test_the_sentence_has_the_letters_as_badges(page: Any) -> None:
    message = ["lab.headline", {"a": "A", "b": "B", "changes": ["<x>"]}]
    assert page("laboratory.lab_view").with_badges(message) == (
        'With the rules of <i class="lab-a">A</i> instead of <i class="lab-b">B</i>: &lt;x&gt;.'
    )


@played
async def test_a_saved_set_is_compared_with_its_own_rules(make: Make) -> None:
    world = await at_a_saved_set(make, "#option-arms", "4")
    await chosen(world, "#option-arms", "3")
    await world.do("back")
    await world.do("laboratory")
    await chosen(world, "#lab-a", world.every("#lab-a option")[1].value)
    await chosen(world, "#lab-b", "mine")
    assert world.texts("#lab-rules b") == [TEXTS["option.arms.label"]]
    assert world.one("#lab-rules span").textContent == "A 4 · B 3"


def test_no_request_waits_for_a_trial_that_was_stopped(tmp_path: Path) -> None:
    """A trial of ten players takes a minute; a change of the tables stops it."""
    script = tmp_path / "laboratory.mjs"
    shutil.copy(provision.ROOT / "assets" / "laboratory.js", script)
    command = [str(provision.node()), str(Path(__file__).with_name("laboratory_workers.mjs")), str(script)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)
    asked = ["check first", "check waiting", "survey waiting", "check last", "check again"]
    assert found == {"answers": asked, "playing": 3, "kept": 1, "still": 1}
