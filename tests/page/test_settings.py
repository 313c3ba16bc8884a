"""Settings: the effect of each, the reset, and a change of language without a reload."""

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from tests.page.conftest import TEXTS, MemoryBackend, World, a_scene, a_seat, a_step, hidden, played
from tests.page.forms import checked, chosen
from tests.page.languages import SPANISH, bilingual
from tests.page.opened_links import follow, links_of_all_kinds
from tests.page.openings import Make, link
from tests.page.shown_scenes import shown


@played
async def test_attributes_follow_the_settings(make: Make) -> None:
    world = await make().begin()
    html = world.one("html").dataset
    assert (html.size, html.hand, html.warn) == ("normal", None, None)
    await chosen(world, '#settings [value="larger"]', None)
    await chosen(world, '#settings [name="left"]', True)
    await chosen(world, '#settings [name="warn"]', False)
    assert (html.size, html.hand, html.warn) == ("larger", "left", "off")


@played
async def test_larger_text_does_not_push_its_row_from_under_the_finger(make: Make) -> None:
    world = await make().begin()
    field, tops = world.one('#settings [value="larger"]'), [160.0, 100.0]  # px, after and before
    field.getBoundingClientRect = lambda: SimpleNamespace(top=tops.pop())
    dialog = field.closest("dialog")
    assert dialog
    dialog.scrollTop = 5
    await chosen(world, '#settings [value="larger"]', None)
    assert dialog.scrollTop == 65


