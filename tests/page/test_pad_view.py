"""The score pad on the page: a whole match with real tiles is entered, corrected, saved and printed."""

import asyncio
import json
from types import SimpleNamespace

from tests.page.conftest import TEXTS, MemoryBackend, Page, World, hidden, played
from tests.page.document import Element
from tests.page.forms import at_a_saved_set, put
from tests.page.openings import Make, opened

NAMES = ("Ann", "Ben", "Cleo")


def within(row: Element, selector: str) -> Element:
    found: Element | None = row.querySelector(selector)
    assert found is not None, selector
    return found


async def begun(world: World, length: str = "1") -> None:
    """A pad for three players."""
    world.window.print = lambda: None
    await world.do("pad")
    while len(world.every("#pad-names > li")) > len(NAMES):
        await world.do("pad-remove")
    for row, name in zip(world.every("#pad-names > li"), NAMES, strict=True):
        await put(world, within(row, "input"), name)
    world.one("#pad-length").value = length
    await world.do("begin-pad")


async def written(world: World, out: int, told: dict[int, str]) -> None:
    """Enter a round: who went out (-1 nobody), and what the others were left with."""
    rows = world.every("#pad-seats > li")
    radio = world.one('.pad-nobody [name="out"]') if out < 0 else within(rows[out], '[name="out"]')
    await put(world, radio)
    for seat, points in told.items():
        await put(world, within(rows[seat], "[data-points]"), points)
    await world.do("write-round")


def totals(world: World) -> list[str]:
    return world.texts("#pad-totals td")


@played
async def test_a_whole_match_is_entered_and_saved(make: Make) -> None:
    store = MemoryBackend()
    world = await make(store=store).begin()
    await begun(world, "3")
    for faces in (world.every("#pad-heads .avatar"), world.every("#pad-seats .avatar")):
        assert [f"#face-person-{seat}" in face.innerHTML for seat, face in enumerate(faces)] == [True] * 3
    assert (
        TEXTS["pad.round"].replace("{round}", "1").replace("{centre}", "9-9")
        == world.one("#pad-round").textContent
    )
    await written(world, 0, {1: "12", 2: "30"})
    assert totals(world) == ["0", "12", "30"] and "Cleo 30" in world.one("#announcer").textContent
    await written(world, -1, {0: "4", 1: "5", 2: "6"})
    assert totals(world) == ["4", "17", "36"] and not world.one("#pad-chart").hidden
    again = await make(store=store).begin()
    await again.do("pad")
    assert again.texts("#pads .pad-line-note") == ["2 of 3 rounds written"]
    await again.do("open-pad")
    assert totals(again) == ["4", "17", "36"]
    await written(again, 1, {0: "1", 2: "2"})
    assert again.one("#pad-entry").hidden and "Ann" in again.one("#pad-won").textContent
    assert totals(again) == ["5", "17", "38"]
    await again.do("pad-leave")
    assert again.texts("#pads .pad-line-note") == [TEXTS["pad.over"]]
    assert again.phase == "pad"
    await again.do("pad-leave")
    assert again.phase == "menu" and not again.one("#welcome").hidden


def leaders(world: World) -> list[str]:
    """The names of those whose total is marked as the lowest."""
    cells = world.every("#pad-totals td")
    return [name for name, cell in zip(NAMES, cells, strict=True) if cell.dataset.leads == "true"]


@played
async def test_nobody_leads_on_a_pad_before_the_first_round(make: Make) -> None:
    world = await make().begin()
    await begun(world, "3")
    assert totals(world) == ["0", "0", "0"] and leaders(world) == []
    await written(world, 0, {1: "12", 2: "30"})
    assert leaders(world) == ["Ann"]
    await written(world, 1, {0: "12", 2: "30"})
    assert leaders(world) == ["Ann", "Ben"]
    for _ in range(2):
        await world.do("strike-round")
    assert totals(world) == ["0", "0", "0"] and leaders(world) == []


