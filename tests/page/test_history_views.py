"""Match list, replays, statistics and the backup file on the page, with the real engine and store."""

import asyncio
import json
import re
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from game.ledger.summary import read_summary
from game.narration.localization.language import load
from game.records.links.replay_link import LinkedMatch, write_replay
from game.records.reading import read_record
from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import MemoryBackend
from tests.page.conftest import LONG_DATE, TEXTS, Page, World, hidden, played
from tests.page.document import parsed
from tests.page.forms import chosen
from tests.page.languages import bilingual
from tests.page.openings import Make, back, opened
from tests.session.asked import AskedDesk
from tests.session.desks import SEATS, kept
from tests.session.matches import NAMES


async def stored(matches: int = 5, waiting: int = 2) -> MemoryBackend:
    """A store with that many finished matches, and some waiting ones."""
    store = MemoryBackend()
    desk = AskedDesk(MatchStore(store))
    for number in range(waiting):
        await desk.start(seats=SEATS, aspect=1, seed=f"waits-{number}", preset="hastings", changes={})
        await desk.leave()
    for number in range(matches):
        kept(store, number + 1, preset="hastings" if number % 2 else "montgomery")
    return store


async def on_list(make: Make, **given: int) -> World:
    """Open the screen of all matches."""
    world = await make(store=await stored(**given)).begin()
    if world.phase != "menu":
        await by_menu(world, "leave")
    await world.do("history")
    return world


async def by_menu(world: World, action: str) -> None:
    """Open a screen from the table's menu."""
    await world.do("menu")
    await world.do(action)


@played
async def test_all_dates_have_the_same_format(make: Make) -> None:
    world = await on_list(make)
    shown = [text.rpartition(" · ")[2] for text in world.texts("#waiting .match-about")]
    shown += [text.rpartition(" · ")[2] for text in world.texts("#finished .match-about")]
    await world.do("back")
    await world.do("statistics")
    shown += world.texts("#recent-rows th")
    assert len(shown) == 7 + 5 and all(date.startswith(LONG_DATE) for date in shown)


@pytest.mark.parametrize(
    ("of", "every", "unseen"),
    [
        (2, 3, (False, False, True, False)),
        (0, 3, (False, False, True, True)),
        (0, 0, (True, True, False, True)),
    ],
)
def test_the_filters_are_named_and_the_buttons_shown_as_they_are_needed(
    page: Page, of: int, every: int, unseen: tuple[bool, ...]
) -> None:
    history = {
        "rows": [],
        "of": of,
        "all": every,
        "rules": ["hastings", "house"],
        "companies": ["fox", "people"],
    }
    state = {"history": history, "history_filter": {"rules": "house", "whom": "fox"}}
    cells = {(part, name): value for part, name, value in page("history.match_list").finished(state)}
    assert cells["#history-rules", "options"] == [
        ("", TEXTS["memory.any-rules"]),
        ("hastings", TEXTS["preset.hastings.name"]),
        ("house", TEXTS["memory.house"]),
    ]
    assert cells["#history-whom", "options"] == [
        ("", TEXTS["memory.any-company"]),
        ("fox", TEXTS["level.fox.name"]),
        ("people", TEXTS["memory.people"]),
    ]
    assert (cells["#history-rules", "typed"], cells["#history-whom", "typed"]) == ("house", "fox")
    parts = ("count", "filters", "none", "more")
    assert tuple(bool(cells[f"#history-{part}", "hidden"]) for part in parts) == unseen


@pytest.mark.parametrize(
    ("winners", "outcome"),
    [
        (["You"], "You won"),
        (["Hattie"], "Hattie won"),
        (["Hattie", "Otis"], "Hattie and Otis shared first place"),
        (["You", "Hattie"], "You and Hattie shared first place"),
    ],
)
def test_a_finished_match_is_named_by_all_its_winners(page: Page, winners: list[str], outcome: str) -> None:
    assert page("history.match_list")._winners_sentence(winners) == outcome


