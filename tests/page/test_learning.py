"""Lessons, the written rules and the glossary on the page."""

import importlib
from types import SimpleNamespace

import pytest

from game.narration.localization.terms import TERMS
from game.rules.options.presets import PRESETS
from tests.page.conftest import TEXTS, Page, States, World, a_scene, played, scripted
from tests.page.openings import Make, opened
from tests.page.shown_scenes import START, a_sheet, shown


async def course(make: Make, preset: str = "montgomery", seats: int = 4) -> World:
    """The page with the first lesson on the table."""
    people = [{"name": "You", "kind": "human", "level": None, "style": None}]
    people += [
        {"name": f"Bot {n}", "kind": "bot", "level": "hen", "style": "balanced"} for n in range(1, seats)
    ]
    kept = {"chickenfoot-table": {"preset": preset, "changes": {}, "seats": people}}
    world = await make(kept=kept, address="?pace=0").begin()
    await world.click("#learn")
    return world


async def beat(world: World) -> None:
    """Do what the lesson asks for: call, play the first accepted tile, draw or pass."""
    call = world.one('#tray [data-action="call"]')
    if not call.hidden and call.textContent == TEXTS["ui.call-now"]:
        await world.click(call)
        return
    for tile in world.every('#hand > [data-playable="true"]'):
        before = world.placed()
        await world.click(tile)
        places = world.every("#places > button")
        if places:
            assert world.one("#prompt-do").textContent.replace("\u2060", "") == f"{tile.dataset.tile}:", (
                "as in a match"
            )
            await world.click(places[0])
        if world.placed() != before:
            return
    await world.do("draw" if not world.one('#buttons [data-action="draw"]').disabled else "pass")


@pytest.mark.slow
# tests/lessons/ plays the lessons of every book
@pytest.mark.parametrize(
    "preset",
    [pytest.param(code, marks=() if code == "montgomery" else pytest.mark.long) for code in PRESETS],
)
@played
async def test_the_course_is_played_to_its_end(make: Make, preset: str) -> None:
    world = await course(make, preset, 4)
    for step in range(1, 7):
        assert world.phase == "lesson"
        assert world.document.body.dataset.step == str(step)
        assert not world.one("#lesson").hidden
        texts = set()
        for _ in range(8):
            texts.add(world.one("#lesson-text").textContent)
            if world.document.body.dataset.done:
                break
            await beat(world)
        assert world.document.body.dataset.done, step
        assert world.one("#round-end").hidden == (
            step != 6
        )  # the hands that are left, whose points the text tells
        assert len(texts) > 1
        assert not any("[" in text or "{" in text for text in texts)
        call = {TEXTS[f"ui.call-here{costs}"] for costs in ("", "-automatic", "-catch")}
        assert bool(texts & call) == (step == 6) or preset != "montgomery"
        await world.click("#lesson-next")
    assert world.document.body.dataset.step == "7"
    for _ in range(60):
        if world.document.body.dataset.done:
            break
        await beat(world)
    assert not world.one("#lesson-play").hidden
    await world.click("#lesson-play")
    assert world.phase == "playing"


@pytest.mark.parametrize(
    ("stored", "step"),
    [("2", "2"), ("7", "7"), ("8", "1"), ("0", "1"), ('"2"', "1"), ("no number", "1"), ("", "1")],
)
@played
async def test_the_course_continues_at_the_stored_step(make: Make, stored: str, step: str) -> None:
    world = make(address="?pace=0")
    world.window.kept["chickenfoot-lesson"] = stored
    await world.begin()
    is_new = step == "1"
    assert (world.one("#learn-new").hidden, world.one("#learn-on").hidden) == (not is_new, is_new)
    assert is_new or world.one("#learn-on").textContent == f"Go on learning: step {step} of 7"
    await world.click("#learn")
    assert (world.phase, world.document.body.dataset.step) == ("lesson", step)
    await world.click("[data-action=lesson-leave]")
    assert (world.one("#learn-new").hidden, world.one("#learn-on").hidden) == (not is_new, is_new)


@played
async def test_a_lesson_that_is_refused_leads_to_the_first_screen(make: Make) -> None:
    refused = {"refused": {"key": "error.match-over", "values": {}}}
    world = await make(engine=scripted(START | {"lesson": refused})).begin()
    await world.click("#learn")
    assert world.phase == "menu" and not world.one("#welcome").hidden
    assert world.one("#toast").textContent == TEXTS["error.match-over"]


@played
async def test_nothing_of_the_table_can_be_pressed_before_the_lesson_is_there(make: Make) -> None:
    world = await make(address="?pace=0").begin()
    lesson, screens = world.engine["lesson"], []

    async def noted(given: str) -> str:
        screens.append((world.app.state["screen"], world.app.scene))
        return await lesson(given)

    world.engine["lesson"] = noted
    await world.click("#learn")
    assert screens == [("welcome", None)] and world.phase == "lesson"


@played
async def test_lessons_can_be_skipped_repeated_left_and_resumed(make: Make) -> None:
    world = await course(make)
    assert world.one('#lesson [data-action="lesson-back"]').disabled
    for expected in ("2", "3"):
        await world.do("lesson-on")
        assert world.document.body.dataset.step == expected
    await world.do("lesson-back")
    assert world.document.body.dataset.step == "2"
    await world.do("lesson-leave")
    assert world.phase == "menu"
    assert world.one("#lesson").hidden
    await world.click("#learn")
    assert (world.phase, world.document.body.dataset.step) == ("lesson", "2")


