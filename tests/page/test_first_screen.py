"""The first screen: its main button, and the two choices for the next match."""

from types import SimpleNamespace
from typing import Any

import pytest

from game.ledger.daily_entry import DailyResult, write_daily_result
from game.store.entries import DAY
from tests.page.conftest import TEXTS, MemoryBackend, Page, World, hidden, played
from tests.page.forms import chosen
from tests.page.openings import Make, opened

OFFERED = ["chick", "hen", "fox", "farmer"]


def values(world: World, selector: str) -> list[str]:
    return [option.value for option in world.one(selector).elements()]


@played
async def test_a_first_visit_offers_a_short_match_against_hens_and_the_course(make: Make) -> None:
    world = await make().begin()
    assert (world.one("#quick-level").value, world.one("#quick-length").value) == ("hen", "2")
    assert values(world, "#quick-level") == OFFERED and values(world, "#quick-length") == [
        "1",
        "2",
        "3",
        "all",
    ]
    names = [TEXTS[f"level.{level}.name"] + " · " for level in OFFERED]
    named = world.one("#quick-level").elements()
    assert all(option.textContent.startswith(name) for option, name in zip(named, names, strict=True))
    assert not world.one("#learn").hidden and world.one("#learn-again").hidden
    assert "double-\u20609" in world.one("#start-note").textContent  # large text does not break it
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


def test_bots_of_another_level_have_other_names(page: Page) -> None:
    first_screen, form = page("welcome.first_screen"), page("new_game.new_game_form")
    bots = [
        dict(form.new_seat(number, ["hen"]), name=name)
        for number, name in enumerate(("Otis", "Bo", "Pearl"), 1)
    ]
    setup = form.START | {"seats": [form.new_seat(0, ["hen"]) | {"name": "Walt"}, *bots]}

    def named(setup: Any, level: str) -> tuple[Any, list[str]]:
        setup = first_screen.with_level(setup, level)
        return setup, [seat["name"] for seat in setup["seats"]]

    setup, names = named(setup, "fox")
    assert names == ["Walt", "Mabel", "Bo", "Ida"], "not the person's name, and a typed one stays"
    assert named(setup, "hen")[1] == ["Walt", "Hattie", "Bo", "Otis"]
    ten = [
        form.new_seat(0, ["hen"]) | {"name": "Gus"},
        *(form.new_seat(number, ["hen"]) for number in range(1, 10)),
    ]
    assert len(named(form.START | {"seats": ten}, "fox")[1]) == 10


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
    assert world.one("#quick-length").value == "1" and values(world, "#quick-length") == [
        "1",
        "2",
        "3",
        "all",
    ]
    assert world.one("#quick-level").value == "" and values(world, "#quick-level") == [*OFFERED, ""]
    levels[2].value = "rooster"
    levels[2].fire("change")
    await world.quiet()
    assert values(world, "#quick-level") == [*OFFERED, "rooster"]
    for field in levels[1:3]:
        field.value = "human"
        field.fire("change")
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
    assert not world.one("#learn").hidden and world.one("#learn-again").hidden  # no match was finished yet
    seats = world.app.state["setup"]["seats"]
    await world.click("#play-now")
    starts = [given for verb, given in world.asked if verb == "start"]
    assert len(starts) == 2 and starts[1]["seats"] == starts[0]["seats"] == seats
    again = await make(store=store).begin()
    await again.do("menu")
    await again.do("leave")
    assert not again.one("#learn").hidden and again.one("#learn-again").hidden