def test_a_finished_deal_of_the_day_is_named(page: Page) -> None:
    row: dict[str, Any] = {
        "names": ["You", "Otis"],
        "places": [1, 2],
        "totals": [0, 9],
        "levels": [None, "hen"],
    }
    row |= {
        "id": "a",
        "title": None,
        "rounds": 1,
        "preset": "hastings",
        "again": False,
        "when": 0,
        "replay": True,
    }
    for day, first in (("2026-11-22", "Deal of the day, "), ("", "one round")):
        cells = page("history.match_list")._finished_match({**row, "day": day}, {"faces": {}})
        about = next(value for part, _, value in cells if part == ".match-about")
        assert about.startswith(first) and ("one round" in about) == (not day)


@played
async def test_the_list_shows_waiting_matches_with_pictures_and_finished_ones(make: Make) -> None:
    world = await on_list(make)
    assert world.phase == "menu" and not world.one("#matches").hidden and world.one("#welcome").hidden
    assert world.document.activeElement is world.one("#matches-title")
    assert len(world.every("#waiting > li")) == 2 and len(world.every("#finished > li")) == 5
    about = world.texts("#waiting .match-about")[0]
    assert TEXTS["preset.hastings.name"] in about
    assert world.texts("#waiting .match-title")[0] == "Round 1 of 10"
    row = world.every("#waiting > li")[0]
    assert [seat.textContent for seat in row.querySelectorAll(".match-seat > span")][1:] == [
        "Hattie",
        "Otis",
        "Pearl",
    ]
    assert all(svg.innerHTML.count("--x") >= 1 for svg in world.every("#waiting .match-table"))
    assert not world.every("#matches [data-placed]")
    await world.do("back")
    assert not world.one("#welcome").hidden


@played
async def test_a_match_is_resumed_renamed_deleted_and_restored(make: Make) -> None:
    world = await on_list(make)
    first, second = [button.dataset.match for button in world.every("#waiting .match-open")]
    await world.click(f'.match-rename[data-match="{first}"]')
    assert world.one("#rename").open
    world.one("#rename-title").value = "Sunday"
    world.one("#rename-form").fire("submit")
    await world.quiet()
    assert world.texts("#waiting .match-title")[0] == "Sunday" and not world.one("#rename").open
    await world.click(f'.match-delete[data-match="{first}"]')
    assert [button.dataset.match for button in world.every("#waiting .match-open")] == [second]
    assert not hidden(world.one("#match-removed"))
    await world.do("bring-back-match")
    assert len(world.every("#waiting > li")) == 2 and hidden(world.one("#match-removed"))
    await world.click(f'.match-open[data-match="{second}"]')
    assert world.phase == "playing" and world.hand()
    await world.turn()


@played
async def test_more_is_hidden_until_the_first_portion_has_arrived(make: Make) -> None:
    world = await make(store=await stored(matches=33)).begin()
    assert hidden(world.one("#history-more"))


@pytest.mark.slow
@played
async def test_finished_matches_are_filtered_and_listed_in_portions(make: Make) -> None:
    world = await on_list(make, matches=33, waiting=0)
    assert len(world.every("#finished > li")) == 30 and not hidden(world.one("#waiting-none"))
    await world.do("history-more")
    assert len(world.every("#finished > li")) == 33 and hidden(world.one("#history-more"))
    rules = world.one("#history-rules")
    assert world.texts("#history-rules option") == [
        "Any rules",
        *(TEXTS[f"preset.{book}.name"] for book in ("hastings", "montgomery")),
    ]
    rules.value = "hastings"
    rules.fire("change")
    await world.quiet()
    assert len(world.every("#finished > li")) == 16
    assert world.one("#history-count").textContent == "Matches: 16 of 33. Tap one to watch it again."
    await world.click(world.every("#finished .match-delete")[0])
    assert len(world.every("#finished > li")) == 15
    await world.do("bring-back-match")
    assert len(world.every("#finished > li")) == 16