@pytest.mark.slow
@played
async def test_all_settings_are_reset_and_restored(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await chosen(world, '#settings [value="larger"]', None)
    await chosen(world, '#settings [value="loud"]', None)
    people = {"name": "Ida", "signature": "Grandma", "faces": {"Ida": "fox"}}
    for name, value in people.items():
        world.change_setting(name, value)
    mine = world.app.state["settings"]
    await world.do("settings")
    assert world.one("#settings-back").hidden
    await world.click("#reset-settings")
    defaults = world.app.state["settings"]
    assert defaults["size"] == "normal" and checked(world, '#settings [name="volume"]') == ["normal"]
    assert world.one("#reset-settings").hidden
    assert {name: defaults[name] for name in people} == people  # who plays is no setting
    await world.click("#settings-back")
    assert world.app.state["settings"] == mine and world.one("html").dataset.size == "larger"
    again = await make(store=store).begin()
    assert again.app.state["settings"] == mine


@pytest.mark.parametrize("warn", [True, False])
@played
async def test_a_player_down_to_one_tile_causes_one_warning(make: Make, warn: bool) -> None:
    world = await shown(make, a_scene())
    await chosen(world, '#settings [name="warn"]', warn)
    last = TEXTS["tell.down-to-one"].replace("{name}", "Bob")
    one = [a_seat(0, "Ann", one=True), a_seat(1, "Bob", one=True)]
    world.app.show(
        a_scene(version=2, seats=one, steps=[a_step(1, "pass")], said=[["say.pass", {"name": "Bob"}]])
    )
    heard = world.one("#announcer").textContent
    assert (last in heard) == warn and "Ann has" not in heard
    world.app.show(
        a_scene(version=3, seats=one, steps=[a_step(1, "pass")], said=[["say.pass", {"name": "Bob"}]])
    )
    assert last not in world.one("#announcer").textContent


def test_an_order_that_sorted_by_what_fits_becomes_the_order_by_number(page) -> None:  # type: ignore[no-untyped-def]
    settings = page("settings.settings")
    assert settings.valid({"order": "playable"})["order"] == settings.DEFAULTS["order"] == "number"


def test_invalid_stored_settings_are_ignored(page) -> None:  # type: ignore[no-untyped-def]
    settings = page("settings.settings")
    assert settings.valid({"volume": "deafening", "size": 3, "left": "yes", "warn": False}) == (
        settings.DEFAULTS | {"warn": False}
    )


@played
async def test_the_language_is_changed_at_the_table_without_a_reload(make: Make) -> None:
    world = await bilingual(make(address="?lang=en&pace=0")).begin()
    await world.click("#play-now")
    await world.turn()
    hand, placed = world.hand(), world.placed()
    world.app.update(luck_line="in English", missed_event=(0, "in English"))
    await chosen(world, "#languages", "es")
    assert (world.app.state["luck_line"], world.app.state["missed_event"]) == ("", None)
    assert getattr(world.document.documentElement, "lang", "") == "es" and world.window.reloads == 0
    assert world.one('#buttons [data-action="menu"] span').textContent == SPANISH["ui.menu"]
    assert world.one("#seats .seat-name").textContent == SPANISH["ui.you"]
    assert world.one("#round-now").textContent == SPANISH["ui.round-now"].replace("{number}", "1")
    assert world.window.location.search == "?pace=0"
    assert (world.hand(), sorted(world.placed())) == (hand, sorted(placed))
    told = world.texts("#log .log-text")
    assert told and not any("plays" in line or "play " in line for line in told)
    assert world.app.state["setup"]["seats"][0]["name"] == SPANISH["ui.you"]
    assert world.app.state["settings"]["language"] == "es"
    await chosen(world, "#languages", "en")
    assert world.one("#seats .seat-name").textContent == TEXTS["ui.you"]


@played
async def test_a_change_of_language_resumes_a_match_and_no_lesson(make: Make) -> None:
    world = await bilingual(make(address="?lang=en&pace=0")).begin()
    await chosen(world, "#languages", "es")  # nothing is on the table
    await world.click("#learn")
    assert world.phase == "lesson"
    asked = len(world.asked)
    await chosen(world, "#languages", "en")
    assert world.phase == "lesson" and "resume" not in [verb for verb, _ in world.asked[asked:]]


@played
async def test_a_replay_stays_at_its_stop_in_another_language(make: Make) -> None:
    world = await bilingual(make(address="?lang=en&pace=0", code=link("a", 2, rounds=1))).begin()
    await world.do("accept-link")
    await world.round()
    await world.do("show-round")
    await chosen(world, "#replay-from", "0")
    await world.do("on-one")
    at, where, told = (
        world.app.scene["at"]["index"],
        world.one("#replay-where").textContent,
        world.texts("#log li"),
    )
    await chosen(world, "#languages", "es")
    assert world.phase == "replay" and world.app.scene["at"]["index"] == at
    assert world.one("#replay-from").value == "0" and world.one("#replay-where").textContent != where
    spanish = world.texts("#log li")
    assert len(spanish) == len(told) and not set(spanish) & set(told)
    await world.do("replay-leave")
    assert world.phase == "match-over"


@played
async def test_a_puzzle_stays_in_another_language(make: Make) -> None:
    world = await bilingual(make(address="?lang=en&pace=0")).begin()
    await world.click("#play-now")  # a match that waits
    await follow(world, links_of_all_kinds()[2])
    await world.do("accept-link")
    hand, told = world.hand(), world.texts("#log li")
    await world.turn()
    await chosen(world, "#languages", "es")
    assert world.phase == "puzzle" and world.one("#riddle-text").textContent == SPANISH["puzzle.said"]
    assert told and not set(world.texts("#log li")) & set(told)
    await world.do("puzzle-again")
    assert world.hand() == hand
    await world.do("puzzle-leave")
    assert world.phase == "playing"


@played
async def test_nothing_is_announced_in_the_old_language(make: Make) -> None:
    world = await bilingual(make(address="?lang=en&pace=0")).begin()
    await world.click("#learn")
    assert world.one("#announcer").textContent
    await chosen(world, "#languages", "es")
    assert world.phase == "lesson" and world.one("#announcer").textContent == ""


@played
async def test_a_refusal_in_the_old_language_goes_with_it_in_a_lesson(make: Make) -> None:
    world = await bilingual(make(address="?lang=en&pace=0")).begin()
    await world.click("#learn")
    await world.click('#hand > [data-playable="false"]')
    shown = str(world.one("#notice").textContent).replace("\u2060", "")
    assert world.app.state["notice"] and world.app.state["notice"] in shown
    await chosen(world, "#languages", "es")
    assert world.phase == "lesson" and world.one("#notice").textContent == ""


@played
async def test_a_reset_of_the_settings_resets_the_language_too(make: Make) -> None:
    world = await bilingual(make(address="?pace=0")).begin()
    await chosen(world, "#languages", "es")
    await world.do("settings")
    await world.click("#reset-settings")
    assert world.one('#welcome [data-action="settings"]').textContent == TEXTS["ui.settings"]
    await world.click("#settings-back")
    assert world.one('#welcome [data-action="settings"]').textContent == SPANISH["ui.settings"]


@pytest.mark.parametrize(
    ("address", "settings"),
    [("?pace=0&lang=es", {}), ("?pace=0", {"language": "es"})],
    ids=["link", "setting"],
)
@played
async def test_a_page_that_cannot_load_its_language_begins_and_says_so(
    make: Make, address: str, settings: dict[str, str]
) -> None:
    made = make(address=address, kept={"chickenfoot-settings": settings})
    world = await bilingual(made, reached=False).begin()
    assert world.one("#toast").textContent == TEXTS["ui.language-missing"] and world.phase == "menu"


@played
async def test_a_language_whose_file_is_missing_changes_nothing(make: Make) -> None:
    world = await bilingual(make()).begin()

    async def fetch(address: str, how: object) -> SimpleNamespace:
        return SimpleNamespace(ok=False, status=404)

    world.window.fetch = fetch
    await chosen(world, "#languages", "es")
    assert world.one("#toast").textContent == TEXTS["ui.language-missing"]
    assert world.app.state["settings"]["language"] == ""


@played
async def test_a_language_that_cannot_be_loaded_changes_nothing(make: Make) -> None:
    world = await bilingual(make(), reached=False).begin()
    await world.click("#play-now")
    await chosen(world, "#languages", "es")
    assert world.one("#toast").textContent == TEXTS["ui.language-missing"]
    assert world.app.state["settings"]["language"] == "" and world.one("#languages").value == ""
    assert world.one("#seats .seat-name").textContent == TEXTS["ui.you"]


def in_other_tab(world: World, **values: object) -> None:
    """Let another tab change settings, as the browser tells this tab."""
    key = "chickenfoot-settings"
    before = world.window.kept.get(key)
    after = world.window.kept[key] = json.dumps(json.loads(before or "{}") | values)
    world.window.onstorage(SimpleNamespace(key=key, oldValue=before, newValue=after))


@pytest.mark.slow
@played
async def test_settings_of_two_tabs_do_not_wipe_each_other(make: Make) -> None:
    store = MemoryBackend()
    one = await make(store=store).begin()
    other = await make(store=store).begin()
    other.window.kept = one.window.kept
    other.window.localStorage = one.window.localStorage
    await chosen(one, '#settings [name="name"]', "Ada")
    await chosen(other, '#settings [name="theme"][value="dark"]', None)
    await chosen(one, '#settings [name="left"]', True)
    for kept in (json.loads(store.entries["settings"]), json.loads(one.window.kept["chickenfoot-settings"])):
        assert (kept["name"], kept["theme"], kept["left"]) == ("Ada", "dark", True)
    again = await make(store=store).begin()
    settings = again.app.state["settings"]
    assert (settings["name"], settings["theme"], settings["left"]) == ("Ada", "dark", True)


@played
async def test_a_tab_takes_over_single_settings_of_another_tab(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await chosen(world, '#settings [name="left"]', True)
    asked = len(world.asked)
    in_other_tab(world, name="Ada", theme="dark", volume="deafening")
    await world.quiet()
    settings = world.app.state["settings"]
    assert (settings["name"], settings["theme"], settings["left"]) == ("Ada", "dark", True)
    assert settings["volume"] == "normal" and world.one("html").dataset.theme == "dark"
    assert world.app.state["setup"]["seats"][0]["name"] == "Ada"
    assert len(world.asked) == asked  # nothing is saved again
    for text in (None, "null", "[" * 5_000, '{"name": 7}'):
        world.window.onstorage(SimpleNamespace(key="chickenfoot-settings", oldValue=text, newValue=text))
        world.window.onstorage(SimpleNamespace(key="chickenfoot-face", oldValue=None, newValue="hen"))
        world.window.onstorage(SimpleNamespace(key=None, oldValue=None, newValue=None))
    assert world.app.state["settings"] == settings


@pytest.mark.parametrize("reached", [True, False])
@played
async def test_a_tab_takes_over_the_language_of_another_tab(make: Make, reached: bool) -> None:
    world = await bilingual(make(), reached).begin()
    in_other_tab(world, language="es")
    await world.quiet()
    if reached:
        assert world.one('#welcome [data-action="settings"]').textContent == SPANISH["ui.settings"]
    else:
        assert world.one("#toast").textContent == TEXTS["ui.language-missing"]
    assert world.app.state["settings"]["language"] == ("es" if reached else "")
    assert "es" in world.window.kept["chickenfoot-settings"]


def part(name: str, size: int, missing: int = 0) -> dict[str, Any]:
    """A part of the offline copy, as assets/updates.js tells it."""
    return {"part": name, "bytes": size, "missing": missing}


@played
async def test_the_settings_list_what_the_device_keeps_until_all_is_here(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await bilingual(make(address="?lang=en&pace=0")).begin()
    monkeypatch.setattr(import_module("game.page.preferences.offline_copy"), "LOOK_AGAIN", 0)
    assert hidden(world.one("#offline"))
    world.window.offline_parts = [
        [],  # the service worker is not there yet
        [part("game", 9_400_001), part("phones", 340_000, 340_000)],
        [part("game", 9_400_001), part("phones", 340_000, 11)],
        [part("game", 9_400_001), part("phones", 340_000)],
    ]
    seen: list[list[str]] = []

    def look(app: Any, parts: list[Any]) -> None:
        assert hidden(world.one("#offline")) == (not parts)
        seen.append([world.one("#offline-state").textContent, *world.texts("#offline-parts dd")])

    world.app.observers["offline_parts"] = [look]
    await world.do("settings")
    assert not hidden(world.one("#offline"))
    missing, here = TEXTS["ui.offline.missing"], TEXTS["ui.offline.here"]
    assert seen[1:] == [
        [missing, "9,401 kB", "340 kB to come", "340 of 9,741 kB to come"],
        [missing, "9,401 kB", "1 of 340 kB to come", "1 of 9,741 kB to come"],
        [here, "9,401 kB", "340 kB", "9,741 kB"],
    ]
    names = ("ui.part.game", "ui.part.phones", "ui.part.total")
    assert world.texts("#offline-parts dt") == [TEXTS[name] for name in names]
    await chosen(world, "#languages", "es")
    assert world.texts("#offline-parts dt") == [SPANISH[name] for name in names]


@played
async def test_a_device_that_keeps_nothing_gets_no_list(make: Make) -> None:
    world = await make().begin()
    await world.do("settings")
    assert hidden(world.one("#offline"))
    await world.do("close")


@pytest.mark.parametrize(("address", "language"), [("?lang=es", "es"), ("?lang=xx", "en"), ("", "en")])
def test_the_language_of_the_address_comes_before_the_chosen_one(
    make: Make, address: str, language: str
) -> None:
    make(address=address).document.documentElement.dataset.languages = "en es"
    choice = import_module("game.page.settings.language_choice")
    assert choice.wanted_language("en") == language
