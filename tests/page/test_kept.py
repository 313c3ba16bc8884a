"""The page when something cannot be saved, cannot be read, is refused, or is restored: no request waits for ever."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib import import_module
from types import SimpleNamespace

import pytest

from game.store.entries import SUMMARY
from game.store.match_store import MATCH, MatchStore
from game.store.storage_backend import MemoryBackend
from tests.page.conftest import LONG_DATE, TEXTS, Page, States, World, a_scene, hidden, played, scripted
from tests.page.openings import Make, opened
from tests.page.shown_scenes import START, shown
from tests.session.asked import AskedDesk
from tests.session.desks import SEATS, desk_at
from tests.store.samples import finished, history


def lines(world: World) -> list[str]:
    """The standing notices."""
    return world.texts(".standing .standing-text")


async def chosen(world: World, content: str, size: int | None = None) -> list[str]:
    """Open a file with that content. Return the requests to the engine."""

    async def read() -> str:
        return content

    given = SimpleNamespace(text=read, size=len(content) if size is None else size)
    field = world.one("#record-file")
    field.files = SimpleNamespace(item=lambda number: given)  # type: ignore[attr-defined]
    before = len(world.asked)
    field.fire("change")
    await world.quiet()
    return [verb for verb, _ in world.asked[before:]]


BAD = {
    "no rounds": (json.dumps({"rounds": []}), "error.record.format"),
    "brackets": ("[" * 20_000 + "]" * 20_000, "error.record.not-json"),
    "seven megabytes": ('{"format": "' + "x" * 7_000_000 + '"}', "error.record.too-long"),
}


@pytest.mark.parametrize("name", [*BAD, "no rounds of a record"])
@played
async def test_a_bad_file_gets_one_sentence_and_the_game_goes_on(make: Make, name: str) -> None:
    world = await opened(make)
    await world.turn()
    hand, placed = world.hand(), world.placed()
    if name in BAD:
        text, key = BAD[name]
    else:
        await world.do("menu")
        await world.do("save-record")
        record = json.loads(await world.app.ask("save_file"))
        text, key = json.dumps(record | {"rounds": []}), "error.session.no-round"
    asked = await chosen(world, text)
    assert asked == ([] if name == "seven megabytes" else ["open_record"])
    shown = world.one("#toast").textContent
    assert shown == TEXTS[key].replace("{format}", "chickenfoot-record/1") and not world.one("#toast").hidden
    assert (world.hand(), world.placed()) == (hand, placed) and world.one("#trouble").hidden
    await world.turn()


@played
async def test_the_choices_of_the_next_match_are_checked_at_a_resumed_one(make: Make) -> None:
    store = MemoryBackend()
    await AskedDesk(MatchStore(store)).start(seats=SEATS, aspect=1, seed="a", preset="hastings", changes={})
    world = await make(store=store).begin()
    assert world.phase == "playing"
    assert world.app.state["setup"]["summary"]["hand"] > 0
    assert [verb for verb, _ in world.asked][:3] == ["boot", "check", "resume"]


@played
async def test_a_match_resumed_in_a_bots_turn_is_busy_at_once(make: Make) -> None:
    """After a reload the page counts as busy until the person can act."""
    store = MemoryBackend()
    desk = AskedDesk(MatchStore(store))
    seeds = iter("abcdefgh")
    while not (await desk.start(seats=SEATS, aspect=1, seed=next(seeds), preset="hastings", changes={}))[
        "next"
    ]:
        pass
    world = make(store=store)
    begun = asyncio.ensure_future(world.begin())
    seen: list[tuple[bool, str | None]] = []
    for _ in range(5000):
        await asyncio.sleep(0)
        scene = world.app and world.app.scene
        if scene:
            seen.append((bool(scene["next"]), world.document.body.dataset.busy))
        if scene and not scene["next"] and begun.done():
            break
    assert (True, "true") in seen and (True, "false") not in seen
    assert seen[-1] == (False, "false")


@played
async def test_a_refusal_on_the_first_screen_is_shown_there(make: Make) -> None:
    keys = {"start": "error.match-over", "earlier": "error.no-match", "open_record": "error.session.nobody"}
    answers = {verb: {"refused": {"key": key, "values": {}}} for verb, key in keys.items()}
    world = await make(engine=scripted(START | answers)).begin()
    requests: dict[str, Callable[[], Awaitable[object]]] = {
        "start": lambda: world.click("#play-now"),
        "earlier": lambda: world.click(world.one("#earlier")),
        "open_record": lambda: chosen(world, "{}"),
    }
    for verb, do in requests.items():
        await do()
        assert world.phase == "menu" and not world.one("#welcome").hidden
        assert world.one("#toast").textContent == TEXTS[keys[verb]] and not hidden(world.one("#toast"))


@played
async def test_a_full_store_saves_again_after_a_deletion(make: Make) -> None:
    store = MemoryBackend()
    for seed in ("one", "two", "three"):
        await finished(desk_at(store), seed)
    three = sorted(history(store), key=lambda id: history(store)[id].when)
    summaries = [text for key, text in store.entries.items() if key.startswith(SUMMARY.prefix)]
    store.capacity = sum(map(len, summaries)) + 300  # less room than another match needs
    world = await opened(make, store=store)
    assert TEXTS["ui.why.full"] in lines(world)[0] and lines(world)[1] == TEXTS["ui.standing.full"]
    await world.do("make-room")
    assert world.one("#room").open and world.one("#room-back").hidden
    assert offered(world) == three
    assert world.texts("#room-rows .room-about")[0].startswith(LONG_DATE)
    await world.click(f'.room-save[data-match="{three[0]}"]')
    assert world.asked[-1] == ("export_match", {"id": three[0]})
    await world.click(f'.room-remove[data-match="{three[0]}"]')
    await world.click(f'.room-remove[data-match="{three[1]}"]')
    assert offered(world) == three[2:]
    assert lines(world) == [] and world.one("#room-kept").textContent == TEXTS["ui.kept"]
    assert {*history(store)} == {three[2]} and [key for key in store.entries if key.startswith(MATCH)]
    store.capacity = float("inf")
    await world.do("bring-back")
    assert offered(world) == three[1:] and world.one("#room-back").hidden
    await world.turn()


@pytest.mark.parametrize(("problem", "count"), [("full", 2), ("slow", 1)])
@played
async def test_deleting_is_offered_only_where_it_helps(make: Make, problem: str, count: int) -> None:
    world = await shown(make, a_scene(storage_problem=problem))
    assert len(lines(world)) == count and (TEXTS["ui.standing.full"] in lines(world)) == (count == 2)


@pytest.mark.parametrize("has_match", [True, False])
def test_only_a_match_can_be_saved_as_a_file(page: Page, has_match: bool) -> None:
    scene = a_scene() if has_match else None
    state = {**States(page).START, "storage_problem": "slow", "scene": scene}
    cells = page("notices.standing_notices").view(state)
    ((_, _, row),) = next(value for part, _, value in cells if part == "#standing")
    assert (".standing-do", "hidden", not has_match) in row


@played
async def test_a_guest_asks_its_own_engine_for_no_reason(make: Make) -> None:
    world = await shown(make, a_scene())
    world.app.guest = SimpleNamespace(takes=lambda verb: False)
    refused = import_module("game.page.kernel.engine_client").Refused
    world.app.call("refused", refused("reason.can-play", {}))
    await world.quiet()
    assert world.one("#notice").textContent == TEXTS["reason.can-play"]
    assert "why" not in [verb for verb, _ in world.asked]


@played
async def test_why_opens_the_rule_of_the_refusal_on_screen(make: Make) -> None:
    clauses, arrived = {"reason.can-play": "TURN-1", "reason.draw-first": "DRAW-1"}, asyncio.Event()
    world = await shown(make, a_scene())

    async def why(given: str) -> str:
        reason = json.loads(given)["reason"]
        if reason == "reason.can-play":
            await arrived.wait()
        return json.dumps({"ok": clauses[reason]})

    world.engine["why"] = why
    refused = import_module("game.page.kernel.engine_client").Refused
    for reason in clauses:
        world.app.call("refused", refused(reason, {}))
        for _ in range(5):
            await asyncio.sleep(0)
    arrived.set()
    await world.quiet()
    assert world.app.state["notice_clause"] == "DRAW-1"


@played
async def test_a_refusal_whose_match_has_left_needs_no_rule(make: Make) -> None:
    world = await shown(make, a_scene(), why={"refused": {"key": "error.no-match", "values": {}}})
    refused = import_module("game.page.kernel.engine_client").Refused
    world.app.call("refused", refused("reason.can-play", {}))
    await world.quiet()  # fails if the fault report opens
    assert world.one("#notice").textContent == TEXTS["reason.can-play"]
    assert not world.app.state["notice_clause"]


def offered(world: World) -> list[str | None]:
    """The matches that can be deleted, in order."""
    return [button.getAttribute("data-match") for button in world.every("#room-rows .room-remove")]


@played
async def test_the_notice_goes_when_the_engine_has_stored_what_was_owed(make: Make) -> None:
    store = MemoryBackend()
    world = await opened(make, store=store)
    store.failure = "refused"
    await world.turn()
    assert TEXTS["ui.why.refused"] in lines(world)[0]
    world.document.fire("engine:tell", detail="stored")
    assert lines(world) == [] and world.one("#kept").textContent == TEXTS["ui.kept"]


@played
async def test_after_a_finished_match_was_left_the_menu_offers_a_new_one(make: Make) -> None:
    left = {"saved": False, "earlier": None, "storage_problem": ""}
    world = await opened(make)
    await world.round()
    world.engine["leave"] = scripted({"leave": left})["leave"]
    await world.do("leave")
    assert world.one("#resume").hidden and world.document.activeElement is world.one("#play-now")