@played
async def test_an_empty_history_says_so(make: Make) -> None:
    world = await on_list(make, matches=0, waiting=0)
    for part in ("#waiting-none", "#history-none"):
        assert not hidden(world.one(part))
    assert hidden(world.one("#history-filters"))
    await world.do("statistics")
    assert not hidden(world.one("#statistics-none")) and hidden(world.one("#statistics-some"))
    await world.do("back")
    assert not hidden(world.one("#matches"))


def at(world: World) -> int:
    """The stop that the replay shows."""
    return int(world.app.scene["at"]["index"])


@played
async def test_a_replay_is_controlled_by_buttons_keys_and_slider(make: Make) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    assert world.phase == "replay" and not hidden(world.one("#replay")) and world.hand() == []
    assert len(world.every("#replay-hands > li")) == 2 and world.one('[data-action="back-one"]').disabled
    held = len(world.every("#replay-hands [data-held]"))
    assert held == sum(seat["count"] for seat in world.app.scene["seats"])
    await world.do("on-one")
    await world.key("ArrowRight", "body")
    assert at(world) == 2 and world.one("#prompt-do").textContent
    await world.do("back-one")
    slider = world.one("#replay-slider")
    assert at(world) == 1 and slider.value == "1"
    last = world.app.scene["at"]["last"]
    for value in range(2, last + 1):  # several at once: only the latest is requested
        slider.value = str(value)
        slider.fire("input")
    await world.quiet()
    assert at(world) == last and len([verb for verb, _ in world.asked if verb == "replay_go"]) < last
    assert world.one('#replay [data-action="play-from-here"]').disabled
    await world.key("Home", "body")
    assert (at(world) == 0 and world.placed() == []) or len(world.placed()) == 1
    await world.key("PageDown", "body")
    assert at(world) == last
    await world.key("PageUp", "body")
    assert at(world) == 0
    await world.do("on-round")
    assert at(world) == last
    await world.do("back-round")
    assert at(world) == 0
    who = world.one("#replay-from")
    who.value = "1"
    who.fire("change")
    await world.quiet()
    assert [row.dataset.seatHand for row in world.every("#replay-hands > li")] == ["1"]
    await world.do("replay-leave")
    assert not world.one("#matches").hidden and world.app.scene is None and hidden(world.one("#replay"))


@played
async def test_keys_tell_facts_in_a_replay_too_and_nothing_else_acts(make: Make) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    assert world.document.activeElement is world.one("#replay-slider")  # which takes no letters
    await world.do("on-one")
    for key, fact in {"h": "hand", "e": "ends", "f": "foot", "m": "fits", "r": "since", "o": "seats"}.items():
        await world.key(key, "#replay-slider")
        assert world.asked[-1] == ("replay_tell", {"what": fact})
        assert world.one("#announcer").textContent
    hands = [hand["name"] for hand in world.app.scene["hands"]]
    await world.key("h", "body")
    assert all(name + ": " in world.one("#announcer").textContent for name in hands[1:]) and len(hands) > 1
    before = len(world.asked)
    for key in "dpcu/":
        await world.key(key, "body")
    assert len(world.asked) == before and not world.app.state["settings"]["text"]
    await world.key("ArrowRight", "#replay-slider")  # the browser moves the slider
    assert len(world.asked) == before
    await world.key("End", "body", repeat=True)
    assert len(world.asked) == before
    await world.key("ArrowRight", "body", repeat=True)
    assert at(world) == 2