@played
async def test_tapped_tiles_are_disabled_for_other_seats(make: Make) -> None:
    world = await make().begin()
    await begun(world)
    rows = world.every("#pad-seats > li")
    await world.click(within(rows[1], "button"))
    assert world.one("#pad-tiles").open and "Ben" in world.one("#pad-tiles-title").textContent
    for tile in ("0-0", "9-4", "9-9", "9-9"):
        await world.click(f'[data-pad-tile="{tile}"]')
    assert "63" in world.one("#pad-worth").textContent
    await world.do("close")
    assert "63" in within(rows[1], "button").textContent and within(rows[1], "[data-points]").hidden
    await world.click(within(rows[2], "button"))
    assert world.one('[data-pad-tile="9-4"]').disabled
    await world.click('[data-pad-tile="5-1"]')
    await world.do("close")
    await put(world, within(rows[0], '[name="out"]'))
    await world.do("write-round")
    assert totals(world) == ["0", "63", "6"]


@played
async def test_an_incomplete_round_is_refused_with_a_reason(make: Make) -> None:
    world = await make().begin()
    await begun(world)
    await world.do("write-round")
    assert world.one("#toast").textContent == TEXTS["pad.who-out"]
    await written(world, 1, {2: "3"})
    assert world.one("#toast").textContent == TEXTS["pad.no-tiles"].replace("{name}", "Ann")
    await written(world, 0, {1: "3", 2: ""})
    assert world.one("#toast").textContent == TEXTS["pad.no-tiles"].replace("{name}", "Cleo")
    await written(world, 0, {2: "many"})
    assert world.one("#toast").textContent == "The points of Cleo must be a number from 0 to 20,000."
    await written(world, 0, {2: "20001"})
    assert world.one("#toast").textContent.startswith("The points of Cleo")
    assert totals(world) == ["0", "0", "0"]


@played
async def test_any_round_can_be_corrected_and_the_last_deleted(make: Make) -> None:
    world = await make().begin()
    await begun(world, "3")
    await written(world, 0, {1: "12", 2: "30"})
    await written(world, 0, {1: "1", 2: "3"})
    first, second, third = world.every("#pad-rows button")
    assert world.texts("#pad-rows .row-number") == ["1", "2", "3"]
    assert third.disabled
    await world.click(first)
    assert not world.one("#pad-leave").hidden
    assert within(world.every("#pad-seats > li")[1], "[data-points]").value == "12"
    await world.do("leave-round")
    await world.click(first)
    await written(world, 2, {1: "8"})  # the seat that was out before has no points yet
    assert world.one("#toast").textContent == TEXTS["pad.no-tiles"].replace("{name}", "Ann")
    await written(world, 2, {0: "7", 1: "8"})
    assert totals(world) == ["7", "9", "3"] and world.one("#pad-leave").hidden
    await world.do("strike-round")
    assert totals(world) == ["7", "8", "0"] and second.disabled


@played
async def test_a_round_of_a_finished_match_can_be_corrected(make: Make) -> None:
    world = await make().begin()
    await begun(world, "1")
    await written(world, 0, {1: "12", 2: "30"})
    assert hidden(world.one("#pad-entry")) and not hidden(world.one("#pad-won"))
    await world.click(world.every("#pad-rows button")[0])
    assert not hidden(world.one("#pad-entry"))
    await written(world, 0, {1: "2", 2: "30"})
    assert totals(world) == ["0", "2", "30"] and hidden(world.one("#pad-entry"))


@played
async def test_points_that_come_late_belong_to_the_tiles_that_were_tapped(make: Make) -> None:
    world = await make().begin()
    await begun(world)
    answer, arrived = world.engine["pad_points"], asyncio.Event()

    async def slow(given: str) -> str:
        if len(json.loads(given)["told"][1]) == 1:
            await arrived.wait()
        return await answer(given)

    world.engine["pad_points"] = slow
    await world.click(within(world.every("#pad-seats > li")[1], "button"))
    first, second = world.every("[data-pad-tile]")[1:3]
    first.click()
    second.click()
    for _ in range(5):
        await asyncio.sleep(0)
    points = world.app.state["pad_entry"]["points"][1]
    arrived.set()
    await world.quiet()
    assert world.app.state["pad_entry"]["points"][1] == points > 0


@played
async def test_a_pad_is_deleted_and_restored(make: Make) -> None:
    world = await make().begin()
    await begun(world)
    await world.do("pad-leave")
    await world.do("delete-pad")
    assert not world.every("#pads > li") and not world.one("#pad-gone").hidden
    await world.do("undelete-pad")
    assert len(world.every("#pads > li")) == 1 and world.one("#pad-gone").hidden