@played
async def test_a_match_waits_for_the_course_and_goes_on(make: Make) -> None:
    world = await opened(make)
    await world.turn()
    hand, table = world.hand(), world.placed()
    await world.do("menu")
    await world.do("learn")
    assert world.phase == "lesson"
    assert world.hand() != hand
    await world.do("lesson-leave")
    assert world.phase == "playing"
    assert (world.hand(), world.placed()) == (hand, table)


@pytest.mark.parametrize(("phase", "waits"), [("playing", True), ("match-over", False)])
@played
async def test_only_a_match_that_is_not_over_waits_for_the_course(
    make: Make, phase: str, waits: bool
) -> None:
    """Leaving the course after a finished match leads to the first screen, not into an older match that could be resumed."""
    older = a_scene(version=9)
    step = {"step": 1, "of": 7, "free": False, "draws": False, "done": False}
    lesson = a_scene(phase="lesson", lesson=step | {"title": ["ui.title", {}], "text": ["ui.title", {}]})
    match = a_scene(phase=phase, sheet=a_sheet() | {"places": [1, 1]})
    world = await shown(make, match, lesson=lesson, resume=older, leave=START["boot"])
    await world.click('#menu [data-action="learn"]')
    assert world.phase == "lesson"
    await world.do("lesson-leave")
    assert world.phase == ("playing" if waits else "menu")


@played
async def test_a_wrong_try_is_refused_and_its_rule_can_be_opened(make: Make) -> None:
    world = await course(make)
    await world.do("lesson-on")
    await world.click('#hand > [data-tile="5-2"]')
    assert (
        world.one("#notice").textContent == "First 2 more tiles must lie on 9-\u20609."
    )  # never in two lines
    assert not world.one("#why").hidden
    await world.do("why")
    assert world.one("#rules").open
    asked = world.one("#rules-text [data-asked]")
    assert "TURN-1" in str(asked.dataset.clause).split()
    assert "arms" in asked.textContent


@played
async def test_a_refusal_without_a_clause_has_no_why(make: Make) -> None:
    world = await opened(make, last_tile_call="none")
    assert world.one("#why").hidden
    importlib.import_module("game.page.notices.notice").show_notice(world.app, "No.")
    assert world.one("#why").hidden


@played
async def test_the_written_rules_are_those_of_the_form_or_of_the_match(make: Make) -> None:
    world = await make(address="?pace=0").begin()
    await world.do("rules")
    clauses = {
        code for section in world.every("#rules-text section") for code in str(section.dataset.clause).split()
    }
    assert {"MATCH-1", "START-2", "LAST-1"} <= clauses
    house = [section.dataset.clause for section in world.every('#rules-text [data-house="true"]')]
    assert house == ["DEAL-4", "MATCH-3"]  # the first match is short
    for alone in (True, False):
        world.change_setting("call-alone", alone)
        called = next(text for text in world.texts("#rules-text p") if "Chickenlittle" in text)
        assert called.endswith(TEXTS["ui.called-for-you"]) == alone


@played
async def test_each_glossary_entry_opens_from_a_term(make: Make) -> None:
    world = await make(address="?pace=0").begin()
    await world.do("rules")
    for button in world.every("#rules-text .term"):
        await world.click(button)
        assert world.one("#glossary").open
        assert world.one("#glossary-words [data-asked]").dataset.term == button.dataset.term
    assert len(world.every("#glossary-words > div")) == len(TERMS)
    assert world.one("#rules").open


def test_marked_terms_become_buttons_and_other_text_is_escaped(page) -> None:  # type: ignore[no-untyped-def]
    html = page("kernel.words").with_glossary_links("a <b> & [toes|toe], [foot]")
    assert html.startswith("a &lt;b&gt; &amp; <span")
    assert html.count("<span") == html.count("</span>") == 2
    assert 'data-term="toe">toes</button>,</span>' in html


def test_only_the_first_paragraph_with_the_asked_clause_is_marked(page: Page) -> None:
    paragraph = {"clauses": ["TURN-1"], "text": ["ui.title", {}], "house": False, "picture": ""}
    sections = [{"title": ["ui.title", {}], "paragraphs": [paragraph, paragraph]}]
    rules = {"preset": None, "house": [], "sections": sections, "values": []}
    state = {**States(page).START, "written_rules": rules, "rules_clause": "TURN-1"}
    (rows,) = [
        value for part, _, value in page("learning.written_rules").view(state) if part == "#rules-text"
    ]
    assert [value for _, _, cells in rows for _, name, value in cells if name == "data-asked"] == [
        "true",
        None,
    ]


@pytest.mark.parametrize(("phase", "of_match"), [("playing", True), ("lesson", False)])
def test_the_rules_beside_a_lesson_are_those_of_the_form(page: Page, phase: str, of_match: bool) -> None:
    app = SimpleNamespace(scene={"phase": phase}, state=States(page).START)
    of_form = page("new_game.new_game_form").rules_arguments(app.state["setup"])
    assert page("learning.learning_actions").rules_to_show(app) == ({} if of_match else of_form)


@played
async def test_the_written_rules_open_at_their_top(make: Make) -> None:
    world = await opened(make)
    world.one("#rules").scrollTop = 70  # where they were closed
    await world.do("menu")
    await world.do("rules")
    assert world.one("#rules").open and world.one("#rules").scrollTop == 0