@pytest.mark.slow
# tests/narration/test_told_again.py tells the same matches in every language
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "es"])
@played
async def test_lists_and_replays_speak_to_the_person_who_gave_no_name(make: Make, language: str) -> None:
    world = await bilingual(make(store=await stored(matches=9))).begin()
    if language == "es":
        await chosen(world, "#languages", "es")
    say = load(language).say
    await world.do("menu")
    await world.do("history")
    titles = world.texts("#finished .match-title")
    assert say("memory.won.you") in titles
    assert set(titles) <= {say("memory.won.you"), *(say("memory.won", won(name)) for name in NAMES)}
    scores = world.every("#finished .match-scores")
    assert all(
        say("ui.you") in [name.textContent for name in score.querySelectorAll(".match-seat > span")]
        for score in scores
    )
    await world.click(world.every("#finished .match-open")[0])
    assert world.texts("#replay-from option")[1:] == [
        say("replay.as.you"),
        say("replay.as", {"name": "Hattie"}),
    ]
    for wanted in ("", "0", "1"):
        world.one("#replay-from").value = wanted
        world.one("#replay-from").fire("change")
        await world.quiet()
        await world.key("Home", "body")
        while at(world) < world.app.scene["at"]["last"]:
            await world.do("on-one")
        lines = world.texts("#log .log-text")
        assert len(lines) > 4 and any(line.startswith("Hattie ") for line in lines)
        assert not any(
            re.search(r"You (?!miss )\w+s |You did.* misses|T\xfa |\bYou\b(?=.* (juega|roba|pasa))", line)
            for line in lines
        )
        assert world.texts("#seats .seat-name")[0] == say("ui.you")


def won(name: str) -> dict[str, Any]:
    """The values for the title of a match that one seat won."""
    return {"n": 1, "names": [name]}


@pytest.mark.slow
@played
async def test_a_match_starts_from_a_position_of_a_replay(make: Make) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    await world.do("on-one")
    await world.do("play-from-here")
    assert world.phase == "playing" and hidden(world.one("#replay")) and world.hand()
    assert await world.round() >= 1
    await world.do("history") if world.phase == "menu" else None
    store = world.app.scene
    assert store["phase"] == "match-over"


@played
async def test_a_review_opens_the_replay_at_a_choice_and_leads_back(make: Make) -> None:
    world = await opened(make, seats=3)
    await world.round()
    await world.do("scores") if hidden(world.one("#review-ask")) else None
    phase = world.phase
    world.app.update(
        round_review={
            "line": ["review.choices.even", {}],
            "choices": [{"cost": 3, "said": [["review.choices.even", {}]], "at": 4}],
        }
    )
    paper = world.one(".sheet-paper")
    paper.scrollTop = 321
    await world.click("#review-lines .review-show")
    assert world.phase == "replay" and len(world.app.scene["said"]) == 4
    assert hidden(world.one("#compared"))  # the engine has not reviewed this choice
    paper.scrollTop = 0
    await world.do("replay-leave")
    assert world.phase == phase and paper.scrollTop == 321
    (button,) = world.every("#review-lines .review-show")
    assert world.document.activeElement is button and world.app.state["replay_place"] is None


@played
async def test_statistics_of_a_person_are_reset_and_restored(make: Make) -> None:
    world = await on_list(make)
    await world.do("statistics")
    assert not world.one("#statistics").hidden
    statistics = {row.dataset.statistic: row.textContent for row in world.every("#statistics-list > div")}
    shown = {"matches", "wins", "points", "out", "blocked", "doubles", "loss", "streak", "longest"}
    assert statistics["matches"] == "Matches5" and {"matches", "wins", "points"} <= statistics.keys() <= shown
    values = world.every("#statistics-list > div dd")
    assert len(values) > 4 and not {"0", "–"} & {
        value.textContent for value in values
    }  # nothing that says nothing
    assert (
        world.one("#company-wins").hidden
        == world.one("#rules-wins").hidden
        == (statistics["wins"] == "Wins0")
    )
    assert len(world.every("#company-rows > tr")) == 1 and len(world.every("#rules-rows > tr")) == 2
    assert len(world.every("#recent-rows > tr")) == 5 and world.every("#recent-chart svg")
    assert world.one("#recent-none").hidden
    names = {row.querySelector("th").textContent for row in world.every("#rules-rows > tr")}
    labels = world.texts("#rules-chart .bar-name")  # a name and a number at each bar
    assert {*labels[::2]} == names and all(" / " in number for number in labels[1::2])
    assert (
        "#face-" in world.one("#company-rows .row-face").innerHTML
        or world.one("#company-rows .row-face").hidden
    )
    await world.do("reset-figures")
    assert world.one('[data-statistic="matches"] dd').textContent == "0" and hidden(
        world.one("#statistics-charts")
    )
    assert {row.dataset.statistic for row in world.every("#statistics-list > div")} == {
        "matches",
        "wins",
        "points",
    }
    await world.do("unreset-figures")
    assert world.one('[data-statistic="matches"] dd').textContent == "5" and hidden(
        world.one("#statistics-undo")
    )
    await world.do("history")
    assert not world.one("#matches").hidden