@played
async def test_resume_says_what_goes_on(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    assert world.one("#resume-note").textContent == ""
    await world.click("#play-now")
    await world.do("menu")
    await world.do("leave")
    assert world.one("#resume-note").textContent.replace("\u00a0", " ") == "Round 1 of 2"
    world = await opened(make, store=store)
    await world.do("menu")
    await world.do("leave")
    assert world.one("#resume-note").textContent.replace("\u00a0", " ") == "A challenge · Round 1 of 1"
    again = await make(store=store, address="?open=new-game&pace=0").begin()
    assert again.one("#resume-note").textContent.startswith("A challenge"), "from the first answer, too"


@played
async def test_settings_are_one_tap_from_the_first_screen_two_from_the_table(make: Make) -> None:
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


def guests(world: World) -> list[tuple[str, str, str]]:
    """Name, portrait and place of each player around the table."""
    rows = world.every("#company > li")
    return [
        (
            row.querySelector("b").textContent,
            row.querySelector("use").getAttribute("href"),
            row.getAttribute("style"),
        )
        for row in rows
    ]


@played
async def test_the_company_sits_round_the_table_and_follows_the_level(make: Make) -> None:
    world = await make().begin()
    names, faces, places = zip(*guests(world), strict=True)
    assert names == ("You", "Hattie", "Otis", "Pearl")
    assert faces == ("#face-person-0", "#face-hen", "#face-hen", "#face-hen")
    assert places == ("left:50%;top:100%", "left:0%;top:50%", "left:50%;top:0%", "left:100%;top:50%")
    assert world.one("#quick-face use").getAttribute("href") == "#face-hen"
    await chosen(world, "#quick-level", "fox")
    assert [face for _, face, _ in guests(world)] == ["#face-person-0", *3 * ["#face-fox"]]
    assert world.one("#quick-face use").getAttribute("href") == "#face-fox"


def test_every_number_of_seats_has_different_places_round_the_table(page: Page) -> None:
    first_screen = page("welcome.first_screen")
    for count in range(2, 11):
        places = first_screen.places_round_the_table(count)
        assert len(set(places)) == len(places) == count and places[0] == (50, 100)
        assert set(places) == {(100 - x, y) for x, y in places}  # left and right are alike
        near = min(max(abs(a - c), abs(b - d)) for n, (a, b) in enumerate(places) for c, d in places[:n])
        assert near >= 15, (count, near)


def test_the_first_person_sits_at_the_bottom_of_the_table(page: Page) -> None:
    seats = [
        {"name": name, "kind": kind, "level": level}
        for name, kind, level in (("Otis", "bot", "fox"), ("Ann", "human", None), ("Ben", "human", None))
    ]
    state = {
        "setup": {"seats": seats},
        "settings": {"faces": {"Ben": "person-5"}},
        "declarations": {"levels": []},
        "faces_shown": True,
    }
    rows = page("welcome.first_screen").players_at_table(state)[0][2]
    assert [number for number, _, _ in rows] == [1, 2, 0]
    assert ("b", "text", "Ann") in rows[0][2] and ("", "style", "left:50%;top:100%") in rows[0][2]
    assert any(name == "html" and "#face-fox" in value for _, name, value in rows[2][2])
    assert any(name == "html" and "#face-person-5" in value for _, name, value in rows[1][2])
    at_start = page("welcome.first_screen").players_at_table(dict(state, faces_shown=False))[0][2]
    assert all(value == "" for _, _, cells in at_start for _, name, value in cells if name == "html")


def test_a_match_is_whole_unless_a_length_was_chosen(page: Page) -> None:
    """Rules that contradict each other have no resolved values, so the choices count."""
    view = page("welcome.first_screen").view
    for changes, typed, offered in (
        ({}, "all", ["1", "2", "3", "all"]),
        ({"rounds": 2}, "2", ["1", "2", "3", "all"]),
        ({"rounds": 5}, "5", ["1", "2", "3", "all", "5"]),
    ):
        setup: dict[str, Any] = {"seats": [], "summary": None, "changes": changes}
        cells = view({"setup": setup, "declarations": {"levels": OFFERED}, "faces_shown": False})
        length = {name: value for selector, name, value in cells if selector == "#quick-length"}
        assert (length["typed"], [value for value, _ in length["options"]]) == (typed, offered)


@played
async def test_on_a_phone_a_button_shows_the_rest_of_the_menu(make: Make) -> None:
    world = await make().begin()
    button = world.one("#home-more")
    assert world.one("#welcome").dataset.more == button.getAttribute("aria-expanded") == "false"
    await world.click(button)
    assert world.one("#welcome").dataset.more == button.getAttribute("aria-expanded") == "true"


@played
async def test_the_card_of_the_day_shows_the_days_in_a_row(make: Make) -> None:
    store = MemoryBackend()
    for date in ("2026-11-20", "2026-11-21"):
        store.entries[DAY.prefix + date] = write_daily_result(
            DailyResult(date, 10**12, (10, 20, 30, 40), False)
        )
    world = await make(store=store).begin()
    assert world.texts("#day-number") == ["22"]
    assert [egg.dataset.laid for egg in world.every("#day-eggs > i")] == [None] * 4 + ["true", "true", None]
    assert world.one("#day-streak").textContent == "2 days"
    await world.do("daily")
    await world.do("play-day")
    await world.round()
    await world.do("leave")
    assert world.one("#day-streak").textContent.startswith("3 days · next at ")
    assert world.every("#day-eggs > i")[6].dataset.laid == "true"


@played
async def test_the_card_of_a_played_day_says_its_result(make: Make) -> None:
    store = MemoryBackend()
    assert (await make(store=store).begin()).one("#day-result").hidden
    played = DailyResult("2026-11-22", 10**12, (20, 10, 30, 40), False)
    store.entries[DAY.prefix + "2026-11-22"] = write_daily_result(played)
    world = await make(store=store).begin()
    assert world.one("#day-note").hidden
    assert world.one("#day-result").textContent == "Came second with 20 points"
    assert world.one("#day-streak").textContent.startswith("Next at ")


@pytest.mark.parametrize("notice", ["shown", "interval"])
@played
async def test_the_card_is_that_of_a_new_day(make: Make, notice: str) -> None:
    store = MemoryBackend()
    played = DailyResult("2026-11-22", 10**12, (20, 10, 30, 40), False)
    store.entries[DAY.prefix + "2026-11-22"] = write_daily_result(played)
    world = await make(store=store).begin()
    window = world.window

    def look() -> None:
        if notice == "shown":
            world.document.fire("visibilitychange")
        else:
            [handler] = window.intervals
            handler()

    asked = len(world.asked)
    look()
    await world.quiet()
    assert len(world.asked) == asked  # the same day: nothing to do
    window.now = "2026-11-23T00:00:01.000Z"
    look()
    await world.quiet()
    assert world.texts("#day-number") == ["23"] and not world.one("#day-note").hidden
    assert world.one("#day-streak").textContent == "1 day"


@played
async def test_without_a_day_in_a_row_the_card_says_that_today_is_not_played(make: Make) -> None:
    world = await make().begin()
    assert world.one("#day-streak").textContent == TEXTS["daily.card-unplayed"]


@pytest.mark.parametrize(
    ("levels", "shared"), [(("fox", "hen", "fox"), ""), (("fox", "fox"), "fox"), ((), None)]
)
def test_levels_that_differ_are_kept_until_one_is_chosen(
    page: Page, levels: tuple[str, ...], shared: str | None
) -> None:
    first_screen = page("welcome.first_screen")
    setup = {"seats": [{"kind": "bot", "level": level} for level in levels]}
    assert first_screen.shared_level(setup) == shared
    assert first_screen.with_field(setup, SimpleNamespace(id="quick-level", value="")) == setup
