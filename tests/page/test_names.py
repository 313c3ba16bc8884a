"""Names: a seat's displayed name, and the person's own name, typed once and used everywhere."""

import pytest

from game.narration.localization.language import languages, load
from game.narration.localization.texts import NAMELESS, is_nameless, isolate, needs_isolation
from tests.page.conftest import TEXTS, MemoryBackend, Page, a_scene, a_seat, a_step, played
from tests.page.forms import at_the_form, chosen
from tests.page.openings import Make
from tests.page.shown_scenes import shown

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def test_a_stored_match_says_you_in_every_language(page: Page) -> None:
    """Stored texts have one word for a person without a name, so a new language needs no code."""
    words = page("kernel.words")
    for tag in languages():
        words.use(load(tag))
        you = load(tag).say("ui.you")
        assert is_nameless(words.stored_name(you)) and words.display_name(words.stored_name(you), True) == you
        assert words.stored_name("Ann") == words.display_name("Ann", True) == "Ann"
    words.use(load())
    assert is_nameless("Tú") and is_nameless("You") and not is_nameless("Du")


def test_a_match_starts_with_the_stored_word_for_a_person_without_a_name(page: Page) -> None:
    words, form = page("kernel.words"), page("new_game.new_game_form")
    words.use(load("es"))
    seats = [{"name": "Tú", "kind": kind, "level": "hen", "style": "racer"} for kind in ("human", "bot")]
    sent = form.start_arguments({"preset": "hastings", "changes": {}, "seats": seats})["seats"]
    words.use(load())
    assert sent == [{**seats[0], "name": NAMELESS}, seats[1]]


@pytest.mark.parametrize(
    ("name", "does"),
    [("Ann", False), ("Élise", False), ("雪", False), (FAMILY, False), ("רות", True), ("a\u202eb", True)],
)
def test_a_right_to_left_name_does_not_reorder_text_around_it(name: str, does: bool) -> None:
    assert needs_isolation(name) == does
    assert load().say("ui.catch", {"name": name}) == TEXTS["ui.catch"].replace(
        "{name}", isolate(name) if does else name
    )


@played
async def test_a_name_is_typed_once_and_used_everywhere(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await chosen(world, '#settings [name="name"]', " Ida Łukasz ")
    await world.click("#choose")
    assert world.texts("#players .player-name")[0] == "Ida Łukasz"
    await world.do("back")
    await world.click("#play-now")
    while not any(line.startswith("You ") for line in world.texts("#log .log-text")):
        await world.turn()
    assert world.one("#seats .seat-name").textContent == "Ida Łukasz"
    assert world.one("#seats .avatar use").getAttribute("href") == "#face-person-0"
    assert world.texts("#score-heads .score-name")[0] == "Ida Łukasz"
    assert not any("Ida" in line for line in world.texts("#log .log-text"))
    assert "{portrait" not in world.one("#marks").innerHTML
    again = await make(store=store).begin()
    await chosen(again, '#settings [name="name"]', "")
    await again.click("#choose")
    assert again.texts("#players .player-name")[0] == TEXTS["ui.you"]
    assert again.app.state["settings"]["name"] == ""


@played
async def test_renaming_the_own_seat_in_the_form_changes_the_persons_name(make: Make) -> None:
    world = await at_the_form(make)
    await chosen(world, '#players [name="name"]', "Ida")
    assert world.app.state["settings"]["name"] == "Ida"
    await chosen(world, '#players > [data-number="1"] [name="name"]', "Bo")
    await chosen(world, '#players > [data-number="2"] [name="level"]', "human")
    await chosen(world, '#players > [data-number="2"] [name="name"]', "Cleo")
    assert world.app.state["settings"]["name"] == "Ida"
    await world.do("back")
    await world.do("daily")
    await world.do("play-day")
    # the others are of other levels here, and have other names than those at a usual table
    assert world.texts("#seats .seat-name") == ["Ida", "Clem", "Nell", "Gus"]


@played
async def test_the_badge_of_the_last_move_shows_the_portrait_of_its_player(make: Make) -> None:
    badges = '<g class="badge at s1"><use href="{portrait 1}"/></g><g class="badge at s0"><use href="{portrait 0}"/></g>'
    seats = [a_seat(0, "You"), a_seat(1, "Bob", level="fox")]
    world = await shown(
        make, a_scene(seats=seats, patch={"set": [["marks", badges]]}, steps=[a_step(1, "play")])
    )
    assert [use.getAttribute("href") for use in world.every("#marks use")] == ["#face-fox", "#face-person-0"]


@pytest.mark.parametrize(("name", "signature"), [("Ida", ""), ("", "Grandpa")])
@played
async def test_a_new_name_is_also_that_of_the_next_links(make: Make, name: str, signature: str) -> None:
    world = await make().begin()
    world.change_setting("signature", "Grandpa")
    await chosen(world, '#settings [name="name"]', name)
    assert world.app.state["settings"]["signature"] == signature