@played
async def test_statistics_say_the_other_names_of_a_person_and_part_or_join_them(make: Make) -> None:
    world = await on_list(make)
    setup_check = import_module("game.page.new_game.setup_check")
    setup_check.rename_person(world.app, "Ruth")
    await world.quiet()
    await world.do("statistics")
    assert world.texts("#statistics-also span") == ["Includes the matches played as “You”."]
    assert hidden(world.one("#statistics-maybe"))
    await world.click("#statistics-also button")
    assert not world.every("#statistics-also > li") and world.one("#statistics-who").value == "You"


async def bring(world: World, content: str, size: int = 1) -> None:
    """Give the page a backup file to import."""

    async def read() -> str:
        return content

    field = world.one("#archive-file")
    field.files = SimpleNamespace(item=lambda number: SimpleNamespace(text=read, size=size))  # type: ignore[attr-defined]
    field.fire("change")
    await world.quiet()


@played
async def test_a_backup_is_exported_and_imported_without_duplicates(make: Make) -> None:
    world = await on_list(make)
    text = await world.app.ask("export")
    await bring(world, text)
    assert world.one("#toast").textContent == "Nothing is new. 7 were here already."
    there = await make().begin()
    await there.do("history")
    await bring(there, text)
    assert there.one("#toast").textContent == "7 matches are new."
    await bring(world, "{}")
    assert world.one("#toast").textContent.startswith("The file") or world.one("#toast").textContent
    await bring(world, text, size=60_000_000)
    assert world.one("#toast").textContent == TEXTS["error.record.too-long"]
    assert len(world.every("#finished > li")) == 5


@played
async def test_a_backup_that_is_refused_leaves_the_match_on_the_table(make: Make) -> None:
    world = await opened(make)
    await by_menu(world, "history")
    before = world.hand(), sorted(world.placed())
    await bring(world, "[" * 200_000)
    assert world.one("#toast").textContent == TEXTS["error.record.not-json"]
    assert not world.one("#matches").hidden and world.one("#play").hidden
    await world.click('#matches [data-action="back"]')
    assert (world.hand(), sorted(world.placed())) == before and world.phase == "playing"


