"""The new-game form: the choices as a plain value, and what the form shows."""

import json
from typing import Any

import pytest

from tests.page.conftest import TEXTS, Page, hidden, played
from tests.page.document import Element
from tests.page.forms import at_the_form, checked, chosen
from tests.page.openings import Make

DECLARED = {
    "presets": [{"code": "montgomery"}, {"code": "hastings"}],
    "levels": ["chick", "hen", "fox"],
    "styles": ["balanced"],
}
PAIR = [{"name": "Ann", "kind": "human"}, {"name": "Bo", "kind": "human"}]


BOT = {"name": "Cy", "kind": "bot", "level": "hen", "style": "balanced"}


def first(page: Page) -> dict[str, Any]:
    wishes: dict[str, Any] = page("new_game.new_game_form").from_storage(None, DECLARED)
    return wishes


def test_a_first_visit_has_the_person_and_three_hens(page: Page) -> None:
    seats = first(page)["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "bot", "bot"]
    assert [seat["level"] for seat in seats] == [None, "hen", "hen", "hen"]
    assert seats[0]["name"] == TEXTS["ui.you"] and seats[1]["name"] == TEXTS["seat.hattie"]


@pytest.mark.parametrize(
    "text",
    [
        *("no json", "{}", '{"preset": "gone", "seats": [1, 2]}', '{"preset": "hastings", "seats": [1]}'),
        json.dumps({"preset": "hastings", "changes": {}, "seats": [1] * 11}),
        json.dumps({"preset": "hastings", "changes": {"arms": 4, "toes": [3]}, "seats": PAIR}),
        json.dumps({"preset": "hastings", "changes": [], "seats": PAIR}),
        json.dumps({"preset": "hastings", "changes": {}, "seats": [*PAIR, {"name": "", "kind": "human"}]}),
        json.dumps({"preset": "hastings", "changes": {}, "seats": [*PAIR, {"name": 5, "kind": "human"}]}),
    ],
)
def test_invalid_stored_choices_are_ignored(page: Page, text: str) -> None:
    assert page("new_game.new_game_form").from_storage(text, DECLARED) == first(page)


@pytest.mark.parametrize(
    ("change", "is_known"),
    [({}, True), ({"level": "owl"}, False), ({"style": "bold"}, False), ({"kind": "guest"}, False)],
)
def test_only_bots_that_the_game_knows_are_restored(
    page: Page, change: dict[str, str], is_known: bool
) -> None:
    text = json.dumps({"preset": "hastings", "changes": {}, "seats": [*PAIR, BOT | change]})
    restored = page("new_game.new_game_form").from_storage(text, DECLARED)
    assert (restored["preset"] == "hastings", restored == first(page)) == (is_known, not is_known)


def test_choices_are_stored_and_restored(page: Page) -> None:
    setup = page("new_game.new_game_form")
    wished = setup.with_option(setup.with_seat_removed(first(page), 3), "arms", "4")
    again = setup.from_storage(json.dumps(setup.to_storage(wished)), DECLARED)
    assert again == dict(wished, summary=None)
    assert setup.start_arguments(again) == {
        "preset": "montgomery",
        "changes": {"rounds": 2, "arms": 4},
        "seats": wished["seats"],
    }


def test_choosing_a_rule_book_drops_changes(page: Page) -> None:
    setup = page("new_game.new_game_form")
    wishes = first(page)
    changed = setup.with_option(wishes, "draw", "until-playable")
    first_match = {"rounds": 2}
    assert changed["changes"] == first_match | {"draw": "until-playable"}
    assert setup.with_option(changed, "take_back", True)["changes"] == changed["changes"] | {
        "take_back": True
    }
    assert setup.with_option(changed, "preset", "hastings")["changes"] == {
        "rounds": 2
    }  # the length is a separate choice
    assert wishes["changes"] == first_match == setup.START["changes"]


def test_seats_are_added_removed_and_changed(page: Page) -> None:
    setup = page("new_game.new_game_form")
    wishes = first(page)
    for _ in range(9):
        wishes = setup.with_bot_added(wishes, DECLARED["levels"])
    names = [seat["name"] for seat in wishes["seats"]]
    assert len(names) == len(set(names)) == setup.MOST_SEATS
    assert setup.with_seat_removed(wishes, 0) is wishes
    wishes = setup.with_seat_removed(wishes, 4)
    assert [seat["name"] for seat in wishes["seats"]] == names[:4] + names[5:]
    for _ in range(9):
        wishes = setup.with_seat_removed(wishes, 1)
    assert [seat["name"] for seat in wishes["seats"]] == [names[0], names[-1]]
    named = setup.with_seat_field(wishes, 0, "name", "  Ann ")
    assert named["seats"][0]["name"] == "Ann" and wishes["seats"][0]["name"] == names[0]
    assert setup.with_seat_field(named, 0, "name", "  ")["seats"][0]["name"] == "Ann"


def test_a_seat_becomes_one_for_a_guest_a_bot_or_a_person(page: Page) -> None:
    setup = page("new_game.new_game_form")

    def seat(wishes: dict[str, Any]) -> tuple[Any, ...]:
        found = wishes["seats"][1]
        return found["kind"], found["level"], found["style"], found.get("phone")

    guest = setup.with_seat_field(first(page), 1, "level", "phone")
    assert seat(guest) == ("bot", "hen", "balanced", True)
    assert seat(setup.with_seat_field(guest, 1, "level", "fox")) == ("bot", "fox", "balanced", None)
    racer = setup.with_seat_field(guest, 1, "style", "racer")
    assert seat(setup.with_seat_field(racer, 1, "level", "fox"))[:3] == ("bot", "fox", "racer")
    person = setup.with_seat_field(guest, 1, "level", "human")
    assert seat(person) == ("human", None, None, None)
    assert seat(setup.with_seat_field(person, 1, "level", "chick")) == ("bot", "chick", "balanced", None)


def test_a_bot_in_the_seat_of_a_guest_who_did_not_come_is_named_as_one(page: Page) -> None:
    bot_for, person = page("new_game.phone_seats").bot_for, {"name": "Cleo", "kind": "human"}
    played = {"seat": 1, "kind": "bot", "name": TEXTS["level.hen.name"], "level": "hen", "style": "balanced"}
    assert bot_for(person, 1) == played
    otis = {"name": "Otis", "kind": "bot", "level": "fox", "style": "racer"}
    assert bot_for(otis, 2) == otis | {"seat": 2}


def test_a_refusal_has_the_names_of_rule_books_and_hand_sizes(page: Page) -> None:
    in_words = page("new_game.new_game_form").refusal_in_words
    assert in_words({"preset": "nathan", "table": "nathan", "set": 9}) == {
        "preset": TEXTS["preset.nathan.name"],
        "table": TEXTS["option.hand_size.nathan"],
        "set": 9,
    }
    assert in_words({"n": 4}) == {"n": 4}


@pytest.mark.parametrize(
    ("code", "value", "word"),
    [
        ("take_back", True, TEXTS["ui.on"]),
        ("take_back", False, TEXTS["ui.off"]),
        ("draw", "one", TEXTS["option.draw.one"]),
        ("arms", 6, "6"),
        ("double_blank", 0, "0"),
    ],
)
def test_an_option_in_words(page: Page, code: str, value: object, word: str) -> None:
    assert page("new_game.new_game_form").option_word(code, value) == word


@played
async def test_the_form_follows_the_choices(make: Make) -> None:
    world = await at_the_form(make)
    assert checked(world, "#presets input") == ["montgomery"]
    assert checked(world, "#sets input") == ["9"] and checked(world, "#lengths input") == ["2"]
    assert world.texts("#players .player-name") == [TEXTS["ui.you"], "Hattie", "Otis", "Pearl"]
    await chosen(world, '#presets [value="hastings"]', None)
    assert checked(world, "#presets input") == ["hastings"]
    await chosen(world, '#sets [value="12"]', None)
    notes = [world.one(part) for part in ("#start-note", "#play-note")]
    assert ["12" in note.textContent for note in notes] == [True, False], "who has played none knows no sets"
    world.change_setting("speed", "normal")
    assert ["12" in note.textContent for note in notes] == [True, True]
    await chosen(world, "#option-arms", "4")
    assert world.one("#option-arms").value == "4"
    switch = world.one("#option-take_back")
    await chosen(world, "#option-take_back", not switch.checked)
    assert world.app.state["setup"]["changes"] == {
        "rounds": 2,
        "set": 12,
        "arms": 4,
        "take_back": switch.checked,
    }
    assert len(world.one("#option-hand_size").elements()) > 90
    assert world.one("#option-arms").parent.querySelector("label").getAttribute("for") == "option-arms"  # type: ignore[union-attr]


@played
async def test_conflicting_choices_show_a_reason_and_cannot_start(make: Make) -> None:
    world = await at_the_form(make)
    start = world.one('#setup [data-action="start"]')
    assert world.one("#setup-problem").hidden and not start.disabled
    await chosen(world, "#option-hand_size", "95")
    assert not world.one("#setup-problem").hidden and world.one("#setup-problem").textContent
    assert start.disabled
    await chosen(world, "#option-hand_size", "5")
    assert world.one("#setup-problem").hidden and not start.disabled


@played
async def test_seats_in_the_form(make: Make) -> None:
    world = await at_the_form(make)
    for _ in range(6):
        await world.do("add-player")
    assert len(world.every("#players > li")) == 10 and world.one("#add-player").disabled
    assert "10" in world.one("#most-players").textContent and not world.one("#most-players").hidden
    players = world.one("#players")
    players.box = (16, 100, 360, 700)
    removes = world.every('#players [data-action="remove-player"]')
    assert [button.hidden for button in removes] == [True] + [False] * 9
    await world.click(removes[9])
    assert not world.one("#add-player").disabled and world.one("#most-players").hidden
    assert players.style.minHeight == "700px"  # nothing moves under the finger
    rows = world.every("#players > li")
    row = rows[1]
    assert [len(line.querySelectorAll(".dots .on")) for line in rows[:2]] == [0, 3]
    field = row.querySelector('[name="level"]')
    assert field is not None and field.value == "hen"
    field.value = "fox"
    field.fire("change")
    name = row.querySelector('[name="name"]')
    assert name is not None
    name.value = "Zoe"
    name.fire("change")
    await world.quiet()
    assert row.querySelector(".player-name").textContent == "Zoe"
    assert row.querySelector(".player-level").textContent == TEXTS["level.fox.name"]
    assert len(row.querySelectorAll(".dots .on")) == 5
    assert world.app.state["setup"]["seats"][1] == {
        "name": "Zoe", "kind": "bot", "level": "fox", "style": "balanced"
    }  # fmt: skip
    world.one("#all-presets").fire("change")  # that field only opens a part of the form
    await world.quiet()
    assert "" not in world.app.state["setup"]["changes"]


@played
async def test_a_person_chooses_a_face_that_stays_with_the_name(make: Make) -> None:
    world = await at_the_form(make)

    def row(number: int) -> Element:
        return world.every("#players > li")[number]

    def face(number: int) -> str:
        return str(row(number).querySelector(".avatar").innerHTML)

    assert len(row(0).querySelectorAll(".player-faces input")) == 12 and "#face-person-0" in face(0)
    assert hidden(row(1).querySelector(".player-faces")) and "#face-hen" in face(1)
    (chosen_face,) = [
        field for field in row(0).querySelectorAll(".player-faces input") if field.value == "person-3"
    ]
    chosen_face.checked = True
    chosen_face.fire("change")
    await world.quiet()
    assert "#face-person-3" in face(0) and "#face-hen" in face(1)
    name = row(0).querySelector('[name="name"]')
    assert name is not None
    name.value = "Walter"
    name.fire("change")
    await world.quiet()
    assert "#face-person-3" in face(0)
    await world.click('#setup [data-action="start"]')
    assert world.app.scene["seats"][0]["face"] == "person-3"
    assert world.one("#seats .face > .waiting").getAttribute("href") == "#face-person-3"


@played
async def test_the_form_leads_back_to_where_it_was_opened(make: Make) -> None:
    world = await at_the_form(make)
    await world.do("back")
    assert not world.one("#welcome").hidden
    await world.click("#choose")
    await world.click('#setup [data-action="start"]')
    await world.do("menu")
    await world.do("new-game")
    assert not world.one("#menu").open and world.one("#play").hidden
    await world.do("back")
    assert not world.one("#play").hidden and world.one("#setup").hidden
    kept = json.loads(world.window.kept["chickenfoot-table"])
    assert kept["preset"] == "montgomery" and [seat["kind"] for seat in kept["seats"]] == [
        "human",
        "bot",
        "bot",
        "bot",
    ]


@played
async def test_settings_are_saved_and_change_attributes(make: Make) -> None:
    kept = {"chickenfoot-settings": {"theme": "dark", "speed": 3, "gone": True}}
    world = await make(address="", kept=kept).begin()
    html = world.one("html").dataset
    assert (html.theme, html.tiles, html.numerals, html.motion) == ("dark", "ivory", "off", "on")
    assert checked(world, '#settings [name="theme"]') == ["dark"]
    assert checked(world, '#settings [name="speed"]') == ["normal"]
    await chosen(world, '#settings [value="auto"]', None)
    assert html.theme is None
    await chosen(world, '#settings [value="none"]', None)
    await chosen(world, '#settings [name="numerals"]', True)
    await chosen(world, '#settings [name="text"]', True)
    assert (html.motion, html.numerals) == ("off", "on")
    assert not world.one("#typed").hidden and world.one("#tray").dataset.typed == "true"
    assert json.loads(world.window.kept["chickenfoot-settings"])["speed"] == "none"
    again = await make(address="?pace=0", kept={"chickenfoot-settings": {"speed": "slow"}}).begin()
    assert again.one("html").dataset.motion == "off"
    broken = make()
    broken.window.kept["chickenfoot-settings"] = "no json"
    assert (await broken.begin()).one("html").dataset.tiles == "ivory"


@played
async def test_a_field_in_use_is_not_overwritten(make: Make) -> None:
    """The engine's answer paints the form while the person types; once a half-typed name was lost."""
    world = await at_the_form(make)
    house, seat = world.one("#house-name"), world.one('#players [name="name"]')
    for field, before in ((house, ""), (seat, "You")):
        field.value = "Au"
        field.fire("input")
        world.app.repaint()
        assert field.value == "Au"
        field.fire("focusout")  # no value was changed
        world.app.repaint()
        assert field.value == before
        field.value = " Aunt  May "
        field.fire("input")
        world.app.repaint()
        field.fire("change")
        await world.quiet()
        assert " ".join(field.value.split()) == "Aunt May"
    assert world.app.state["setup"]["title"] == "Aunt May"
    radio = world.one("#lengths input")
    radio.fire("input")  # a chosen option does not count as typing
    assert not radio.hasAttribute("data-typing")


@pytest.mark.parametrize("phones", [False, True])
def test_a_seat_for_a_guest_shows_no_bots_face(page: Page, phones: bool) -> None:
    setup = first(page) | {"phones": phones}
    setup["seats"] = [setup["seats"][0], {**BOT, "phone": True}]
    cells = page("new_game.seat_rows").cells(
        1, setup, page("settings.settings").DEFAULTS, DECLARED, True, None
    )
    (face,) = [value for part, name, value in cells if (part, name) == (".avatar", "html")]
    assert ("#face-hen" in face) != phones and ("#face-person-1" in face) == phones