@played
async def test_sheets_print_for_a_pad_for_a_match_and_empty(make: Make) -> None:
    world = await opened(make, seats=3, rounds=2)
    printed: list[str] = []
    world.window.print = lambda: printed.append(world.document.body.dataset.print or "")
    await world.round()
    await world.click('[data-what="match"]')
    assert printed == ["sheet"] and len(world.every("#paper-heads th")) == 4
    assert world.texts("#paper-totals td") == world.texts("#score-totals td")
    world.window.onafterprint(None)
    assert world.document.body.dataset.print is None
    await world.do("close-sheet")
    await world.do("menu")
    await world.do("pad")
    assert world.phase == "pad" and not world.one("#pad").hidden
    await world.click('[data-what="empty"]')
    assert len(world.every("#paper-rows tr")) == 10 and set(world.texts("#paper-totals td")) == {""}
    assert world.texts("#paper-heads th") == [""] * (1 + len(world.every("#pad-names > li")))


@played
async def test_players_are_added_to_a_new_pad(make: Make) -> None:
    world = await make().begin()
    await world.do("pad")
    before = len(world.every("#pad-names > li"))
    await world.do("pad-add")
    rows = world.every("#pad-names > li")
    assert len(rows) == before + 1 and within(rows[-1], "input").value == ""
    for number, row in enumerate(rows):
        await put(world, within(row, "input"), f"Name {number}")
    await world.do("begin-pad")
    assert totals(world) == ["0"] * (before + 1)
    assert world.texts("#pad-heads th")[-1].endswith(f"Name {before}")


@played
async def test_a_pad_has_the_rules_of_a_saved_set(make: Make) -> None:
    world = await at_a_saved_set(make, "#option-out_bonus_on_double", "50")
    await world.do("back")
    await world.do("pad")
    (saved,) = [
        option.value for option in world.every("#pad-rules option") if option.textContent == "At Aunt May’s"
    ]
    world.one("#pad-rules").value = saved
    while len(world.every("#pad-names > li")) > len(NAMES):
        await world.do("pad-remove")
    for row, name in zip(world.every("#pad-names > li"), NAMES, strict=True):
        await put(world, within(row, "input"), name)
    await world.do("begin-pad")
    assert hidden(world.one("#pad-double"))
    rows = world.every("#pad-seats > li")
    await put(world, within(rows[0], '[name="out"]'))
    assert not hidden(world.one("#pad-double"))
    await put(world, world.one('[name="double"]'))
    await written(world, 0, {1: "12", 2: "30"})
    assert totals(world) == ["-50", "12", "30"]
    await put(world, world.one('.pad-nobody [name="out"]'))
    assert hidden(world.one("#pad-double"))


@played
async def test_a_pad_without_a_bonus_never_asks_for_the_last_tile(make: Make) -> None:
    world = await make().begin()
    await begun(world)
    await put(world, within(world.every("#pad-seats > li")[0], '[name="out"]'))
    assert hidden(world.one("#pad-double"))


@played
async def test_the_sheet_of_the_open_pad_is_printed(make: Make) -> None:
    world = await make().begin()
    await begun(world)
    await written(world, 0, {1: "12", 2: "30"})
    printed: list[str] = []
    world.window.print = lambda: printed.append(world.document.body.dataset.print or "")
    await world.click('[data-what="pad"]')
    assert printed == ["sheet"] and world.texts("#paper-totals td") == ["0", "12", "30"]


@played
async def test_the_greatest_number_of_players_is_a_sentence(make: Make) -> None:
    world = await make().begin()
    await world.do("pad")
    assert world.one("#pad-most").hidden
    while not world.one("#pad-add").disabled:
        await world.do("pad-add")
    assert len(world.every("#pad-names > li")) == 10
    assert not world.one("#pad-most").hidden and "10" in world.one("#pad-most").textContent


def test_a_new_pad_has_the_names_of_the_newest_one(page: Page) -> None:
    pads = [{"names": ["Ann", "Ben"]}, {"names": ["Cleo", "Dan"]}]
    app = SimpleNamespace(state={"pads": pads})
    assert page("score_pad.pad_actions")._suggested_names(app) == ["Ann", "Ben"]