@played
async def test_a_toast_stays_when_an_earlier_one_ends(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    world = await make().begin()
    dialogs = import_module("game.page.screens.dialogs")
    first, second = asyncio.Event(), asyncio.Event()
    waits = iter((first, second))
    monkeypatch.setattr(dialogs, "asyncio", SimpleNamespace(sleep=lambda seconds: next(waits).wait()))
    for text in ("first", "second"):
        dialogs.toast(world.app, text)
        await asyncio.sleep(0)
    for over, gone in ((first, False), (second, True)):
        over.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert world.one("#toast").hidden == gone


@pytest.mark.parametrize("event", ["wheel", "touchmove"])
@played
async def test_a_toast_goes_when_the_person_scrolls(make: Make, event: str) -> None:
    world = await make().begin()
    now = world.window.performance.now()
    world.window.performance.now = lambda: now
    import_module("game.page.screens.dialogs").toast(world.app, "first")
    for later, gone in ((500, False), (2000, True)):  # it can be read first
        world.window.performance.now = lambda passed=later: now + passed
        world.document.fire(event)
        assert world.one("#toast").hidden == gone


@played
async def test_side_screens_lead_back_to_the_table(make: Make) -> None:
    world = await opened(make)
    before = world.hand(), sorted(world.placed()), world.app.scene["version"]
    for action, screen in (
        ("new-game", "setup"),
        ("history", "matches"),
        ("statistics", "statistics"),
        ("pad", "pad"),
    ):
        for way in ("button", "back", "Escape"):
            await by_menu(world, action)
            assert not world.one("#" + screen).hidden and world.one("#play").hidden
            for key in "dplh":  # keys without a meaning here
                await world.key(key, "body")
            if way == "button":
                await world.click(f"#{screen} .bar .round")
            elif way == "back":
                await back(world)
            else:
                await world.key(way, "body")
            assert world.phase == "playing" and not world.one("#play").hidden
            assert not world.every("dialog[open]")
            assert (world.hand(), sorted(world.placed()), world.app.scene["version"]) == before
    assert not {"leave", "act", "tell"} & {verb for verb, _ in world.asked}
    await world.turn()


@played
async def test_no_event_happens_while_a_side_screen_is_open(make: Make) -> None:
    world = await opened(make)
    await by_menu(world, "history")
    scene = dict(world.app.scene, next=True)
    world.app.update(scene=scene)
    world.asked.clear()
    await import_module("game.page.events.advancing").advance(world.app)
    assert world.asked == [] and world.app.scene is scene
    await world.do("back")
    assert [verb for verb, _ in world.asked] == ["next_event"] and world.app.state["nobody_next"]


@played
async def test_an_earlier_request_does_not_close_a_side_screen(make: Make) -> None:
    world = await opened(make)
    came, ask = dict(world.app.scene, steps=[], said=[], by=[], next=False), world.app.ask

    async def late(verb: str) -> Any:
        import_module("game.page.screens.navigation").show_side_screen(world.app, "statistics")
        return came

    world.app.update(scene=dict(came, next=True))
    world.app.ask = lambda verb, **given: late(verb) if verb == "next_event" else ask(verb, **given)
    await import_module("game.page.events.advancing").advance(world.app)
    assert not world.one("#statistics").hidden and world.app.scene is came
    await world.do("back")
    assert world.phase == "playing" and not world.one("#play").hidden


@played
async def test_a_match_in_play_waits_while_the_lists_are_open(make: Make) -> None:
    store = MemoryBackend()
    world = await opened(make, store=store)
    hand = world.hand()
    await by_menu(world, "history")
    assert all(hidden(button) for button in world.every("#waiting .match-delete"))
    await world.click(world.every("#waiting .match-open")[0])
    assert world.phase == "playing" and world.hand() == hand
    assert "open_match" not in [verb for verb, _ in world.asked]
    await by_menu(world, "history")
    text = await world.app.ask("export")
    await bring(world, text)  # the file may hold a later state of a match
    assert world.app.scene is None and not world.one("#matches").hidden
    await world.do("back")
    await world.do("resume")
    await by_menu(world, "leave")
    await world.do("history")
    assert not world.one("#matches").hidden and world.app.scene is None
    await world.click(world.every("#waiting .match-open")[0])
    while world.phase == "playing":
        await world.turn()
    assert [key for key in store.entries if key.startswith(SUMMARY.prefix)]
    (made,) = [read_summary(text) for key, text in store.entries.items() if key.startswith(SUMMARY.prefix)]
    assert made.seats[0].name == "You" and len([key for key in store.entries if key.startswith(MATCH)]) == 1


def test_the_store_of_these_tests_is_as_they_say() -> None:
    store = asyncio.run(stored())
    heads = [
        json.loads(text.partition("\n")[0]) for key, text in store.entries.items() if key.startswith(MATCH)
    ]
    waits: list[Any] = [head for head in heads if head["phase"] == "playing"]
    assert len(waits) == 2


@played
async def test_a_replay_from_a_link_is_watched_and_left(make: Make) -> None:
    store = MemoryBackend()
    record = read_record(kept(store, 3))
    code = write_replay(LinkedMatch(record))
    world = await opened(make)
    hand = world.hand()
    world.arrive(code)
    await world.quiet()
    await world.do("accept-link")
    assert world.phase == "replay" and not hidden(world.one("#replay")) and at(world) == 0
    await world.do("on-one")
    assert at(world) == 1
    await world.do("replay-leave")
    assert world.phase == "playing" and world.hand() == hand
    await world.turn()


def test_a_button_of_the_replay_leads_to_the_stop_that_it_names(page) -> None:  # type: ignore[no-untyped-def]
    view = page("history.replay_view")

    def index(at: int, number: int, target: str) -> int:
        found: int = view.target_index(
            {"index": at, "starts": [0, 10, 20], "round": number, "last": 30}, target
        )
        return found

    assert [index(12, 2, target) for target in ("back-one", "on-one", "first", "last")] == [11, 13, 0, 30]
    assert [index(at, number, "on-round") for at, number in ((0, 1), (12, 2), (20, 3))] == [10, 20, 30]
    starts = [
        index(at, number, "back-round") for at, number in ((12, 2), (10, 2), (11, 2), (20, 3), (3, 1), (0, 1))
    ]
    assert starts == [10, 0, 10, 10, 0, 0]


@played
async def test_back_leaves_a_replay_for_the_list(make: Make) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    assert world.phase == "replay"
    await back(world)
    assert world.app.scene is None and not hidden(world.one("#matches"))


@played
async def test_a_replay_plays_by_itself_until_it_is_paused_or_at_its_end(make: Make) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(import_module("game.page.history.running_replay"), "STOP_SECONDS", 0.02)
    run = world.one('#replay [data-action="replay-run"]')
    assert not world.app.state["replay_runs"]  # things do not move with ?pace=0
    await world.do("on-one")
    before = at(world)
    run.click()
    assert run.getAttribute("aria-label") == TEXTS["replay.stop"]
    while at(world) < before + 2:
        await asyncio.sleep(0.005)
    run.click()
    paused = at(world)
    await asyncio.sleep(0.1)
    assert at(world) <= paused + 1 and run.getAttribute("aria-label") == TEXTS["replay.run"]
    run.click()
    await world.do("back-one")  # any other button pauses it
    assert not world.app.state["replay_runs"]
    world.app.update(replay_runs=True)
    while world.app.state["replay_runs"]:
        await asyncio.sleep(0.005)
    assert at(world) == world.app.scene["at"]["last"]
    run.click()  # from the start again
    while at(world) == world.app.scene["at"]["last"]:
        await asyncio.sleep(0.005)
    assert at(world) < 5
    await world.do("replay-leave")
    monkeypatch.undo()


@played
async def test_a_running_replay_can_be_watched_without_pauses_and_skips_no_stop(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    running, slept = import_module("game.page.history.running_replay"), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 1:  # another scene of the same stop comes meanwhile
            world.app.show({**world.app.scene})
        await asyncio.sleep(0)

    monkeypatch.setattr(running, "asyncio", SimpleNamespace(sleep=sleep))
    stops = [name for name, _ in world.asked].count("replay_go")
    world.one('#replay [data-action="replay-run"]').click()
    while world.app.state["replay_runs"]:
        await asyncio.sleep(0)
    assert {*slept} == {running.STOP_SECONDS * running.LEAST_PACE}
    assert [name for name, _ in world.asked].count("replay_go") - stops == len(slept) - 1
    assert at(world) == world.app.scene["at"]["last"]


def test_the_way_back_from_a_replay_leads_to_the_very_button(page: Page) -> None:
    selector_of = page("history.way_back").selector_of
    row = parsed('<html><b data-action="replay" data-match="7" data-number="2" data-at="9"></b></html>')
    assert selector_of(row.elements()[0]) == (
        '[data-action="replay"][data-at="9"][data-match="7"][data-number="2"]'
    )
    assert selector_of(parsed('<html><b id="turning-replay" data-at="9"></b></html>').elements()[0]) == (
        "#turning-replay"
    )


@played
async def test_after_a_replay_all_is_scrolled_as_it_was(make: Make) -> None:
    world = await make().begin()
    sheet, opener = world.one("#sheet"), world.one("#to-sheet")
    opener.focus = lambda: setattr(sheet, "scrollTop", 0)  # as browsers may scroll
    place = {"opener": "#to-sheet", "scrolled": [("#sheet", 70)]}
    import_module("game.page.history.way_back").go_back(place)
    assert sheet.scrollTop == 70


@played
async def test_a_replay_that_is_paused_and_run_at_once_goes_on_at_one_pace(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await on_list(make)
    await world.click(world.every("#finished .match-open")[0])
    monkeypatch.setattr(import_module("game.page.history.running_replay"), "STOP_SECONDS", 0.02)
    run = world.one('#replay [data-action="replay-run"]')
    for _ in range(3):  # the first run still sleeps when the second one begins
        run.click()
        await asyncio.sleep(0)
    stops = [name for name, _ in world.asked].count("replay_go")
    while world.app.state["replay_runs"]:
        await asyncio.sleep(0.005)
    last = world.app.scene["at"]["last"]
    assert at(world) == last
    assert [name for name, _ in world.asked].count("replay_go") - stops <= last


@played
async def test_a_late_answer_for_another_filter_is_dropped(make: Make) -> None:
    world = await on_list(make)
    answer, arrived = world.engine["history"], asyncio.Event()

    async def slow(given: str) -> str:
        if json.loads(given)["rules"]:
            await arrived.wait()
        return await answer(given)

    world.engine["history"] = slow
    changed = import_module("game.page.history.history_actions").field_changed
    for rules in ("hastings", ""):
        changed(world.app, SimpleNamespace(id="history-rules", value=rules))
        for _ in range(5):
            await asyncio.sleep(0)
    arrived.set()
    await world.quiet()
    assert len(world.every("#finished > li")) == 5


@played
async def test_only_a_match_that_was_played_on_gets_another_picture(make: Make) -> None:
    world = await on_list(make)
    pictures = world.app.state["match_pictures"]
    played_on = sorted(pictures)[0]
    world.app.update(match_pictures={**pictures, played_on: {**pictures[played_on], "when": 0}})
    await world.do("back")
    world.asked.clear()
    await world.do("history")
    assert [given["id"] for verb, given in world.asked if verb == "match_picture"] == [played_on]


@played
async def test_another_waiting_match_comes_in_place_of_that_on_the_table(make: Make) -> None:
    world = await on_list(make)
    first, second = [button.dataset.match for button in world.every("#waiting .match-open")]
    await world.click(f'.match-open[data-match="{first}"]')
    hand = world.hand()
    for match in (second, first):
        await by_menu(world, "history")
        await world.click(f'.match-open[data-match="{match}"]')
        assert (world.hand() == hand) == (match == first) and world.phase == "playing"


@pytest.mark.parametrize("again", [False, True])
def test_a_finished_match_shows_faces_and_points(page: Page, again: bool) -> None:
    row = {
        "id": "m",
        "title": "",
        "names": ["Ann", "Bob"],
        "places": [2, 1],
        "levels": [None, "fox"],
        "totals": [9, 3],
        "preset": "house",
    }
    match = {**row, "rounds": 3, "when": 0, "again": again, "day": "", "replay": True}
    cells = page("history.match_list")._finished_match(match, {"faces": {"Ann": "person-3"}})
    (about,) = [value for part, name, value in cells if (part, name) == (".match-about", "text")]
    assert (TEXTS["memory.second"] in about) == again
    (scores,) = [value for part, name, value in cells if (part, name) == (".match-scores", "rows")]
    values = [{part: value for part, name, value in row if name in ("text", "html")} for _, _, row in scores]
    assert [(row["span"], row["b"]) for row in values] == [("Bob", 3), ("Ann", 9)]  # the best first
    assert "#face-fox" in values[0][".avatar"] and "#face-person-3" in values[1][".avatar"]


def test_a_replay_is_seen_as_a_person_with_a_name_saw_it(page: Page) -> None:
    viewpoint = page("history.replay_view")._viewpoint
    assert viewpoint({"seat": 0, "name": "You"}, 0) == TEXTS["replay.as.you"]
    assert "Ann" in viewpoint({"seat": 0, "name": "Ann"}, 0) and "You" in viewpoint(
        {"seat": 1, "name": "You"}, 0
    )
